//! What is true of a game: exact values, not estimates.

pub mod control;
pub mod proof;
pub mod stochastic;

pub use control::{Control, Needs, Progress, Unsolved};
