//! The players of torneo, generic over the [`Game`](torneo_contract::Game) contract: no engine knows a game by name.
//!
//! * [`Engine`] - a player of a game; [`AnyEngine`] - the same with the types of its game erased, which is what the harness sees.
//! * [`built_in`] - the engines of this crate, each with what it tells of itself.
//! * [`text`] - players that know a game by its notation only, such as other programs.
//! * [`learned`] - evaluations by weights that `torneo learn` finds.
//! * [`policy`] - policies by weights that `torneo learn --policy` finds.
//! * [`signature`] - fingerprints of searches, for tests and benchmarks.
//! * one module for each engine.
//!
//! ```
//! use rand_core::SeedableRng;
//! use torneo_contract::{Described, Game, Options, Seat};
//! use torneo_games::morris::ThreeMensMorris;
//! use torneo_search::{Engine, Greedy, Rng};
//!
//! let game = ThreeMensMorris::new(&Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?)?;
//! let mut engine = Greedy::new();
//! engine.begin(&game, Seat::FIRST, Rng::seed_from_u64(1));
//! let choice = engine.choose(&game, &game.start());
//! assert_eq!(choice.nodes, 9, "it looked at every first move");
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

pub mod assessment;
pub mod built_in;
pub mod learned;
pub mod policy;
pub mod signature;
pub mod text;

mod alpha_beta;
mod auto;
mod best_first;
mod blend;
mod clocked;
mod common;
mod engine;
mod erased;
mod flat_mc;
mod greedy;
mod inquiry;
mod kind;
mod mcts;
mod perfect;
mod random;
mod scale;
mod traits;
mod tuning;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Features, Multi};
pub use assessment::Assessment;
pub use auto::Auto;
pub use best_first::{BestFirst, BestFirstOptions};
pub use blend::{Blend, SHARE};
pub use clocked::Clocked;
pub use common::budget::Budget;
pub use common::clock::{CLOCK, Face, GameClock, LEAST_SECONDS, MOST_SECONDS, OVERHEAD, RunningClock};
pub use common::evaluation::Kind as EvaluationKind;
pub use common::memory::{of_machine as memory_of_machine, refusal as memory_refusal};
pub use engine::{
    ActionFeatures, By, Candidate, Choice, Engine, EngineInfo, Explanation, Fault, FaultyAnswer, Rng, Stop,
};
pub use erased::{AnyEngine, erased};
pub use flat_mc::{FlatMc, FlatMcOptions};
pub use greedy::Greedy;
pub use inquiry::{Inquiry, Limits, Thought};
pub use kind::{EngineKind, SetUp};
pub use mcts::{Mcts, MctsOptions};
pub use perfect::Perfect;
pub use random::Random;
pub use scale::Scale;
pub use traits::Traits;
pub use tuning::{TUNED, TunedConfig, TunedScale, Tuning};
