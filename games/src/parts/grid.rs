//! Boards of squares, up to 128 of them, as numbers and bit sets.

use std::ops::{BitAnd, BitOr, Not, Sub};

use super::text;

/// A board of `FILES` by `RANKS` squares. Square numbers run along the ranks: `rank * FILES + file`, both counted
/// from 0, so that a1 is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grid<const FILES: usize, const RANKS: usize>;

/// The four orthogonal directions as steps of file and rank: north, east, south, west.
pub const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four diagonal directions: north-east, south-east, south-west, north-west.
pub const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The eight leaps of a knight.
pub const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl<const FILES: usize, const RANKS: usize> Grid<FILES, RANKS> {
    /// Number of squares.
    pub const SQUARES: usize = FILES * RANKS;

    /// The square on this file and rank.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> usize {
        debug_assert!(file < FILES && rank < RANKS);
        rank * FILES + file
    }

    /// The file of a square.
    #[inline]
    pub const fn file(square: usize) -> usize {
        square % FILES
    }

    /// The rank of a square.
    #[inline]
    pub const fn rank(square: usize) -> usize {
        square / FILES
    }

    /// The square a step of files and ranks away, if it is on the board.
    pub const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
        let file = (square % FILES) as i32 + files;
        let rank = (square / FILES) as i32 + ranks;
        if file < 0 || file >= FILES as i32 || rank < 0 || rank >= RANKS as i32 {
            return None;
        }
        Some(rank as usize * FILES + file as usize)
    }

    /// The squares from one on in a direction, the nearest first, without the square itself.
    pub fn ray(square: usize, direction: (i32, i32)) -> impl Iterator<Item = usize> {
        std::iter::successors(Self::step(square, direction), move |&at| Self::step(at, direction))
    }

    /// The set of the squares that one of the steps leads to.
    pub fn leaps<B: BitSet>(square: usize, steps: &[(i32, i32)]) -> B {
        let targets = steps.iter().filter_map(|&step| Self::step(square, step));
        targets.fold(B::EMPTY, |set, target| set | B::one(target))
    }

    /// Appends the name of a square, such as `b12`.
    pub fn write(square: usize, written: &mut String) {
        text::write_square(Self::file(square), Self::rank(square), written);
    }

    /// The name of a square.
    pub fn name(square: usize) -> String {
        let mut name = String::new();
        Self::write(square, &mut name);
        name
    }

    /// The square of a name.
    pub fn parse(written: &str) -> Option<usize> {
        text::parse_square(written, FILES, RANKS).map(|(file, rank)| Self::at(file, rank))
    }
}

/// A set of small numbers in the bits of a word.
pub trait BitSet:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Sub<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The set without members.
    const EMPTY: Self;

    /// The set of one member.
    fn one(member: usize) -> Self;

    /// Whether the number is a member.
    fn has(self, member: usize) -> bool;

    /// Number of members.
    fn len(self) -> u32;

    /// Whether there is no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The lowest member of a set that is not empty.
    fn lowest(self) -> usize;

    /// The highest member of a set that is not empty.
    fn highest(self) -> usize;

    /// The set without its lowest member.
    fn without_lowest(self) -> Self;

    /// The `n`-th member, counted from 0, of a set with more than `n`.
    #[inline]
    fn nth(self, n: usize) -> usize {
        let mut set = self;
        for _ in 0..n {
            set = set.without_lowest();
        }
        set.lowest()
    }

    /// The members in ascending order.
    #[inline]
    fn members(self) -> Members<Self> {
        Members(self)
    }
}

macro_rules! bit_set {
    ($($word:ty),*) => {$(
        impl BitSet for $word {
            const EMPTY: $word = 0;

            #[inline]
            fn one(member: usize) -> $word {
                1 << member
            }

            #[inline]
            fn has(self, member: usize) -> bool {
                self >> member & 1 == 1
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn highest(self) -> usize {
                (<$word>::BITS - 1 - self.leading_zeros()) as usize
            }

            #[inline]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}

bit_set!(u16, u32, u64, u128);

/// The members of a [`BitSet`] in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Members<B>(B);

impl<B: BitSet> Iterator for Members<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let member = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Board = Grid<11, 11>;

    #[test]
    fn squares_steps_and_rays() {
        assert_eq!(Board::name(Board::at(10, 10)), "k11");
        assert_eq!(Board::parse("k11"), Some(120));
        assert_eq!(Board::step(Board::at(10, 3), (1, 0)), None);
        assert_eq!(Board::ray(Board::at(8, 0), (1, 1)).collect::<Vec<_>>(), [20, 32]);
        assert_eq!(Board::leaps::<u128>(0, &KNIGHT).members().collect::<Vec<_>>(), [13, 23]);
    }

    #[test]
    fn members_ascend() {
        assert_eq!(0b1011u64.members().collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!((1u128 << 100 | 5).nth(2), 100);
        assert_eq!(((1u128 << 100 | 5).highest(), 5u16.highest()), (100, 2));
    }
}
