//! The random streams of games.
//!
//! Every game has a ChaCha key of its own; the stream number within the key is the purpose. Keys of games of
//! a tournament are made of what the games are (master seed, game, engines, round), not of their number in a
//! plan. So two tournaments share the games that they have in common. Chance and the opening come from the
//! key of the mirrored group, so that its games see the same chance. What the engines draw depends on who
//! sits where, too.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use torneo_contract::Seat;
use torneo_search::Rng;

/// What a stream is for; the value is the stream number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Chance turns: one 64-bit word each, in the order of the game.
    Chance,
    /// The generator of the engine at a seat.
    Seat(Seat),
    /// Random opening plies.
    Opening,
}

impl Purpose {
    /// The ChaCha stream number: 0 for chance, 1 to 8 for the seats, 9 for the opening.
    pub const fn stream(self) -> u64 {
        match self {
            Purpose::Chance => 0,
            Purpose::Seat(seat) => 1 + seat.index() as u64,
            Purpose::Opening => 9,
        }
    }
}

/// Part of the keys of numbered games, so that other uses of the same seed give other streams.
const DOMAIN: [u8; 16] = *b"torneo game key\0";

/// Where all randomness of one game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Streams {
    /// What the games of a mirrored group share, as the words of a ChaCha key.
    group: [u64; 4],
    /// Who sits where.
    seating: u64,
}

impl Streams {
    /// The random streams of a game of a mirrored group. `group` names the group and `seating` tells its games apart; that these
    /// differ wherever games do is up to the caller.
    pub const fn of_group(group: [u64; 4], seating: u64) -> Streams {
        Streams { group, seating }
    }

    /// The random streams of a game that is known by a number only.
    pub fn numbered(seed: u64, number: u64) -> Streams {
        let half = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| DOMAIN[at + byte]));
        Streams { group: [seed, number, half(0), half(8)], seating: 0 }
    }

    /// The stream for a purpose.
    pub fn stream(&self, purpose: Purpose) -> ChaCha8Rng {
        let mut words = self.group;
        if let Purpose::Seat(_) = purpose {
            words[3] ^= self.seating;
        }
        let mut key = [0; 32];
        for (bytes, word) in key.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(purpose.stream());
        stream
    }

    /// A small fast generator seeded from the stream for a purpose.
    pub fn generator(&self, purpose: Purpose) -> Rng {
        Rng::from_rng(&mut self.stream(purpose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::Rng as _;

    #[test]
    fn streams_differ_by_seed_number_and_purpose() {
        let first = |seed, number, purpose| Streams::numbered(seed, number).stream(purpose).next_u64();
        let seat = Purpose::Seat(Seat::SECOND);
        let words = [
            first(1, 1, Purpose::Chance),
            first(2, 1, Purpose::Chance),
            first(1, 2, Purpose::Chance),
            first(1, 1, seat),
            first(1, 1, Purpose::Opening),
        ];
        for (index, word) in words.iter().enumerate() {
            assert!(!words[..index].contains(word));
        }
        assert_eq!(first(1, 1, seat), first(1, 1, seat));
    }

    #[test]
    fn who_sits_where_matters_to_the_engines_alone() {
        let first = |seating, purpose| Streams::of_group([1, 2, 3, 4], seating).stream(purpose).next_u64();
        assert_ne!(first(5, Purpose::Seat(Seat::FIRST)), first(6, Purpose::Seat(Seat::FIRST)));
        assert_eq!(first(5, Purpose::Chance), first(6, Purpose::Chance));
        assert_eq!(first(5, Purpose::Opening), first(6, Purpose::Opening));
    }
}
