//! How large the first seat's advantage is, to a precision.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use torneo_statistics::sequence::Sequence;
use torneo_statistics::{Estimate, Moments};

use super::Trial;
use crate::Error;
use crate::plan::Tournament;

/// What is known of the first seat's score.
#[derive(Clone, Debug, Serialize)]
pub struct AdvantageReport {
    /// The game's specification.
    pub game: String,
    /// The engine that played against itself.
    pub engine: String,
    /// The first seat's score with its 95% interval; `groups` is the number of games.
    pub score: Estimate,
    /// The score of a seat without advantage.
    pub fair: f64,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub mean_plies: f64,
    /// Whether the interval is as narrow as asked for; else the most games that were allowed are played.
    pub precise: bool,
}

/// Plays the first game of a self-play tournament until the 95% interval of the first seat's score reaches no farther
/// than `precision` to both sides, or all its games are played. `report` is shown what is known at each look.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn measure_advantage(
    tournament: &Tournament,
    precision: f64,
    threads: usize,
    stop: &AtomicBool,
    mut report: impl FnMut(&AdvantageReport),
) -> Result<AdvantageReport, Error> {
    let trial = Trial::new(tournament, threads, stop)?;
    let event = &tournament.plan.events()[0];
    let (mut sequence, mut moments) = (Sequence::new(precision), Moments::default());
    let (mut draws, mut plies) = (0u64, 0u64);
    loop {
        let next = sequence.next_look().min(event.groups);
        let groups: Vec<u64> = (moments.count..next).collect();
        for group in trial.play(&groups)? {
            for game in &group.games {
                let best = game.scores.iter().copied().fold(0.0, f64::max);
                draws += u64::from(game.scores.iter().filter(|&&score| score == best).count() > 1);
                plies += game.plies;
            }
            let total: f64 = group.games.iter().map(|game| game.scores[0]).sum();
            moments.add(total / group.games.len() as f64);
        }
        let (score, precise) = sequence.look(&moments);
        let games = moments.count as f64;
        let found = AdvantageReport {
            game: event.game.clone(),
            engine: tournament.config.engines[0].spec.clone(),
            score,
            fair: 1.0 / event.seats as f64,
            draws: draws as f64 / games,
            mean_plies: plies as f64 / games,
            precise,
        };
        if precise || moments.count == event.groups {
            return Ok(found);
        }
        report(&found);
    }
}
