//! Territory games: control more of the board than the opponent.

mod atari_go;
mod hi_jack;

pub use atari_go::AtariGo;
pub use hi_jack::HiJack;

torneo_contract::family!(AtariGo, HiJack);
