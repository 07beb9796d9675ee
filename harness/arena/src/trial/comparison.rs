//! Which of two engines is stronger, by a sequential test.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use torneo_statistics::sprt::{Decision, Hypotheses, Scores};
use torneo_statistics::{ELO, Estimate, Moments};

use super::Trial;
use crate::Error;
use crate::plan::Tournament;
use crate::results::head_to_head;

/// The first engine's results at one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameScore {
    /// The game's specification.
    pub game: String,
    /// Its head-to-head score over the groups, 0.5 is even.
    pub score: Estimate,
}

/// What a sequential test found.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first engine.
    pub engine: String,
    /// The second engine.
    pub opponent: String,
    /// The hypotheses on the advantage of the first engine.
    pub hypotheses: Hypotheses,
    /// The log-likelihood ratio of H1 against H0.
    pub log_likelihood_ratio: f64,
    /// The ratios at which H0 and H1 are accepted.
    pub bounds: (f64, f64),
    /// What was decided.
    pub decision: Decision,
    /// Mirrored groups played.
    pub groups: u64,
    /// Games played.
    pub games: u64,
    /// The first engine's head-to-head score over all groups. A test that stops when it has decided leaves it a little
    /// too far on the side of the decision.
    pub score: Estimate,
    /// The same in Elo points, with its interval; none at scores of 0 and 1.
    pub elo: Option<(f64, f64, f64)>,
    /// Scores of groups with their numbers.
    pub scores: Vec<(f64, u64)>,
    /// By game.
    pub by_game: Vec<GameScore>,
}

/// Rounds that are played before the ratio is looked at again; within them every group is looked at in its order.
const ROUNDS_AT_ONCE: u64 = 8;

/// Plays the two engines of a tournament against each other, round by round over all its games, until the test decides
/// or all rounds are played. `report` is shown what is known from time to time.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn compare(
    tournament: &Tournament,
    hypotheses: Hypotheses,
    threads: usize,
    stop: &AtomicBool,
    mut report: impl FnMut(&Comparison),
) -> Result<Comparison, Error> {
    let trial = Trial::new(tournament, threads, stop)?;
    let events = tournament.plan.events();
    let mut tally = Tally {
        tournament,
        hypotheses,
        scores: Scores::default(),
        all: Moments::default(),
        by_game: vec![Moments::default(); events.len()],
        games: 0,
    };
    let rounds = tournament.config.rounds;
    let mut round = 0;
    loop {
        let last = (round + ROUNDS_AT_ONCE).min(rounds);
        let groups: Vec<u64> = (round..last)
            .flat_map(|round| events.iter().map(move |event| event.first_group + round))
            .collect();
        for group in trial.play(&groups)? {
            let scores = group.games.iter().map(|game| head_to_head(&game.engines, &game.scores, 0));
            let score = scores.sum::<f64>() / group.games.len() as f64;
            tally.scores.add(score);
            tally.all.add(score);
            tally.by_game[group.event].add(score);
            tally.games += group.games.len() as u64;
            let found = hypotheses.decide(tally.scores.log_likelihood_ratio(&hypotheses));
            if found != Decision::Undecided {
                return Ok(tally.comparison());
            }
        }
        round = last;
        if round == rounds {
            return Ok(tally.comparison());
        }
        report(&tally.comparison());
    }
}

struct Tally<'a> {
    tournament: &'a Tournament,
    hypotheses: Hypotheses,
    scores: Scores,
    all: Moments,
    by_game: Vec<Moments>,
    games: u64,
}

impl Tally<'_> {
    fn comparison(&self) -> Comparison {
        let engine = |index: usize| self.tournament.config.engines[index].spec.clone();
        let ratio = self.scores.log_likelihood_ratio(&self.hypotheses);
        let score = self.all.estimate();
        let elo = |score: f64| ELO * (score / (1.0 - score)).ln();
        let inside = |score: f64| score > 0.0 && score < 1.0;
        let bounded = [score.value, score.low, score.high].into_iter().all(inside);
        let games = self.tournament.plan.events().iter().zip(&self.by_game);
        Comparison {
            engine: engine(0),
            opponent: engine(1),
            hypotheses: self.hypotheses,
            log_likelihood_ratio: ratio,
            bounds: self.hypotheses.bounds(),
            decision: self.hypotheses.decide(ratio),
            groups: self.scores.groups(),
            games: self.games,
            score,
            elo: bounded.then(|| (elo(score.value), elo(score.low), elo(score.high))),
            scores: self.scores.counts().collect(),
            by_game: games
                .filter(|(_, moments)| moments.count > 0)
                .map(|(event, moments)| GameScore { game: event.game.clone(), score: moments.estimate() })
                .collect(),
        }
    }
}
