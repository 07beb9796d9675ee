//! Every game of torneo under one roof: the contract, the boards, and one crate for each family of games.
//!
//! ```
//! use torneo_games::contract::{Described, Game, Options, session};
//! use torneo_games::{morris::ThreeMensMorris, registry};
//!
//! let options = Options::check(&"three-mens-morris".parse()?, ThreeMensMorris::INFO.options)?;
//! let mut game = session::begin(ThreeMensMorris::new(&options)?);
//! game.play("@b2").expect("the centre is free");
//! assert_eq!(registry::info("hnefatafl")?.family, "hunt");
//! # Ok::<(), torneo_games::contract::SpecError>(())
//! ```

pub mod registry;

pub use torneo_board as board;
pub use torneo_capture as capture;
pub use torneo_chess as chess;
pub use torneo_connection as connection;
pub use torneo_contract as contract;
pub use torneo_dice_games as dice;
pub use torneo_exact as exact;
pub use torneo_hunt as hunt;
pub use torneo_mancala as mancala;
pub use torneo_morris as morris;
pub use torneo_race as race;
pub use torneo_simultaneous as simultaneous;
pub use torneo_space as space;
pub use torneo_territory as territory;
pub use torneo_tiles as tiles;

pub use torneo_contract::{
    Game, GameInfo, Heuristics, Notation, Outcome, Playable, Seat, SeatSet, Solving, Turn, perft, playout,
};
