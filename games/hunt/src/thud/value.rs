//! The evaluation: points, dwarfs side by side, and what either side attacks.

use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::Seat;

use super::board::{Board, DWARFS, TROLLS};
use super::tables::{DIRECTIONS, Tables};

/// A point, which is a dwarf; a troll is worth four.
pub(super) const POINT: i32 = 100;
/// Two dwarfs beside each other.
const PAIR: i32 = 4;
/// A dwarf that a troll can capture.
const EXPOSED: i32 = 12;
/// A troll that a dwarf can be hurled at.
const AIMED: i32 = 60;

/// What is counted, and its worth to the Dwarfs.
pub(super) const TERMS: [&str; 4] = ["points", "pairs", "exposed", "aimed"];
pub(super) const WEIGHTS: [i32; TERMS.len()] = [POINT, PAIR, -EXPOSED, AIMED];

impl Board {
    /// The cells to which some troll can step.
    fn stepped_on(&self, tables: &Tables) -> Bits192 {
        let near = self.pieces[TROLLS].members().fold(Bits192::EMPTY, |set, from| set | tables.near[from]);
        near - self.occupied()
    }

    /// Whether a dwarf can be hurled at the troll on a cell.
    fn is_aimed_at(&self, tables: &Tables, troll: usize) -> bool {
        // One beside it needs no other dwarf behind it.
        if !self.dwarfs_beside(tables, troll).is_empty() {
            return true;
        }
        let occupied = self.occupied();
        (0..DIRECTIONS).any(|direction| {
            let (mut at, mut distance) = (troll, 1);
            while let Some(next) = tables.next(at, direction) {
                if self.pieces[DWARFS].has(next) {
                    let back = (direction + DIRECTIONS / 2) % DIRECTIONS;
                    return self.line(tables, DWARFS, next, back, distance) == distance;
                }
                if occupied.has(next) {
                    break;
                }
                (at, distance) = (next, distance + 1);
            }
            false
        })
    }

    /// What the evaluation counts, for the Dwarfs.
    pub(super) fn counts(&self, tables: &Tables) -> [i32; TERMS.len()] {
        let points = |seat: Seat| self.total(seat) as i32;
        let (dwarfs, steps) = (self.pieces[DWARFS], self.stepped_on(tables));
        let (mut beside, mut exposed) = (0, 0);
        for cell in dwarfs.members() {
            beside += (tables.near[cell] & dwarfs).len();
            exposed += i32::from(!(tables.near[cell] & steps).is_empty());
        }
        let aimed = self.pieces[TROLLS].members().filter(|&troll| self.is_aimed_at(tables, troll)).count();
        let points = points(self.dwarfs_seat) - points(self.dwarfs_seat.other());
        [points, (beside / 2) as i32, exposed, aimed as i32]
    }
}
