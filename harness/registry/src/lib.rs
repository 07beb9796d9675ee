//! Games and engines by their names, and the table at which they play.
//!
//! A [`Registry`] holds the games and engines that a program knows. A game set up from a specification is an
//! [`AnyGame`]: everything that a harness does with a game, its types erased. Behind it every engine is instantiated
//! once for the game, in the crate that calls [`GameEntry::of`].
//!
//! This crate knows the engines of `torneo-search` and the door to other programs. It names games only in the words under
//! which people look for them ([`nicknames`]) and in their cards ([`cards`]).
//!
//! ```
//! use torneo_games::morris::ThreeMensMorris;
//! use torneo_registry::{GameEntry, Registry};
//!
//! let mut registry = Registry::new();
//! registry.add_game(GameEntry::of::<ThreeMensMorris>());
//! let game = registry.game("three-mens-morris(equal_turns=false)")?;
//! assert_eq!((game.info().family, game.seats()), ("morris", 2));
//! assert_eq!(game.perft(None, 2).expect("the start is a position"), 9 * 8);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

pub mod adjudication;
pub mod advice;
mod book;
pub mod cards;
#[cfg(not(target_family = "wasm"))]
mod charset;
pub mod engine;
mod game;
mod game_loop;
#[cfg(not(target_family = "wasm"))]
pub mod incoming;
mod interchange;
pub mod ladder;
pub mod matchup;
mod moment;
pub mod nicknames;
mod opening;
pub mod pairing;
pub mod panics;
pub mod people;
mod registry;
pub mod speed;
pub mod streams;
mod tuning;
pub mod watching;

pub use engine::{EngineEntry, EngineSpec};
pub use game::{AnyGame, GameEntry};
pub use moment::moment;
pub use registry::{Registry, solved};
#[cfg(not(target_family = "wasm"))]
pub use torneo_external as external;
pub use torneo_search::text::Numbers;
pub use torneo_search::{
    EngineKind, Face, Inquiry, LEAST_SECONDS, Limits, OVERHEAD, SetUp, Stop, Thought, memory_of_machine,
    memory_refusal,
};
pub use tuning::of as tuning;
