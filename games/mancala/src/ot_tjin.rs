//! Ot-tjin (rules: `docs/games/ot-tjin.md`).

mod scene;

use std::sync::LazyLock;

use rand_core::Rng;

use torneo_board::history::Tracked;
use torneo_board::sowing::{Occupied, Ring};
use torneo_board::sum_of_terms;
use torneo_board::terms::less;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo,
    Options, Outcome, PositionError, Reason, Scratch, Seat, Solving, SpecError, Turn, random, reason, refuse,
    refuse_if, zobrist,
};

/// Holes of each side.
const ROW: usize = 9;
const HOLES: usize = 2 * ROW;
/// The length rule.
const MAX_PLIES: u16 = 20_000;
/// Room for the history of a game of usual length between two fish.
const USUAL_PLIES: usize = 256;
/// Why a game ends whose last move would never end.
const ENDLESS_MOVE: Reason = "endless-move";

const NAMES: [&str; 2] = ["South", "North"];
const SIDES: [&str; 2] = ["S", "N"];
const EXAMPLE: &str = "3,3,3,3,3,3,3,3,3|3,3,3,3,3,3,3,3,3 S 0,0";

/// Units of the evaluation: a fish, and for each hole with seeds every hole of the row that comes after it.
const FISH_VALUE: i32 = 100;
const DISTANCE_VALUE: i32 = 5;

/// A move: the number of the own hole in sowing direction, 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(u8);

/// The holes, the stores and what else the rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// South's holes in sowing order, then North's.
    holes: Ring<HOLES>,
    /// The fish in the two stores.
    fish: [u8; 2],
    to_move: Seat,
    plies: u16,
    /// Why the game is over.
    over: Option<&'static str>,
    hash: u64,
}

impl Board {
    /// The holes with seeds of a side.
    #[inline]
    fn occupied(&self, seat: Seat) -> Occupied {
        self.holes.occupied(first_hole(seat), ROW)
    }

    #[inline]
    fn fresh_hash(&self) -> u64 {
        let [low, high] = self.holes.words();
        let [south, north] = self.fish.map(u64::from);
        let rest = zobrist::key(south << 16 | north << 8 | self.to_move.index() as u64);
        zobrist::key(low ^ zobrist::key(high ^ rest))
    }

    /// Whether the side to move has no seed left, which ends the game.
    #[inline]
    fn judge(&self) -> Option<&'static str> {
        self.occupied(self.to_move).is_empty().then_some(reason::NO_MOVE)
    }

    fn row(&self, seat: Seat) -> impl DoubleEndedIterator<Item = usize> {
        (first_hole(seat)..first_hole(seat) + ROW).map(|hole| self.holes.seeds(hole))
    }
}

/// Number 1 among the holes of a side.
#[inline]
const fn first_hole(seat: Seat) -> usize {
    ROW * seat.index()
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct OtTjin {
    /// Seeds in each hole at the start, and in a fish.
    seeds: usize,
    /// The number of times that a position may stand before the game ends.
    repetition: usize,
}

impl OtTjin {
    /// Sows a hole of the side to move. Returns the hole of the last seed, where there is a fish or a gok; none if
    /// the move would never end.
    #[inline]
    fn sow(&self, holes: &mut Ring<HOLES>, mover: Seat, Hole(number): Hole) -> Option<usize> {
        let ends = |seeds: usize| seeds == self.seeds || seeds == 1;
        holes.relay(first_hole(mover) + number as usize - 1, ends)
    }

    /// The fish of a side; at the end the seeds left belong to the side that is not to move.
    fn fish(&self, board: &Board, seat: Seat) -> usize {
        let takes_the_rest = board.over == Some(reason::NO_MOVE) && seat != board.to_move;
        let rest = if takes_the_rest { board.holes.sum(0, HOLES) / self.seeds } else { 0 };
        board.fish[seat.index()] as usize + rest
    }

    /// Refuses seeds that no game comes to.
    fn check_seeds(&self, rows: &[[usize; ROW]; 2], stores: &[usize; 2]) -> Result<(), PositionError> {
        if let Some(store) = stores.iter().find(|store| !store.is_multiple_of(self.seeds)) {
            refuse!("a store holds fish of {} seeds, found {store} seeds", self.seeds);
        }
        let (in_holes, stored) = (rows.as_flattened().iter().sum::<usize>(), stores.iter().sum::<usize>());
        let all = self.seeds * HOLES;
        refuse_if!(
            in_holes + stored != all,
            "expected {all} seeds altogether, found {in_holes} in the holes and {stored} in the stores"
        );
        Ok(())
    }

    /// Reads `3,3,3`: exactly `N` numbers that are at most all seeds.
    fn parse_numbers<const N: usize>(&self, written: &str, what: &str) -> Result<[usize; N], PositionError> {
        let all = self.seeds * HOLES;
        let numbers = text::parse_numbers(written, ',');
        let Some(numbers) = numbers.filter(|numbers| numbers.iter().all(|&seeds| seeds <= all)) else {
            refuse!(
                "{what}: expected {N} numbers of seeds from 0 to {all} separated by `,`, found `{written}`"
            );
        };
        Ok(numbers)
    }
}

impl Described for OtTjin {
    const INFO: GameInfo = GameInfo {
        id: "ot-tjin",
        title: "Ot-tjin",
        family: "mancala",
        options: &[
            OptionInfo::int("seeds", 2..=5, "3").help("seeds in each hole at the start, and in a fish"),
            OptionInfo::int("repetition", 2..=5, "3")
                .help("a position that occurs this many times ends the game without a result"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let [seeds, repetition] = ["seeds", "repetition"].map(|name| options.u32(name) as usize);
        Ok(OtTjin { seeds, repetition })
    }
}

impl Game for OtTjin {
    type Position = Tracked<Board>;
    type Action = Hole;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.plies);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(MAX_PLIES))
    }

    fn start(&self) -> Self::Position {
        let holes = Ring::filled(self.seeds);
        let mut board = Board { holes, fish: [0, 0], to_move: Seat::FIRST, plies: 0, over: None, hash: 0 };
        board.hash = board.fresh_hash();
        Tracked::begin(self, board, USUAL_PLIES)
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.over, position.board.to_move)
    }

    fn actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Hole>) {
        let first = first_hole(seat);
        actions.extend(position.board.occupied(seat).map(|hole| Hole((hole - first + 1) as u8)));
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Hole) {
        let Tracked { board, history } = position;
        let mover = board.to_move;
        let last = self.sow(&mut board.holes, mover, action);
        if let Some(hole) = last.filter(|&hole| board.holes.seeds(hole) == self.seeds) {
            board.holes.clear(hole);
            board.fish[mover.index()] += 1;
            history.clear();
        }
        board.to_move = mover.other();
        board.plies += 1;
        board.hash = board.fresh_hash();
        board.over = match (last, board.judge()) {
            (None, _) => Some(ENDLESS_MOVE),
            (_, over @ Some(_)) => over,
            _ if history.count(board.hash) + 1 >= self.repetition => Some(reason::REPETITION),
            _ => (board.plies >= MAX_PLIES).then_some(reason::LENGTH_LIMIT),
        };
        history.push(board.hash);
    }

    fn outcome(&self, position: &Self::Position) -> Outcome {
        let board = &position.board;
        let why = board.over.expect("the game is over");
        let points = Seat::all(2).map(|seat| self.fish(board, seat) as f64);
        if why == reason::NO_MOVE {
            Outcome::by_points(points, why)
        } else {
            Outcome::draw(2, why).with_points(points)
        }
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        position.board.hash
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Hole>,
    ) -> Hole {
        let hole = position.board.occupied(seat).pick(|holes| random::below(rng, holes));
        Hole((hole - first_hole(seat) + 1) as u8)
    }

    fn count_actions(&self, position: &Self::Position, seat: Seat, _scratch: &mut Scratch<Hole>) -> usize {
        position.board.occupied(seat).len()
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.plies = 0;
        board.over = board.judge();
        history.restart(board.hash);
    }
}

/// Holes by the number of their seeds.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |seeds: u8| {
        let letter = char::from_digit(seeds.into(), 36).unwrap_or('?');
        Kind { letter, name: format!("{seeds}_seeds").into(), owner: None, glyph: Glyph::Seeds }
    };
    (1..=MOST_SEEDS).map(kind).collect()
});

impl Notation for OtTjin {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::NO_MOVE, "a side has no seed left, and the fish are {points}"),
        (ENDLESS_MOVE, "the move would never end, so there is no result"),
        (reason::REPETITION, "the same position came back, so there is no result"),
        (reason::LENGTH_LIMIT, "the limit of 20000 plies is reached, so there is no result"),
    ];

    fn write_action(&self, _position: &Self::Position, Hole(number): Hole, written: &mut String) {
        text::write_number(number as usize, written);
    }

    fn why_illegal(&self, _position: &Self::Position, written: &str) -> Option<String> {
        let number: usize = text::parse_number(written)?;
        Some(if (1..=ROW).contains(&number) {
            format!("hole {number} is empty: a player sows the seeds of an own hole")
        } else {
            format!("a move is the number of an own hole, 1 to {ROW}")
        })
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let [south, north] = [Seat::FIRST, Seat::SECOND].map(|seat| text::joined(board.row(seat), ","));
        let stores = text::joined(board.fish.map(|fish| self.seeds * fish as usize), ",");
        format!("{south}|{north} {} {stores}", SIDES[board.to_move.index()])
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let Some([rows, side, stores]) = text::words(written) else {
            refuse!("expected a position as `{EXAMPLE}`, found `{written}`");
        };
        let Some((south, north)) = rows.split_once('|') else {
            refuse!("expected two rows of holes separated by `|`, found `{rows}`");
        };
        let rows = [self.parse_numbers(south, "South's holes")?, self.parse_numbers(north, "North's holes")?];
        let to_move = text::parse_side(side, SIDES)?;
        let stores = self.parse_numbers(stores, "the stores")?;
        self.check_seeds(&rows, &stores)?;
        let mut position = self.start();
        let board = &mut position.board;
        board.holes = Ring::EMPTY;
        for (hole, &seeds) in rows.as_flattened().iter().enumerate() {
            board.holes.put(hole, seeds);
        }
        board.fish = stores.map(|store| (store / self.seeds) as u8);
        board.to_move = to_move;
        board.hash = board.fresh_hash();
        self.forget_history(&mut position);
        Ok(position)
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        let board = &position.board;
        let holes = (0..HOLES).map(|hole| board.holes.seeds(hole));
        let stores = board.fish.iter().map(|&fish| self.seeds * usize::from(fish));
        for (seeds, on) in holes.chain(stores).zip(on) {
            *on = seeds.min(usize::from(MOST_SEEDS)) as u8;
        }
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let most = (2 * ROW * self.seeds) as i64;
        for seat in Seat::all(2) {
            for (number, seeds) in (1..).zip(position.board.row(seat)) {
                fields.push(Field::number(format!("hole_{number}"), seeds, most).of(seat).hidden());
            }
            let fish = position.board.fish[seat.index()];
            fields.push(Field::number("fish", fish, most).of(seat).hidden());
        }
    }
}

/// Seeds of a hole that are told apart by evaluations that are learnt; more count as these.
const MOST_SEEDS: u8 = 12;

/// What the evaluation counts, and its worth: fish, the distances of the holes with seeds from the end of their row, and those holes.
const TERMS: [&str; 3] = ["fish", "distance", "holes"];
const WEIGHTS: [i32; TERMS.len()] = [FISH_VALUE, DISTANCE_VALUE, 0];

/// What the first seat has more than the second.
#[inline]
fn advantage(board: &Board) -> [i32; TERMS.len()] {
    let of_seat = |seat: Seat| {
        let last_hole = first_hole(seat) + ROW - 1;
        let distance: usize = board.occupied(seat).map(|hole| last_hole - hole).sum();
        [i32::from(board.fish[seat.index()]), distance as i32, board.occupied(seat).count() as i32]
    };
    less(of_seat(Seat::FIRST), of_seat(Seat::SECOND))
}

impl Heuristics for OtTjin {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Fish, and how far the holes with seeds are from the end of their row.
        #[inline]
        |_game, position| Seat::FIRST => advantage(&position.board), TERMS, WEIGHTS
    }

    /// A move that makes a fish.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Hole) -> Option<i32> + 'a {
        move |action| {
            let mut holes = position.board.holes;
            let last = self.sow(&mut holes, position.board.to_move, action);
            last.is_some_and(|hole| holes.seeds(hole) == self.seeds).then_some(0)
        }
    }
}

impl Solving for OtTjin {
    /// No result by repetition.
    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        Some(Ending::draw(reason::REPETITION))
    }
}
