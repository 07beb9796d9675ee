//! Pawns on three levels, moved all at once with bit sets.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::levels::{self, LEVELS, SQUARES, Shift, Vector, on_any_level, rise};
use super::rules::PawnVectors;
use torneo_board::army::pawns::Steps;
use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::Seat;

/// Steps that go equally far on their level.
#[derive(Clone, Debug)]
struct Group {
    shift: Shift,
    /// The changes of level that go with it.
    levels: ArrayVec<i32, LEVELS>,
}

impl Group {
    /// A change of level with what the step adds to the number of a cell.
    fn by(&self, levels: i32) -> i32 {
        self.shift.by + SQUARES as i32 * levels
    }
}

/// The ways of the pawns of both players.
#[derive(Clone, Debug)]
pub struct Pawns {
    /// By seat.
    quiet: [Vec<Group>; 2],
    twice: [Vec<Group>; 2],
    takes: [Vec<Group>; 2],
}

/// A vector of White's pawns as a player's pawns take it.
pub fn turned(seat: Seat, (levels, files, ranks): Vector) -> Vector {
    if seat == Seat::FIRST { (levels, files, ranks) } else { (levels, files, -ranks) }
}

/// The vectors of a player's pawns, those with the same step on the level together.
fn groups(seat: Seat, vectors: &[Vector]) -> Vec<Group> {
    let mut steps: Vec<(i32, i32)> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for &vector in vectors {
        let (levels, files, ranks) = turned(seat, vector);
        let place = steps.iter().position(|&step| step == (files, ranks)).unwrap_or_else(|| {
            steps.push((files, ranks));
            groups.push(Group { shift: Shift::new((files, ranks)), levels: ArrayVec::new() });
            groups.len() - 1
        });
        groups[place].levels.push(levels);
    }
    groups
}

impl Pawns {
    pub fn new(vectors: &PawnVectors) -> Pawns {
        let both = |vectors: &[Vector]| [Seat::FIRST, Seat::SECOND].map(|seat| groups(seat, vectors));
        Pawns { quiet: both(vectors.quiet), twice: both(vectors.twice), takes: both(vectors.takes) }
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
        for group in &self.quiet[seat.index()] {
            let stepped = group.shift.cells(pawns);
            for &levels in &group.levels {
                visit_some(rise(stepped, levels) & empty, group.by(levels))?;
            }
        }
        if !fresh.is_empty() {
            for group in &self.twice[seat.index()] {
                for &levels in &group.levels {
                    let passed = rise(group.shift.cells(fresh), levels) & empty;
                    visit_some(rise(group.shift.cells(passed), levels) & empty, 2 * group.by(levels))?;
                }
            }
        }
        let taken = on_any_level(others);
        for group in &self.takes[seat.index()] {
            let stepped = group.shift.cells(pawns);
            if on_any_level(stepped) & taken == 0 {
                continue;
            }
            for &levels in &group.levels {
                visit_some(rise(stepped, levels) & others, group.by(levels))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What the single steps that may be taken twice add to the number of a cell.
    fn doubled(&self, seat: Seat) -> impl Iterator<Item = i32> + '_ {
        self.twice[seat.index()].iter().flat_map(|group| group.levels.iter().map(|&levels| group.by(levels)))
    }

    /// The cell that a pawn that has never moved passes over on its way between two cells; none if it is no
    /// two-step.
    #[inline]
    pub fn passed(&self, seat: Seat, from: usize, to: usize) -> Option<usize> {
        let by = to as i32 - from as i32;
        self.doubled(seat).any(|once| 2 * once == by).then(|| from.midpoint(to))
    }

    /// The cell from which a two-step over the first cell leads to the second one, if there is such a
    /// two-step from a pawn's first rank.
    pub fn before(&self, seat: Seat, passed: usize, to: usize) -> Option<usize> {
        let by = to as i32 - passed as i32;
        let from = passed.checked_add_signed(-by as isize).filter(|&from| from < levels::CELLS)?;
        self.doubled(seat).any(|once| once == by).then_some(from)
    }
}
