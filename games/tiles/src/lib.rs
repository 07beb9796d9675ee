//! Games of tiles on the unbounded plane: Trax and Tantrix.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_tiles::Trax;
//!
//! let options = Options::check(&"trax".parse()?, Trax::INFO.options)?;
//! let game = Trax::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 2);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod mosaic;
mod tantrix;
mod trax;

pub use tantrix::Tantrix;
pub use trax::Trax;

torneo_contract::family!(Tantrix, Trax);
