//! Books of openings: which round of a game begins how.

use std::sync::Arc;

use super::config::{Config, Opening as Settings, Order};
use super::mixing::{ODD, digest, shuffled};

/// The openings of one game.
#[derive(Clone, Debug)]
pub struct Book {
    sequence: Sequence,
    openings: Vec<Opening>,
}

/// In which order the openings of a book are played.
#[derive(Clone, Debug)]
pub struct Sequence {
    order: Order,
    /// What the order of a random book follows from.
    seed: u64,
    /// The place in the order with which it begins.
    start: u64,
    /// The number of openings.
    count: u64,
}

impl Sequence {
    /// The order of a number of openings of a game.
    pub fn of(settings: &Settings, seed: u64, game: &str, count: u64) -> Sequence {
        Sequence {
            order: settings.order,
            seed: digest(&[b"book", &seed.to_le_bytes(), game.as_bytes()]) as u64,
            start: settings.start.map_or(0, |start| start.saturating_sub(1)),
            count,
        }
    }

    /// The number of the opening of a round. Each comes once before any comes again. There are openings.
    pub fn place(&self, round: u64) -> u64 {
        let Sequence { order, seed, start, count } = *self;
        let place = (round % count + start % count) % count;
        match order {
            Order::Sequential => place,
            Order::Random => shuffled(place, count, seed.wrapping_add((round / count).wrapping_mul(ODD))),
        }
    }
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
        let openings: Vec<Opening> = texts.map(|text| Opening::new(text)).collect();
        // Openings that were selected stand in the order of play.
        let in_order = Settings::default();
        let settings = if config.opening.selected.contains(game) { &in_order } else { &config.opening };
        let sequence = Sequence::of(settings, config.seed, game, openings.len() as u64);
        Book { sequence, openings }
    }

    /// The opening of a round; none if the book is empty. All pairings play the same one.
    pub fn at(&self, round: u64) -> Option<&Opening> {
        let is_empty = self.openings.is_empty();
        (!is_empty).then(|| &self.openings[self.sequence.place(round) as usize])
    }
}

impl Opening {
    fn new(text: &str) -> Opening {
        Opening { text: text.into(), identity: digest(&[b"opening", text.as_bytes()]) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(order: Order, start: Option<u64>, rounds: std::ops::Range<u64>) -> Vec<u64> {
        let settings = Settings { order, start, ..Settings::default() };
        let sequence = Sequence::of(&settings, 7, "blocker", 6);
        rounds.map(|round| sequence.place(round)).collect()
    }

    #[test]
    fn behind_the_last_opening_comes_the_first() {
        assert_eq!(places(Order::Sequential, Some(5), 0..8), [4, 5, 0, 1, 2, 3, 4, 5]);
        assert_eq!(places(Order::Sequential, Some(9), 0..2), [2, 3]);
        assert_eq!(places(Order::Sequential, None, 0..7), places(Order::Sequential, Some(1), 0..7));
    }

    /// Also where the order begins in the middle.
    #[test]
    fn none_comes_again_before_all_have_come() {
        for start in [None, Some(1), Some(4), Some(6), Some(u64::MAX)] {
            for cycle in 0..5 {
                let mut found = places(Order::Random, start, cycle * 6..(cycle + 1) * 6);
                found.sort_unstable();
                assert_eq!(found, [0, 1, 2, 3, 4, 5], "{start:?}, cycle {cycle}");
            }
        }
        assert_eq!(places(Order::Random, Some(4), 0..3), places(Order::Random, None, 3..6));
    }
}
