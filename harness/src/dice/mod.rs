//! Exact statistics of dice and dice games.

pub mod check;
pub mod combos;
pub mod duel;
pub mod errata;
pub mod graph;
pub mod length;
pub mod linear;
pub mod number;
pub mod odds;
pub mod plot;
mod visits;

use torneo_contract::{MAX_SEATS, Spec, SpecError};
use torneo_games::dice::analyse;
use torneo_games::dice::analysis::{AnalysisVisitor, DuelAnalysis, TurnAnalysis};

pub use check::{Load, Trial, Verdict};
pub use number::{Count, Exact, Number};
pub use odds::{Limits, Odds, OddsError};

/// The exact results of the dice game of a specification.
///
/// # Errors
/// A specification that does not stand for a dice game; inside, a game that is too large.
pub fn odds(spec: &Spec) -> Result<Result<Odds, OddsError>, SpecError> {
    odds_within(spec, Limits::default())
}

/// The same with other limits on the positions of a turn.
///
/// # Errors
/// As [`odds`].
pub fn odds_within(spec: &Spec, limits: Limits) -> Result<Result<Odds, OddsError>, SpecError> {
    struct Solve(Limits);
    impl AnalysisVisitor for Solve {
        type Output = Result<Odds, OddsError>;
        fn visit<G: TurnAnalysis>(self, game: G, canonical: String) -> Self::Output {
            odds::odds_of_turns(&game, canonical, self.0)
        }
        fn visit_duel<G: DuelAnalysis>(self, game: G, canonical: String) -> Self::Output {
            duel::odds_of_duel(&game, canonical)
        }
    }
    analyse(spec, Solve(limits))
}

/// The results of the same game at tables of all sizes from 2 to 8 players, in decimals where fractions take long;
/// none for games that have no option `players`.
///
/// # Errors
/// As [`odds`].
pub fn tables(spec: &Spec) -> Result<Vec<Odds>, SpecError> {
    let info = torneo_games::registry::info(&spec.name)?;
    let mut tables = Vec::new();
    if info.options.iter().any(|option| option.name == "players") {
        for players in 2..=MAX_SEATS {
            let mut spec = spec.clone();
            spec.given.retain(|(name, _)| name != "players");
            spec.given.push(("players".to_owned(), players.to_string()));
            match odds_within(&spec, Limits { exact: QUICK, ..Limits::default() })? {
                Ok(odds) => tables.push(odds),
                Err(_) => break,
            }
        }
    }
    Ok(tables)
}

/// The results of a dice game of independent turns where they are found at once.
///
/// # Errors
/// As [`odds`].
pub fn quick_odds(spec: &Spec) -> Result<Result<Odds, OddsError>, SpecError> {
    odds_within(spec, Limits { exact: QUICK, decimal: QUICK })
}

/// Whether an id is that of a dice game.
pub fn is_dice_game(id: &str) -> bool {
    torneo_games::dice::IDS.contains(&id)
}

/// Most positions of a turn that is quick to solve in fractions: a few seconds.
const QUICK: usize = 200_000;

/// Plays the dice game of a specification and tests its exact results.
///
/// # Errors
/// As [`odds`].
pub fn check(spec: &Spec, trial: Trial) -> Result<Result<Verdict, OddsError>, SpecError> {
    match odds(spec)? {
        Ok(odds) => analyse(spec, check::Check { odds: &odds, trial }).map(Ok),
        Err(error) => Ok(Err(error)),
    }
}
