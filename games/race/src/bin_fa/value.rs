//! The evaluation: units, what stands at the brink of capture, and supplies.

use torneo_board::grid::BitSet;

use super::board::Board;
use super::cells::NEAR;
use super::moves::Action;

/// A unit.
pub(super) const UNIT: i32 = 100;
/// What each unit of a stack with so many open sides is worth less.
const OPEN_SIDES: [i32; 4] = [40, 20, 4, 0];
/// A supply, of which so many count.
const SUPPLY: i32 = 6;
const SUPPLIES: u8 = 12;
pub(super) const LARGEST_VALUE: i32 = 1_000_000;

impl Board {
    /// What the evaluation counts for one player.
    pub(super) fn worth(&self, seat: usize) -> i32 {
        let closed = self.closed_to(seat);
        let stacks = self.held[seat].members().map(|cell| {
            let open = (NEAR[cell] & !closed).len() as usize;
            i32::from(self.units[cell]) * (UNIT - OPEN_SIDES[open])
        });
        stacks.sum::<i32>() + SUPPLY * i32::from(self.supplies[seat].min(SUPPLIES))
    }

    /// The units that a step or a push captures.
    pub(super) fn captured(&self, action: Action) -> i32 {
        let others = self.occupied() & !self.held[self.mover()];
        let mut after = *self;
        match action {
            Action::Step { units, from, end, .. } if NEAR[end as usize] & others != 0 => {
                let (mover, from, end) = (self.mover(), from as usize, end as usize);
                after.set_units(mover, from, after.units[from] - units);
                after.set_units(mover, end, after.units[end] + units);
                after.capture_around(end);
            }
            Action::Push(to) => {
                let super::board::Phase::Push(at, _) = self.turning.phase else { return 0 };
                let Some(owner) = self.owner(at as usize) else { return 0 };
                let units = after.units[at as usize];
                after.set_units(owner, at as usize, 0);
                after.set_units(owner, to as usize, after.units[to as usize] + units);
                after.capture_around(to as usize);
            }
            _ => return 0,
        }
        let units = |board: &Board| board.armies.iter().map(|&units| i32::from(units)).sum::<i32>();
        units(self) - units(&after)
    }
}
