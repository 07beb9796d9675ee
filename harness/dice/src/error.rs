//! What cannot be worked out.

use crate::fault::Fault;

/// Why there is no value or no distribution. The words are those that people read; where it happened is said by a
/// [`Fault`].
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Error {
    /// More work than may be done, in steps.
    #[error("this would take about {all:.1e} steps of work (at most {most:.0e})")]
    Steps {
        /// Counted.
        all: f64,
        /// Allowed.
        most: f64,
    },
    /// More memory than may be held, in MiB.
    #[error("distributions would take about {all:.0} MiB (at most {most:.0})")]
    Memory {
        /// Counted.
        all: f64,
        /// Allowed.
        most: f64,
    },
    /// A number beyond what is reckoned with.
    #[error("the numbers are too large (at most 10^18)")]
    Large,
    /// More kinds of dice than can be counted side by side.
    #[error("the pool has too many dice of different kinds")]
    Kinds,
    /// A load of a face that is not there, or has one.
    #[error("the die has no face {0} to load, or it is loaded already")]
    Face(i64),
    /// Loads that are no probabilities.
    #[error("these loads leave the other faces no probability between 0 and 1")]
    Loads,
    /// A divisor that can be 0.
    #[error("a number is divided by 0; a divisor that cannot be 0: `max(1, A)`")]
    Zero,
    /// A base and its exponent below 0.
    #[error("{0} cannot be raised to the power {1}: expected 0 or more")]
    Power(i64, i64),
    /// Positions that are thrown.
    #[error("positions are numbers or sequences, found dice before `@`")]
    Positions,
    /// A pool of no fixed number of dice, counted from the lowest.
    #[error("positions from the lowest need a pool whose number of dice is fixed")]
    Lowest,
    /// The middle of such a pool.
    #[error("the middle of a pool needs a number of dice that is fixed")]
    Middle,
    /// More cards than there are, or fewer than none.
    #[error("expected to deal 0 to {deck} cards of this deck, found {found}")]
    Deal {
        /// Cards of the deck.
        deck: usize,
        /// Cards that were wanted.
        found: i64,
    },
    /// More parts than a pool may have.
    #[error("a pool has too many parts (at most {0})")]
    Parts(usize),
    /// A state with too many numbers.
    #[error("a state has at most {0} numbers")]
    State(usize),
    /// A state that is neither a number nor a sequence, but this.
    #[error("expected a number or a sequence as a state, found {0}")]
    Kind(&'static str),
    /// A function of the caller has failed, which knows why.
    #[error("a function that was called has failed")]
    Called,
    /// What a function that was called has found, at its place.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

/// Something that is worked out, if it can be.
pub type Made<T> = Result<T, Error>;
