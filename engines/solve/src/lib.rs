//! What is true of a game: exact values, not estimates.
//!
//! The solvers exist once, whatever the game: they see a game through the object-safe trait [`Expander`] and its
//! positions as places in lists whose type they do not know. [`expander`] makes one of any game; besides that
//! adapter nothing here is compiled for each game.
//!
//! * [`solve`](fn@solve) - answers a [`Request`] by the method that fits.
//! * [`retrograde`], [`proof`], [`stochastic`] - the methods.
//! * [`Solved`] - the tables of one game, made once and shared by those who play from them.
//! * [`equilibrium`] - matrix games, for searches too.
//! * [`named`] - opening files that a specification names, for all engines.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use torneo_contract::{Described, Game, Options, SpecError};
//! use torneo_morris::ThreeMensMorris;
//! use torneo_solve::{Control, Found, Method, Request, expander, solve};
//!
//! let game = ThreeMensMorris::new(&Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?)?;
//! let expander = expander(game, "three-mens-morris".to_owned());
//! let control = Control { memory: 1 << 26, threads: 1, stop: &AtomicBool::new(false), progress: &|_| {} };
//! let request = Request {
//!     position: None,
//!     method: Method::Retrograde,
//!     table: None,
//!     proof: Default::default(),
//!     values: Default::default(),
//! };
//! let solution = solve(&*expander, &request, &control).expect("it is small");
//! assert!(matches!(solution.found, Found::Retrograde(_)));
//! # Ok::<(), SpecError>(())
//! ```

mod adapter;
mod control;
pub mod equilibrium;
mod expander;
mod meter;
pub mod named;
pub mod proof;
mod request;
pub mod retrograde;
mod sample;
mod solved;
pub mod stochastic;
mod value;

pub use adapter::{List, expander};
pub use control::{Control, Needs, Progress, Unsolved};
pub use expander::{End, Expander, Identity, Position, Positions, Successor, Successors, Terms};
pub use request::{Found, Method, NotSolved, Request, Solution, solve};
pub use solved::{Solved, Source};
pub use value::Value;

/// The generator of random games.
pub(crate) type Rng = torneo_contract::random::Generator;
