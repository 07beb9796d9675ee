//! How the gaits of a game go on three levels, and where its players begin.

use super::courses::{Course, Vectors};
use super::levels::{SIDE, SQUARES, Vector};
use super::pawns::{Pawns, turned};
use super::rules::{Marks, Queen, Rules};
use torneo_board::army::{Army, Kind};
use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::Seat;

/// The gaits; those of the pawns are numbered as their seats.
pub const PAWN: usize = 0;
pub const KNIGHT: usize = 2;
pub const BISHOP: usize = 3;
pub const ROOK: usize = 4;
/// What only queens do.
pub const QUEEN: usize = 5;
pub const KING: usize = 6;
pub const GAITS: usize = 7;

/// Either player's pawns.
pub const PAWNS: Kind = 0b11;
pub const KING_KIND: Kind = 1 << KING;
pub const ROOK_KIND: Kind = 1 << ROOK;

/// White's letters in the order of the values of the rules, with the king last.
pub const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'K'];
/// The order of the pieces on the first rank, as places in [`LETTERS`].
pub const FIRST_RANK: [usize; SIDE] = [1, 3, 2, 0, 4, 2, 3, 1];
/// The file of the kings at the start.
pub const KING_FILE: usize = 4;

/// Which of the two arrays a game has begun with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Array {
    /// White at the bottom, Black at the top.
    Johnson,
    /// White at the top, Black at the bottom.
    Hageman,
}

impl Array {
    /// All, in the order of the choice.
    pub const ALL: [Array; 2] = [Array::Johnson, Array::Hageman];

    pub const fn name(self) -> &'static str {
        match self {
            Array::Johnson => "johnson",
            Array::Hageman => "hageman",
        }
    }

    /// The level on which a player begins.
    #[inline]
    pub const fn home_level(self, seat: Seat) -> usize {
        let white_begins_high = matches!(self, Array::Hageman);
        if white_begins_high == (seat.index() == 0) { 2 } else { 0 }
    }

    /// The first cell of the rank on which a player's pieces begin.
    #[inline]
    pub const fn home(self, seat: Seat) -> usize {
        self.home_level(seat) * SQUARES + if seat.index() == 0 { 0 } else { SQUARES - SIDE }
    }

    /// The first cell of the rank on which a player's pawns begin.
    #[inline]
    pub const fn pawn_home(self, seat: Seat) -> usize {
        self.home_level(seat) * SQUARES + if seat.index() == 0 { SIDE } else { SQUARES - 2 * SIDE }
    }
}

/// The tables of a game with its options.
#[derive(Clone, Debug)]
pub struct Tables {
    pub rules: Rules,
    pub pawns: Pawns,
    /// The kinds of the pieces with the letters of [`LETTERS`].
    pub kinds: [Kind; 5],
    courses: [Course; GAITS],
    /// By array and seat, the cells where its pawns are promoted.
    promotes: [[Bits192; 2]; 2],
}

impl Tables {
    pub fn new(rules: Rules) -> Tables {
        let queen_ways = match rules.queen {
            Queen::And(vectors) => Some(vectors),
            Queen::RookAndBishop | Queen::OneStep => None,
        };
        let sliders = [Some(rules.rook), Some(rules.bishop), queen_ways];
        let one_step: Vec<Vector> = sliders
            .iter()
            .flatten()
            .flat_map(|vectors: &Vectors| vectors.vectors().collect::<Vec<_>>())
            .collect();
        let takes = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let takes: Vec<Vector> = rules.pawn.takes.iter().map(|&vector| turned(seat, vector)).collect();
            Course::leap(&takes)
        });
        let compound = 1 << ROOK | 1 << BISHOP;
        let (queen, queen_course) = match rules.queen {
            Queen::RookAndBishop => (compound, Course::leap(&[])),
            Queen::And(vectors) => (compound | 1 << QUEEN, Course::slide(vectors)),
            Queen::OneStep => (1 << QUEEN, Course::leap(&one_step)),
        };
        let [white, black] = takes;
        Tables {
            pawns: Pawns::new(&rules.pawn),
            kinds: [queen, ROOK_KIND, 1 << BISHOP, 1 << KNIGHT, KING_KIND],
            courses: [
                white,
                black,
                Course::leap(rules.knight),
                Course::slide(rules.bishop),
                Course::slide(rules.rook),
                queen_course,
                Course::leap(&one_step),
            ],
            promotes: Array::ALL.map(|array| {
                [Seat::FIRST, Seat::SECOND].map(|seat| promotion_cells(rules.promotion_ranks, array, seat))
            }),
            rules,
        }
    }

    /// The kinds that a pawn can become.
    #[inline]
    pub fn promotions(&self) -> &[Kind] {
        &self.kinds[..4]
    }

    /// The cells where a player's pawns are promoted.
    #[inline]
    pub fn promotes(&self, array: Array, seat: Seat) -> Bits192 {
        self.promotes[array as usize][seat.index()]
    }

    /// The squares from which a kind of piece may go straight to another level after a move.
    #[inline]
    pub fn marks(&self, kind: Kind) -> u64 {
        match self.rules.marks {
            Some(Marks { stars, crowns }) if kind == KING_KIND => stars | crowns,
            Some(Marks { stars, .. }) => stars,
            None => 0,
        }
    }

    /// The letter of a kind of piece, White's.
    pub fn letter(&self, kind: Kind) -> char {
        LETTERS.get(self.sort(kind)).copied().unwrap_or('P')
    }

    /// The place of a kind of piece among [`LETTERS`]; their number for pawns.
    pub fn sort(&self, kind: Kind) -> usize {
        self.kinds.iter().position(|&known| known == kind).unwrap_or(LETTERS.len())
    }

    /// The kind of a capital letter, pawns left out.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        let place = LETTERS.iter().position(|&known| known == letter);
        place.map(|place| self.kinds[place])
    }

    /// The value of a kind of piece in hundredths of a pawn; 0 for kings and empty cells.
    pub fn value_of(&self, kind: Kind) -> i32 {
        if kind & PAWNS != 0 {
            return super::evaluation::PAWN_VALUE;
        }
        let place = self.promotions().iter().position(|&known| known == kind);
        place.map_or(0, |place| self.rules.values[place])
    }
}

/// The last ranks of the level on which the enemy begins.
fn promotion_cells(ranks: usize, array: Array, seat: Seat) -> Bits192 {
    let home = array.home(seat.other());
    let away = if seat == Seat::FIRST { -(SIDE as isize) } else { SIDE as isize };
    let rank = |n: usize| home.wrapping_add_signed(away * n as isize);
    let cells = (0..ranks).flat_map(|n| rank(n)..rank(n) + SIDE);
    cells.fold(Bits192::EMPTY, |set, cell| set | Bits192::one(cell))
}

impl Army for Tables {
    type Set = Bits192;
    const KING: usize = KING;
    const PAWNS: Kind = PAWNS;
    const RIDERS: Kind = 1 << BISHOP | 1 << ROOK | 1 << QUEEN;

    #[inline]
    fn attacks(&self, gait: usize, from: usize, occupied: Bits192) -> Bits192 {
        match &self.courses[gait] {
            Course::Leap(leaps) => leaps.reach(from),
            Course::Slide(slider) => slider.reach(from, occupied),
        }
    }

    #[inline]
    fn aims(&self, gait: usize, at: usize) -> Bits192 {
        let gait = if gait < KNIGHT { gait ^ 1 } else { gait };
        match &self.courses[gait] {
            Course::Leap(leaps) => leaps.reach(at),
            Course::Slide(slider) => slider.aims(at),
        }
    }

    #[inline]
    fn path(&self, gait: usize, from: usize, at: usize) -> Bits192 {
        match &self.courses[gait] {
            Course::Leap(_) => Bits192::EMPTY,
            Course::Slide(slider) => slider.path(from, at),
        }
    }
}
