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

mod adapter;
mod control;
pub mod equilibrium;
mod expander;
mod meter;
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
pub(crate) type Rng = rand_xoshiro::Xoshiro256PlusPlus;
