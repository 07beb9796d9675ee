//! Atari Go and Progressive Atari Go (rules: `docs/games/atari-go.md`).

mod chains;
mod notation;
mod scene;

use educe::Educe;
use rand_core::Rng;

use torneo_board::terms::{tell, weigh};
use torneo_contract::{
    Described, Ending, Game, GameInfo, Heuristics, OptionInfo, Options, Outcome, Scratch, Seat, Solving,
    SpecError, Terms, Turn, noisy_listed, random, random_listed, reason, zobrist,
};

use chains::{BLACK, LARGEST, Lattice, MANY, Stones, WHITE};

/// Random draws before all legal points are listed.
const TRIES: usize = 24;

/// Units of the evaluation: a chain by its liberties, from none on; a liberty; what it is worth to be able to capture
/// at once, and to have two chains that can be captured.
const CAPTURE_VALUE: i32 = 5_000;
const TWO_ATARIS_VALUE: i32 = -2_500;

/// What the evaluation counts, and its worth: chains by their liberties, those with [`MANY`] or more together, all liberties, and the chains with two
/// that the side to move may attack.
const TERMS: [&str; MANY + 2] = [
    "one-liberty",
    "two-liberties",
    "three-liberties",
    "four-liberties",
    "five-liberties",
    "more-liberties",
    "liberties",
    "to-attack",
];
const WEIGHTS: [i32; TERMS.len()] = [-200, -70, -25, -8, 0, 0, 4, 0];

/// The key of White to move, and what the keys of the turns begin with.
const SIDE_KEY: u64 = zobrist::key(1 << 32);
const TURN_KEYS: u64 = 2 << 32;

/// A stone on the point with this number; points are numbered row by row from the lowest left one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

/// The stones, the side to move and the course of its turn.
#[derive(Debug, PartialEq, Educe)]
#[educe(Clone)]
pub struct Position {
    stones: Stones,
    to_move: u8,
    /// The number of the turn, from 1; it stays 1 in the plain game.
    turn: u16,
    /// Stones to be placed in this turn unless it ends early.
    left: u16,
    ending: Option<Ending>,
}

impl Position {
    #[inline]
    fn side(&self) -> usize {
        usize::from(self.to_move & 1)
    }

    /// The stone of the turn that is to be placed, counted from 1.
    fn stone_of_turn(&self) -> u16 {
        self.turn - self.left + 1
    }
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct AtariGo {
    lattice: Lattice,
    progressive: bool,
    self_atari_stops: bool,
}

impl AtariGo {
    /// Gives the turn to the other side.
    #[inline]
    fn next_turn(&self, position: &mut Position) {
        position.to_move ^= 1;
        position.turn += u16::from(self.progressive);
        position.left = position.turn;
    }

    /// Whether an atari ends the turn of a side.
    #[inline]
    fn is_stopped(&self, stones: &Stones, side: usize) -> bool {
        stones.ataris(side ^ 1) > 0 || self.self_atari_stops && stones.ataris(side) > 0
    }

    /// How the game ends if the side to move may put no stone anywhere.
    #[inline]
    fn judge(&self, position: &Position) -> Option<Ending> {
        let side = position.side();
        let stuck = !position.stones.can_place(&self.lattice, side);
        stuck.then(|| Ending::win(Seat::new(side ^ 1), reason::NO_MOVE))
    }

    /// What Black has more than White.
    #[inline]
    fn advantage(&self, position: &Position) -> [i32; TERMS.len()] {
        let [black, white] = [BLACK, WHITE].map(|side| position.stones.tally(side));
        let more = |black: u16, white: u16| i32::from(black) - i32::from(white);
        let mut found = [0; TERMS.len()];
        for (liberties, found) in found[..MANY].iter_mut().enumerate() {
            *found = more(black.chains[liberties], white.chains[liberties]);
        }
        found[MANY] = more(black.liberties, white.liberties);
        let is_black = position.side() == BLACK;
        found[MANY + 1] = if is_black { more(white.chains[1], 0) } else { more(0, black.chains[1]) };
        found
    }

    /// The evaluation for Black, and what it counts.
    #[inline]
    fn value(&self, position: &Position) -> (i32, [i32; TERMS.len()]) {
        let (side, stones) = (position.side(), &position.stones);
        let threat = if stones.ataris(side ^ 1) > 0 {
            CAPTURE_VALUE
        } else if stones.ataris(side) > 1 {
            TWO_ATARIS_VALUE
        } else {
            0
        };
        let counts = self.advantage(position);
        (weigh(&counts, &WEIGHTS) + if side == BLACK { threat } else { -threat }, counts)
    }
}

impl Described for AtariGo {
    const INFO: GameInfo = GameInfo {
        id: "atari-go",
        title: "Atari Go",
        family: "territory",
        options: &[
            OptionInfo::int("size", 5..=LARGEST as i64, "9").help("lines of the board in each direction"),
            OptionInfo::choice("variant", &["plain", "progressive"], "plain")
                .help("progressive: turns of 1, 2, 3, ... stones, ended early by an atari"),
            OptionInfo::flag("self_atari_stops", false)
                .help("an own chain with one liberty ends a progressive turn too"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let progressive = options.choice("variant") == "progressive";
        let self_atari_stops = options.bool("self_atari_stops");
        let message = "it needs variant=progressive, whose turns it ends";
        options.refuse_if(self_atari_stops && !progressive, "self_atari_stops", message)?;
        Ok(AtariGo { lattice: Lattice::new(options.u32("size") as usize), progressive, self_atari_stops })
    }
}

impl Game for AtariGo {
    type Position = Position;
    type Action = Point;

    fn max_plies(&self) -> Option<u64> {
        Some(self.lattice.len() as u64)
    }

    fn start(&self) -> Position {
        Position { stones: Stones::none(&self.lattice), to_move: BLACK as u8, turn: 1, left: 1, ending: None }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::until(position.ending, Seat::new(position.side()))
    }

    fn actions(&self, position: &Position, seat: Seat, actions: &mut Vec<Point>) {
        let open = position.stones.open(&self.lattice, seat.index());
        actions.extend(open.map(|point| Point(point as u16)));
    }

    #[inline]
    fn apply(&self, position: &mut Position, Point(point): Point) {
        let side = position.side();
        let captured = position.stones.put(&self.lattice, side, point as usize);
        position.left -= 1;
        if captured || position.left == 0 || self.is_stopped(&position.stones, side) {
            self.next_turn(position);
        }
        position.ending =
            if captured { Some(Ending::win(Seat::new(side), reason::WON)) } else { self.judge(position) };
    }

    fn outcome(&self, position: &Position) -> Outcome {
        position.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.stones.hash() ^ self.turn_key(position)
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Point>,
    ) -> Point {
        for _ in 0..TRIES {
            let point = random::below(rng, self.lattice.len());
            let stones = &position.stones;
            if stones.is_empty(point) && stones.may_place(&self.lattice, seat.index(), point) {
                return Point(point as u16);
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Position, seat: Seat, _scratch: &mut Scratch<Point>) -> usize {
        position.stones.open(&self.lattice, seat.index()).count()
    }
}

impl AtariGo {
    /// The key of the side to move, and of the course of a progressive turn.
    #[inline]
    fn turn_key(&self, position: &Position) -> u64 {
        let side = if position.side() == WHITE { SIDE_KEY } else { 0 };
        let turn = u64::from(position.turn) << 16 | u64::from(position.left);
        side ^ if self.progressive { zobrist::key(TURN_KEYS + turn) } else { 0 }
    }
}

impl Heuristics for AtariGo {
    const KEEPS_EVALUATIONS: bool = true;

    /// Chains by their liberties, and what the side to move can capture or lose.
    fn evaluate(&self, position: &Position, seat: Seat) -> Option<i32> {
        let (value, _) = self.value(position);
        Some(if seat.index() == BLACK { value } else { -value })
    }

    /// A capture, which wins.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Position) -> impl Fn(Point) -> Option<i32> + 'a {
        move |Point(point)| {
            let captures = position.stones.captures(&self.lattice, position.side(), point as usize);
            captures.then_some(CAPTURE_VALUE)
        }
    }

    fn noisy_actions(&self, position: &Position, seat: Seat, actions: &mut Vec<Point>) {
        if position.stones.ataris(position.side() ^ 1) > 0 {
            noisy_listed(self, position, seat, actions);
        }
    }

    fn terms(&self) -> Option<Terms<Self>> {
        Some(Terms::<Self>::new(&TERMS, |game, position, counts| {
            let (value, found) = game.value(position);
            tell(value, found, Seat::FIRST.index() == BLACK, counts)
        }))
    }
}

impl Solving for AtariGo {
    fn symmetric_hash(&self, position: &Position) -> u64 {
        position.stones.symmetric_hash(&self.lattice) ^ self.turn_key(position)
    }
}
