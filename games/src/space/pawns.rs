//! Pawns on three levels, moved all at once with bit sets.

use std::ops::ControlFlow;

use super::levels::{self, Shift, Vector};
use super::rules::PawnWays;
use crate::contract::Seat;
use crate::parts::army::pawns::Steps;
use crate::parts::grid::{BitSet, Bits192};

/// The ways of the pawns of both players.
#[derive(Clone, Debug)]
pub struct Pawns {
    /// By seat.
    quiet: [Vec<Shift>; 2],
    twice: [Vec<Shift>; 2],
    takes: [Vec<Shift>; 2],
}

/// A vector of White's pawns as a player's pawns take it.
pub fn turned(seat: Seat, (levels, files, ranks): Vector) -> Vector {
    if seat == Seat::FIRST { (levels, files, ranks) } else { (levels, files, -ranks) }
}

impl Pawns {
    pub fn new(ways: &PawnWays) -> Pawns {
        let shifts = |vectors: &[Vector]| {
            [Seat::FIRST, Seat::SECOND]
                .map(|seat| vectors.iter().map(|&vector| Shift::new(turned(seat, vector))).collect())
        };
        Pawns { quiet: shifts(ways.quiet), twice: shifts(ways.twice), takes: shifts(ways.takes) }
    }

    /// Calls `visit` with all moves of a player's pawns, en passant apart; those of `fresh` may go two steps.
    #[inline]
    pub fn for_each_steps(
        &self,
        seat: Seat,
        pawns: Bits192,
        fresh: Bits192,
        [empty, others]: [Bits192; 2],
        mut visit: impl FnMut(Steps<Bits192>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visit_some = |targets: Bits192, by: i32| {
            if targets.is_empty() {
                return ControlFlow::Continue(());
            }
            visit(Steps { targets, by })
        };
        for shift in &self.quiet[seat.index()] {
            visit_some(shift.cells(pawns) & empty, shift.by)?;
        }
        if !fresh.is_empty() {
            for shift in &self.twice[seat.index()] {
                let passed = shift.cells(fresh) & empty;
                visit_some(shift.cells(passed) & empty, 2 * shift.by)?;
            }
        }
        for shift in &self.takes[seat.index()] {
            visit_some(shift.cells(pawns) & others, shift.by)?;
        }
        ControlFlow::Continue(())
    }

    /// The cell that a pawn that has never moved passes over on its way between two cells; none if it is no two-step.
    #[inline]
    pub fn passed(&self, seat: Seat, from: usize, to: usize) -> Option<usize> {
        let by = to as i32 - from as i32;
        self.twice[seat.index()].iter().any(|shift| 2 * shift.by == by).then(|| from.midpoint(to))
    }

    /// The cell from which a two-step over the first cell leads to the second one.
    pub fn before(&self, seat: Seat, passed: usize, to: usize) -> Option<usize> {
        let by = to as i32 - passed as i32;
        let from = passed.checked_add_signed(-by as isize)?;
        let fits = |shift: &&Shift| {
            let start = if from < levels::CELLS { Bits192::one(from) } else { Bits192::EMPTY };
            shift.by == by && shift.cells(start).has(passed)
        };
        self.twice[seat.index()].iter().find(fits).map(|_| from)
    }
}
