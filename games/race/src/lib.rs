//! Race games: bring pieces across the board before the others do, or outlast them there.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_race::RazzleDazzle;
//!
//! let options = Options::check(&"razzle-dazzle".parse()?, RazzleDazzle::INFO.options)?;
//! let game = RazzleDazzle::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 18);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod bin_fa;
mod blocker;
mod cross_over;
mod razzle_dazzle;

pub use bin_fa::BinFa;
pub use blocker::Blocker;
pub use cross_over::CrossOver;
pub use razzle_dazzle::RazzleDazzle;

torneo_contract::family!(BinFa, Blocker, CrossOver, RazzleDazzle);
