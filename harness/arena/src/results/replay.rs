//! Whether the result of a game follows from its record.

use torneo_contract::session::Session;
use torneo_contract::{Outcome, Refusal, Seat, SeatVec, Turn, reason, refusal, refuse_if};
use torneo_registry::AnyGame;

use super::GameResult;
use crate::figures::sole_winner;
use crate::plan::Config;

/// Whether the result of a game follows from its record, as far as there is one: the plies, the reason, the winner, the
/// scores and points, and the decisions of each seat.
///
/// # Errors
/// What does not follow.
pub fn check(game: &dyn AnyGame, config: &Config, result: &GameResult) -> Result<(), Refusal> {
    let scores = result.scores();
    let total: f64 = scores.iter().sum();
    refuse_if!((total - 1.0).abs() > 1e-9, "the scores add up to {total}, not to 1");
    let (written, by_scores) = (result.winner, sole_winner(&scores).map(|seat| seat as u64));
    refuse_if!(written != by_scores, "the winner is {written:?}, by the scores {by_scores:?}");
    if !config.output.record {
        return Ok(());
    }
    let mut session = result.session(game).map_err(Refusal::new)?;
    let actions = play(&mut *session, result)?;
    let plies = result.record.split_whitespace().count() as u64;
    refuse_if!(plies != result.plies, "the record has {plies} plies, not {}", result.plies);
    for (seat, (&counted, written)) in actions.iter().zip(&result.seats).enumerate() {
        // Where an engine fails at a turn of several seats, those before it have decided already.
        let most = counted + u64::from(result.is_fault());
        let (name, written) = (session.seat_name(Seat::new(seat)), written.actions);
        let fits = (counted..=most).contains(&written);
        refuse_if!(!fits, "the record has {counted} actions of {name}, not {written}");
    }
    match session.outcome() {
        Some(outcome) => compare(&outcome, &scores, result, &*session),
        None if result.reason == reason::LENGTH_LIMIT && plies == config.limits.max_plies => {
            compare(&Outcome::draw(scores.len(), reason::LENGTH_LIMIT), &scores, result, &*session)
        }
        // Whether it follows from what the engines told is not seen in the record.
        None if config.adjudication.is_some() && reason::ADJUDICATED.contains(&&*result.reason) => Ok(()),
        None if result.is_fault() => Ok(()),
        None => Err(refusal!("the game is not over after its record, but ended by `{}`", result.reason)),
    }
}

/// Plays the record; returns how often an engine decided at each seat. What an opening decides is none of that.
fn play(session: &mut dyn Session, result: &GameResult) -> Result<SeatVec<u64>, Refusal> {
    let opened = match result.position() {
        Some(_) => 0,
        None => result.opening.split_whitespace().count(),
    };
    let mut actions: SeatVec<u64> = (0..session.seats()).map(|_| 0).collect();
    for (index, token) in result.record.split_whitespace().enumerate() {
        let turn: Turn = session.turn();
        session.play(token).map_err(|error| refusal!("token {} of the record: {error}", index + 1))?;
        if index >= opened {
            turn.choosers().iter().for_each(|seat| actions[seat.index()] += 1);
        }
    }
    Ok(actions)
}

/// Whether the record leads to what is written.
fn compare(
    outcome: &Outcome,
    scores: &SeatVec<f64>,
    result: &GameResult,
    session: &dyn Session,
) -> Result<(), Refusal> {
    let (ends, written) = (outcome.reason, &*result.reason);
    refuse_if!(ends != written, "the record ends by `{ends}`, not by `{written}`");
    let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    let same_scores = outcome.scores.iter().zip(scores).all(|(a, b)| same(*a, *b));
    refuse_if!(!same_scores, "the record gives the scores {:?}, not {scores:?}", outcome.scores);
    let points = |seat: usize| outcome.points.as_ref().map(|points| points[seat]);
    for (seat, written) in result.seats.iter().enumerate() {
        let differs = match (points(seat), written.points) {
            (Some(a), Some(b)) => !same(a, b),
            (a, b) => a != b,
        };
        refuse_if!(differs, "the record gives {} other points", session.seat_name(Seat::new(seat)));
    }
    Ok(())
}
