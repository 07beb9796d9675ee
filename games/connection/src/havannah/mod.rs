//! Havannah (rules: `docs/games/havannah.md`).

mod chains;
mod scene;

use educe::Educe;
use rand_core::Rng;

use super::lists;
use chains::{BRIDGE, FORK, LARGEST, Lattice, RING, Stones};
use torneo_board::scene::stand_all;
use torneo_board::sum_of_terms;
use torneo_board::terms::less;
use torneo_board::{swap, text};
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Described, End, Exchange, Foreseer, Foresight, Formats, Game, GameInfo, Heuristics, Interchange, Kind,
    Notation, OptionInfo, Options, Outcome, PositionError, Scratch, Seat, Sgf, Solving, SpecError, Stage,
    Turn, Words, how_it_ended, keep_decisive, random, random::Generator, random_listed, reason, refuse,
    refuse_if, scenery::Last, zobrist,
};

const WHITE: Seat = Seat::FIRST;
const BLACK: Seat = Seat::SECOND;
const NAMES: [&str; 2] = ["White", "Black"];
const LETTERS: [char; 2] = ['W', 'B'];
/// The structures that win, with their names.
const STRUCTURES: [(u8, &str); 3] = [(BRIDGE, "bridge"), (FORK, "fork"), (RING, "ring")];

/// Draws of a random cell before the empty cells are listed.
const TRIES: usize = 24;

/// Units of the evaluation: a corner of a chain, that it has one side, two, or more, a pair of neighbouring stones, a pair of
/// stones with two empty cells between them.
const CORNER_VALUE: i32 = -5;
const SIDE_VALUES: [i32; 3] = [-10, 80, 160];
const CLOSE_VALUE: i32 = 8;
const APART_VALUE: i32 = 8;

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A stone on the cell with this number.
    Place(u16),
    /// White's first stone becomes black.
    Swap,
}

/// The stones and the side to move.
#[derive(Debug, PartialEq, Educe)]
#[educe(Clone)]
pub struct Position {
    stones: Stones,
    to_move: Seat,
    /// The structures with which the side that has just moved has won.
    won: u8,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Havannah {
    lattice: Lattice,
    swap: bool,
}

impl Havannah {
    /// Whether Black may swap.
    #[inline]
    fn may_swap(&self, position: &Position) -> bool {
        self.swap && position.stones.count() == 1 && position.to_move == BLACK
    }

    fn parse_cell(&self, name: &str) -> Option<usize> {
        let rows = self.lattice.hex.rows();
        let (column, row) = text::parse_square(name, rows, rows)?;
        self.lattice.hex.at(column, row)
    }

    fn cell_name(&self, cell: usize) -> String {
        let (column, row) = self.lattice.hex.column_and_row(cell);
        text::square_name(column, row)
    }

    /// The structures that the stones of a colour form when one of them is left out.
    fn structures(&self, cells: &[usize], colour: Seat, left_out: Option<usize>) -> u8 {
        let mut stones = Stones::none(&self.lattice);
        let kept = cells.iter().filter(|&&cell| Some(cell) != left_out);
        kept.fold(0, |won, &cell| won | stones.put(&self.lattice, colour, cell))
    }

    /// The side whose stones win, with its structures.
    fn judge(&self, stones: &[Vec<usize>; 2], to_move: Seat) -> Result<u8, PositionError> {
        let mover = to_move.other();
        if self.structures(&stones[to_move.index()], to_move, None) != 0 {
            refuse!("{} is to move and had already won", NAMES[to_move.index()]);
        }
        let own = &stones[mover.index()];
        let won = self.structures(own, mover, None);
        if won != 0 && own.iter().all(|&last| self.structures(own, mover, Some(last)) != 0) {
            refuse!("{} had won before the last stone, whichever it was", NAMES[mover.index()]);
        }
        Ok(won)
    }

    /// Whether these numbers of stones can stand with this side to move. After a swap Black is a stone ahead.
    fn check_counts(&self, [white, black]: [usize; 2], to_move: Seat) -> Result<(), PositionError> {
        let ahead = usize::from(to_move == BLACK);
        let swapped = self.swap && white + 1 == black + ahead;
        if white == black + ahead || swapped {
            return Ok(());
        }
        let swap = if self.swap { " or, after a swap, one black stone more" } else { "" };
        let more =
            if ahead == 1 { "one white stone more than black ones" } else { "as many white as black stones" };
        let name = NAMES[to_move.index()];
        refuse!("with {name} to move there is {more}{swap}; found {white} white and {black} black");
    }
}

/// The key of the side to move.
#[inline]
fn side_key(to_move: Seat) -> u64 {
    if to_move == WHITE { 0 } else { zobrist::key(1 << 16) }
}

impl Described for Havannah {
    const INFO: GameInfo = GameInfo {
        id: "havannah",
        title: "Havannah",
        family: "connection",
        options: &[
            OptionInfo::int("size", 3..=LARGEST as i64, "8").help("cells on each side of the board"),
            swap::option("false"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Havannah { lattice: Lattice::new(options.u32("size") as usize), swap: options.bool("swap") })
    }
}

impl Game for Havannah {
    type Position = Position;
    type Action = Action;

    fn max_plies(&self) -> Option<u64> {
        Some(self.lattice.len() as u64 + u64::from(self.swap))
    }

    fn start(&self) -> Position {
        Position { stones: Stones::none(&self.lattice), to_move: WHITE, won: 0 }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.won != 0 || position.stones.is_full() { Turn::Over } else { Turn::Seat(position.to_move) }
    }

    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<Action>) {
        actions.reserve(self.lattice.len() - position.stones.count());
        position.stones.for_each_empty(&self.lattice, |cell| actions.push(Action::Place(cell as u16)));
        actions.extend(self.may_swap(position).then_some(Action::Swap));
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        match action {
            Action::Place(cell) => {
                position.won = position.stones.put(&self.lattice, position.to_move, cell as usize);
            }
            Action::Swap => {
                let stone = position.stones.of(&self.lattice, WHITE).next().expect("White has a stone");
                position.stones = Stones::none(&self.lattice);
                position.stones.put(&self.lattice, BLACK, stone);
            }
        }
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Outcome {
        if position.won != 0 {
            Outcome::win(position.to_move.other(), 2, reason::WON)
        } else {
            Outcome::draw(2, reason::BOARD_FULL)
        }
    }

    fn stage(&self, position: &Self::Position) -> Stage {
        if self.may_swap(position) { Stage::Swap } else { Stage::Play }
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.stones.hash() ^ side_key(position.to_move)
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        for _ in 0..TRIES {
            let cell = random::below(rng, self.lattice.len());
            if position.stones.is_empty(&self.lattice, cell) {
                return Action::Place(cell as u16);
            }
            // The only cell that is not empty stands for the swap.
            if self.may_swap(position) {
                return Action::Swap;
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        self.lattice.len() - position.stones.count() + usize::from(self.may_swap(position))
    }
}

impl Notation for Havannah {
    const SEATS: &'static [&'static str] = &NAMES;
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;
    const KINDS: &'static [Kind] = &[
        Kind::new('W', "stone", Some(Seat::FIRST), Glyph::Disc),
        Kind::new('B', "stone", Some(Seat::SECOND), Glyph::Disc),
    ];

    const ENDS: &'static [End] =
        &[(reason::WON, "a ring, a bridge or a fork"), (reason::BOARD_FULL, "the board is full")];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let mut built = STRUCTURES.iter().filter(|(kind, _)| position.won & kind != 0).peekable();
        if built.peek().is_none() {
            return how_it_ended(Self::ENDS, &self.outcome(position));
        }
        text::joined(built.map(|(_, name)| format!("a {name}")), " and ").into()
    }

    fn write_action(&self, _position: &Position, action: Action, written: &mut String) {
        match action {
            Action::Place(cell) => written.push_str(&self.cell_name(cell as usize)),
            Action::Swap => written.push_str(swap::TOKEN),
        }
    }

    fn parse_action(&self, _position: &Position, written: &str, legal: &[Action]) -> Option<Action> {
        let action = match written {
            swap::TOKEN => Action::Swap,
            name => Action::Place(self.parse_cell(name)? as u16),
        };
        legal.contains(&action).then_some(action)
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        if written == swap::TOKEN {
            return Some(swap::why_illegal(self.swap));
        }
        let rows = self.lattice.hex.rows();
        text::parse_square(written, rows, rows)?;
        Some(match self.parse_cell(written) {
            None => {
                format!("{written} is not on the board: column and row differ by less than its side")
            }
            Some(cell) => {
                position.stones.colour(&self.lattice, cell)?;
                "a stone is put on an empty cell".to_owned()
            }
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let mut written = String::new();
        for colour in Seat::all(2) {
            let cells = position.stones.of(&self.lattice, colour).map(|cell| self.cell_name(cell));
            lists::write(LETTERS[colour.index()], cells, &mut written);
            written.push_str(" / ");
        }
        written.push(LETTERS[position.to_move.index()].to_ascii_lowercase());
        written
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = written.split('/').map(str::trim).collect();
        let [white, black, to_move] = fields[..] else {
            refuse!("expected `white / black / side` as in `W a1,b2 / B c2 / b`, found `{written}`");
        };
        let to_move = text::parse_side(to_move, ["w", "b"])?;
        let mut position = Position { stones: Stones::none(&self.lattice), to_move, won: 0 };
        let mut cells = [Vec::new(), Vec::new()];
        for (colour, field) in Seat::all(2).zip([white, black]) {
            for name in lists::parse(LETTERS[colour.index()], field)? {
                let Some(cell) = self.parse_cell(name) else {
                    let size = self.lattice.hex.side();
                    refuse!("expected a cell of the board of size {size}, found `{name}`");
                };
                refuse_if!(!position.stones.is_empty(&self.lattice, cell), "{name} is named twice");
                position.stones.put(&self.lattice, colour, cell);
                cells[colour.index()].push(cell);
            }
        }
        self.check_counts([cells[0].len(), cells[1].len()], to_move)?;
        position.won = self.judge(&cells, to_move)?;
        Ok(position)
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        stand_all(on, 1, Seat::all(2).map(|seat| position.stones.of(&self.lattice, seat)));
    }
}

impl Interchange for Havannah {
    fn formats(&self) -> Formats {
        // The list of games has no number for Havannah. Some programs give it that of Dvonn.
        let sgf = Sgf { number: None, numbers: &[37], black: BLACK };
        Formats { gtp: true, sgf: Some(sgf), size: self.lattice.hex.side(), ..Formats::NONE }
    }
}

/// What the evaluation counts, and its worth.
const TERMS: [&str; 6] = ["corners", "one-side", "two-sides", "three-sides", "close", "apart"];
const WEIGHTS: [i32; TERMS.len()] =
    [CORNER_VALUE, SIDE_VALUES[0], SIDE_VALUES[1], SIDE_VALUES[2], CLOSE_VALUE, APART_VALUE];

impl Havannah {
    /// What the first seat has more than the second.
    fn advantage(&self, position: &Position) -> [i32; TERMS.len()] {
        let mut counts = [[0; TERMS.len()]; 2];
        position.stones.for_each_bordering(&self.lattice, |colour, corners, sides| {
            let counts = &mut counts[colour.index()];
            counts[0] += corners as i32;
            if sides > 0 {
                counts[(sides as usize).min(SIDE_VALUES.len())] += 1;
            }
        });
        for (counts, (close, apart)) in counts.iter_mut().zip(position.stones.pairs(&self.lattice)) {
            (counts[4], counts[5]) = (close as i32, apart as i32);
        }
        less(counts[0], counts[1])
    }
}

impl Foresight for Havannah {
    fn decisive(&self, position: &Position, actions: &mut Vec<Action>) {
        let wins = |colour: Seat| {
            move |&action: &Action| match action {
                Action::Place(cell) => position.stones.wins(&self.lattice, colour, cell as usize),
                Action::Swap => false,
            }
        };
        keep_decisive(actions, wins(position.to_move), wins(position.to_move.other()));
    }

    /// Keeps two chains connected that the last stone would part.
    #[inline]
    fn answer(&self, position: &Position, last: Action, rng: &mut Generator) -> Option<Action> {
        let Action::Place(last) = last else { return None };
        let (mut answer, mut found) = (None, 0);
        position.stones.for_each_kept_pair(&self.lattice, (position.to_move, last as usize), |cell| {
            found += 1;
            if found == 1 || random::below(rng, found) == 0 {
                answer = Some(Action::Place(cell as u16));
            }
        });
        answer
    }

    #[inline]
    fn placed(&self, position: &Position, action: Action) -> Option<(usize, u8)> {
        match action {
            Action::Place(cell) => Some((cell.into(), 1 + position.to_move.index() as u8)),
            Action::Swap => None,
        }
    }
}

impl Heuristics for Havannah {
    const FORESIGHT: Option<Foreseer<Self>> = Foreseer::OFFERED;
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Corners and sides of the chains, neighbouring stones, and stones that two empty cells join.
        |game, position| Seat::FIRST => game.advantage(position), TERMS, WEIGHTS
    }

    /// A stone more is never a disadvantage. Not before both have one, for the sake of the swap.
    fn null_move(&self, position: &mut Position) -> bool {
        let may = Seat::all(2).all(|seat| position.stones.of(&self.lattice, seat).next().is_some());
        if may {
            position.to_move = position.to_move.other();
        }
        may
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Havannah {
    fn symmetric_hash(&self, position: &Position) -> u64 {
        position.stones.symmetric_hash(&self.lattice) ^ side_key(position.to_move)
    }
}
