//! Where pieces go from each cell of a board, in tables: leaps, and slides that stop at the first piece.
//!
//! A board is described by functions of cell numbers, so that flat boards, boards with barriers and boards of three
//! dimensions are treated alike.

use super::grid::BitSet;

/// The table of a leaper: for each cell the cells that `targets` names.
pub fn leaps<B: BitSet, I: IntoIterator<Item = usize>, const CELLS: usize>(
    targets: impl Fn(usize) -> I,
) -> [B; CELLS] {
    std::array::from_fn(|cell| targets(cell).into_iter().fold(B::EMPTY, |set, target| set | B::one(target)))
}

/// The table read backwards: for each cell the cells from which it is reached.
pub fn reversed<B: BitSet, const CELLS: usize>(table: &[B; CELLS]) -> [B; CELLS] {
    leaps(|cell| (0..CELLS).filter(move |&from| table[from].has(cell)))
}

/// The tables of a slider: for each direction and cell the ray, all cells ahead to the end of the board.
#[derive(Clone, Debug)]
pub struct Slides<B, const CELLS: usize, const DIRECTIONS: usize> {
    rays: [[B; CELLS]; DIRECTIONS],
    /// Along a ray of this direction the cell numbers grow.
    ascending: [bool; DIRECTIONS],
}

impl<B: BitSet, const CELLS: usize, const DIRECTIONS: usize> Slides<B, CELLS, DIRECTIONS> {
    /// The tables for a board on which a step from a cell in a direction leads to another cell or to none. Along
    /// each direction the cell numbers must all grow or all fall.
    pub fn new(step: impl Fn(usize, usize) -> Option<usize>) -> Self {
        let step = &step;
        let rays = std::array::from_fn(|direction| {
            let ahead = move |at: &usize| step(*at, direction);
            leaps(|cell| std::iter::successors(ahead(&cell), ahead))
        });
        let ascending = std::array::from_fn(|direction| {
            (0..CELLS).any(|cell| step(cell, direction).is_some_and(|next| next > cell))
        });
        Slides { rays, ascending }
    }

    /// The cells ahead of a cell in a direction.
    #[inline]
    pub fn ray(&self, direction: usize, cell: usize) -> B {
        self.rays[direction][cell]
    }

    /// The member of a set of cells on a ray of this direction that the slider meets first; the set is not empty.
    #[inline]
    pub fn first(&self, direction: usize, on_ray: B) -> usize {
        if self.ascending[direction] { on_ray.lowest() } else { on_ray.highest() }
    }

    /// The cells strictly between a cell and another one on its ray.
    #[inline]
    pub fn between(&self, direction: usize, cell: usize, other: usize) -> B {
        self.rays[direction][cell] - self.rays[direction][other] - B::one(other)
    }

    /// The cells that a slider reaches: up to the first occupied cell of each direction, that one included.
    #[inline]
    pub fn reach(&self, cell: usize, occupied: B) -> B {
        let mut reach = B::EMPTY;
        for direction in 0..DIRECTIONS {
            let ray = self.rays[direction][cell];
            let blockers = ray & occupied;
            // The last cell in the order of the direction has no ray: it stands for "nothing in the way".
            let first = if self.ascending[direction] {
                (blockers | B::one(CELLS - 1)).lowest()
            } else {
                (blockers | B::one(0)).highest()
            };
            reach = reach | (ray - self.rays[direction][first]);
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::grid::{Grid, KNIGHT, ORTHOGONAL};

    type Board = Grid<8, 8>;

    fn named(squares: &str) -> u64 {
        squares.split(' ').fold(0, |set, name| set | 1 << Board::parse(name).unwrap())
    }

    #[test]
    fn slides_stop_at_the_first_piece() {
        let rook = Slides::<u64, 64, 4>::new(|cell, direction| Board::step(cell, ORTHOGONAL[direction]));
        let d4 = Board::parse("d4").unwrap();
        assert_eq!(rook.reach(d4, 0).len(), 14);
        let occupied = named("d6 d7 b4 h4 d1 a8 e5");
        assert_eq!(rook.reach(d4, occupied), named("d5 d6 c4 b4 e4 f4 g4 h4 d3 d2 d1"));
        assert_eq!(rook.between(0, d4, Board::parse("d7").unwrap()), named("d5 d6"));
        assert_eq!(rook.first(2, named("d1 d3")), Board::parse("d3").unwrap());
    }

    #[test]
    fn slides_follow_any_geometry() {
        // Three storeys of 2 by 2 cells; the third direction goes up.
        let up = Slides::<u16, 12, 1>::new(|cell, _| (cell + 4 < 12).then_some(cell + 4));
        assert_eq!(up.reach(1, 0), 1 << 5 | 1 << 9);
        assert_eq!(up.reach(1, 1 << 5), 1 << 5);
    }

    #[test]
    fn a_knight_comes_from_where_it_can_go() {
        let table: [u64; 64] = leaps(|cell| KNIGHT.iter().filter_map(move |&step| Board::step(cell, step)));
        assert_eq!(table.iter().map(|set| set.len()).sum::<u32>(), 336);
        assert_eq!(reversed(&table), table);
    }
}
