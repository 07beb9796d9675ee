//! Chess games: armies led by a king, taken by displacement.

mod four_seasons;
mod grande_acedrex;
mod jetan;
mod orthodox;

pub use four_seasons::FourSeasons;
pub use grande_acedrex::GrandeAcedrex;
pub use jetan::Jetan;
pub use orthodox::{Fischerandom, GrandChess, for_other_programs, from_other_programs};

/// The reason of the end when only kings are left: nobody can win any more.
const BARE_KINGS: &str = "bare-kings";

torneo_contract::family!(Fischerandom, FourSeasons; GrandChess, GrandeAcedrex, Jetan);
