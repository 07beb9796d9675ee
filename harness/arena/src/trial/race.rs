//! Which of many engines is the best, by successive elimination.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use torneo_statistics::racing::Race;
use torneo_statistics::{Estimate, Moments};

use super::Trial;
use crate::Error;
use crate::faults::Faults;
use crate::plan::{Event, Format, Pairings, Tournament};
use crate::results::head_to_head;

/// An engine in a race.
#[derive(Clone, Debug, Serialize)]
pub struct Runner {
    /// The engine.
    pub engine: String,
    /// Its score against all whom it met, 0.5 is even: the mean over rounds, which have one group of every game.
    pub score: Estimate,
    /// Games that it played.
    pub games: u64,
    /// Rounds after which it was out; none if it is still in the race.
    pub out_after: Option<u64>,
    /// The engine that beat it.
    pub beaten_by: Option<String>,
}

/// What a race has found.
#[derive(Clone, Debug, Serialize)]
pub struct RaceReport {
    /// The games played in each round.
    pub games: Vec<String>,
    /// The probability with which an engine that is at least even with each of the others may have been taken out.
    pub error: f64,
    /// Rounds played: one group of every game for every pair still in the race.
    pub rounds: u64,
    /// Games played.
    pub played: u64,
    /// Games that the same number of rounds would have taken without elimination.
    pub without_elimination: u64,
    /// The engines: those still in the race by score, then the others, the last to drop out first.
    pub runners: Vec<Runner>,
    /// Games that the engines lost by faults of their own.
    pub faults: Faults,
}

impl RaceReport {
    /// The engines still in the race.
    pub fn running(&self) -> impl Iterator<Item = &Runner> {
        self.runners.iter().filter(|runner| runner.out_after.is_none())
    }
}

/// Races the engines of a tournament until one is left or all rounds are played: in each round all pairs still in the race
/// play a group of every game, and who is beaten drops out. `report` is shown what is known after each round.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn race(
    tournament: &Tournament,
    error: f64,
    threads: usize,
    stop: &Arc<AtomicBool>,
    mut report: impl FnMut(&RaceReport),
) -> Result<RaceReport, Error> {
    let trial = Trial::new(tournament, threads, stop)?;
    let engines = tournament.config.engines.len();
    let mut course = Course {
        tournament,
        race: Race::new(engines, error),
        error,
        scores: vec![Moments::default(); engines],
        played: vec![0; engines],
        out: vec![None; engines],
        rounds: 0,
        games: 0,
        faults: Faults::default(),
    };
    while course.rounds < tournament.config.rounds && course.race.running().len() > 1 {
        course.round(&trial)?;
        report(&course.report());
    }
    Ok(course.report())
}

struct Course<'a> {
    tournament: &'a Tournament,
    race: Race,
    error: f64,
    scores: Vec<Moments>,
    played: Vec<u64>,
    /// For each engine that is out the round and who beat it.
    out: Vec<Option<(u64, usize)>>,
    rounds: u64,
    games: u64,
    faults: Faults,
}

impl Course<'_> {
    fn round(&mut self, trial: &Trial<'_>) -> Result<(), Error> {
        let plan = &self.tournament.plan;
        let engines = self.tournament.config.engines.len();
        let (pairs, pairings) = (self.race.pairs(), Pairings::new(Format::RoundRobin, engines));
        let groups: Vec<u64> = pairs
            .iter()
            .flat_map(|pair| {
                let place = pairings.position(*pair).expect("all pairs are planned");
                let round = self.rounds;
                (0..plan.events().len()).map(move |event| plan.number(event, round, place))
            })
            .collect();
        let events = plan.events().len();
        for (&(a, b), groups) in pairs.iter().zip(trial.play(&groups)?.chunks(events)) {
            groups.iter().for_each(|group| group.count_faults(self.tournament, &mut self.faults));
            let score = |group: &super::GroupScores| -> f64 {
                let games = group.games.iter();
                games.map(|game| head_to_head(&game.engines, &game.scores, a, b)).sum::<f64>()
                    / group.games.len() as f64
            };
            let score = groups.iter().map(score).sum::<f64>() / events as f64;
            let games: u64 = groups.iter().map(|group| group.games.len() as u64).sum();
            self.race.observe(a, b, score);
            for (engine, score) in [(a, score), (b, 1.0 - score)] {
                self.scores[engine].add(score);
                self.played[engine] += games;
            }
            self.games += games;
        }
        self.rounds += 1;
        for elimination in self.race.eliminate() {
            self.out[elimination.player] = Some((self.rounds, elimination.by));
        }
        Ok(())
    }

    fn report(&self) -> RaceReport {
        let engine = |index: usize| self.tournament.config.engines[index].spec.clone();
        let runner = |index: usize| Runner {
            engine: engine(index),
            score: self.scores[index].estimate(),
            games: self.played[index],
            out_after: self.out[index].map(|(round, _)| round),
            beaten_by: self.out[index].map(|(_, by)| engine(by)),
        };
        let mut runners: Vec<Runner> = (0..self.out.len()).map(runner).collect();
        let place = |runner: &Runner| (runner.out_after.unwrap_or(u64::MAX), runner.score.value);
        runners.sort_by(|a, b| place(b).0.cmp(&place(a).0).then(place(b).1.total_cmp(&place(a).1)));
        let events = self.tournament.plan.events();
        let of_round = |event: &Event| event.games() / self.tournament.config.rounds;
        RaceReport {
            games: events.iter().map(|event| event.game.clone()).collect(),
            error: self.error,
            rounds: self.rounds,
            played: self.games,
            without_elimination: self.rounds * events.iter().map(of_round).sum::<u64>(),
            runners,
            faults: self.faults.clone(),
        }
    }
}
