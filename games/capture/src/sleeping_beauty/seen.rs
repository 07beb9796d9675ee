//! The positions of a lady sequence.
//!
//! Between two moves by men, and between two captures, only the two ladies move. Without both ladies every
//! second move is a man's. So a position is known by the side to move and the squares of the ladies.

use torneo_contract::Archive;

use super::board::Squares;

/// The number of dark squares.
const PLACES: usize = Squares::SQUARES / 2;

/// A set of positions that differ in the ladies' squares and the side to move only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// For each side to move and each place of its lady the places of the other lady.
    places: [[u32; PLACES]; 2],
    is_empty: bool,
}

/// The number of a dark square among the dark squares: of each two neighbours on a rank one is dark.
#[inline]
const fn place(square: usize) -> usize {
    square / 2 % PLACES
}

impl Seen {
    pub(super) const EMPTY: Seen = Seen { places: [[0; PLACES]; 2], is_empty: true };

    /// Removes all positions.
    #[inline]
    pub(super) fn clear(&mut self) {
        if !self.is_empty {
            *self = Seen::EMPTY;
        }
    }

    /// Writes or reads the set.
    pub(super) fn archive(&mut self, archive: &mut Archive) {
        archive.flag(&mut self.is_empty);
        self.places.as_flattened_mut().iter_mut().for_each(|places| archive.number(places));
    }

    /// Whether the position with `to_move` to move, its lady on `own` and the other on `other` is in the set.
    #[inline]
    pub(super) const fn contains(&self, to_move: usize, own: usize, other: usize) -> bool {
        self.places[to_move & 1][place(own)] >> place(other) & 1 == 1
    }

    /// Adds a position; whether it was there.
    #[inline]
    pub(super) fn insert(&mut self, to_move: usize, own: usize, other: usize) -> bool {
        let found = self.contains(to_move, own, other);
        self.places[to_move & 1][place(own)] |= 1 << place(other);
        self.is_empty = false;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::DARK;
    use super::*;
    use torneo_board::grid::BitSet;

    #[test]
    fn every_pair_of_squares_is_a_position_of_its_own() {
        let mut seen = Seen::EMPTY;
        let pairs = || DARK.members().flat_map(|own| DARK.members().map(move |other| (own, other)));
        for (own, other) in pairs() {
            assert!(!seen.insert(0, own, other) && seen.contains(0, own, other));
        }
        assert!(pairs().all(|(own, other)| !seen.insert(1, own, other) && seen.insert(0, own, other)));
        seen.clear();
        assert_eq!(seen, Seen::EMPTY);
    }
}
