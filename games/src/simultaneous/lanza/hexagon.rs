//! The hexagonal board of Lanza: cells, targets of orders and the ring.

use crate::parts::grid::BitSet;
use crate::parts::text;

/// Cells of the largest board, which has side 5.
pub const MAX_CELLS: usize = 61;

/// Directions 1 to 6, clockwise from up-right, as steps of row and diagonal (see [`Hexagon::step`]).
const STEPS: [(isize, isize); 6] = [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)];
/// Number of directions.
pub const DIRECTIONS: usize = STEPS.len();
/// The directions in which the ring is walked clockwise from the top-left corner: east first.
const RING_WALK: [usize; 6] = [1, 2, 3, 4, 5, 0];

/// A hexagon of cells, numbered row by row from the top and in each row from the left.
#[derive(Clone, Debug)]
pub struct Hexagon {
    side: usize,
    /// The number of the first cell of each row, and at the end the number of cells.
    first: Vec<usize>,
    /// The target of an order: the neighbour in its direction, else the one in the opposite direction.
    pub targets: [[u8; DIRECTIONS]; MAX_CELLS],
    /// The set of the targets of each cell, which is the set of its neighbours.
    pub near: [u64; MAX_CELLS],
    /// The set of the outermost cells.
    pub ring: u64,
}

impl Hexagon {
    /// The hexagon with `side` cells on each side, at most 5.
    pub fn new(side: usize) -> Hexagon {
        let mut first = vec![0];
        for row in 0..2 * side - 1 {
            first.push(first[row] + row_length(side, row));
        }
        let mut board =
            Hexagon { side, first, targets: [[0; DIRECTIONS]; MAX_CELLS], near: [0; MAX_CELLS], ring: 0 };
        for cell in 0..board.cells() {
            for direction in 0..DIRECTIONS {
                let opposite = (direction + DIRECTIONS / 2) % DIRECTIONS;
                let target = board.step(cell, direction).or_else(|| board.step(cell, opposite));
                let target = target.expect("no cell has both ends of a line next to it");
                board.targets[cell][direction] = target as u8;
                board.near[cell] |= u64::one(target);
            }
        }
        board.ring = board.ring_cells().iter().fold(0, |ring, &cell| ring | u64::one(cell));
        board
    }

    fn cells(&self) -> usize {
        self.first[self.rows()]
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        2 * self.side - 1
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> std::ops::Range<usize> {
        self.first[row]..self.first[row + 1]
    }

    /// How many half cells a row is indented.
    pub fn indent(&self, row: usize) -> usize {
        row.abs_diff(self.side - 1)
    }

    /// The row of a cell and its place in the row.
    fn place(&self, cell: usize) -> (usize, usize) {
        let row = self.first.partition_point(|&first| first <= cell) - 1;
        (row, cell - self.first[row])
    }

    /// The neighbour in a direction `0..6`, if it is on the board. Below the middle row the first cell of each row
    /// lies on the next of the diagonals that run from up-left to down-right.
    fn step(&self, cell: usize, direction: usize) -> Option<usize> {
        let shift = |row: usize| row.saturating_sub(self.side - 1);
        let (row, column) = self.place(cell);
        let (down, along) = STEPS[direction];
        let diagonal = (column + shift(row)).checked_add_signed(along)?;
        let row = row.checked_add_signed(down).filter(|&row| row < self.rows())?;
        let column = diagonal.checked_sub(shift(row))?;
        (column < self.row(row).len()).then(|| self.first[row] + column)
    }

    /// The ring clockwise from the top-left corner.
    pub fn ring_cells(&self) -> Vec<usize> {
        let mut ring = vec![0];
        for direction in RING_WALK {
            for _ in 1..self.side {
                let last = ring[ring.len() - 1];
                ring.push(self.step(last, direction).expect("the ring is on the board"));
            }
        }
        ring.pop();
        ring
    }

    /// Appends the name of a cell, such as `c5`.
    pub fn write(&self, cell: usize, written: &mut String) {
        let (row, column) = self.place(cell);
        text::write_square(row, column, written);
    }

    /// The name of a cell.
    pub fn name(&self, cell: usize) -> String {
        let mut name = String::new();
        self.write(cell, &mut name);
        name
    }

    /// The cell with this name.
    pub fn parse(&self, name: &str) -> Option<usize> {
        let (row, column) = text::parse_square(name, self.rows(), self.rows())?;
        (column < self.row(row).len()).then(|| self.first[row] + column)
    }
}

/// Number of cells in a row.
fn row_length(side: usize, row: usize) -> usize {
    2 * side - 1 - row.abs_diff(side - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Hexagon, cells: impl IntoIterator<Item = usize>) -> String {
        cells.into_iter().map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn orders_bounce_at_the_edge() {
        let board = Hexagon::new(3);
        let targets = |name| {
            let cell = board.parse(name).unwrap();
            names(&board, board.targets[cell].map(usize::from))
        };
        assert_eq!(targets("a1"), "b1 a2 b2 b1 a2 b2");
        assert_eq!(targets("c1"), "b1 c2 d1 b1 c2 d1");
        assert_eq!(targets("a2"), "b2 a3 b3 b2 a1 b3");
        assert_eq!(targets("c3"), "b3 c4 d3 d2 c2 b2");
        assert_eq!(targets("d2"), "c3 d3 e2 e1 d1 c2");
    }

    #[test]
    fn the_ring_runs_clockwise() {
        let ring = |side| {
            let board = Hexagon::new(side);
            names(&board, board.ring_cells())
        };
        assert_eq!(ring(3), "a1 a2 a3 b4 c5 d4 e3 e2 e1 d1 c1 b1");
        assert_eq!([4, 5].map(|side| Hexagon::new(side).ring.len()), [18, 24]);
        assert_eq!([3, 4, 5].map(|side| Hexagon::new(side).cells()), [19, 37, 61]);
    }

    #[test]
    fn interior_cells_have_six_targets() {
        for side in 3..=5 {
            let board = Hexagon::new(side);
            for cell in 0..board.cells() {
                assert_eq!(board.near[cell].len() == 6, !board.ring.has(cell), "{}", board.name(cell));
                assert_eq!(board.parse(&board.name(cell)), Some(cell));
            }
        }
        for bad in ["a4", "c6", "e4", "f1", "a0", "", "a"] {
            assert_eq!(Hexagon::new(3).parse(bad), None, "{bad}");
        }
    }
}
