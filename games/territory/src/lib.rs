//! Territory games: control more of the board than the opponent.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_territory::AtariGo;
//!
//! let options = Options::check(&"atari-go".parse()?, AtariGo::INFO.options)?;
//! let game = AtariGo::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 81);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod atari_go;
mod hi_jack;
mod skirrid;

pub use atari_go::AtariGo;
pub use hi_jack::HiJack;
pub use skirrid::Skirrid;

torneo_contract::family!(AtariGo, HiJack, Skirrid);
