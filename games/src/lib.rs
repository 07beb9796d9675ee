//! The rules of every game in torneo.
//!
//! * [`contract`] - what a game is: the [`Game`] trait and its small value types.
//! * [`registry`] - every game by its id; the only place that names them all.
//! * [`session`] - a game in progress behind a text interface, for programs that do not know its types.
//! * [`perft`] and [`playout`] - counting and random play, for any game.
//! * [`parts`] - pieces that several games share.
//! * one module for each family of games.

pub mod contract;
pub mod parts;
pub mod perft;
pub mod playout;
pub mod registry;
pub mod session;

pub mod capture;
pub mod chess;
pub mod connection;
pub mod dice;
pub mod hunt;
pub mod mancala;
pub mod morris;
pub mod race;
pub mod simultaneous;
pub mod space;
pub mod territory;

pub use contract::{Game, GameInfo, Outcome, Seat, SeatSet, Turn};
