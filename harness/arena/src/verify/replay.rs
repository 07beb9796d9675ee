//! Records lead to the results beside them.

use std::sync::Arc;

use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, SeatVec, reason};
use torneo_registry::{AnyGame, Registry};

use super::{Fault, is_sampled};
use crate::Error;
use crate::results::{GameResult, Manifest, Opened};

/// The reasons of games that end because an engine fails, anywhere.
const ENGINE_FAULTS: [&str; 6] =
    [reason::ENGINE_ERROR, "engine-crash", "time-forfeit", "illegal-move", "protocol-error", "memory-limit"];

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
        if let Some(fault) = fault_of(&**game, manifest, result) {
            faults.push((place, format!("game {}: {fault}", result.game_no)));
        }
    })?;
    match unknown {
        Some(error) => Err(error),
        None => Ok((replayed, faults)),
    }
}

/// What is wrong with the result of a game.
fn fault_of(game: &dyn AnyGame, manifest: &Manifest, result: &GameResult) -> Option<String> {
    let scores: SeatVec<f64> = result.seats.iter().map(|seat| seat.score).collect();
    let total: f64 = scores.iter().sum();
    if (total - 1.0).abs() > 1e-9 {
        return Some(format!("the scores add up to {total}, not to 1"));
    }
    if result.winner != winner(&scores) {
        return Some(format!("the winner is {:?}, by the scores {:?}", result.winner, winner(&scores)));
    }
    if !manifest.config.output.record {
        return None;
    }
    let mut session = match result.session(game) {
        Ok(session) => session,
        Err(error) => return Some(error.to_string()),
    };
    if let Err((token, error)) = session.play_all(&result.record) {
        return Some(format!("token {token} of the record: {error}"));
    }
    let plies = result.record.split_whitespace().count() as u64;
    if plies != result.plies {
        return Some(format!("the record has {plies} plies, not {}", result.plies));
    }
    match session.outcome() {
        Some(outcome) => differs(&outcome, &scores, result, &*session),
        None if result.reason == reason::LENGTH_LIMIT && plies == manifest.config.limits.max_plies => {
            differs(&Outcome::draw(scores.len(), reason::LENGTH_LIMIT), &scores, result, &*session)
        }
        None if ENGINE_FAULTS.contains(&&*result.reason) => None,
        None => Some(format!("the game is not over after its record, but ended by `{}`", result.reason)),
    }
}

/// How what the record leads to differs from what is written.
fn differs(
    outcome: &Outcome,
    scores: &SeatVec<f64>,
    result: &GameResult,
    session: &dyn Session,
) -> Option<String> {
    if outcome.reason != result.reason {
        return Some(format!("the record ends by `{}`, not by `{}`", outcome.reason, result.reason));
    }
    let same = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    if outcome.scores.iter().zip(scores).any(|(a, b)| !same(*a, *b)) {
        return Some(format!("the record gives the scores {:?}, not {scores:?}", outcome.scores));
    }
    let points = |seat: usize| outcome.points.as_ref().map(|points| points[seat]);
    let written = result.seats.iter().enumerate();
    let mut wrong = written.filter(|(seat, written)| match (points(*seat), written.points) {
        (Some(a), Some(b)) => !same(a, b),
        (a, b) => a != b,
    });
    wrong
        .next()
        .map(|(seat, _)| format!("the record gives {} other points", session.seat_name(Seat::new(seat))))
}

/// The seat that alone has the top score.
fn winner(scores: &SeatVec<f64>) -> Option<u64> {
    let best = scores.iter().copied().fold(0.0, f64::max);
    let mut first = scores.iter().enumerate().filter(|(_, score)| **score == best);
    let (seat, _) = first.next()?;
    first.next().is_none().then_some(seat as u64)
}
