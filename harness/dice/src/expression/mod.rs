//! The dice of expressions: throws and what is read of them.

pub(crate) mod faces;
pub mod given;
pub(crate) mod listed;
pub(crate) mod one_die;
pub mod syntax;
pub(crate) mod tally;
pub(crate) mod throw;

/// Explosions of a die at most, where nothing else is asked for.
pub const EXPLOSIONS: u32 = 10;
