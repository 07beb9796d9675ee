//! The evaluation: points, dwarfs side by side, and what either side attacks.

use torneo_contract::Seat;

use super::board::Board;
use super::rows::Field;

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
    /// What the evaluation counts, for the Dwarfs.
    #[inline]
    pub(super) fn counts(&self) -> [i32; TERMS.len()] {
        let points = |seat: Seat| self.total(seat) as i32;
        let field = Field::new(self.pieces);
        let points = points(self.dwarfs_seat) - points(self.dwarfs_seat.other());
        [points, field.pairs() as i32, field.exposed() as i32, field.aimed() as i32]
    }
}
