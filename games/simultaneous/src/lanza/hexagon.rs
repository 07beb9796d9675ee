//! The hexagonal board of Lanza: cells, targets of orders and the ring.

use torneo_board::grid::BitSet;
pub use torneo_board::hex::DIRECTIONS;
use torneo_board::hex::HexBoard;
use torneo_board::text;

/// Cells of the largest board, which has side 5.
pub const MAX_CELLS: usize = 61;

/// A hexagon of cells, numbered row by row from the top and in each row from the left.
#[derive(Clone, Debug)]
pub struct Hexagon {
    cells: HexBoard,
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
        let cells = HexBoard::new(side);
        let (mut targets, mut near) = ([[0; DIRECTIONS]; MAX_CELLS], [0; MAX_CELLS]);
        for (cell, (targets, near)) in targets.iter_mut().zip(&mut near).enumerate().take(cells.cells()) {
            for (direction, target) in targets.iter_mut().enumerate() {
                let opposite = (direction + DIRECTIONS / 2) % DIRECTIONS;
                let neighbour = cells.step(cell, direction).or_else(|| cells.step(cell, opposite));
                let neighbour = neighbour.expect("no cell has both ends of a line next to it");
                *target = neighbour as u8;
                *near |= u64::one(neighbour);
            }
        }
        let ring = cells.rim().iter().fold(0, |ring, &cell| ring | u64::one(cell));
        Hexagon { cells, targets, near, ring }
    }

    /// The cells.
    pub fn cells(&self) -> &HexBoard {
        &self.cells
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.cells.rows()
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> std::ops::Range<usize> {
        self.cells.row(row)
    }

    /// The ring clockwise from the top-left corner.
    pub fn ring_cells(&self) -> Vec<usize> {
        self.cells.rim()
    }

    /// Appends the name of a cell, such as `c5`: the row and the place in the row.
    pub fn write(&self, cell: usize, written: &mut String) {
        let (_, row) = self.cells.column_and_row(cell);
        text::write_square(row, cell - self.row(row).start, written);
    }

    /// The name of a cell.
    pub fn name(&self, cell: usize) -> String {
        text::written(|name| self.write(cell, name))
    }

    /// The cell with this name.
    pub fn parse(&self, name: &str) -> Option<usize> {
        let (row, place) = text::parse_square(name, self.rows(), self.rows())?;
        self.row(row).nth(place)
    }
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
        assert_eq!([3, 4, 5].map(|side| Hexagon::new(side).cells.cells()), [19, 37, 61]);
    }

    #[test]
    fn interior_cells_have_six_targets() {
        for side in 3..=5 {
            let board = Hexagon::new(side);
            for cell in 0..board.cells.cells() {
                assert_eq!(board.near[cell].len() == 6, !board.ring.has(cell), "{}", board.name(cell));
                assert_eq!(board.parse(&board.name(cell)), Some(cell));
            }
        }
        for bad in ["a4", "c6", "e4", "f1", "a0", "", "a"] {
            assert_eq!(Hexagon::new(3).parse(bad), None, "{bad}");
        }
    }
}
