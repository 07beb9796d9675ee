//! Sets of squares that the evaluation asks for.

use torneo_board::grid::BitSet;

use super::Variant;

/// Sets by square; those by seat first are as its owner sees the board.
#[derive(Clone, Debug)]
pub struct Masks<V: Variant, const CELLS: usize> {
    /// All squares, and the dark ones.
    pub board: V::Set,
    pub dark: V::Set,
    /// By file.
    pub file: Vec<V::Set>,
    /// Ahead on the same file.
    pub ahead: [[V::Set; CELLS]; 2],
    /// Ahead on the files beside.
    pub flanks: [[V::Set; CELLS]; 2],
}

impl<V: Variant, const CELLS: usize> Masks<V, CELLS> {
    pub fn new() -> Self {
        let all = |holds: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..CELLS).filter(|&cell| holds(cell % V::FILES, cell / V::FILES));
            cells.fold(V::Set::EMPTY, |set, cell| set | V::Set::one(cell))
        };
        let by_seat = |holds: &dyn Fn(usize, usize, i32) -> bool| {
            [1, -1].map(|forward: i32| {
                std::array::from_fn(|at| {
                    let ahead = |rank: usize| forward * (rank as i32 - (at / V::FILES) as i32);
                    all(&|file, rank| holds(at % V::FILES, file, ahead(rank)))
                })
            })
        };
        Masks {
            board: all(&|_, _| true),
            dark: all(&|file, rank| (file + rank) % 2 == 0),
            file: (0..V::FILES).map(|at| all(&|file, _| file == at)).collect(),
            ahead: by_seat(&|file, other, by| file == other && by > 0),
            flanks: by_seat(&|file, other, by| file.abs_diff(other) == 1 && by > 0),
        }
    }

    /// The squares on both sides of some squares.
    pub fn beside(&self, squares: V::Set) -> V::Set {
        let (first, last) = (self.file[0], self.file[V::FILES - 1]);
        (squares & !first).shifted(-1) | (squares & !last).shifted(1)
    }

    /// The steps that a king takes from one square to another one on an empty board.
    pub fn distance(from: usize, to: usize) -> i32 {
        let files = (from % V::FILES).abs_diff(to % V::FILES);
        files.max((from / V::FILES).abs_diff(to / V::FILES)) as i32
    }
}
