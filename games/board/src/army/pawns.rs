//! Pawns of two players on flat boards, moved all at once with bit sets.

use std::ops::ControlFlow;

use super::batch::Batch;
use super::{Army, Forces, Guard};
use crate::grid::BitSet;
use torneo_contract::Seat;

/// The pawns of a board whose cells are numbered along the ranks.
#[derive(Clone, Debug)]
pub struct Pawns<S> {
    files: i32,
    first_file: S,
    last_file: S,
    /// By seat the rank that a pawn crosses with a two-step; empty if there is none.
    crossed: [S; 2],
}

/// Moves of pawns that all go equally far.
#[derive(Clone, Copy, Debug)]
pub struct Steps<S> {
    /// The cells entered.
    pub targets: S,
    /// What is added to the number of the cell left.
    pub by: i32,
}

impl<S: BitSet> Steps<S> {
    /// The cell left by the pawn that enters one of the targets.
    #[inline]
    pub fn from(&self, to: usize) -> usize {
        (to as i32 - self.by) as usize
    }
}

impl<S: BitSet> Pawns<S> {
    /// The pawns of a board; `crossed` is the rank (counted from 0, from the owner's side) that a pawn crosses with
    /// a two-step.
    pub fn new(files: usize, ranks: usize, crossed: Option<usize>) -> Self {
        let all = |holds: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..files * ranks).filter(|&cell| holds(cell % files, cell / files));
            cells.fold(S::EMPTY, |set, cell| set | S::one(cell))
        };
        Pawns {
            files: files as i32,
            first_file: all(&|file, _| file == 0),
            last_file: all(&|file, _| file == files - 1),
            crossed: [
                all(&|_, rank| Some(rank) == crossed),
                all(&|_, rank| Some(ranks - 1 - rank) == crossed),
            ],
        }
    }

    /// One rank ahead.
    #[inline]
    pub fn forward(&self, seat: Seat) -> i32 {
        if seat == Seat::FIRST { self.files } else { -self.files }
    }

    /// The single steps of a player's pawns.
    #[inline]
    pub fn single(&self, seat: Seat, pawns: S, empty: S) -> Steps<S> {
        let by = self.forward(seat);
        Steps { targets: pawns.shifted(by) & empty, by }
    }

    /// The cells that a player's pawns attack, toward the first and toward the last file.
    #[inline]
    pub fn attacks(&self, seat: Seat, pawns: S) -> [Steps<S>; 2] {
        let forward = self.forward(seat);
        let side = |pawns: S, by: i32| Steps { targets: pawns.shifted(by), by };
        [side(pawns & !self.first_file, forward - 1), side(pawns & !self.last_file, forward + 1)]
    }

    /// All moves of a player's pawns, en passant apart: steps, two-steps and captures.
    #[inline]
    pub fn steps(&self, seat: Seat, pawns: S, empty: S, others: S) -> [Steps<S>; 4] {
        let single = self.single(seat, pawns, empty);
        let double = self.single(seat, single.targets & self.crossed[seat.index()], empty);
        let [left, right] = self.attacks(seat, pawns);
        [
            single,
            Steps { by: 2 * double.by, ..double },
            Steps { targets: left.targets & others, ..left },
            Steps { targets: right.targets & others, ..right },
        ]
    }

    /// Calls `visit` with the legal moves of a player's pawns, en passant apart. The gait of the pawns has the number
    /// of their owner's seat.
    #[inline]
    pub fn for_each_batch<A: Army<Set = S>, const GAITS: usize>(
        &self,
        army: &A,
        forces: &Forces<S, GAITS, 2>,
        seat: Seat,
        guard: &Guard<S>,
        mut visit: impl FnMut(Batch<S>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (pawns, empty) = (forces.gaits[seat.index()], !forces.occupied());
        let others = forces.owned[seat.other().index()];
        forces.for_each_pin(army, seat, guard, pawns, |pawns, allowed| {
            for Steps { targets, by } in self.steps(seat, pawns, empty, others) {
                let targets = targets & allowed;
                if !targets.is_empty() {
                    visit(Batch::Pawns(Steps { targets, by }))?;
                }
            }
            ControlFlow::Continue(())
        })
    }
}
