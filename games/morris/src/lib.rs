//! Morris games and their kin: men on the points of a line board.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_morris::NineMensMorris;
//!
//! let options = Options::check(&"nine-mens-morris".parse()?, NineMensMorris::INFO.options)?;
//! let game = NineMensMorris::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 24);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod jumping;
mod nine_mens;
mod three_mens;
mod twelve_mens;

pub use jumping::JumpingMorris;
pub use nine_mens::NineMensMorris;
pub use three_mens::ThreeMensMorris;
pub use twelve_mens::TwelveMensMorris;

torneo_contract::family!(NineMensMorris, ThreeMensMorris, TwelveMensMorris);
