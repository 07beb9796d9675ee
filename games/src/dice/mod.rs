//! Dice games of the Book of Games (rules shared by all: `docs/games/dice-common.md`).

mod battle;
mod contest;
mod hazard;
mod pool;

pub use contest::DiceGame;
pub use hazard::HazardContest;

/// Hazard for two to eight players.
pub type Hazard = DiceGame<HazardContest>;
