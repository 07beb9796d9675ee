//! The players of torneo, generic over the [`Game`](torneo_contract::Game) contract: no engine knows a game by name.
//!
//! * [`Engine`] - what the harness asks of a player.
//! * [`registry`] - every engine by its id; the only place that names them all.
//! * [`text`] - players that know a game by its notation only, such as other programs.
//! * [`signature`] - fingerprints of searches, for tests and benchmarks.
//! * one module for each engine.

pub mod registry;
pub mod signature;
pub mod text;

mod alpha_beta;
mod common;
mod engine;
mod flat_mc;
mod greedy;
mod mcts;
mod perfect;
mod random;
mod settings;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Features, Multi};
pub use common::budget::Budget;
pub use common::evaluation::Kind as EvaluationKind;
pub use common::memory::of_machine as memory_of_machine;
pub use engine::{By, Candidate, Choice, Engine, EngineInfo, Explanation, Fault, Rng, Stop};
pub use flat_mc::{FlatMc, FlatMcOptions};
pub use greedy::Greedy;
pub use mcts::{Mcts, MctsOptions};
pub use perfect::Perfect;
pub use random::Random;
pub use settings::{AUTO, TUNED};
