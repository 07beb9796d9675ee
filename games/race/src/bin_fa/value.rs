//! The evaluation: units, what stands at the brink of capture, and supplies.

use torneo_board::grid::BitSet;

use super::board::{Board, MOST_PLAYERS};
use super::cells::{DISTANCE, NEAR, SECTORS, SIDES, sector_cells};
use super::moves::Action;

/// A unit.
pub(super) const UNIT: i32 = 100;
/// What a supply is worth: each of the first ones, and each further one.
const SUPPLY: [i32; 2] = [6, 3];
/// How many supplies count as the first ones, and how many count at all.
const SUPPLIES: [u8; 2] = [6, 16];
/// A sector with own units, whose colour brings supplies.
const SECTOR: i32 = 6;
/// For each unit of a stack that others come near to: what it is worth less, by the number of steps that they still need to
/// surround it. One step more leaves four fifths of it.
const THREAT: [i32; 24] = [60, 48, 38, 31, 25, 20, 16, 13, 10, 8, 6, 5, 4, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1];
/// For who has more units: for each step that is not needed any more to surround some stack.
const CHASE: i32 = 3;
/// Steps that it takes to drive a stack away that stands beside another one of the same player.
const FRIEND: i32 = 8;
/// Steps that surely bring what surrounds a stack from anywhere: the sides of a cell times the longest way.
const FARTHEST: i32 = 3 * 15;
pub(super) const LARGEST_VALUE: i32 = 1_000_000;

impl Board {
    /// What the evaluation counts for one player.
    pub(super) fn value_of(&self, seat: usize) -> i32 {
        let [first, most] = SUPPLIES.map(|bound| i32::from(self.supplies[seat].min(bound)));
        let sectors = (0..SECTORS).filter(|&sector| self.held[seat] & sector_cells(sector) != 0).count();
        let exposed: i32 =
            self.held[seat].members().map(|cell| i32::from(self.units[cell]) * self.threat(seat, cell)).sum();
        UNIT * i32::from(self.armies[seat])
            + SUPPLY[0] * first
            + SUPPLY[1] * (most - first)
            + SECTOR * sectors as i32
            - exposed
    }

    /// What each unit of a stack is worth less.
    fn threat(&self, seat: usize, cell: usize) -> i32 {
        let others = self.occupied() & !self.held[seat];
        THREAT[(self.siege(seat, cell, others) as usize).min(THREAT.len() - 1)]
    }

    /// The steps that units of others on these cells need to cover the open sides of a stack, each another unit. Sides
    /// where the player's own units stand cannot be covered before these are driven away.
    fn siege(&self, seat: usize, cell: usize, others: u128) -> i32 {
        let open = (NEAR[cell] & !self.closed_to(seat)).len() as usize;
        let friends = (NEAR[cell] & self.held[seat]).len() as i32;
        let Some(last) = open.checked_sub(1) else { return FRIEND * friends };
        let mut nearest = [FARTHEST / 3; SIDES];
        for from in others.members() {
            let distance = i32::from(DISTANCE[cell][from]);
            let besides = distance == 1;
            let steps = if besides { 2 } else { distance - 1 };
            // Most units are farther away than those that are counted.
            if steps < nearest[last] {
                let spare = usize::from(self.units[from]) - usize::from(besides);
                (0..spare.min(open)).for_each(|_| insert(&mut nearest, steps));
            }
        }
        nearest[..open].iter().sum::<i32>() + FRIEND * friends
    }

    /// How near the player is to surrounding some stack of others.
    pub(super) fn chase(&self, seat: usize) -> i32 {
        let own = self.held[seat];
        let stacks = (0..MOST_PLAYERS).filter(|&other| other != seat);
        let sieges =
            stacks.flat_map(|other| self.held[other].members().map(move |cell| self.siege(other, cell, own)));
        CHASE * (FARTHEST - sieges.min().unwrap_or(FARTHEST))
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

/// Puts a number into an ascending list, of which the last drops out.
fn insert(list: &mut [i32; SIDES], mut number: i32) {
    for place in list {
        if number < *place {
            std::mem::swap(place, &mut number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BinFa;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_contract::{Described, Game, Options, Scratch, Turn, playout};

    /// The same number from a sorted list of the steps of all units.
    fn listed_siege(board: &Board, seat: usize, cell: usize, others: u128) -> i32 {
        let open = (NEAR[cell] & !board.closed_to(seat)).len() as usize;
        let mut steps = vec![FARTHEST / 3; SIDES];
        for from in others.members() {
            let besides = NEAR[cell].has(from);
            let each = if besides { 2 } else { i32::from(DISTANCE[cell][from]) - 1 };
            let spare = usize::from(board.units[from]) - usize::from(besides);
            steps.extend(std::iter::repeat_n(each, spare));
        }
        steps.sort_unstable();
        steps[..open].iter().sum::<i32>() + FRIEND * (NEAR[cell] & board.held[seat]).len() as i32
    }

    #[test]
    fn sieges_count_the_nearest_units() {
        let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(5), Scratch::default());
        let options = Options::check(&"bin-fa".parse().unwrap(), BinFa::INFO.options).unwrap();
        let game = BinFa::new(&options).unwrap();
        let mut compared = 0;
        for _ in 0..5 {
            let mut position = game.start();
            for _ in 0..400 {
                if matches!(game.turn(&position), Turn::Over) {
                    break;
                }
                playout::random_ply(&game, &mut position, &mut rng, &mut scratch);
                let board = &position;
                for seat in 0..MOST_PLAYERS {
                    let others = board.occupied() & !board.held[seat];
                    for cell in board.held[seat].members() {
                        let expected = listed_siege(board, seat, cell, others);
                        assert_eq!(board.siege(seat, cell, others), expected, "{cell}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000);
    }
}
