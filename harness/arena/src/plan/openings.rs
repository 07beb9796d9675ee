//! Books of openings: which round of a game begins how.

use std::sync::Arc;

use super::config::{Config, Order};
use super::mixing::{ODD, digest, shuffled};

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
