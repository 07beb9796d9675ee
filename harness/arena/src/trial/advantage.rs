//! How large the first seat's advantage is, to a precision.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use torneo_statistics::sequence::Sequence;
use torneo_statistics::{Estimate, Moments};

use super::defaults::RANDOM_PLIES;
use super::games::{self, Conduct};
use super::{GroupScores, Trial};
use crate::Error;
use crate::faults::Faults;
use crate::plan::{Event, Tournament};

/// Games that are looked at to see whether they differ without random plies.
const PROBES: u64 = 16;

/// What makes one game differ from the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Varied {
    /// Random plies of the openings.
    pub random_plies: u64,
    /// Why there are as many.
    pub by: Variation,
}

/// Where the differences between games come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variation {
    /// The number of random plies was asked for.
    Asked,
    /// The openings of a book.
    Book,
    /// The game's own chance, and perhaps the engine's.
    Chance,
    /// The engine's own randomness: of some games without openings most differed.
    Engine,
    /// Random openings, since the engine plays the same game again and again.
    Openings,
}

impl Varied {
    /// What makes the games of a self-play tournament differ: nothing but the game and the engine where that is
    /// enough, since an opening is not what the rules give.
    ///
    /// # Errors
    /// An engine fails, or `stop` is set.
    pub fn of(tournament: &Tournament, threads: usize, stop: &Arc<AtomicBool>) -> Result<Varied, Error> {
        let trial = Trial::new(tournament, threads, stop)?.recording();
        let probes = PROBES.min(tournament.plan.events()[0].groups);
        let played = trial.play(&(0..probes).collect::<Vec<u64>>())?;
        let records = played.iter().flat_map(|group| group.games.iter().map(|game| &*game.record));
        let different = records.collect::<BTreeSet<&str>>().len() as u64;
        if 2 * different <= probes {
            return Ok(Varied { random_plies: RANDOM_PLIES, by: Variation::Openings });
        }
        let chance = tournament.tables[0].has_chance();
        Ok(Varied { random_plies: 0, by: if chance { Variation::Chance } else { Variation::Engine } })
    }
}

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
    /// How the games were made to differ.
    pub opening: Varied,
    /// Whether the interval is as narrow as asked for; else the most games that were allowed are played.
    pub precise: bool,
    /// Games that the engine lost by faults of its own.
    pub faults: Faults,
}

/// Plays the first game of a self-play tournament, whose openings are as `opening` says, until the 95% interval of the first seat's score reaches no farther
/// than `precision` to both sides, or all its games are played. `report` is shown what is known at each look.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn measure_advantage(
    tournament: &Tournament,
    opening: Varied,
    precision: f64,
    conduct: &Conduct,
    mut report: impl FnMut(&AdvantageReport),
) -> Result<AdvantageReport, Error> {
    let mut measuring = Measuring::new(tournament, opening, precision);
    // What was played before the trial went on is looked at in the same steps.
    let (mut waiting, mut look, mut found) = (VecDeque::new(), 0, None);
    games::play(tournament, conduct, |groups| {
        waiting.extend(groups.iter().cloned());
        loop {
            while measuring.moments.count < look {
                let Some(group) = waiting.pop_front() else { return Ok(Some(look)) };
                measuring.add(&group);
            }
            if look > 0 {
                let looked = found.insert(measuring.look());
                report(looked);
                if looked.precise || look == measuring.most() {
                    return Ok(None);
                }
            }
            look = measuring.sequence.next_look().min(measuring.most());
        }
    })?;
    found.ok_or(Error::Interrupted)
}

/// What has been counted so far.
struct Measuring<'a> {
    tournament: &'a Tournament,
    opening: Varied,
    sequence: Sequence,
    moments: Moments,
    draws: u64,
    plies: u64,
    faults: Faults,
}

impl<'a> Measuring<'a> {
    fn new(tournament: &'a Tournament, opening: Varied, precision: f64) -> Measuring<'a> {
        let (sequence, moments) = (Sequence::new(precision), Moments::default());
        let faults = Faults::default();
        Measuring { tournament, opening, sequence, moments, draws: 0, plies: 0, faults }
    }

    fn event(&self) -> &'a Event {
        &self.tournament.plan.events()[0]
    }

    /// The most games that are played.
    fn most(&self) -> u64 {
        self.event().groups
    }

    fn add(&mut self, group: &GroupScores) {
        group.count_faults(self.tournament, &mut self.faults);
        for game in &group.games {
            let best = game.scores.iter().copied().fold(0.0, f64::max);
            self.draws += u64::from(game.scores.iter().filter(|&&score| score == best).count() > 1);
            self.plies += game.plies;
        }
        let total: f64 = group.games.iter().map(|game| game.scores[0]).sum();
        self.moments.add(total / group.games.len() as f64);
    }

    fn look(&mut self) -> AdvantageReport {
        let (score, precise) = self.sequence.look(&self.moments);
        let games = self.moments.count as f64;
        AdvantageReport {
            game: self.event().game.clone(),
            engine: self.tournament.config.engines[0].spec.clone(),
            score,
            fair: 1.0 / self.event().seats as f64,
            draws: self.draws as f64 / games,
            mean_plies: self.plies as f64 / games,
            opening: self.opening,
            precise,
            faults: self.faults.clone(),
        }
    }
}
