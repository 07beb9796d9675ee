//! What is true of a game: exact values, not estimates.

pub mod control;

pub use control::{Control, Needs, Progress, Unsolved};
