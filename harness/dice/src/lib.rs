//! Exact statistics of dice and dice games.
//!
//! Games come as an [`Analysis`], which hides their type; none is known here by name.

pub mod answer;
pub mod bars;
pub mod check;
pub mod distribution;
pub mod duel;
pub mod errata;
pub mod error;
pub mod expression;
pub mod fault;
mod frame;
pub mod graph;
pub mod language;
pub mod length;
pub mod linear;
pub mod meter;
pub mod number;
pub mod odds;
pub mod plot;
pub mod policy;
pub mod pools;
pub mod question;
pub mod roll;
mod solved;
pub mod words;

use torneo_exact::{Analysis, Kind};

pub use check::{Load, Trial, Verdict};
pub use duel::{Chance, Chances, Decisions};
pub use number::{Count, Exact, Number};
pub use odds::{Limits, Odds, OddsError};
pub use policy::Decider;

/// The exact results of a dice game, within these limits.
///
/// # Errors
/// The game is too large, or need not end.
pub fn odds(game: &Analysis, limits: Limits) -> Result<Odds, OddsError> {
    match &game.kind {
        Kind::Turns(turns) => odds::odds_of_turns(turns.as_ref(), game.game.clone(), limits),
        Kind::Duel(duel) => duel::odds_of_duel(duel.as_ref(), game.game.clone(), limits, None),
    }
}

/// The expected score of each seat if all play best: what [`odds`](fn@odds) gives, without all else.
///
/// # Errors
/// As [`odds`](fn@odds).
pub fn scores(game: &Analysis, limits: Limits) -> Result<Vec<Number>, OddsError> {
    match &game.kind {
        Kind::Turns(turns) => {
            Ok(odds::odds_of_turns(turns.as_ref(), game.game.clone(), limits)?.expected_score)
        }
        Kind::Duel(duel) => duel::scores_of_duel(duel.as_ref(), limits),
    }
}

/// The exact results of a game with decisions in which the seats follow fixed policies.
///
/// # Errors
/// As [`odds`](fn@odds), a game in which nobody decides anything, and rules that do not fit the game.
pub fn odds_under(game: &Analysis, policies: &[Decider; 2], limits: Limits) -> Result<Odds, OddsError> {
    match &game.kind {
        Kind::Turns(_) => Err(OddsError::NoDecisions),
        Kind::Duel(duel) => duel::odds_of_duel(duel.as_ref(), game.game.clone(), limits, Some(policies)),
    }
}

/// What a policy does at each decision of a game: the one that is optimal for the score, or fixed ones.
///
/// # Errors
/// As [`odds_under`].
pub fn decisions(
    game: &Analysis,
    policies: Option<&[Decider; 2]>,
    limits: Limits,
) -> Result<Decisions, OddsError> {
    match &game.kind {
        Kind::Turns(_) => Err(OddsError::NoDecisions),
        Kind::Duel(duel) => duel::decisions_of_duel(duel.as_ref(), game.game.clone(), limits, policies),
    }
}

/// What going on and stopping are worth at a position in which a decision is due; none where none is.
///
/// # Errors
/// As [`odds_under`], and a text that is no position.
pub fn chances(game: &Analysis, position: &str, limits: Limits) -> Result<Option<Chances>, OddsError> {
    match &game.kind {
        Kind::Turns(_) => Err(OddsError::NoDecisions),
        Kind::Duel(duel) => duel::chances_of_duel(duel.as_ref(), position, limits),
    }
}

/// Plays a dice game and tests its exact results.
///
/// # Errors
/// As [`odds`](fn@odds).
pub fn check(game: &Analysis, trial: Trial) -> Result<Verdict, OddsError> {
    let odds = odds(game, Limits::default())?;
    Ok(check::check(game, &odds, trial))
}
