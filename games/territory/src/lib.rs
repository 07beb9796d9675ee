//! Territory games: control more of the board than the opponent.

mod hi_jack;

pub use hi_jack::HiJack;

torneo_contract::family!(HiJack);
