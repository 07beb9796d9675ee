//! How safe a king is: the pawns about it, and what attacks the squares beside it.

use torneo_board::army::Army;
use torneo_board::grid::BitSet;
use torneo_contract::Seat;

use super::tally::Tally;
use super::terms::{ATTACKERS, DANGERS, Term};
use super::{Attacks, Variant, View};
use crate::orthodox::tables::{DIAGONALS, KNIGHT, ORTHOGONALS};

/// What a safe check adds to the danger, and a square beside the king that only the king protects.
const CHECK: i32 = 6;
const WEAK: i32 = 1;

impl<V: Variant, const CELLS: usize> View<'_, V, CELLS> {
    /// What is told of a player's king; `other` is what attacks it.
    pub(super) fn count_king<const SEAT: usize>(
        &self,
        own: &Attacks<V::Set>,
        other: &Attacks<V::Set>,
        tally: &mut impl Tally,
    ) {
        let seat = Seat::new(SEAT);
        let (king, ring) = (self.kings[SEAT], self.rings[SEAT]);
        let forward = Self::forward(seat);
        let pawns = self.pawns(seat);
        let count = |set: V::Set| set.len() as i32;
        tally.add(seat, Term::Shield.at(0), count(pawns & ring));
        let second = ring.shifted(forward) & !ring & self.masks.board;
        tally.add(seat, Term::Shield.at(1), count(pawns & second));
        let file = king % V::FILES;
        let files = file.saturating_sub(1)..=(file + 1).min(V::FILES - 1);
        let bare = files.filter(|&file| (self.masks.file[file] & pawns).is_empty()).count();
        tally.add(seat, Term::Bare.at(bare), 1);
        let third = ring.shifted(2 * forward);
        let wide = ring | third | third.shifted(forward);
        tally.add(seat, Term::Storm.at(0), count(self.pawns(seat.other()) & wide));
        let protected = own.pawns | own.having[KNIGHT] | own.having[DIAGONALS] | own.having[ORTHOGONALS];
        let weak = (ring & other.all & !protected).len();
        tally.add(seat, Term::Attackers.at((other.attackers as usize).min(ATTACKERS - 1)), 1);
        tally.add(seat, Term::Weak.at(weak as usize), 1);
        tally.add(seat, Term::Twice.at((ring & other.twice).len() as usize), 1);
        let danger = self.danger(seat, protected, weak as i32, other);
        tally.add(seat, Term::Danger.at(danger), 1);
        if seat == self.mover {
            tally.add(seat, Term::Respite.at(danger), 1);
        }
        tally.add(seat, Term::Pinned.at(0), self.pinned(seat));
    }

    /// The degree of danger. `protected` are the squares that own pieces and pawns protect, without the king. `weak` is the
    /// number of squares beside the king that it alone protects.
    fn danger(&self, seat: Seat, protected: V::Set, weak: i32, other: &Attacks<V::Set>) -> usize {
        if other.attackers == 0 {
            return 0;
        }
        let (king, ring) = (self.kings[seat.index()], self.rings[seat.index()]);
        let entered = !self.forces.owned[seat.other().index()] & !protected;
        let safe = entered & (!ring | other.pawns | self.twice_near(other));
        let mut units = other.units + WEAK * weak;
        for gait in [KNIGHT, DIAGONALS, ORTHOGONALS] {
            let checks = self.tables.attacks(gait, king, self.occupied) & other.having[gait] & safe;
            units += CHECK * (checks.len() as i32).min(2);
        }
        if other.attackers == 1 {
            units /= 2;
        }
        (units as usize).min(DANGERS - 1)
    }

    /// How many of the player's pieces may not leave a line to its king.
    fn pinned(&self, seat: Seat) -> i32 {
        let king = self.kings[seat.index()];
        let by = |gait: usize| {
            let riders = self.forces.gaits[gait] & self.forces.owned[seat.other().index()];
            if (self.tables.aims(gait, king) & riders).is_empty() {
                return 0;
            }
            let near = self.tables.attacks(gait, king, self.occupied);
            let behind = self.occupied & !(near & self.forces.owned[seat.index()]);
            (self.tables.attacks(gait, king, behind) & !near & riders).len() as i32
        };
        by(DIAGONALS) + by(ORTHOGONALS)
    }

    /// Squares that pieces of different gaits attack.
    fn twice_near(&self, attacks: &Attacks<V::Set>) -> V::Set {
        let [a, b, c] = [KNIGHT, DIAGONALS, ORTHOGONALS].map(|gait| attacks.having[gait]);
        (a & b) | (b & c) | (a & c)
    }
}
