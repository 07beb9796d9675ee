//! Chess games: armies led by a king, taken by displacement.
//!
//! ```
//! use torneo_contract::{Described, Game, Options, perft};
//! use torneo_chess::GrandChess;
//!
//! let options = Options::check(&"grand-chess".parse()?, GrandChess::INFO.options)?;
//! let game = GrandChess::new(&options)?;
//! assert_eq!(perft::perft(&game, &game.start(), 1), 65);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod four_seasons;
mod grande_acedrex;
mod jetan;
mod orthodox;

pub use four_seasons::FourSeasons;
pub use grande_acedrex::GrandeAcedrex;
pub use jetan::Jetan;
pub use orthodox::{Fischerandom, GrandChess, Phased, Weights};

/// The reason of the end when only kings are left: nobody can win any more.
const BARE_KINGS: torneo_contract::Reason = "bare-kings";

torneo_contract::family!(Fischerandom, FourSeasons, GrandChess, GrandeAcedrex, Jetan);
