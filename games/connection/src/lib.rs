//! Connection games: join stones into a chain that reaches its goal.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_connection::Havannah;
//!
//! let options = Options::check(&"havannah".parse()?, Havannah::INFO.options)?;
//! let game = Havannah::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 169);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod akron;
mod havannah;
mod lists;

pub use akron::Akron;
pub use havannah::Havannah;

torneo_contract::family!(Akron, Havannah);
