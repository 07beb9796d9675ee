//! Boards of squares as numbers, and bit sets for up to 192 of them.

use std::fmt::Debug;
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
        text::written(|name| Self::write(square, name))
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
    + Debug
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

    /// The numbers from the highest member of `below` to the lowest member of `above`, both included; from 0 where
    /// `below` is empty, and to the end where `above` is. All members of `below` are smaller than those of `above`.
    #[inline]
    fn span(below: Self, above: Self) -> Self {
        above.up_to_lowest() & below.up_from_highest()
    }

    /// The numbers up to the lowest member, that one included; all numbers if there is no member.
    fn up_to_lowest(self) -> Self;

    /// The numbers from the highest member on, that one included; all numbers if there is no member.
    #[inline]
    fn up_from_highest(self) -> Self {
        (!Self::EMPTY).shifted((self | Self::one(0)).highest() as i32)
    }

    /// The set with `by` added to each member; members that leave the range of numbers drop out.
    fn shifted(self, by: i32) -> Self;

    /// The `n`-th member, counted from 0, of a set with more than `n`.
    #[inline]
    fn nth(self, n: usize) -> usize {
        let mut set = self;
        for _ in 0..n {
            set = set.without_lowest();
        }
        set.lowest()
    }

    /// Calls `visit` with the members in ascending order and what it returned for the last one, `first` at first.
    #[inline]
    fn fold<T>(self, first: T, mut visit: impl FnMut(T, usize) -> T) -> T {
        let (mut set, mut value) = (self, first);
        while !set.is_empty() {
            value = visit(value, set.lowest());
            set = set.without_lowest();
        }
        value
    }

    /// The members in ascending order.
    #[inline]
    fn members(self) -> Members<Self> {
        Members(self)
    }
}

macro_rules! bit_set {
    ($($word:ty { $($more:item)* }),*) => {$(
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

            #[inline]
            fn up_to_lowest(self) -> $word {
                self ^ self.wrapping_sub(1)
            }

            #[inline]
            fn shifted(self, by: i32) -> $word {
                if by >= 0 { self << by } else { self >> -by }
            }

            $($more)*
        }
    )*};
}

bit_set! {
    u16 {},
    u32 {},
    u64 {
        // Sums of bits up to each byte tell the byte (S. Vigna, "Broadword Implementation of Rank/Select
        // Queries", 2008).
        #[inline]
        fn nth(self, n: usize) -> usize {
            const ONES: u64 = 0x0101_0101_0101_0101;
            const HIGH: u64 = 0x8080_8080_8080_8080;
            let pairs = self - (self >> 1 & 0x5555_5555_5555_5555);
            let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
            let up_to = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
            // The high bit of each byte up to which there are at most n members.
            let passed = (((n as u64 * ONES) | HIGH) - up_to) & HIGH;
            let start = 8 * passed.count_ones() as usize;
            let before = (up_to << 8 >> start) as usize & 0xff;
            let mut byte = (self >> start) as u8;
            for _ in before..n {
                byte &= byte.wrapping_sub(1);
            }
            start + byte.trailing_zeros() as usize
        }
    },
    u128 {
        #[inline]
        fn nth(self, n: usize) -> usize {
            let (low, high) = (self as u64, (self >> 64) as u64);
            let below = low.len() as usize;
            if n < below { low.nth(n) } else { 64 + high.nth(n - below) }
        }

        // Half by half, since shifts of a whole by a variable number are slow.
        #[inline]
        fn up_from_highest(self) -> u128 {
            let (low, high) = (self as u64, (self >> 64) as u64);
            let low = if high == 0 { low.up_from_highest() } else { 0 };
            u128::from(high.up_from_highest()) << 64 | u128::from(low)
        }

        // Half by half, which takes fewer instructions for each member.
        #[inline]
        fn fold<T>(self, first: T, mut visit: impl FnMut(T, usize) -> T) -> T {
            let value = (self as u64).fold(first, &mut visit);
            ((self >> 64) as u64).fold(value, |value, member| visit(value, member + 64))
        }
    }
}

const WORDS: usize = 3;

/// A set of numbers below 192.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits192([u64; WORDS]);

impl Bits192 {
    /// The set of the numbers in three words: those below 64, below 128 and below 192.
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> Bits192 {
        Bits192(words)
    }

    /// The three words of the set.
    #[inline]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    #[inline]
    fn zip(self, other: Bits192, op: impl Fn(u64, u64) -> u64) -> Bits192 {
        Bits192([op(self.0[0], other.0[0]), op(self.0[1], other.0[1]), op(self.0[2], other.0[2])])
    }
}

impl BitAnd for Bits192 {
    type Output = Bits192;

    #[inline]
    fn bitand(self, other: Bits192) -> Bits192 {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bits192 {
    type Output = Bits192;

    #[inline]
    fn bitor(self, other: Bits192) -> Bits192 {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Bits192 {
    type Output = Bits192;

    #[inline]
    fn not(self) -> Bits192 {
        Bits192(self.0.map(|word| !word))
    }
}

impl Sub for Bits192 {
    type Output = Bits192;

    #[inline]
    fn sub(self, other: Bits192) -> Bits192 {
        self.zip(other, |a, b| a & !b)
    }
}

impl BitSet for Bits192 {
    const EMPTY: Bits192 = Bits192([0; WORDS]);

    #[inline]
    fn one(member: usize) -> Bits192 {
        // Without an index into memory, which would have to be written before it can be read as a whole.
        let (word, bit) = (member / 64, 1 << (member % 64));
        debug_assert!(word < WORDS);
        Bits192(std::array::from_fn(|at| if at == word { bit } else { 0 }))
    }

    #[inline]
    fn has(self, member: usize) -> bool {
        let [low, middle, high] = self.0;
        let word = match member / 64 {
            0 => low,
            1 => middle,
            _ => high,
        };
        word >> (member % 64) & 1 == 1
    }

    #[inline]
    fn len(self) -> u32 {
        // The bits of the three words are added place by place, so that two words remain to be counted.
        let [a, b, c] = self.0;
        let (odd, carry) = (a ^ b ^ c, a & b | c & (a ^ b));
        odd.count_ones() + 2 * carry.count_ones()
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline]
    fn lowest(self) -> usize {
        match self.0 {
            [0, 0, high] => 128 + high.lowest(),
            [0, middle, _] => 64 + middle.lowest(),
            [low, ..] => low.lowest(),
        }
    }

    #[inline]
    fn highest(self) -> usize {
        match self.0 {
            [low, 0, 0] => low.highest(),
            [_, middle, 0] => 64 + middle.highest(),
            [.., high] => 128 + high.highest(),
        }
    }

    #[inline]
    fn nth(self, n: usize) -> usize {
        let [low, middle, high] = self.0;
        let first = low.len() as usize;
        let second = first + middle.len() as usize;
        match () {
            () if n < first => low.nth(n),
            () if n < second => 64 + middle.nth(n - first),
            () => 128 + high.nth(n - second),
        }
    }

    #[inline]
    fn without_lowest(self) -> Bits192 {
        let [low, middle, high] = self.0;
        if low != 0 {
            Bits192([low.without_lowest(), middle, high])
        } else if middle != 0 {
            Bits192([0, middle.without_lowest(), high])
        } else {
            Bits192([0, 0, high.without_lowest()])
        }
    }

    #[inline]
    fn fold<T>(self, first: T, mut visit: impl FnMut(T, usize) -> T) -> T {
        let value = self.0[0].fold(first, &mut visit);
        let value = self.0[1].fold(value, |value, member| visit(value, 64 + member));
        self.0[2].fold(value, |value, member| visit(value, 128 + member))
    }

    #[inline]
    fn up_to_lowest(self) -> Bits192 {
        let [low, middle, high] = self.0;
        let next = if low == 0 { middle.up_to_lowest() } else { 0 };
        let last = if low | middle == 0 { high.up_to_lowest() } else { 0 };
        Bits192([low.up_to_lowest(), next, last])
    }

    #[inline]
    fn up_from_highest(self) -> Bits192 {
        let [low, middle, high] = self.0;
        let next = if high == 0 { middle.up_from_highest() } else { 0 };
        let first = if high | middle == 0 { low.up_from_highest() } else { 0 };
        Bits192([first, next, high.up_from_highest()])
    }

    #[inline]
    fn shifted(self, by: i32) -> Bits192 {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let word = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        let carried = |word: u64, left: bool| match (bits, left) {
            (0, _) => 0,
            (_, true) => word >> (64 - bits),
            (_, false) => word << (64 - bits),
        };
        Bits192(std::array::from_fn(|at| {
            if by >= 0 {
                let from = at.checked_sub(words);
                word(from) << bits | carried(word(from.and_then(|from| from.checked_sub(1))), true)
            } else {
                word(Some(at + words)) >> bits | carried(word(Some(at + words + 1)), false)
            }
        }))
    }
}

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

    #[inline]
    fn fold<T, F: FnMut(T, usize) -> T>(self, first: T, visit: F) -> T {
        self.0.fold(first, visit)
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
    fn spans_and_shifts_agree_for_all_widths() {
        let wide = |set: u64| set.members().fold(Bits192::EMPTY, |wide, n| wide | Bits192::one(3 * n));
        let narrow = |set: Bits192| set.members().filter(|n| n % 3 == 0).fold(0, |s, n| s | 1u64 << (n / 3));
        for (below, above) in [(0, 0), (0, 0b1000), (0b101, 0), (0b101, 1 << 63), (1, 0b100010)] {
            assert_eq!(narrow(Bits192::span(wide(below), wide(above))), u64::span(below, above));
        }
        for by in [0, 1, 5, 21, 22, 43, 63] {
            for set in [0b1011u64, 1 << 63 | 1 << 21 | 1 << 20, !0] {
                assert_eq!(narrow(wide(set).shifted(3 * by)), set.shifted(by), "{by}");
                assert_eq!(narrow(wide(set).shifted(-3 * by)), set.shifted(-by), "{by}");
            }
        }
        assert_eq!(u64::span(0b101, 0b1110000), 0b11100);
    }

    /// Both halves of a span by their definition.
    fn check_ends<S: BitSet>(set: S, size: usize) {
        let numbers = |from: usize, to: usize| (from..=to).fold(S::EMPTY, |all, n| all | S::one(n));
        let (lowest, highest) = match set.is_empty() {
            true => (size - 1, 0),
            false => (set.lowest(), set.highest()),
        };
        assert_eq!(set.up_to_lowest(), numbers(0, lowest), "{set:?}");
        assert_eq!(set.up_from_highest(), numbers(highest, size - 1), "{set:?}");
    }

    #[test]
    fn ends_of_spans_are_those_of_the_set() {
        let ends = [0, 1, 31, 32, 62, 63, 64, 65, 100, 127, 128, 150, 191];
        check_ends(0u64, 64);
        check_ends(0u128, 128);
        check_ends(Bits192::EMPTY, 192);
        for (low, high) in ends.into_iter().flat_map(|low| ends.map(|high| (low, high))) {
            if high < 64 {
                check_ends(1u64 << low.min(high) | 1 << high, 64);
            }
            if high < 128 {
                check_ends(1u128 << low.min(high) | 1 << high, 128);
            }
            check_ends(Bits192::one(low) | Bits192::one(high), 192);
        }
    }

    #[test]
    fn wide_sets_have_members() {
        let set = [0, 63, 64, 127, 128, 191].into_iter().fold(Bits192::EMPTY, |set, n| set | Bits192::one(n));
        assert_eq!(set.members().collect::<Vec<_>>(), [0, 63, 64, 127, 128, 191]);
        let mut visited = Vec::new();
        set.members().for_each(|member| visited.push(member));
        assert_eq!(visited, [0, 63, 64, 127, 128, 191]);
        assert_eq!((set.len(), set.lowest(), set.highest(), set.nth(3)), (6, 0, 191, 127));
        assert_eq!((set - Bits192::one(191)).highest(), 128);
        assert!(!(!set).has(64) && (!set).has(65));
    }

    #[test]
    fn members_have_numbers() {
        for seed in 0..50u64 {
            let word =
                |n: u64| (seed * 3 + n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(seed as u32 & 31);
            let (low, middle, high) = (word(0) & word(1), word(2), word(3) | word(4));
            for (n, member) in low.members().enumerate() {
                assert_eq!(low.nth(n), member);
            }
            let wide = u128::from(middle) << 64 | u128::from(low);
            for (n, member) in wide.members().enumerate() {
                assert_eq!(wide.nth(n), member);
            }
            let widest = Bits192([low, middle, high]);
            for (n, member) in widest.members().enumerate() {
                assert_eq!(widest.nth(n), member);
            }
        }
        assert_eq!((u64::MAX.nth(63), (1u64 << 63).nth(0), u64::MAX.nth(0)), (63, 63, 0));
    }

    #[test]
    fn members_ascend() {
        assert_eq!(0b1011u64.members().collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!((1u128 << 100 | 5).nth(2), 100);
        assert_eq!(((1u128 << 100 | 5).highest(), 5u16.highest()), (100, 2));
        let mut visited = Vec::new();
        (1u128 << 127 | 1 << 64 | 1 << 63 | 1).members().for_each(|member| visited.push(member));
        assert_eq!(visited, [0, 63, 64, 127]);
    }
}
