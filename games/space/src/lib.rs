//! Chess on three levels of eight by eight cells.
//!
//! The games share everything but their rules as data ([`Setup`]): the board and its texts, how gaits go in
//! three dimensions, legal moves by checks and pins, pawns, castling and promotion.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_space::SpaceChess;
//!
//! let options = Options::check(&"space-chess".parse()?, SpaceChess::INFO.options)?;
//! let game = SpaceChess::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 32);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod board;
mod courses;
mod evaluation;
mod game;
mod illegal;
mod levels;
mod millennium;
mod moves;
mod nardeshir;
mod notation;
#[cfg(test)]
mod oracle_tests;
mod pawns;
mod position;
mod rules;
mod scene;
mod space_chess;
mod symmetry;
mod tables;
mod transfers;

pub use board::{Action, Board};
pub use game::{Setup, Space, Variant};
pub use millennium::Millennium;
pub use nardeshir::Nardeshir;
pub use space_chess::SpaceRules;

/// Millennium 3D Chess.
pub type Millennium3dChess = Space<Millennium>;
/// Nardeshir.
pub type NardeshirChess = Space<Nardeshir>;
/// Space Chess.
pub type SpaceChess = Space<SpaceRules>;

torneo_contract::family!(Millennium3dChess, NardeshirChess, SpaceChess);
