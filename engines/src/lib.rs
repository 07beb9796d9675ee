//! The players of torneo, generic over the [`Game`] contract: no engine knows a game by name.
//!
//! * [`Engine`] - what the harness asks of a player.
//! * [`registry`] - every engine by its id; the only place that names them all.
//! * one module for each engine.

pub mod registry;

mod engine;
mod random;

pub use engine::{Choice, Engine, EngineInfo, Rng};
pub use random::Random;
