//! How long a random opening is.

use torneo_contract::{Seat, SeatVec, Turn};

/// Counts the moves that each seat has made at random. A move is what a seat decides without another seat in between, or
/// its part of a joint choice; chance is not counted.
pub struct Opening {
    /// The most moves of a seat.
    each: u64,
    made: SeatVec<u64>,
    last: Option<Seat>,
}

impl Opening {
    /// An opening of this many random moves, every seat the same number: rounded up to whole rounds.
    pub fn new(seats: usize, moves: u64) -> Opening {
        Opening { each: moves.div_ceil(seats as u64), made: (0..seats).map(|_| 0).collect(), last: None }
    }

    /// Counts a turn at which seats choose, if it still belongs to the opening: no seat has more moves than its share. In
    /// games whose seats move in turn all have their share then; where chance says who moves, some may have had less.
    pub fn admits(&mut self, turn: Turn) -> bool {
        match turn {
            Turn::Seat(seat) if self.last == Some(seat) => true,
            Turn::Seat(seat) => {
                self.last = Some(seat);
                self.count(&[seat])
            }
            Turn::Simultaneous(seats) => {
                self.last = None;
                self.count(&seats.iter().collect::<SeatVec<Seat>>())
            }
            Turn::Chance | Turn::Over => false,
        }
    }

    fn count(&mut self, seats: &[Seat]) -> bool {
        let admitted = seats.iter().all(|seat| self.made[seat.index()] < self.each);
        for seat in seats {
            self.made[seat.index()] += 1;
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::SeatSet;

    const A: Turn = Turn::Seat(Seat::FIRST);
    const B: Turn = Turn::Seat(Seat::SECOND);

    fn length(moves: u64, turns: &[Turn]) -> usize {
        let mut opening = Opening::new(2, moves);
        turns.iter().take_while(|&&turn| opening.admits(turn)).count()
    }

    #[test]
    fn rounds_are_whole() {
        let turns = [A, B, A, B, A, B, A];
        assert_eq!([0, 1, 2, 3, 4, 5].map(|moves| length(moves, &turns)), [0, 2, 2, 4, 4, 6]);
    }

    #[test]
    fn several_decisions_of_a_seat_are_one_move() {
        assert_eq!(length(2, &[A, A, A, B, B, A, A]), 5);
        assert_eq!(length(2, &[B, B, A, B]), 3);
    }

    #[test]
    fn nobody_has_more_than_a_share() {
        let both = Turn::Simultaneous(SeatSet::first(2));
        assert_eq!(length(2, &[both, both]), 1);
        assert_eq!(length(4, &[both, A, B, both]), 3);
        assert_eq!(length(4, &[A, both, A, B]), 2);
    }
}
