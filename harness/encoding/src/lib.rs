//! Games as numbers: actions as integers, positions as arrays.
//!
//! Both come the same way for every game. An action is entered by the places that a person clicks ([`Codec`]). An
//! observation is the position as data, as a seat sees it ([`Layout`]): a plane for each kind of thing, and a number for
//! each field. The shapes are fixed for a specification: random games with a seed of their own show how many places are
//! clicked, and how far a table grows ([`Encoding::of`]). What later turns up beyond that is not lost: places are written
//! by an escape, and everything else is told apart by a fingerprint.
//!
//! [`Environment`] is a game in progress on these terms.
//!
//! ```
//! use std::sync::Arc;
//! use torneo_contract::{Described, Options, Seat, session};
//! use torneo_encoding::{Encoding, Environment};
//! use torneo_morris::ThreeMensMorris;
//!
//! let options = Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?;
//! let encoding = Arc::new(Encoding::of(session::begin(ThreeMensMorris::new(&options)?)));
//! let mut environment = Environment::new(&encoding, 1, 0);
//! let steps = environment.legal(Seat::FIRST);
//! assert_eq!(steps.len(), 9);
//! environment.step(Seat::FIRST, steps[4]).expect("a legal step");
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod alphabet;
mod cells;
mod choice;
mod codec;
mod environment;
mod frame;
mod layout;
mod sight;
mod survey;

pub use alphabet::Alphabet;
pub use cells::Cells;
pub use codec::Codec;
pub use environment::Environment;
pub use frame::Frame;
pub use layout::{LARGEST, Layout, Written};

use torneo_contract::Seat;
use torneo_contract::session::Session;

/// A step that a seat may not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {step} is not legal for seat {seat} here")]
pub struct NotLegal {
    /// The seat.
    pub seat: Seat,
    /// The step.
    pub step: usize,
}

/// How a game becomes numbers.
pub struct Encoding {
    start: Box<dyn Session>,
    layout: Layout,
    codec: Codec,
    chance: usize,
    decides: bool,
}

impl Encoding {
    /// The encoding of a game from its start, a pure function of its specification. Random games are played to find it.
    pub fn of(start: Box<dyn Session>) -> Encoding {
        let survey::Findings { layout, codec, chance, decides } = survey::survey(&*start);
        Encoding { start, layout, codec, chance, decides }
    }

    /// The game at its start.
    pub fn start(&self) -> &dyn Session {
        &*self.start
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.start.seats()
    }

    /// How positions become arrays.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How actions become integers.
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// The most results that one draw of chance has.
    pub fn chance(&self) -> usize {
        self.chance.max(2)
    }

    /// Whether seats ever decide.
    pub fn decides(&self) -> bool {
        self.decides
    }
}
