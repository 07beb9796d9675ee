//! Games of capture: Camelot, Martian Chess, Surakarta, draughts and Zèrtz.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_capture::Surakarta;
//!
//! let options = Options::check(&"surakarta".parse()?, Surakarta::INFO.options)?;
//! let game = Surakarta::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 16);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod camelot;
mod martian_chess;
mod sleeping_beauty;
mod surakarta;
mod zertz;

pub use camelot::Camelot;
pub use martian_chess::MartianChess;
pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;
pub use zertz::Zertz;

torneo_contract::family!(Camelot, MartianChess, SleepingBeautyDraughts, Surakarta, Zertz);
