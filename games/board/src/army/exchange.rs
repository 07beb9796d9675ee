//! Static exchange evaluation: what a capture is worth in the end.
//!
//! Chess programs use it since Chess 4.5 (Slate and Atkin, "Chess 4.5", 1977).

use torneo_contract::Seat;

use super::{Army, Forces, Kind};
use crate::grid::BitSet;

/// Captures on one cell at most: more are not looked at.
const MOST_CAPTURES: usize = 32;

impl<S: BitSet, const GAITS: usize> Forces<S, GAITS, 2> {
    /// What a player's piece on `from` wins by going to `to`. Both players go on to capture there with their
    /// least pieces as long as it pays. The units are those of `value_of`, which gives the values of kinds,
    /// at least 0.
    ///
    /// Pins and promotions are not looked at. A king captures only what is not protected.
    pub fn exchange<A: Army<Set = S>>(
        &self,
        army: &A,
        (seat, from, to): (Seat, usize, usize),
        value_of: impl Fn(Kind) -> i32,
    ) -> i32 {
        let mut standing = self.kind(from);
        let mut won = [value_of(self.kind(to)); MOST_CAPTURES];
        let mut occupied = self.occupied() & !S::one(from) & !S::one(to);
        let (mut side, mut captures) = (seat.other(), 1);
        while captures < MOST_CAPTURES {
            let attackers = self.attackers(army, to, occupied, occupied);
            let own = attackers & self.owned[side.index()];
            let Some(by) = own.members().min_by_key(|&by| self.rank::<A>(by, &value_of)) else { break };
            let kind = self.kind(by);
            if kind >> A::KING & 1 == 1 && !(attackers & self.owned[side.other().index()]).is_empty() {
                break;
            }
            won[captures] = value_of(standing) - won[captures - 1];
            (standing, side) = (kind, side.other());
            occupied = occupied & !S::one(by);
            captures += 1;
        }
        // Whoever is to capture may leave it.
        (1..captures).rev().for_each(|last| won[last - 1] = -won[last].max(-won[last - 1]));
        won[0]
    }

    /// The order in which pieces capture: by value, kings last.
    fn rank<A: Army<Set = S>>(&self, cell: usize, value_of: &impl Fn(Kind) -> i32) -> (bool, i32) {
        let kind = self.kind(cell);
        (kind >> A::KING & 1 == 1, value_of(kind))
    }
}
