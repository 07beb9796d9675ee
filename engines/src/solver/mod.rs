//! What is true of a game: exact values, not estimates.

pub mod control;
mod meter;
pub mod proof;
pub mod retrograde;
mod sample;
pub mod stochastic;
mod value;

pub use control::{Control, Needs, Progress, Unsolved};
pub use value::Value;
