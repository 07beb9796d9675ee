//! The random streams of a tournament.
//!
//! Every game number has a ChaCha key of its own, made of the master seed and the number; the stream number within
//! the key is the purpose. Chance and the opening of all games of a mirrored group come from the key of the group's
//! first game, so that these games see the same luck; the seats' streams come from the game's own key.

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

/// Part of every key, so that other uses of the same seed give other streams.
const DOMAIN: [u8; 16] = *b"torneo game key\0";

/// The stream of a game number for a purpose.
pub fn stream(seed: u64, game_no: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&game_no.to_le_bytes());
    key[16..].copy_from_slice(&DOMAIN);
    let mut stream = ChaCha8Rng::from_seed(key);
    stream.set_stream(purpose.stream());
    stream
}

/// A small fast generator seeded from a stream.
pub fn generator(seed: u64, game_no: u64, purpose: Purpose) -> Rng {
    Rng::from_rng(&mut stream(seed, game_no, purpose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::Rng as _;

    #[test]
    fn streams_differ_by_seed_number_and_purpose() {
        let first = |seed, number, purpose| stream(seed, number, purpose).next_u64();
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
}
