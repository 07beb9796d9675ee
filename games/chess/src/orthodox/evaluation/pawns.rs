//! Pawns: how they stand together, and which ones pass.

use torneo_board::grid::BitSet;
use torneo_contract::Seat;

use super::masks::Masks;
use super::tally::Tally;
use super::terms::Term;
use super::{Attacks, Variant, View};

/// Steps of a king to a passed pawn beyond which it does not matter.
const FAR: i32 = 5;

impl<V: Variant, const CELLS: usize> View<'_, V, CELLS> {
    pub(super) fn count_pawns(
        &self,
        seat: Seat,
        attacks: &[V::Set; 2],
        other: &Attacks<V::Set>,
        tally: &mut impl Tally,
    ) {
        let (own, rivals) = (self.pawns(seat), self.pawns(seat.other()));
        let masks = self.masks;
        let [ahead, flanks, helpers] =
            [&masks.ahead, &masks.flanks, &masks.helpers].map(|table| &table[seat.index()]);
        let forward = self.tables.pawns.forward(seat) as isize;
        for square in own.members() {
            let rank = Self::rank(seat, square);
            self.stand(seat, 0, square, tally);
            let next = square.wrapping_add_signed(forward);
            let behind_another = !(ahead[square] & own).is_empty();
            if behind_another {
                tally.add(seat, Term::Doubled.at(0), 1);
            }
            if attacks[seat.index()].has(square) {
                tally.add(seat, Term::Supported.at(rank), 1);
            }
            if !(masks.neighbours[square] & own).is_empty() {
                tally.add(seat, Term::Phalanx.at(rank), 1);
            }
            if (masks.beside[square % V::FILES] & own).is_empty() {
                tally.add(seat, Term::Isolated.at(0), 1);
            } else if (helpers[square] & own).is_empty() && attacks[seat.other().index()].has(next) {
                tally.add(seat, Term::Backward.at(0), 1);
            }
            if !behind_another && ((ahead[square] | flanks[square]) & rivals).is_empty() {
                self.count_passed(seat, (square, next, rank), ahead[square], other, tally);
            }
        }
    }

    fn count_passed(
        &self,
        seat: Seat,
        (_, next, rank): (usize, usize, usize),
        way: V::Set,
        other: &Attacks<V::Set>,
        tally: &mut impl Tally,
    ) {
        tally.add(seat, Term::Passed.at(rank), 1);
        if self.occupied.has(next) {
            tally.add(seat, Term::Blocked.at(rank), 1);
        } else if (way & (self.occupied | other.all)).is_empty() {
            tally.add(seat, Term::Free.at(rank), 1);
        }
        let [own, rival] = [seat, seat.other()]
            .map(|seat| Masks::<V, CELLS>::distance(self.kings[seat.index()], next).min(FAR));
        tally.add(seat, Term::OwnKing.at(rank), own);
        tally.add(seat, Term::OtherKing.at(rank), rival);
    }
}
