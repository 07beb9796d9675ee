//! Games of simultaneous movement: all seats choose at the same time.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_simultaneous::Frames;
//!
//! let options = Options::check(&"frames".parse()?, Frames::INFO.options)?;
//! let game = Frames::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 361 * 361);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod frames;
mod king_of_pearls;
mod lanza;
mod nibelungenlied;

pub use frames::Frames;
pub use king_of_pearls::KingOfPearls;
pub use lanza::Lanza;
pub use nibelungenlied::Nibelungenlied;

torneo_contract::family!(Frames, KingOfPearls, Lanza, Nibelungenlied);
