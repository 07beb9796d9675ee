//! Records lead to the results beside them.

use std::sync::Arc;

use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, SeatVec, reason, refuse_if};
use torneo_registry::{AnyGame, Registry};

use super::{Fault, is_sampled};
use crate::Error;
use crate::figures::sole_winner;
use crate::results::{GameResult, Manifest, Opened};

/// Replays a sample of the games; returns how many were replayed, and what is wrong.
pub fn replay(registry: &Registry, opened: &Opened, sample: u64) -> Result<(u64, Vec<Fault>), Error> {
    let (manifest, games) = (&opened.manifest, opened.whole.games);
    let (mut index, mut replayed, mut faults) = (0, 0, Vec::new());
    let mut at_table: Option<(String, Arc<dyn AnyGame>)> = None;
    let mut unknown = None;
    opened.each_within(games, |result| {
        let place = index;
        index += 1;
        if !is_sampled(place, games, sample) || unknown.is_some() {
            return;
        }
        if at_table.as_ref().is_none_or(|(spec, _)| *spec != result.game) {
            match registry.game(&result.game) {
                Ok(game) => at_table = Some((result.game.clone(), game)),
                Err(error) => return unknown = Some(Error::Game(error)),
            }
        }
        let (_, game) = at_table.as_ref().expect("the game was set up");
        replayed += u64::from(manifest.config.output.record);
        if let Err(fault) = check(&**game, manifest, result) {
            faults.push((place, format!("game {}: {fault}", result.game_no)));
        }
    })?;
    unknown.map_or(Ok((replayed, faults)), Err)
}

/// Whether the result of a game follows from its record, as far as there is one.
fn check(game: &dyn AnyGame, manifest: &Manifest, result: &GameResult) -> Result<(), String> {
    let scores = result.scores();
    let total: f64 = scores.iter().sum();
    refuse_if!((total - 1.0).abs() > 1e-9, "the scores add up to {total}, not to 1");
    let (written, by_scores) = (result.winner, sole_winner(&scores).map(|seat| seat as u64));
    refuse_if!(written != by_scores, "the winner is {written:?}, by the scores {by_scores:?}");
    if !manifest.config.output.record {
        return Ok(());
    }
    let mut session = result.session(game).map_err(|error| error.to_string())?;
    let played = session.play_all(&result.record);
    played.map_err(|(token, error)| format!("token {token} of the record: {error}"))?;
    let plies = result.record.split_whitespace().count() as u64;
    refuse_if!(plies != result.plies, "the record has {plies} plies, not {}", result.plies);
    match session.outcome() {
        Some(outcome) => compare(&outcome, &scores, result, &*session),
        None if result.reason == reason::LENGTH_LIMIT && plies == manifest.config.limits.max_plies => {
            compare(&Outcome::draw(scores.len(), reason::LENGTH_LIMIT), &scores, result, &*session)
        }
        None if result.is_fault() => Ok(()),
        None => Err(format!("the game is not over after its record, but ended by `{}`", result.reason)),
    }
}

/// Whether the record leads to what is written.
fn compare(
    outcome: &Outcome,
    scores: &SeatVec<f64>,
    result: &GameResult,
    session: &dyn Session,
) -> Result<(), String> {
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
