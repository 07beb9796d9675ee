//! Hunt games: two unequal sides, and one hunts somebody of the other.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_hunt::Hnefatafl;
//!
//! let options = Options::check(&"hnefatafl".parse()?, Hnefatafl::INFO.options)?;
//! let game = Hnefatafl::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 116);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod catch_the_rabbit;
mod hnefatafl;
mod thud;

pub use catch_the_rabbit::{CatchTheRabbit, Weights as RabbitWeights, Worth as RabbitWorth};
pub use hnefatafl::Hnefatafl;
pub use thud::Thud;

torneo_contract::family!(CatchTheRabbit, Hnefatafl, Thud);
