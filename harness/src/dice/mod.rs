//! Exact statistics of dice and dice games.

pub mod combos;
pub mod duel;
pub mod errata;
pub mod graph;
pub mod length;
pub mod linear;
pub mod number;
pub mod odds;

use torneo_games::contract::{Spec, SpecError};
use torneo_games::dice::analyse;
use torneo_games::dice::analysis::{AnalysisVisitor, DuelAnalysis, TurnAnalysis};

pub use number::{Count, Exact, Number};
pub use odds::{Odds, OddsError};

/// The exact results of the dice game of a specification.
///
/// # Errors
/// A specification that does not stand for a dice game; inside, a game that is too large.
pub fn odds(spec: &Spec) -> Result<Result<Odds, OddsError>, SpecError> {
    struct Solve;
    impl AnalysisVisitor for Solve {
        type Output = Result<Odds, OddsError>;
        fn visit<G: TurnAnalysis>(self, game: G, canonical: String) -> Self::Output {
            odds::odds_of_turns(&game, canonical)
        }
        fn visit_duel<G: DuelAnalysis>(self, game: G, canonical: String) -> Self::Output {
            duel::odds_of_duel(&game, canonical)
        }
    }
    analyse(spec, Solve)
}
