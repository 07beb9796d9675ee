//! Dice games of the Book of Games (rules shared by all: `docs/games/dice-common.md`).

pub mod analysis;
mod battle;
mod contest;
mod hazard;
mod pool;

use crate::Game;
use crate::contract::{Options, Spec, SpecError};

use analysis::AnalysisVisitor;
pub use contest::DiceGame;
pub use hazard::HazardContest;

/// Hazard for two to eight players.
pub type Hazard = DiceGame<HazardContest>;

macro_rules! dice_games {
    ($($game:ty),* $(,)?) => {
        /// The ids of the dice games.
        pub const IDS: &[&str] = &[$(<$game as Game>::INFO.id),*];

        /// Sets up the dice game of a specification for exact analysis and hands it to `visitor`.
        ///
        /// # Errors
        /// A specification that is not of a dice game, or options that the game does not take.
        pub fn analyse<V: AnalysisVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
            $(if spec.name == <$game as Game>::INFO.id {
                let options = Options::check(spec, <$game as Game>::INFO.options)?;
                return Ok(visitor.visit(<$game as Game>::new(&options)?, options.canonical()));
            })*
            crate::registry::info(&spec.name)?;
            Err(analysis::no_dice_game(&spec.name, IDS))
        }
    };
}

dice_games! {
    Hazard,
}
