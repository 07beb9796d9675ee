//! One game of a batch.

use std::sync::Arc;

use rand_core::Rng as _;
use torneo_contract::{Seat, random};
use torneo_encoding as encoding;
use torneo_registry::streams::{Purpose, Streams};
use torneo_search::Rng;

/// The action of a game that is left as it is.
pub const WAIT: i64 = -1;

/// What is pickled of a game: its number, the steps taken, how many actions were drawn, and whether it has ended.
pub type Left = (u64, Vec<u32>, u64, bool);

/// One game of a batch.
pub struct Place {
    pub environment: encoding::Environment,
    /// The number of the game, from which its chance comes.
    pub number: u64,
    /// The steps taken in the game.
    pub steps: Vec<u32>,
    /// For random actions, and how many were drawn in the game.
    rng: Rng,
    pub drawn: u64,
    /// Whether the game has ended or was cut off, and waits to be begun anew.
    pub ended: bool,
    /// The legal actions of the seat that steps next, which are set in the mask.
    pub legal: Vec<u32>,
    /// Where its row of observations was written.
    pub written: encoding::Written,
}

impl Place {
    /// A game at its start.
    pub fn begin(encoding: &Arc<encoding::Encoding>, seed: u64, number: u64) -> Place {
        let rng = Streams::numbered(seed, number).generator(Purpose::Seat(Seat::FIRST));
        let environment = encoding::Environment::new(encoding, seed, number);
        Place {
            environment,
            number,
            steps: Vec::new(),
            rng,
            drawn: 0,
            ended: false,
            legal: Vec::new(),
            written: encoding::Written::default(),
        }
    }

    /// A game that was left in the middle: the steps taken, how many actions were drawn, and whether it had ended.
    pub fn restore(encoding: &Arc<encoding::Encoding>, seed: u64, left: Left) -> Place {
        let (number, steps, drawn, ended) = left;
        let mut place = Place { steps, drawn, ended, ..Place::begin(encoding, seed, number) };
        for &step in &place.steps {
            let seat = place.environment.choosers().next().unwrap_or(Seat::FIRST);
            place.environment.step(seat, step as usize).expect("it was taken before");
        }
        for _ in 0..drawn {
            place.rng.next_u64();
        }
        place
    }

    /// Begins another game in the same rows.
    pub fn follow(&mut self, encoding: &Arc<encoding::Encoding>, seed: u64, number: u64) {
        let (legal, written) = (std::mem::take(&mut self.legal), std::mem::take(&mut self.written));
        let steps = std::mem::take(&mut self.steps);
        *self = Place { legal, written, steps, ..Place::begin(encoding, seed, number) };
        self.steps.clear();
    }

    /// Whether the seat that steps next may take an action, or the game may wait.
    pub fn is_legal(&self, action: i64) -> bool {
        action == WAIT || !self.ended && self.legal.iter().any(|&step| i64::from(step) == action)
    }

    /// One of the legal actions, which are in the order in which the game lists them; a game that has ended waits.
    pub fn choose(&mut self) -> i64 {
        if self.ended {
            return WAIT;
        }
        self.drawn += 1;
        i64::from(self.legal[random::below(&mut self.rng, self.legal.len())])
    }

    /// The seat that steps next; seat 0 where nobody does.
    pub fn seat(&self) -> Seat {
        self.environment.choosers().next().unwrap_or(Seat::FIRST)
    }
}
