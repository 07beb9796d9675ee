//! Where pieces go from each cell of a board, in tables: leaps, and slides that stop at the first piece.
//!
//! A board is described by functions of cell numbers, so that flat boards, boards with barriers and boards of three
//! dimensions are treated alike.

use arrayvec::ArrayVec;

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

/// The tables of a slider that goes along `LINES` lines through each cell, both legs.
///
/// The blocked part of a line is cut off by the difference of two bit sets ("obstruction difference", described at
/// <https://www.chessprogramming.org/Obstruction_Difference>): no search along the line, and small tables.
#[derive(Clone, Debug)]
pub struct Slides<B, const CELLS: usize, const LINES: usize> {
    /// By line and cell the cells ahead: the leg on which the numbers fall, and the one on which they grow.
    rays: [[[B; 2]; CELLS]; LINES],
    /// By cell the cells from which it is reached on the empty board.
    aims: [B; CELLS],
}

impl<B: BitSet, const CELLS: usize, const LINES: usize> Slides<B, CELLS, LINES> {
    /// The tables for a board on which a step from a cell in a direction leads to another cell or to none.
    /// Directions are numbered `0..2 * LINES`; `n` and `n + LINES` are the two legs along a line. Along each
    /// direction the cell numbers must all grow or all fall.
    pub fn new(step: impl Fn(usize, usize) -> Option<usize>) -> Self {
        let step = &step;
        let ray = |cell: usize, direction: usize| -> B {
            let ahead = |at: &usize| step(*at, direction);
            std::iter::successors(ahead(&cell), ahead).fold(B::EMPTY, |set, at| set | B::one(at))
        };
        let rays = std::array::from_fn(|line| {
            let grows = |direction| (0..CELLS).any(|at| step(at, direction).is_some_and(|next| next > at));
            let [falling, growing] = if grows(line) { [line + LINES, line] } else { [line, line + LINES] };
            std::array::from_fn(|cell| [ray(cell, falling), ray(cell, growing)])
        });
        let mut slides = Slides { rays, aims: [B::EMPTY; CELLS] };
        slides.aims = reversed(&std::array::from_fn(|cell| slides.reach(cell, B::EMPTY)));
        slides
    }

    /// The cells that a slider reaches: up to the first occupied cell each leg, that one included.
    #[inline]
    pub fn reach(&self, cell: usize, occupied: B) -> B {
        let mut reach = B::EMPTY;
        for line in &self.rays {
            let [below, above] = line[cell];
            reach = reach | (below | above) & B::span(below & occupied, above & occupied);
        }
        reach
    }

    /// The cells from which a slider reaches a cell on the empty board.
    #[inline]
    pub fn aims(&self, cell: usize) -> B {
        self.aims[cell]
    }

    /// The cells between a cell and another one that a slider reaches from it on the empty board.
    #[inline]
    pub fn path(&self, cell: usize, other: usize) -> B {
        let end = B::one(other);
        for line in &self.rays {
            let [below, above] = line[cell];
            if above.has(other) {
                return above & end.up_to_lowest() & !end;
            }
            if below.has(other) {
                return below & end.up_from_highest() & !end;
            }
        }
        B::EMPTY
    }

    /// One leg along a line from a cell, up to the first occupied cell, that one included.
    #[inline]
    pub fn reach_one_way(&self, line: usize, up: bool, cell: usize, occupied: B) -> B {
        let ray = self.rays[line][cell][usize::from(up)];
        let blockers = ray & occupied;
        ray & if up { blockers.up_to_lowest() } else { blockers.up_from_highest() }
    }
}

/// The most elbows of a bent slider, and the most legs that go on from one.
const MOST_ELBOWS: usize = 8;
const MOST_LEGS: usize = 2;

/// A cell to which a bent slider leaps, and how it may slide on.
#[derive(Clone, Debug)]
struct Elbow {
    cell: u8,
    /// Lines, and whether the numbers grow along them.
    legs: ArrayVec<(u8, bool), MOST_LEGS>,
}

impl Elbow {
    /// The cells beyond the elbow; none if it is occupied.
    #[inline]
    fn beyond<B: BitSet, const CELLS: usize, const LINES: usize>(
        &self,
        slides: &Slides<B, CELLS, LINES>,
        occupied: B,
    ) -> B {
        let cell = self.cell as usize;
        if occupied.has(cell) {
            return B::EMPTY;
        }
        let reach = |&(line, up): &(u8, bool)| slides.reach_one_way(line as usize, up, cell, occupied);
        self.legs.iter().fold(B::EMPTY, |all, leg| all | reach(leg))
    }
}

/// The tables of a piece that leaps to an elbow and, if that is empty, may slide on from there.
///
/// No cell may be reached in two legs from the same cell.
#[derive(Clone, Debug)]
pub struct Bent<B, const CELLS: usize> {
    /// By cell the elbows, and the set of their cells.
    elbows: Vec<(ArrayVec<Elbow, MOST_ELBOWS>, B)>,
    /// By cell and cell reached the elbow on the leg.
    elbow: Vec<[u8; CELLS]>,
    aims: Vec<B>,
}

impl<B: BitSet, const CELLS: usize> Bent<B, CELLS> {
    /// The tables for elbows, each with the first cells of the slides that go on from it.
    pub fn new<const LINES: usize>(
        slides: &Slides<B, CELLS, LINES>,
        elbows: impl Fn(usize) -> Vec<(usize, Vec<usize>)>,
    ) -> Self {
        let leg = |elbow: usize, next: usize| {
            let leads = |line: usize, up: usize| slides.rays[line][elbow][up].has(next);
            let mut legs = (0..LINES).flat_map(|line| [(line, 0), (line, 1)]);
            let (line, up) = legs.find(|&(line, up)| leads(line, up)).expect("a slide goes on from an elbow");
            (line as u8, up == 1)
        };
        let elbow = |(cell, nexts): (usize, Vec<usize>)| Elbow {
            cell: cell as u8,
            legs: nexts.into_iter().map(|next| leg(cell, next)).collect(),
        };
        let elbows = (0..CELLS).map(|cell| {
            let elbows: ArrayVec<Elbow, MOST_ELBOWS> = elbows(cell).into_iter().map(elbow).collect();
            let cells = elbows.iter().fold(B::EMPTY, |cells, elbow| cells | B::one(elbow.cell as usize));
            (elbows, cells)
        });
        let elbows = elbows.collect();
        let mut bent = Bent { elbows, elbow: vec![[0; CELLS]; CELLS], aims: vec![B::EMPTY; CELLS] };
        for cell in 0..CELLS {
            for elbow in &bent.elbows[cell].0 {
                let reach = B::one(elbow.cell as usize) | elbow.beyond(slides, B::EMPTY);
                for to in reach.members() {
                    bent.elbow[cell][to] = elbow.cell;
                    bent.aims[to] = bent.aims[to] | B::one(cell);
                }
            }
        }
        bent
    }

    /// The cells that the piece reaches: elbows, and from the empty ones up to the first occupied cell each leg.
    #[inline]
    pub fn reach<const LINES: usize>(&self, slides: &Slides<B, CELLS, LINES>, cell: usize, occupied: B) -> B {
        let (elbows, cells) = &self.elbows[cell];
        elbows.iter().fold(*cells, |reach, elbow| reach | elbow.beyond(slides, occupied))
    }

    /// The cells from which the piece reaches a cell on the empty board.
    #[inline]
    pub fn aims(&self, cell: usize) -> B {
        self.aims[cell]
    }

    /// The cells that must be empty for the piece to get from a cell to another one that it reaches on the empty
    /// board.
    #[inline]
    pub fn path<const LINES: usize>(&self, slides: &Slides<B, CELLS, LINES>, cell: usize, other: usize) -> B {
        match self.elbow[cell][other] as usize {
            elbow if elbow == other => B::EMPTY,
            elbow => B::one(elbow) | slides.path(elbow, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{DIAGONAL, Grid, KNIGHT, ORTHOGONAL};

    type Board = Grid<8, 8>;

    fn named(squares: &str) -> u64 {
        squares.split(' ').fold(0, |set, name| set | 1 << Board::parse(name).unwrap())
    }

    fn rook() -> Slides<u64, 64, 2> {
        Slides::new(|cell, direction| Board::step(cell, ORTHOGONAL[direction]))
    }

    #[test]
    fn slides_stop_at_the_first_piece() {
        let rook = rook();
        let d4 = Board::parse("d4").unwrap();
        assert_eq!(rook.reach(d4, 0).len(), 14);
        let occupied = named("d6 d7 b4 h4 d1 a8 e5");
        assert_eq!(rook.reach(d4, occupied), named("d5 d6 c4 b4 e4 f4 g4 h4 d3 d2 d1"));
        assert_eq!(rook.path(d4, Board::parse("d7").unwrap()), named("d5 d6"));
        assert_eq!(rook.path(d4, Board::parse("a4").unwrap()), named("b4 c4"));
        assert_eq!(rook.aims(d4), rook.reach(d4, 0));
        let bishop = Slides::<u64, 64, 2>::new(|cell, direction| Board::step(cell, DIAGONAL[direction]));
        assert_eq!(bishop.reach(d4, named("b2 c5 f6")), named("c3 b2 c5 e5 f6 e3 f2 g1"));
    }

    #[test]
    fn slides_follow_any_geometry() {
        // Three storeys of 2 by 2 cells; the line goes up and down.
        let step = |cell: usize, direction: usize| match direction {
            0 => Some(cell + 4).filter(|&next| next < 12),
            _ => cell.checked_sub(4),
        };
        let lift = Slides::<u16, 12, 1>::new(step);
        assert_eq!(lift.reach(1, 0), 1 << 5 | 1 << 9);
        assert_eq!(lift.reach(1, 1 << 5), 1 << 5);
        assert_eq!((lift.path(9, 1), lift.path(9, 5)), (1 << 5, 0));
    }

    #[test]
    fn bent_slides_need_an_empty_elbow() {
        // One step to the north-east, then north or east.
        let rook = rook();
        let bent = Bent::<u64, 64>::new(&rook, |cell| {
            let elbow = Board::step(cell, (1, 1));
            let on = |elbow| [(0, 1), (1, 0)].into_iter().filter_map(move |leg| Board::step(elbow, leg));
            elbow.map(|elbow| (elbow, on(elbow).collect())).into_iter().collect()
        });
        let e5 = Board::parse("e5").unwrap();
        assert_eq!(bent.reach(&rook, e5, 0), named("f6 f7 f8 g6 h6"));
        assert_eq!(bent.reach(&rook, e5, named("f7 f5")), named("f6 f7 g6 h6"));
        assert_eq!(bent.reach(&rook, e5, named("f6")), named("f6"));
        let h6 = Board::parse("h6").unwrap();
        assert_eq!(bent.path(&rook, e5, h6), named("f6 g6"));
        assert_eq!(bent.aims(h6), named("a5 b5 c5 d5 e5 f5 g5 g1 g2 g3 g4"));
    }

    #[test]
    fn a_knight_comes_from_where_it_can_go() {
        let table: [u64; 64] = leaps(|cell| KNIGHT.iter().filter_map(move |&step| Board::step(cell, step)));
        assert_eq!(table.iter().map(|set| set.len()).sum::<u32>(), 336);
        assert_eq!(reversed(&table), table);
    }
}
