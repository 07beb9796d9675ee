//! Surakarta (rules: `docs/games/surakarta.md`).

mod board;
mod scene;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::ranked::Ranked;
use torneo_board::ranks;
use torneo_board::scene::stand_all;
use torneo_board::sum_of_terms;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo, Options,
    Outcome, PositionError, Scratch, Seat, SeatName, Solving, SpecError, Turn, random, reason, refuse,
    refuse_if,
};

pub use board::Action;
use board::{BLACK, Board, LETTERS, Points, SIDE, SIDE_KEY, STEPS, WHITE};

/// Pieces of each side.
const PIECES: u32 = 12;
const START: &str = "bbbbbb/bbbbbb/....../....../wwwwww/wwwwww";

const NAMES: [&str; 2] = ["White", "Black"];

/// The number of times that a position may stand before the game ends.
const OCCURRENCES: usize = 3;
/// Room for the history of a game of usual length.
const USUAL_PLIES: usize = 256;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Surakarta {
    /// The side of seat 0.
    first: usize,
    quiet_limit: u32,
}

impl Surakarta {
    #[inline]
    fn seat(&self, side: usize) -> Seat {
        Seat::new(side ^ self.first)
    }

    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.index() ^ self.first
    }

    /// What `b1c2` or `e5:b2` describes: two points, and whether it is a capture.
    fn read(written: &str) -> Option<(usize, usize, bool)> {
        let (from, to) = written.split_at_checked(2)?;
        let (to, capture) = to.strip_prefix(':').map_or((to, false), |to| (to, true));
        Some((Points::parse(from)?, Points::parse(to)?, capture))
    }
}

impl Described for Surakarta {
    const INFO: GameInfo = GameInfo {
        id: "surakarta",
        title: "Surakarta",
        family: "capture",
        options: &[
            OptionInfo::choice("first", &["white", "black"], "white").help("the side of the first player"),
            OptionInfo::int("quiet_limit", 20..=1000, "100")
                .help("the pieces are counted after this many plies in a row without a capture"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let first = if options.choice("first") == "black" { BLACK } else { WHITE };
        Ok(Surakarta { first, quiet_limit: options.u32("quiet_limit") })
    }
}

impl Game for Surakarta {
    type Position = Tracked<Board>;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        archive.number(&mut position.board.quiet);
        position.history.archive(archive);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(u64::from(2 * PIECES - 1) * u64::from(self.quiet_limit))
    }

    fn start(&self) -> Self::Position {
        let text = format!("{START} {}", LETTERS[self.first]);
        self.parse_position(&text).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::until(position.board.over, self.seat(position.board.to_move))
    }

    fn actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Action>) {
        let (board, side) = (&position.board, self.side(seat));
        let before = actions.len();
        for (steps, (higher, _)) in board.steps(side).into_iter().zip(STEPS) {
            actions.extend(steps.members().map(|lower| board.step(side, lower, higher)));
        }
        actions.extend(board.captures(side).into_iter().map(|(from, to)| Action::Move(from, to)));
        if actions.len() == before {
            actions.push(Action::Pass);
        }
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        let Tracked { board, history } = position;
        let mover = board.to_move;
        board.quiet += 1;
        if let Action::Move(from, to) = action {
            let (from, to) = (from as usize, to as usize);
            if board.pieces[mover & 1 ^ 1].has(to) {
                board.toggle(mover ^ 1, to);
                board.quiet = 0;
                history.clear();
            }
            board.toggle(mover, from);
            board.toggle(mover, to);
        }
        board.to_move ^= 1;
        board.hash ^= SIDE_KEY;
        let quiet = (board.quiet >= self.quiet_limit, reason::NO_PROGRESS);
        let limit = history.judge(board.hash, OCCURRENCES, [quiet]);
        board.over = board.judge().or(limit);
    }

    /// The points are the pieces that the winner has left.
    fn outcome(&self, position: &Self::Position) -> Outcome {
        let board = &position.board;
        let count = |seat: Seat| board.pieces[self.side(seat)].len();
        let more = |seat: Seat| if count(seat) > count(seat.other()) { count(seat) } else { 0 };
        Outcome::by_points(Seat::all(2).map(more), board.over.expect("the game is over"))
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
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        let (board, side) = (&position.board, self.side(seat));
        let (steps, captures) = (board.steps(side).map(Ranked::new), board.captures(side));
        let count = steps.iter().map(Ranked::len).sum::<usize>() + captures.len();
        if count == 0 {
            return Action::Pass;
        }
        let mut n = random::below(rng, count);
        for (steps, (higher, _)) in steps.iter().zip(STEPS) {
            match n.checked_sub(steps.len()) {
                None => return board.step(side, steps.nth(n), higher),
                Some(rest) => n = rest,
            }
        }
        let (from, to) = captures[n];
        Action::Move(from, to)
    }

    fn count_actions(&self, position: &Self::Position, seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        let (board, side) = (&position.board, self.side(seat));
        let steps: usize = board.steps(side).iter().map(|steps| steps.len() as usize).sum();
        (steps + board.captures(side).len()).max(1)
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board, history } = position;
        board.quiet = 0;
        board.over = board.judge();
        history.restart(board.hash);
    }
}

/// By the side of the first seat.
static KINDS: [[Kind; 2]; 2] = [kinds([Seat::FIRST, Seat::SECOND]), kinds([Seat::SECOND, Seat::FIRST])];

const fn kinds(seats: [Seat; 2]) -> [Kind; 2] {
    [
        Kind::new(LETTERS[0], "man", Some(seats[0]), Glyph::Disc),
        Kind::new(LETTERS[1], "man", Some(seats[1]), Glyph::Disc),
    ]
}

impl Notation for Surakarta {
    const ENDS: &'static [End] = &[
        (reason::WON, "{loser} lost all pieces"),
        (reason::REPETITION, "the same position came for the third time, and pieces decide"),
        (reason::NO_PROGRESS, "nothing was captured for too long, and pieces decide"),
    ];

    fn seat_name(&self, seat: Seat) -> SeatName {
        NAMES[self.side(seat)].into()
    }

    fn write_action(&self, position: &Self::Position, action: Action, text: &mut String) {
        let Action::Move(from, to) = action else { return text.push_str("pass") };
        Points::write(from as usize, text);
        if position.board.letter(to as usize) != '.' {
            text.push(':');
        }
        Points::write(to as usize, text);
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let board = &position.board;
        if written == "pass" {
            return Some("a player passes only if no piece can move".to_owned());
        }
        let (from, to, capture) = Self::read(written)?;
        let [own, enemy] = [board.to_move, board.to_move ^ 1].map(|side| board.pieces[side]);
        let near = |a: usize, b: usize| a.abs_diff(b) < 2;
        let neighbours =
            near(Points::file(from), Points::file(to)) && near(Points::rank(from), Points::rank(to));
        let rule = if !own.has(from) {
            "a player moves an own piece"
        } else if capture && !enemy.has(to) {
            "a capture ends on an enemy piece"
        } else if capture {
            "a piece captures along a circuit, round at least one loop and over empty points only"
        } else if !neighbours || from == to {
            "a piece steps to one of the eight points around it"
        } else {
            "a piece steps to an empty point"
        };
        Some(rule.to_owned())
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let board = &position.board;
        let written = ranks::placement(SIDE, SIDE, |file, rank| board.letter(Points::at(file, rank)));
        format!("{written} {}", LETTERS[board.to_move])
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let Some([placement, side]) = text::words(written) else {
            refuse!("expected a position as `{START} w`, found `{written}`");
        };
        let mut board = Board::EMPTY;
        for (point, side) in ranks::things(placement, SIDE, SIDE, &LETTERS)? {
            board.toggle(side, point);
        }
        if text::parse_side(side, ["w", "b"])?.index() == BLACK {
            board.to_move = BLACK;
            board.hash ^= SIDE_KEY;
        }
        for (pieces, name) in board.pieces.iter().zip(NAMES) {
            let found = pieces.len();
            refuse_if!(found > PIECES, "{name} has at most {PIECES} pieces, found {found}");
        }
        let last = board.to_move ^ 1;
        if board.pieces[last] == 0 {
            refuse!("{} has made the last move and needs a piece, found none", NAMES[last]);
        }
        Ok(Tracked::begin(self, board, USUAL_PLIES))
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS[self.first]
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        stand_all(on, 1, position.board.pieces.map(BitSet::members));
    }
}

impl Heuristics for Surakarta {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Pieces, steps, and captures that are possible at once.
        #[inline]
        |game, position| game.seat(WHITE) => position.board.advantage(), board::TERMS, board::WEIGHTS
    }

    /// A capture.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let enemy = position.board.pieces[position.board.to_move & 1 ^ 1];
            matches!(action, Action::Move(_, to) if enemy.has(to as usize)).then_some(0)
        }
    }

    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Action>) {
        let captures = position.board.captures(self.side(seat));
        actions.extend(captures.into_iter().map(|(from, to)| Action::Move(from, to)));
    }

    /// Hardly ever is there no piece that can go to and fro.
    fn null_move(&self, position: &mut Self::Position) -> bool {
        let Tracked { board, history } = position;
        board.to_move ^= 1;
        board.hash ^= SIDE_KEY;
        board.over = board.judge();
        history.restart(board.hash);
        true
    }
}

impl Solving for Surakarta {
    /// The pieces are counted by repetition; nothing is captured in a cycle.
    fn cycle_value(&self, position: &Self::Position) -> Option<Ending> {
        let pieces = [Seat::FIRST, Seat::SECOND].map(|seat| position.board.pieces[self.side(seat)].len());
        Some(Ending::for_more(pieces, reason::REPETITION))
    }
}
