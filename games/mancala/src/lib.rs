//! Mancala games: seeds are sown from hole to hole.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_mancala::OtTjin;
//!
//! let options = Options::check(&"ot-tjin".parse()?, OtTjin::INFO.options)?;
//! let game = OtTjin::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 9);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod ot_tjin;

pub use ot_tjin::OtTjin;

torneo_contract::family!(OtTjin);
