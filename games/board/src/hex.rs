//! Hexagonal boards of hexagonal cells.

/// Number of directions.
pub const DIRECTIONS: usize = 6;

/// The directions clockwise from up-right, as steps of column and row (see [`HexBoard::column_and_row`]).
pub const STEPS: [(i32, i32); DIRECTIONS] = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1)];

/// The directions in which the rim is walked clockwise from the top-left corner: right first.
const RIM_WALK: [usize; DIRECTIONS] = [1, 2, 3, 4, 5, 0];

/// A hexagon of cells, numbered row by row from the top and in each row from the left.
#[derive(Clone, Debug)]
pub struct HexBoard {
    side: usize,
    /// The number of the first cell of each row, and at the end the number of cells.
    first: Vec<usize>,
}

impl HexBoard {
    /// The hexagon with `side` cells on each side.
    pub fn new(side: usize) -> HexBoard {
        let mut first = vec![0];
        for row in 0..2 * side - 1 {
            first.push(first[row] + 2 * side - 1 - row.abs_diff(side - 1));
        }
        HexBoard { side, first }
    }

    /// Number of cells on each side.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
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

    /// The column of the first cell of a row: 0 down to the middle row, then one more in each row.
    pub fn first_column(&self, row: usize) -> usize {
        row.saturating_sub(self.side - 1)
    }

    /// The column and the row of a cell. Columns run from up-left to down-right, so that the neighbours of
    /// (x, y) are (x ± 1, y), (x, y ± 1), (x + 1, y + 1) and (x - 1, y - 1).
    pub fn column_and_row(&self, cell: usize) -> (usize, usize) {
        let row = self.first.partition_point(|&first| first <= cell) - 1;
        (self.first_column(row) + cell - self.first[row], row)
    }

    /// The cell in a column and a row, if it is on the board.
    pub fn at(&self, column: usize, row: usize) -> Option<usize> {
        if row >= self.rows() {
            return None;
        }
        let place = column.checked_sub(self.first_column(row))?;
        (place < self.row(row).len()).then(|| self.first[row] + place)
    }

    /// The neighbour of a cell in a direction, if it is on the board.
    pub fn step(&self, cell: usize, direction: usize) -> Option<usize> {
        let (right, down) = STEPS[direction];
        let (column, row) = self.column_and_row(cell);
        self.at(column.checked_add_signed(right as isize)?, row.checked_add_signed(down as isize)?)
    }

    /// The cell that each cell goes to in each of the twelve rotations and reflections.
    pub fn symmetries(&self) -> [Vec<usize>; 2 * DIRECTIONS] {
        let centre = self.side as i32 - 1;
        std::array::from_fn(|symmetry| {
            let moved = |cell: usize| {
                let (column, row) = self.column_and_row(cell);
                let (mut right, mut down) = (column as i32 - centre, row as i32 - centre);
                if symmetry >= DIRECTIONS {
                    (right, down) = (down, right);
                }
                for _ in 0..symmetry % DIRECTIONS {
                    (right, down) = (right - down, right);
                }
                let at = self.at((right + centre) as usize, (down + centre) as usize);
                at.expect("the board is symmetric")
            };
            (0..self.cells()).map(moved).collect()
        })
    }

    /// The outermost cells clockwise from the top-left corner, side by side; each side begins with its corner.
    pub fn rim(&self) -> Vec<usize> {
        let mut rim = vec![0];
        for direction in RIM_WALK {
            for _ in 1..self.side {
                let last = rim[rim.len() - 1];
                rim.push(self.step(last, direction).expect("the rim is on the board"));
            }
        }
        rim.pop();
        rim
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_columns_and_rows() {
        for side in 2..=13 {
            let board = HexBoard::new(side);
            assert_eq!(board.cells(), 3 * side * (side - 1) + 1);
            assert_eq!(board.rim().len(), 6 * (side - 1));
            for cell in 0..board.cells() {
                let (column, row) = board.column_and_row(cell);
                assert!(column.abs_diff(row) < side && board.row(row).contains(&cell));
                assert_eq!(board.at(column, row), Some(cell));
            }
            assert_eq!((board.at(side, 0), board.at(0, side), board.at(0, 2 * side)), (None, None, None));
        }
    }

    #[test]
    fn symmetries_keep_neighbours() {
        let board = HexBoard::new(4);
        let near = |a: usize, b: usize| (0..DIRECTIONS).any(|direction| board.step(a, direction) == Some(b));
        let all = board.symmetries();
        for (index, symmetry) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other != symmetry));
            for a in 0..board.cells() {
                assert!((0..board.cells()).all(|b| near(a, b) == near(symmetry[a], symmetry[b])));
            }
        }
    }

    #[test]
    fn opposite_steps_undo_each_other() {
        let board = HexBoard::new(4);
        for cell in 0..board.cells() {
            let near: Vec<_> = (0..DIRECTIONS).filter_map(|direction| board.step(cell, direction)).collect();
            assert_eq!(near.len() < DIRECTIONS, board.rim().contains(&cell));
            for direction in 0..DIRECTIONS {
                let back = board.step(cell, direction).map(|next| board.step(next, (direction + 3) % 6));
                assert!(back.is_none_or(|back| back == Some(cell)));
            }
        }
    }
}
