//! What the two sides of a decision are worth.

use serde::Serialize;
use torneo_contract::Seat;
use torneo_exact::{Duel, Event, NoWalk, Step};

use super::MAX_POSITIONS;
use super::optimum::{expected, in_decimals};
use crate::odds::{Limits, OddsError};

/// What a seat that decides can expect of each side, if both seats play as well as they can afterwards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Chances {
    /// The seat that decides.
    pub seat: usize,
    /// Going on.
    pub throw: Chance,
    /// Stopping.
    pub stop: Chance,
}

/// What one side of a decision leads to: probabilities, and the expected score, in which a draw counts one half. Decimals of
/// value iteration, right to 12 places.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Chance {
    /// That the seat which decides wins the game.
    pub win: f64,
    /// That nobody does.
    pub draw: f64,
    /// What it can expect.
    pub score: f64,
}

/// What the sides of the decision at a position are worth; none where no decision is due.
///
/// # Errors
/// A text that is no position, or a game that is too large.
pub fn chances_of_duel(
    game: &dyn Duel,
    position: &str,
    limits: Limits,
) -> Result<Option<Chances>, OddsError> {
    let limit = MAX_POSITIONS.min(limits.decimal);
    let process = game.walk_from(position, limit).map_err(|why| match why {
        NoWalk::Position(why) => OddsError::Position(why.to_string()),
        NoWalk::TooLarge(why) => OddsError::TooLarge(why),
    })?;
    let Some(Event::Decision { seat, go_on, stop, .. }) = process.events.first() else { return Ok(None) };
    let score = |winner: Option<Seat>, _| winner.map_or(0.5, |winner| f64::from(winner == Seat::FIRST));
    let (policy, scores) = in_decimals(&process, score);
    let wins = expected(&process, &policy, |winner, _| f64::from(winner == Some(*seat)));
    let draws = expected(&process, &policy, |winner, _| f64::from(winner.is_none()));
    let chance = |step: &Step| {
        let score = if *seat == Seat::FIRST { scores[step.to] } else { 1.0 - scores[step.to] };
        Chance { win: wins[step.to], draw: draws[step.to], score }
    };
    Ok(Some(Chances { seat: seat.index(), throw: chance(go_on), stop: chance(stop) }))
}
