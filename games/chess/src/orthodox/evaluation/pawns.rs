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
    /// All pawns of a player at once, by sets of squares; `attacks` is what the pawns attack, by seat.
    pub(super) fn count_pawns<const SEAT: usize>(
        &self,
        attacks: &[V::Set; 2],
        other: &Attacks<V::Set>,
        tally: &mut impl Tally,
    ) {
        let seat = Seat::new(SEAT);
        let (own, rivals) = (self.pawns(seat), self.pawns(seat.other()));
        let forward = Self::forward(seat);
        own.members().for_each(|square| self.stand(seat, 0, square, tally));
        let beside = self.masks.beside(own);
        let helped = Self::filled(beside, forward);
        let endangered = attacks[seat.other().index()].shifted(-forward);
        let alone = own & !helped;
        let isolated = alone & !Self::filled(beside, -forward);
        let doubled = own & Self::filled(own.shifted(-forward), -forward);
        let stoppers = rivals | self.masks.beside(rivals);
        let stopped = Self::filled(stoppers.shifted(-forward), -forward);
        let count = |set: V::Set| set.len() as i32;
        tally.add(seat, Term::Doubled.at(0), count(doubled));
        tally.add(seat, Term::Isolated.at(0), count(isolated));
        tally.add(seat, Term::Backward.at(0), count(alone & !isolated & endangered));
        for square in (own & attacks[seat.index()]).members() {
            tally.add(seat, Term::Supported.at(Self::rank(seat, square)), 1);
        }
        for square in (own & beside).members() {
            tally.add(seat, Term::Phalanx.at(Self::rank(seat, square)), 1);
        }
        for square in (own & !doubled & !stopped).members() {
            self.count_passed(seat, square, other, tally);
        }
    }

    /// A set with everything that lies on the same files in the direction in which squares are `forward` apart.
    #[inline]
    fn filled(set: V::Set, forward: i32) -> V::Set {
        let (mut filled, mut ranks) = (set, 1);
        while ranks < V::RANKS as i32 {
            filled = filled | filled.shifted(ranks * forward);
            ranks *= 2;
        }
        filled
    }

    fn count_passed(&self, seat: Seat, square: usize, other: &Attacks<V::Set>, tally: &mut impl Tally) {
        let (way, rank) = (self.masks.ahead[seat.index()][square], Self::rank(seat, square));
        let next = square.wrapping_add_signed(Self::forward(seat) as isize);
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
