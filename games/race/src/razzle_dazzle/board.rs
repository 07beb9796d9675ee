//! The board of Razzle Dazzle, its hash and its text.

use torneo_board::grid::{BitSet, Grid};
use torneo_board::ranks;
use torneo_contract::{Ending, PositionError, Seat, refuse, refuse_if, zobrist};

pub(super) const FILES: usize = 7;
pub(super) const RANKS: usize = 8;
pub(super) type Squares = Grid<FILES, RANKS>;
pub(super) const SQUARES: usize = Squares::SQUARES;
/// Pieces of each side; one of them holds the ball.
pub(super) const PIECES: usize = 5;

pub(super) const EKS: Seat = Seat::FIRST;
pub(super) const NAMES: [&str; 2] = ["Eks", "Ohs"];

const RANK_1: u64 = (1 << FILES) - 1;
const RANK_8: u64 = RANK_1 << (SQUARES - FILES);
/// The rank to which each side brings its ball.
pub(super) const GOALS: [u64; 2] = [RANK_1, RANK_8];
/// Files b to f of the back rank: where the pieces of each side stand at the start.
pub(super) const HOME: [u64; 2] = [0b011_1110 << (SQUARES - FILES), 0b011_1110];
/// The holders at the start, on file d.
pub(super) const HOME_BALLS: [u8; 2] = [Squares::at(3, 7) as u8, Squares::at(3, 0) as u8];

/// The letters of each side: eligible piece, ball holder, ineligible piece.
pub(super) const LETTERS: [[char; 3]; 2] = [['x', 'X', 'y'], ['o', 'O', 'p']];

/// Keys of pieces, balls and ineligibility marks, each by side and square.
static KEYS: [u64; 3 * 2 * SQUARES] = zobrist::table(0);
const PIECE_KEY: usize = 0;
const BALL_KEY: usize = 2 * SQUARES;
const MARK_KEY: usize = 4 * SQUARES;
/// Key indices of the side to move and of the approach by square.
const TO_MOVE_KEY: u64 = 6 * SQUARES as u64;
const APPROACH_KEY: u64 = TO_MOVE_KEY + 1;

#[inline]
fn key(kind: usize, seat: usize, square: u8) -> u64 {
    KEYS[kind + seat * SQUARES + square as usize]
}

/// The squares of a turn: from and to of a piece move, or the holder of the ball and each receiver of a chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// The squares in order; those from `len` on are 0.
    path: [u8; PIECES],
    len: u8,
}

impl Action {
    /// The path that begins on a square.
    #[inline]
    pub(super) fn at(square: u8) -> Action {
        Action { path: [square, 0, 0, 0, 0], len: 1 }
    }

    /// The path with one more square.
    #[inline]
    pub(super) fn on(mut self, square: usize) -> Action {
        self.path[self.len as usize] = square as u8;
        self.len += 1;
        self
    }

    #[inline]
    pub(super) fn squares(&self) -> &[u8] {
        &self.path[..self.len as usize]
    }

    #[inline]
    pub(super) fn first(&self) -> u8 {
        self.path[0]
    }

    #[inline]
    pub(super) fn last(&self) -> u8 {
        self.path[self.len as usize - 1]
    }
}

/// The pieces, balls and marks, and what the position text shows besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Bit sets of squares by side, the holders included.
    pub(super) pieces: [u64; 2],
    /// The squares of the ball holders.
    pub(super) balls: [u8; 2],
    pub(super) ineligible: [u64; 2],
    pub(super) to_move: Seat,
    /// Where the opponent's piece move just ended, if that is next to the ball of the side to move.
    pub(super) approach: Option<u8>,
    pub(super) plies: u32,
    pub(super) ending: Option<Ending>,
    pub(super) keys: BoardKeys,
}

/// The hash of what the repetition rule compares, in the part that always counts and the part that may be ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardKeys {
    /// Pieces and balls.
    pub(super) placement: u64,
    /// Ineligibility marks.
    pub(super) marks: u64,
}

impl Board {
    pub(super) fn new(
        pieces: [u64; 2],
        balls: [u8; 2],
        ineligible: [u64; 2],
        to_move: Seat,
        approach: Option<u8>,
    ) -> Board {
        let sum = |kind: usize, sets: [u64; 2]| {
            let keys = (0..2).flat_map(|seat| sets[seat].members().map(move |at| key(kind, seat, at as u8)));
            keys.fold(0, |sum, key| sum ^ key)
        };
        let balls_key = key(BALL_KEY, 0, balls[0]) ^ key(BALL_KEY, 1, balls[1]);
        let keys =
            BoardKeys { placement: sum(PIECE_KEY, pieces) ^ balls_key, marks: sum(MARK_KEY, ineligible) };
        Board { pieces, balls, ineligible, to_move, approach, plies: 0, ending: None, keys }
    }

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    /// The pieces of a side that do not hold the ball.
    #[inline]
    pub(super) fn free_pieces(&self, seat: usize) -> u64 {
        self.pieces[seat] ^ u64::one(self.balls[seat] as usize)
    }

    /// Whether a turn of the side to move passes the ball.
    #[inline]
    pub(super) fn is_chain(&self, action: Action) -> bool {
        action.first() == self.balls[self.to_move.index()]
    }

    /// The keys of the board after a turn.
    #[inline]
    pub(super) fn keys_after(&self, action: Action) -> BoardKeys {
        let (seat, from, to) = (self.to_move.index(), action.first(), action.last());
        let BoardKeys { mut placement, mut marks } = self.keys;
        if self.is_chain(action) {
            placement ^= key(BALL_KEY, seat, from) ^ key(BALL_KEY, seat, to);
            let givers = &action.path[..action.len as usize - 1];
            marks = givers.iter().fold(marks, |marks, &giver| marks ^ key(MARK_KEY, seat, giver));
        } else {
            placement ^= key(PIECE_KEY, seat, from) ^ key(PIECE_KEY, seat, to);
            if self.ineligible[seat].has(from as usize) {
                marks ^= key(MARK_KEY, seat, from);
            }
        }
        BoardKeys { placement, marks }
    }

    /// The hash of what the position text shows.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        let to_move = if self.to_move == EKS { 0 } else { zobrist::key(TO_MOVE_KEY) };
        let approach = self.approach.map_or(0, |square| zobrist::key(APPROACH_KEY + u64::from(square)));
        self.keys.placement ^ self.keys.marks ^ to_move ^ approach
    }

    /// The position text.
    pub(super) fn text(&self) -> String {
        let ranks = ranks::placement(FILES, RANKS, |file, rank| self.letter(Squares::at(file, rank)));
        let approach = self.approach.map_or("-".to_owned(), |square| Squares::name(square as usize));
        format!("{ranks} {} {approach}", LETTERS[self.to_move.index()][0])
    }

    /// How a square is written.
    pub(super) fn letter(&self, square: usize) -> char {
        let Some(seat) = (0..2).find(|&seat| self.pieces[seat].has(square)) else { return '.' };
        let state = if self.balls[seat] as usize == square {
            1
        } else {
            2 * usize::from(self.ineligible[seat].has(square))
        };
        LETTERS[seat][state]
    }
}

/// Reads the eight ranks of a position text.
pub(super) fn parse_ranks(written: &str, to_move: Seat) -> Result<Board, PositionError> {
    let ranks: Vec<&str> = written.split('/').collect();
    refuse_if!(ranks.len() != RANKS, "expected {RANKS} ranks separated by `/`, found {}", ranks.len());
    // By side: eligible pieces, holders, ineligible pieces.
    let mut sets = [[0u64; 3]; 2];
    for (row, letters) in ranks.iter().enumerate() {
        let rank = RANKS - 1 - row;
        if letters.chars().count() != FILES {
            refuse!("rank {}: expected {FILES} squares, found `{letters}`", rank + 1);
        }
        for (file, letter) in letters.chars().enumerate() {
            let mut kinds = (0..2).flat_map(|seat| (0..3).map(move |state| (seat, state)));
            match kinds.find(|&(seat, state)| LETTERS[seat][state] == letter) {
                Some((seat, state)) => sets[seat][state] |= u64::one(Squares::at(file, rank)),
                None if letter == '.' => {}
                None => refuse!(
                    "rank {}: expected `x`, `X`, `y`, `o`, `O`, `p` or `.`, found `{letter}`",
                    rank + 1
                ),
            }
        }
    }
    for (seat, [eligible, holders, ineligible]) in sets.into_iter().enumerate() {
        let (name, goal) = (NAMES[seat], GOALS[seat]);
        let (balls, pieces) = (holders.len(), (eligible | holders | ineligible).len());
        refuse_if!(
            (balls, pieces) != (1, PIECES as u32),
            "{name} has {PIECES} pieces of which one holds the ball, found {pieces} of which {balls} hold it"
        );
        if holders & goal != 0 && (seat == to_move.index() || ineligible == 0) {
            refuse!("the ball of {name} is on its goal rank, but {name} has not just passed it there");
        }
    }
    let set = |seat: usize| sets[seat].iter().fold(0, |set, part| set | part);
    let balls = [sets[0][1].lowest() as u8, sets[1][1].lowest() as u8];
    Ok(Board::new([set(0), set(1)], balls, [sets[0][2], sets[1][2]], to_move, None))
}
