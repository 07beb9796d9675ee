//! Exact statistics of dice and dice games.
//!
//! Games come as an [`Analysis`], which hides their type; none is known here by name.

pub mod check;
pub mod combos;
pub mod duel;
pub mod errata;
pub mod length;
pub mod linear;
pub mod number;
pub mod odds;
pub mod plot;
mod visits;

use torneo_exact::{Analysis, Kind};

pub use check::{Load, Trial, Verdict};
pub use number::{Count, Exact, Number};
pub use odds::{Limits, Odds, OddsError};

/// The exact results of a dice game, with these limits on the positions of a turn.
///
/// # Errors
/// The game is too large, or need not end.
pub fn odds(game: &Analysis, limits: Limits) -> Result<Odds, OddsError> {
    match &game.kind {
        Kind::Turns(turns) => odds::odds_of_turns(turns.as_ref(), game.game.clone(), limits),
        Kind::Duel(duel) => duel::odds_of_duel(duel.as_ref(), game.game.clone()),
    }
}

/// Plays a dice game and tests its exact results.
///
/// # Errors
/// As [`odds`].
pub fn check(game: &Analysis, trial: Trial) -> Result<Verdict, OddsError> {
    let odds = odds(game, Limits::default())?;
    Ok(check::check(game, &odds, trial))
}
