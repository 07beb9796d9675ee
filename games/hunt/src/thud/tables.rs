//! The octagonal board: its cells, and in tables what is near each of them and ahead of it.

use torneo_board::attacks::Slides;
use torneo_board::grid::{BitSet, Bits192, Grid};
use torneo_board::point_graph::lattice;

pub(super) const SIDE: usize = 15;
/// The square around the octagon, which names the squares.
pub(super) type Square15 = Grid<SIDE, SIDE>;
/// Squares of the octagon, the stone's included. They are numbered along the ranks.
pub(super) const CELLS: usize = 165;
/// The square of the Thudstone, h8: the board is symmetric around it, and so are the numbers.
pub(super) const STONE: usize = CELLS / 2;

pub(super) const DIRECTIONS: usize = 8;
/// Steps of file and rank. Cell numbers grow in the first four directions; `n` and `n + 4` are opposite.
const STEPS: [(i32, i32); DIRECTIONS] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const LINES: usize = DIRECTIONS / 2;
/// Stands for a step off the board or onto the stone.
const NOWHERE: u8 = u8::MAX;
/// Most squares that a dwarf can reach from one square of the empty board.
pub(super) const MOST_AIMS: usize = 46;
pub(super) const SYMMETRIES: usize = 8;

/// The first file of a rank.
pub(super) const fn first_file(rank: usize) -> usize {
    match rank {
        0..5 => 5 - rank,
        5..10 => 0,
        _ => rank - 9,
    }
}

/// The cell on this file and rank, if the octagon has it.
pub(super) fn cell_at(file: usize, rank: usize) -> Option<usize> {
    let first = first_file(rank);
    let before: usize = (0..rank).map(|rank| SIDE - 2 * first_file(rank)).sum();
    (first..SIDE - first).contains(&file).then(|| before + file - first)
}

/// A slide on the empty board: where it ends, and its direction.
#[derive(Clone, Copy, Debug)]
struct Aim {
    to: u8,
    direction: u8,
}

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// The file and rank of each cell as a square of the grid.
    squares: [u8; CELLS],
    /// The cells beside each cell, orthogonally and diagonally, without the stone.
    pub(super) near: [Bits192; CELLS],
    next: [[u8; DIRECTIONS]; CELLS],
    slides: Slides<Bits192, CELLS, LINES>,
    /// By cell the slides on the empty board; those from `aim_counts` on stand for nothing.
    aims: [[Aim; MOST_AIMS]; CELLS],
    aim_counts: [u8; CELLS],
    /// Where the symmetries of the board move each cell.
    pub(super) images: [[u8; SYMMETRIES]; CELLS],
    /// The cells next to the edge, where the dwarfs begin.
    pub(super) dwarfs_home: Bits192,
}

impl Tables {
    pub(super) fn new() -> Tables {
        let all = || {
            (0..SIDE * SIDE).filter_map(|square| {
                cell_at(Square15::file(square), Square15::rank(square)).map(|cell| (cell, square))
            })
        };
        let mut squares = [0; CELLS];
        all().for_each(|(cell, square)| squares[cell] = square as u8);
        let step = |cell: usize, direction: usize| {
            let to = Square15::step(squares[cell] as usize, STEPS[direction])?;
            cell_at(Square15::file(to), Square15::rank(to)).filter(|&to| to != STONE)
        };
        let next = std::array::from_fn(|cell| {
            std::array::from_fn(|direction| step(cell, direction).map_or(NOWHERE, |to| to as u8))
        });
        let beside = |cell: usize| (0..DIRECTIONS).filter_map(move |direction| step(cell, direction));
        let near =
            std::array::from_fn(|cell| beside(cell).fold(Bits192::EMPTY, |set, to| set | Bits192::one(to)));
        let symmetries = lattice::symmetries(SIDE);
        let image = |cell: usize, symmetry: usize| {
            let square = symmetries[symmetry][squares[cell] as usize];
            cell_at(Square15::file(square), Square15::rank(square)).expect("the octagon is symmetric") as u8
        };
        let mut tables = Tables {
            squares,
            near,
            next,
            slides: Slides::new(step),
            aims: [[Aim { to: 0, direction: 0 }; MOST_AIMS]; CELLS],
            aim_counts: [0; CELLS],
            images: std::array::from_fn(|cell| std::array::from_fn(|symmetry| image(cell, symmetry))),
            dwarfs_home: Bits192::EMPTY,
        };
        (0..CELLS).for_each(|cell| tables.set_aims(cell));
        tables.dwarfs_home = tables.homes();
        tables
    }

    fn set_aims(&mut self, cell: usize) {
        let tables = &*self;
        let ahead = |direction: usize| {
            let next = move |&at: &usize| tables.next(at, direction);
            std::iter::successors(tables.next(cell, direction), next).map(move |to| (direction, to))
        };
        let aims: Vec<(usize, usize)> = (0..DIRECTIONS).flat_map(ahead).collect();
        self.aim_counts[cell] = aims.len() as u8;
        for (slot, (direction, to)) in aims.into_iter().enumerate() {
            self.aims[cell][slot] = Aim { to: to as u8, direction: direction as u8 };
        }
    }

    /// The squares that lack an orthogonal neighbour, except the middle ones of the sides along ranks and files.
    fn homes(&self) -> Bits192 {
        let orthogonal = (0..DIRECTIONS).step_by(2);
        let on_edge = |cell: usize| orthogonal.clone().any(|direction| self.next(cell, direction).is_none());
        let in_middle = |cell: usize| {
            let (file, rank) = self.file_and_rank(cell);
            file == SIDE / 2 || rank == SIDE / 2
        };
        let homes = (0..CELLS).filter(|&cell| on_edge(cell) && !in_middle(cell));
        homes.fold(Bits192::EMPTY, |set, cell| set | Bits192::one(cell))
    }

    /// The file and the rank of a cell.
    pub(super) fn file_and_rank(&self, cell: usize) -> (usize, usize) {
        let square = self.squares[cell] as usize;
        (Square15::file(square), Square15::rank(square))
    }

    /// The cell one step on, if the board has it and it is not the stone.
    #[inline]
    pub(super) fn next(&self, cell: usize, direction: usize) -> Option<usize> {
        let next = self.next[cell][direction];
        (next != NOWHERE).then_some(next as usize)
    }

    /// The cells to which a dwarf could slide, with the first piece each way.
    #[inline]
    pub(super) fn reach(&self, cell: usize, occupied: Bits192) -> Bits192 {
        self.slides.reach(cell, occupied)
    }

    /// Where the slide with this number below [`MOST_AIMS`] ends; none if the cell has fewer, or if a piece stands on
    /// the way.
    #[inline]
    pub(super) fn slide(&self, cell: usize, number: usize, occupied: Bits192) -> Option<usize> {
        if number >= self.aim_counts[cell] as usize {
            return None;
        }
        let Aim { to, direction } = self.aims[cell][number];
        let (to, direction) = (to as usize, direction as usize);
        let reach = self.slides.reach_one_way(direction % LINES, direction < LINES, cell, occupied);
        reach.has(to).then_some(to)
    }

    /// The direction and the distance in which a cell lies from another one, if they are in line.
    pub(super) fn path(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let ((from_file, from_rank), (to_file, to_rank)) = (self.file_and_rank(from), self.file_and_rank(to));
        let (files, ranks) = (to_file as i32 - from_file as i32, to_rank as i32 - from_rank as i32);
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let step = (files.signum(), ranks.signum());
        let direction = STEPS.iter().position(|&other| straight && other == step)?;
        Some((direction, files.abs().max(ranks.abs()) as usize))
    }

    /// Appends the name of a cell.
    pub(super) fn write(&self, cell: usize, written: &mut String) {
        Square15::write(self.squares[cell] as usize, written);
    }

    pub(super) fn name(&self, cell: usize) -> String {
        Square15::name(self.squares[cell] as usize)
    }

    /// The cell of a name, the stone's included.
    pub(super) fn parse(&self, written: &str) -> Option<usize> {
        let square = Square15::parse(written)?;
        cell_at(Square15::file(square), Square15::rank(square))
    }

    /// The members of a set in the order in which they are written: by file, then by rank.
    pub(super) fn in_order(&self, set: Bits192) -> Vec<usize> {
        let mut cells: Vec<usize> = set.members().collect();
        cells.sort_unstable_by_key(|&cell| self.file_and_rank(cell));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_of_the_octagon() {
        let tables = Tables::new();
        let rows: Vec<usize> =
            (0..SIDE).map(|rank| (0..SIDE).filter(|&file| cell_at(file, rank).is_some()).count()).collect();
        assert_eq!(rows, [5, 7, 9, 11, 13, 15, 15, 15, 15, 15, 13, 11, 9, 7, 5]);
        assert_eq!(
            (tables.name(0), tables.name(STONE), tables.name(CELLS - 1)),
            ("f1".into(), "h8".into(), "j15".into())
        );
        assert!((0..CELLS).all(|cell| tables.parse(&tables.name(cell)) == Some(cell)));
        assert_eq!(tables.aim_counts.iter().max(), Some(&(MOST_AIMS as u8)));
        assert_eq!((tables.dwarfs_home.len(), tables.near[STONE].len()), (32, 8));
    }

    #[test]
    fn ways_lead_step_by_step() {
        let tables = Tables::new();
        for cell in 0..CELLS {
            for (direction, to) in (0..DIRECTIONS).filter_map(|d| tables.next(cell, d).map(|to| (d, to))) {
                assert_eq!(tables.path(cell, to), Some((direction, 1)));
                assert_eq!(tables.path(to, cell), Some(((direction + LINES) % DIRECTIONS, 1)));
            }
        }
        assert_eq!(tables.path(tables.parse("e5").unwrap(), tables.parse("f7").unwrap()), None);
    }
}
