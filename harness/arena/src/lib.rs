//! From a configuration to the results of its games.
//!
//! Data flows one way: [`plan`] turns a configuration into a list of games, [`run`] plays it in parallel and writes
//! [`results`]; [`figures`] says what games add up to. A [`trial`] takes its groups from the same stream, until a question is
//! answered; results are a sink beside it.
//!
//! This crate knows games and engines by a [`Registry`](torneo_registry::Registry) only.
//!
//! ```
//! use torneo_arena::plan::{Shard, Tournament};
//! use torneo_morris::ThreeMensMorris;
//! use torneo_registry::{GameEntry, Registry};
//!
//! let mut registry = Registry::new();
//! registry.add_game(GameEntry::of::<ThreeMensMorris>());
//! let text = r#"
//!     name = "example"
//!     seed = 1
//!     games = ["three-mens-morris"]
//!     engines = ["random", "greedy"]
//!     rounds = 5
//! "#;
//! let tournament = Tournament::parse(&registry, "example.toml", text, Shard::WHOLE)?;
//! assert_eq!(tournament.plan.games(), 10);
//! # Ok::<(), torneo_arena::Error>(())
//! ```

pub mod cells;
pub mod clock;
pub mod document;
pub mod error;
mod faults;
pub mod figures;
pub mod ladder;
mod memory;
pub mod plan;
mod played;
pub mod results;
pub mod run;
pub mod storage;
pub mod trial;
pub mod values;
pub mod verify;

pub use error::Error;
pub use played::{PlayedGame, PlayedGroup};
