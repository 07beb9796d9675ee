//! Territory games: control more of the board than the opponent.

mod atari_go;
mod hi_jack;
mod skirrid;

pub use atari_go::AtariGo;
pub use hi_jack::HiJack;
pub use skirrid::Skirrid;

torneo_contract::family!(AtariGo, HiJack, Skirrid);
