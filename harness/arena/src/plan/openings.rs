//! Books of openings: which round of a game begins how.

use std::sync::Arc;

use super::config::{Config, Order};
use super::identity::digest;

/// The openings of one game.
#[derive(Clone, Debug)]
pub struct Book {
    order: Order,
    /// What the order of a random book follows from.
    seed: u64,
    openings: Vec<Opening>,
}

/// Where the games of a group begin.
#[derive(Clone, Debug)]
pub struct Opening {
    /// A line of moves, or the text of a position.
    pub text: Arc<str>,
    /// What tells it from others.
    pub identity: u64,
}

impl Book {
    /// The book of a game of a configuration; empty if it has none.
    pub fn new(config: &Config, game: &str) -> Book {
        let texts = config.opening.books.get(game).into_iter().flatten();
        Book {
            order: config.opening.order,
            seed: digest(&[b"book", &config.seed.to_le_bytes(), game.as_bytes()]) as u64,
            openings: texts.map(|text| Opening::new(text)).collect(),
        }
    }

    /// The opening of a round; none if the book is empty. All pairings play the same one.
    pub fn at(&self, round: u64) -> Option<&Opening> {
        let Book { order, seed, openings } = self;
        let count = openings.len() as u64;
        let place = round.checked_rem(count)?;
        let place = match order {
            Order::Sequential => place,
            Order::Random => shuffled(place, count, seed.wrapping_add((round / count).wrapping_mul(ODD))),
        };
        openings.get(place as usize)
    }
}

impl Opening {
    fn new(text: &str) -> Opening {
        Opening { text: text.into(), identity: digest(&[b"opening", text.as_bytes()]) as u64 }
    }
}

/// An odd number with bits all over (the golden ratio).
pub const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Rounds of the cipher: four make a Feistel network a pseudorandom permutation (Luby and Rackoff, 1988).
const ROUNDS: u64 = 4;

/// The place that a shuffle of `count` things gives to one of them, without shuffling a list. It is a small
/// Feistel cipher over the next power of four, repeated until the result is below the count (Black and
/// Rogaway, 2002).
pub fn shuffled(place: u64, count: u64, key: u64) -> u64 {
    let half = (u64::BITS - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1u64 << half) - 1;
    let mut place = place;
    loop {
        let (mut left, mut right) = (place >> half, place & mask);
        for round in 0..ROUNDS {
            (left, right) = (
                right,
                left ^ (torneo_contract::zobrist::key(right ^ key.wrapping_add(round.wrapping_mul(ODD)))
                    & mask),
            );
        }
        place = left << half | right;
        if place < count {
            return place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_has_everything_once() {
        for count in [1, 2, 3, 4, 5, 17, 64, 1000] {
            let mut places: Vec<u64> = (0..count).map(|place| shuffled(place, count, 7)).collect();
            let unshuffled = places.clone();
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..count), "{count}");
            assert!(count < 17 || places != unshuffled);
        }
        let order = |key| (0..50).map(|place| shuffled(place, 50, key)).collect::<Vec<_>>();
        assert_ne!(order(1), order(2));
    }
}
