//! Which of many engines is the best, by successive elimination.

use std::ops::Deref;

use serde::Serialize;
use torneo_statistics::racing::Race;
use torneo_statistics::{Estimate, Moments};

use super::games::{self, Conduct};
use crate::faults::Faults;
use crate::figures::{Copies, Repeated, STOPPED, told_of};
use crate::plan::{Elimination, Event, Format, Pairings, Tournament};
use crate::run::Stage;
use crate::{Error, PlayedGroup};

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
    /// Why the race ended before it had a winner or all rounds were played: `copies`, nothing new came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// Where games went move by move like others: copies count once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<Repeated>,
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
/// play a group of every game, and who is beaten drops out. `error` is the probability with which the best may be lost.
/// `report` is shown what is known after each round. A folder holds the groups of these pairs, and says who was out when.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn race(
    mut tournament: Tournament,
    error: f64,
    conduct: &Conduct,
    mut report: impl FnMut(&RaceReport),
) -> Result<RaceReport, Error> {
    tournament.config.elimination = Some(Elimination { error, out_after: Vec::new() });
    let (tournament, mut course) = (&tournament, Course::new(&tournament, error));
    let (mut there, mut told) = (Vec::new(), None);
    games::stages(tournament, conduct, |new| {
        there.extend(new);
        let next = course.advance(&mut there, |course| report(&course.report()))?;
        let rounds = if next.is_empty() { course.rounds } else { tournament.config.rounds };
        let known = (rounds, course.out.iter().flatten().count());
        // Rows of a round are written only when the manifest says who plays it.
        if told.replace(known) != Some(known) {
            let elimination = Some(course.elimination());
            games::tell(tournament, conduct, |config| {
                (config.rounds, config.elimination) = (rounds, elimination);
            })?;
        }
        Ok((!next.is_empty()).then_some(Stage::These(next)))
    })?;
    Ok(course.report())
}

/// Whether it follows from the groups of a race that are there who was out when, as far as they go. Who is out after the last
/// of them need not be told yet.
pub(crate) fn follows(
    tournament: &Tournament,
    elimination: &Elimination,
    mut there: Vec<PlayedGroup>,
) -> bool {
    let mut course = Course::new(tournament, elimination.error);
    let advanced = course.advance(&mut there, |_| {});
    let told = |engine: usize| elimination.out_after.get(engine).copied().flatten();
    let told = |engine| told(engine).filter(|round| *round <= course.rounds);
    let mut out = course.out.iter().map(|out| out.map(|(round, _)| round)).enumerate();
    advanced.is_ok()
        && (there.is_empty() || !course.is_over())
        && out.all(|(engine, round)| match told(engine) {
            None => round.is_none_or(|round| round == course.rounds && there.is_empty()),
            told => told == round,
        })
}

/// A race under way: says what is to be played next, and is told what came out.
pub struct Course<T> {
    tournament: T,
    race: Race,
    error: f64,
    scores: Vec<Moments>,
    played: Vec<u64>,
    /// For each engine that is out the round and who beat it.
    out: Vec<Option<(u64, usize)>>,
    rounds: u64,
    games: u64,
    faults: Faults,
    copies: Copies,
    /// Rounds of each engine in which all groups were copies.
    left_out: Vec<u64>,
}

impl<T: Deref<Target = Tournament>> Course<T> {
    /// Nothing is played yet; `error` is the probability with which the best may be lost.
    pub fn new(tournament: T, error: f64) -> Course<T> {
        let engines = tournament.config.engines.len();
        Course {
            copies: Copies::of(&tournament),
            left_out: vec![0; engines],
            tournament,
            race: Race::new(engines, error),
            error,
            scores: vec![Moments::default(); engines],
            played: vec![0; engines],
            out: vec![None; engines],
            rounds: 0,
            games: 0,
            faults: Faults::default(),
        }
    }

    /// Whether one engine is left, or all rounds are played.
    pub fn is_over(&self) -> bool {
        self.rounds >= self.tournament.config.rounds || self.has_winner() || self.copies.is_exhausted()
    }

    fn has_winner(&self) -> bool {
        self.race.running().len() <= 1
    }

    /// The groups of the next rounds in their order, if nobody drops out meanwhile.
    pub fn groups(&self, rounds: u64) -> Vec<u64> {
        let last = self.rounds.saturating_add(rounds).min(self.tournament.config.rounds);
        let mut groups: Vec<u64> = (self.rounds..last).flat_map(|round| self.groups_of(round)).collect();
        groups.sort_unstable();
        groups
    }

    /// The groups of a round, pair by pair.
    fn groups_of(&self, round: u64) -> Vec<u64> {
        let plan = &self.tournament.plan;
        let pairings = Pairings::new(Format::RoundRobin, self.tournament.config.engines.len());
        let of_pair = |pair: (usize, usize)| {
            let place = pairings.position(pair).expect("all pairs are planned");
            (0..plan.events().len()).map(move |event| plan.number(event, round, place))
        };
        self.race.pairs().into_iter().flat_map(of_pair).collect()
    }

    /// Ends the rounds whose groups are there, in their order; `report` is shown each. Returns the groups that are missing of
    /// the round under way, none if the race is over.
    fn advance(
        &mut self,
        there: &mut Vec<PlayedGroup>,
        mut report: impl FnMut(&Self),
    ) -> Result<Vec<u64>, Error> {
        while !self.is_over() {
            let groups = self.groups(1);
            if there.len() < groups.len() {
                return Ok(groups[there.len()..].to_vec());
            }
            let round: Vec<PlayedGroup> = there.drain(..groups.len()).collect();
            let place = |number| round.binary_search_by_key(&number, |group| group.number);
            self.round(|number| place(number).ok().map(|place| &round[place]))?;
            report(self);
        }
        Ok(Vec::new())
    }

    /// Ends the next round with what came out: `find` is asked for each of its groups by its number.
    ///
    /// # Errors
    /// Something that is not there; the round is as if it had not been asked for.
    pub fn round<'s>(&mut self, find: impl Fn(u64) -> Option<&'s PlayedGroup>) -> Result<(), Error> {
        let numbers = self.groups_of(self.rounds);
        let missing = |number: u64| Error::input(format!("nothing is known of group {number}"));
        let found = numbers.into_iter().map(|number| find(number).ok_or_else(|| missing(number)));
        let groups: Vec<&PlayedGroup> = found.collect::<Result<_, _>>()?;
        let events = self.tournament.plan.events().len();
        for (&(a, b), groups) in self.race.pairs().iter().zip(groups.chunks(events)) {
            groups.iter().for_each(|group| group.count_faults(&self.tournament, &mut self.faults));
            let games: u64 = groups.iter().map(|group| group.games.len() as u64).sum();
            self.games += games;
            for engine in [a, b] {
                self.played[engine] += games;
            }
            let copies = &mut self.copies;
            let new: Vec<f64> = groups
                .iter()
                .filter(|group| copies.is_new(&group.counted()))
                .map(|group| group.score(a, b))
                .collect();
            if new.is_empty() {
                for engine in [a, b] {
                    self.left_out[engine] += 1;
                }
                continue;
            }
            let score = new.iter().sum::<f64>() / new.len() as f64;
            self.race.observe(a, b, score);
            self.scores[a].add(score);
            self.scores[b].add(1.0 - score);
        }
        self.rounds += 1;
        for elimination in self.race.eliminate() {
            self.out[elimination.player] = Some((self.rounds, elimination.by));
        }
        Ok(())
    }

    /// The rules, with who is out so far.
    fn elimination(&self) -> Elimination {
        let mut out_after: Vec<_> = self.out.iter().map(|out| out.map(|(round, _)| round)).collect();
        if out_after.iter().all(Option::is_none) {
            out_after.clear();
        }
        Elimination { error: self.error, out_after }
    }

    /// What is known so far.
    pub fn report(&self) -> RaceReport {
        let engine = |index: usize| self.tournament.config.engines[index].called().to_owned();
        let runner = |index: usize| Runner {
            engine: engine(index),
            score: told_of(self.scores[index].estimate(), self.left_out[index]),
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
            stopped: (!self.has_winner() && self.copies.is_exhausted()).then_some(STOPPED),
            copies: self.copies.repeated(&self.tournament.config),
            rounds: self.rounds,
            played: self.games,
            without_elimination: self.rounds * events.iter().map(of_round).sum::<u64>(),
            runners,
            faults: self.faults.clone(),
        }
    }
}
