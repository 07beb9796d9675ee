//! The quarters of the board, within which leaps stay.

use std::ops::{BitAnd, BitOr, Not};

use super::board::{Squares, is_on_board};
use torneo_board::grid::BitSet;

const SQUARES: usize = Squares::SQUARES;

/// The quarters of the board: the squares with files of one parity and ranks of one parity. A leap stays within its
/// quarter, where it is a step to a neighbour, over a square of another quarter.
pub const QUARTERS: usize = 4;

/// The places of a quarter in each of its rows. Some at the end are on no board.
pub const ROW: usize = 8;

/// The quarter of each square and its place there.
static PLACES: [(u8, u8); SQUARES] = {
    let mut places = [(0, 0); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (Squares::file(square), Squares::rank(square));
        places[square] = ((rank % 2 * 2 + file % 2) as u8, (rank / 2 * ROW + file / 2) as u8);
        square += 1;
    }
    places
};

/// The square of each place of each quarter.
static SQUARES_OF: [[u8; 64]; QUARTERS] = {
    let mut squares = [[0; 64]; QUARTERS];
    let mut square = 0;
    while square < SQUARES {
        let (quarter, place) = PLACES[square];
        squares[quarter as usize][place as usize] = square as u8;
        square += 1;
    }
    squares
};

/// A set of squares, by quarters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set(pub [u64; QUARTERS]);

impl Set {
    /// The set without members.
    pub const EMPTY: Set = Set([0; QUARTERS]);

    /// The set with a square, or without it if it was a member.
    pub const fn toggled(mut self, square: u8) -> Set {
        let (quarter, place) = PLACES[square as usize];
        self.0[quarter as usize] ^= 1 << place;
        self
    }

    /// Adds a square, or takes it out if it was a member.
    #[inline]
    pub fn toggle(&mut self, square: u8) {
        *self = self.toggled(square);
    }

    /// Whether a square is a member.
    #[inline]
    pub fn has(&self, square: u8) -> bool {
        let (quarter, place) = PLACES[square as usize];
        self.0[quarter as usize].has(place as usize)
    }

    /// Whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |found, quarter| found | quarter) == 0
    }

    /// Number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|quarter| quarter.count_ones() as usize).sum()
    }

    /// The members, quarter by quarter.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = u8> {
        (0..QUARTERS).flat_map(move |quarter| squares(quarter, self.0[quarter]))
    }
}

impl BitAnd for Set {
    type Output = Set;

    #[inline]
    fn bitand(self, other: Set) -> Set {
        Set(std::array::from_fn(|quarter| self.0[quarter] & other.0[quarter]))
    }
}

impl BitOr for Set {
    type Output = Set;

    #[inline]
    fn bitor(self, other: Set) -> Set {
        Set(std::array::from_fn(|quarter| self.0[quarter] | other.0[quarter]))
    }
}

impl Not for Set {
    type Output = Set;

    #[inline]
    fn not(self) -> Set {
        Set(self.0.map(|quarter| !quarter))
    }
}

/// The squares of the board.
pub static BOARD: Set = {
    let (mut board, mut square) = (Set::EMPTY, 0);
    while square < SQUARES {
        if is_on_board(square) {
            board = board.toggled(square as u8);
        }
        square += 1;
    }
    board
};

/// The quarter of a square and its place there.
#[inline]
pub fn place(square: u8) -> (usize, usize) {
    let (quarter, place) = PLACES[square as usize];
    (quarter as usize, place as usize)
}

/// The square of a place of a quarter.
#[inline]
pub fn square_of(quarter: usize, place: usize) -> u8 {
    SQUARES_OF[quarter % QUARTERS][place % 64]
}

/// The squares of a set of places of a quarter.
#[inline]
pub fn squares(quarter: usize, places: u64) -> impl Iterator<Item = u8> {
    places.members().map(move |place| square_of(quarter, place))
}

/// How much higher the place is to which each kind of leap leads: to the right, upwards, upwards right, upwards left.
const LEAPS: [usize; 4] = [1, ROW, ROW + 1, ROW - 1];

/// For each kind of leap the quarter over whose squares it leads, seen from that in which it stays.
const OVER: [usize; 4] = [1, 2, 3, 3];

/// The place from which each kind of leap leads over each square, if there is one.
static LEAPS_OVER: [[u64; 4]; SQUARES] = {
    let mut leaps = [[0; 4]; SQUARES];
    let mut i = 0;
    while i < 4 * SQUARES {
        let (square, kind) = (i / 4, i % 4);
        let (quarter, place) = PLACES[square];
        // In a quarter of the right or upper squares the neighbours are one place further.
        let from = quarter as usize ^ OVER[kind];
        let (right, up) = (from % 2, from / 2 * ROW);
        let one: u64 = 1 << place;
        if is_on_board(square) {
            leaps[square][kind] = match kind {
                0 => one >> right,
                1 => one >> up,
                2 => one >> (right + up),
                _ => one << 1 >> (right + up),
            };
        }
        i += 1;
    }
    leaps
};

/// The leaps over a set of pieces, by kind and quarter: the places from which they lead.
#[derive(Clone, Copy, Debug)]
pub struct AllLeaps([Set; 4]);

impl AllLeaps {
    /// No leaps.
    pub const NONE: AllLeaps = AllLeaps([Set::EMPTY; 4]);

    /// Adds the leaps over a square, or takes them out.
    #[inline]
    pub fn toggle(&mut self, square: u8) {
        let (quarter, _) = place(square);
        for (kind, leaps) in self.0.iter_mut().enumerate() {
            leaps.0[(quarter ^ OVER[kind]) % QUARTERS] ^= LEAPS_OVER[square as usize][kind];
        }
    }

    /// The leaps in a quarter.
    #[inline]
    pub fn of(&self, quarter: usize) -> Leaps {
        Leaps(std::array::from_fn(|kind| self.0[kind].0[quarter % QUARTERS]))
    }

    /// The squares to which some leap leads, whether something stands there or not.
    #[inline]
    pub fn ends(&self) -> Set {
        let mut ends = Set::EMPTY;
        for (leaps, higher) in self.0.iter().zip(LEAPS) {
            for (ends, leaps) in ends.0.iter_mut().zip(leaps.0) {
                *ends |= leaps | leaps << higher;
            }
        }
        ends
    }

    /// The squares to which one leap leads from a square of a set, whether something stands there or not.
    #[inline]
    pub fn from(&self, set: Set) -> Set {
        let mut found = Set::EMPTY;
        for (leaps, higher) in self.0.iter().zip(LEAPS) {
            for ((found, set), leaps) in found.0.iter_mut().zip(set.0).zip(leaps.0) {
                *found |= (set & leaps) << higher | set >> higher & leaps;
            }
        }
        found
    }
}

/// The leaps in one quarter, by kind: the places from which they lead.
#[derive(Clone, Copy, Debug)]
pub struct Leaps([u64; 4]);

impl Leaps {
    /// The leaps that are left without the piece over which one leads between two places.
    #[inline]
    pub fn without(mut self, from: usize, to: usize) -> Leaps {
        let (low, high) = (from.min(to), from.max(to));
        let clear = |set: &mut u64, place: usize| *set &= !(1 << place);
        // Two diagonal leaps cross above a piece.
        match high - low {
            1 => clear(&mut self.0[0], low),
            ROW => clear(&mut self.0[1], low),
            difference => {
                let right = difference == ROW + 1;
                clear(&mut self.0[2], if right { low } else { low - 1 });
                clear(&mut self.0[3], if right { low + 1 } else { low });
            }
        }
        self
    }

    /// The places to which one leap leads from a place of a set, whether something stands there or not.
    #[inline]
    pub fn from(&self, set: u64) -> u64 {
        self.0
            .into_iter()
            .zip(LEAPS)
            .fold(0, |found, (leaps, higher)| found | (set & leaps) << higher | set >> higher & leaps)
    }
}

/// What a side's leaps in a quarter depend on.
#[derive(Clone, Copy, Debug)]
pub struct Quarter {
    pub number: usize,
    /// Leaps over friendly pieces, and over enemy ones.
    pub friends: Leaps,
    pub enemies: Leaps,
    /// The places where nothing stands.
    pub empty: u64,
    /// Of these, those outside the own castle.
    pub vacant: u64,
    /// The places outside the enemy castle.
    pub outside: u64,
}
