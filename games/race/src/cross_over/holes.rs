//! The holes of a half as numbers and sets.
//!
//! Both halves are numbered alike from the start line towards the middle, so that moves look the same in both.

use torneo_board::grid::{BitSet, Grid};

pub(super) const COLUMNS: usize = 10;
pub(super) const ROWS: usize = 6;
/// Holes of a half.
pub(super) const HOLES: usize = COLUMNS * ROWS;
/// The whole board, which names the holes.
type Board12 = Grid<COLUMNS, { 2 * ROWS }>;

/// All holes of a half.
pub(super) const HALF: u64 = (1 << HOLES) - 1;
pub(super) const START_LINE: u64 = (1 << COLUMNS) - 1;
pub(super) const CROSSING_LINE: u64 = START_LINE << (HOLES - COLUMNS);
const FIRST_COLUMN: u64 = {
    let (mut set, mut row) = (0, 0);
    while row < ROWS {
        set |= 1 << (row * COLUMNS);
        row += 1;
    }
    set
};
const LAST_COLUMN: u64 = FIRST_COLUMN << (COLUMNS - 1);

/// The steps: towards the middle, to the right, towards the start line, to the left.
pub(super) const DIRECTIONS: usize = 4;

/// The holes one step on in a direction.
#[inline]
pub(super) const fn shifted(set: u64, direction: usize) -> u64 {
    match direction {
        0 => set << COLUMNS & HALF,
        1 => (set & !LAST_COLUMN) << 1,
        2 => set >> COLUMNS,
        _ => (set & !FIRST_COLUMN) >> 1,
    }
}

#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 2
}

/// The holes beside a set, some of which may be in it.
#[inline]
pub(super) const fn beside(set: u64) -> u64 {
    shifted(set, 0) | shifted(set, 1) | shifted(set, 2) | shifted(set, 3)
}

/// The holes that have one of the set on their way to the start line.
#[inline]
pub(super) const fn above(set: u64) -> u64 {
    let above = set << COLUMNS;
    let above = above | above << COLUMNS;
    let above = above | above << (2 * COLUMNS);
    (above | above << (4 * COLUMNS)) & HALF
}

/// The hole of the set in the column of `hole` that is nearest to the start line, if there is one.
#[inline]
pub(super) fn nearest_to_start(set: u64, hole: usize) -> Option<usize> {
    let column = set & FIRST_COLUMN << (hole % COLUMNS);
    (column != 0).then(|| column.lowest())
}

/// The set with the columns in reverse order.
pub(super) fn mirrored(set: u64) -> u64 {
    set.members().fold(0, |image, hole| image | 1 << mirror(hole))
}

/// Bits of the number of a hole in its half.
const HALF_SHIFT: u32 = 6;

/// The hole in the same row as far from the other side.
pub(super) const fn mirror(hole: usize) -> usize {
    hole / COLUMNS * COLUMNS + COLUMNS - 1 - hole % COLUMNS
}

/// A hole of either half: the half in the bit above the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(u8);

impl Hole {
    #[inline]
    pub(super) const fn new(half: usize, hole: usize) -> Hole {
        Hole((half << HALF_SHIFT | hole) as u8)
    }

    #[inline]
    pub(super) const fn half(self) -> usize {
        (self.0 >> HALF_SHIFT) as usize
    }

    /// The number in its half.
    #[inline]
    pub(super) const fn number(self) -> usize {
        (self.0 & ((1 << HALF_SHIFT) - 1)) as usize
    }

    /// The set of the hole alone, in its half.
    #[inline]
    pub(super) const fn one(self) -> u64 {
        1 << self.number()
    }

    /// The number of the square of the whole board.
    pub(super) fn square(self) -> usize {
        let (row, column) = (self.number() / COLUMNS, self.number() % COLUMNS);
        Board12::at(column, if self.half() == 0 { row } else { 2 * ROWS - 1 - row })
    }

    pub(super) fn write(self, written: &mut String) {
        Board12::write(self.square(), written);
    }

    pub(super) fn name(self) -> String {
        Board12::name(self.square())
    }

    pub(super) fn parse(written: &str) -> Option<Hole> {
        let square = Board12::parse(written)?;
        let (column, row) = (Board12::file(square), Board12::rank(square));
        let (half, row) = if row < ROWS { (0, row) } else { (1, 2 * ROWS - 1 - row) };
        Some(Hole::new(half, row * COLUMNS + column))
    }

    /// The order in which holes are written: by letter, then by number.
    pub(super) fn order(self) -> (usize, usize) {
        (Board12::file(self.square()), Board12::rank(self.square()))
    }

    /// The holes of both halves' sets, in the order in which they are written.
    pub(super) fn in_order(sets: [u64; 2]) -> Vec<Hole> {
        let holes = |half: usize| sets[half].members().map(move |hole| Hole::new(half, hole));
        let mut all: Vec<Hole> = (0..2).flat_map(holes).collect();
        all.sort_unstable_by_key(|hole| hole.order());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> u64 {
        names.split(' ').fold(0, |set, name| set | Hole::parse(name).unwrap().one())
    }

    #[test]
    fn both_halves_are_numbered_from_their_start_line() {
        let hole = |name: &str| Hole::parse(name).unwrap();
        assert_eq!((hole("a1"), hole("a12")), (Hole::new(0, 0), Hole::new(1, 0)));
        assert_eq!((hole("j6").number(), hole("j7").number()), (HOLES - 1, HOLES - 1));
        assert_eq!(CROSSING_LINE.members().map(|n| Hole::new(1, n).name()).next(), Some("a7".to_owned()));
        let all = (0..2 * HOLES).map(|n| Hole::new(n / HOLES, n % HOLES));
        assert!(all.into_iter().all(|one| hole(&one.name()) == one));
        assert_eq!(Hole::parse("k1"), None);
        assert_eq!(Hole::parse("a13"), None);
    }

    #[test]
    fn steps_stay_in_the_half() {
        assert_eq!(beside(set("a1")), set("a2 b1"));
        assert_eq!(beside(set("j6")), set("j5 i6"));
        assert_eq!(beside(set("c3")), set("c4 c2 b3 d3"));
        for direction in 0..DIRECTIONS {
            assert_eq!(shifted(shifted(set("e4"), direction), opposite(direction)), set("e4"));
        }
        assert_eq!(above(set("b2 c6")), set("b3 b4 b5 b6"));
        assert_eq!(nearest_to_start(set("b3 b5 c1"), 31), Some(21));
        assert_eq!(nearest_to_start(set("b3"), 0), None);
        assert_eq!(mirrored(set("a1 c2")), set("j1 h2"));
    }
}
