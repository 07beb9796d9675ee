//! Playing until a question is answered.
//!
//! Groups are played in parallel but looked at in their order, so what a trial says does not depend on the number of
//! threads. The games are forgotten, or kept in a results folder with which the trial can go on later.

mod advantage;
mod comparison;
mod costs;
mod games;
mod log;
mod race;
mod tune;

pub use advantage::{
    AdvantageReport, Goal, KnownScore, SeatReport, Variation, Varied, known_word, measure_advantage, word,
};
pub use comparison::{Comparison, GameScore, compare};
pub use costs::measure_costs;
pub use games::{Conduct, Keeping};
pub(crate) use log::{TuneCheck, check as check_tuning, is_tuning};
pub use race::{Course, RaceReport, Runner, race};
pub use tune::{Iteration, Parameter, TuneReport, TuneSettings, tune};

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use torneo_contract::reason;

use crate::Error;
use crate::faults::Faults;
use crate::figures::{Copies, GroupScore, head_to_head};
use crate::memory::{self, Kept};
use crate::plan::{GameIndex, PerGame, Tournament};
use torneo_registry::table::{MatchSettings, Played, Player};

/// Defaults of a trial.
pub mod defaults {
    /// Plies after which a game is adjudicated a draw.
    pub const MAX_PLIES: u64 = 2000;
    /// Random plies at the start of matches.
    pub const RANDOM_PLIES: u64 = 2;
    /// How close to one over the number of seats a seat's score is to be called fair.
    pub const MARGIN: f64 = 0.05;
    /// Most groups of each game.
    pub const ROUNDS: u64 = 100_000;
}

/// What came out of one game of a group.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GameScores {
    /// The index of the engine at each seat.
    engines: Vec<usize>,
    /// The score of each seat.
    scores: Vec<f64>,
    plies: u64,
    /// The moves.
    record: String,
    /// The opening.
    opening: String,
    /// The engine that lost by a fault of its own, with the reason.
    fault: Option<(usize, Cow<'static, str>)>,
}

/// What came out of the games of one group. It can be sent from the machine that played it to the one that asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GroupScores {
    /// The game that was played.
    #[serde(rename = "event")]
    game: GameIndex,
    games: Vec<GameScores>,
}

impl GameScores {
    /// The score of an engine against another one, 0.5 is even.
    fn score(&self, engine: usize, opponent: usize) -> f64 {
        head_to_head(&self.engines, &self.scores, engine, opponent)
    }
}

impl GroupScores {
    /// The mean score of an engine against another one.
    fn score(&self, engine: usize, opponent: usize) -> f64 {
        let scores = self.games.iter().map(|game| game.score(engine, opponent));
        scores.sum::<f64>() / self.games.len() as f64
    }

    /// The group with this number as figures count it.
    fn counted(&self, number: u64) -> GroupScore {
        let mut group = GroupScore::new(number, self.game);
        for game in &self.games {
            group.add(&game.engines, &game.scores, game.fault.is_some());
            if game.fault.is_none() {
                group.add_moves(&game.engines, &game.opening, &game.record);
            }
        }
        group
    }

    /// Counts the games that engines of the tournament lost by faults.
    fn count_faults(&self, tournament: &Tournament, faults: &mut Faults) {
        for (engine, reason) in self.games.iter().filter_map(|game| game.fault.as_ref()) {
            faults.add(&tournament.config.engines[*engine].spec, reason.clone());
        }
    }
}

/// Plays these groups of a tournament and returns what came out, in the order asked for.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn play_groups(
    tournament: &Tournament,
    groups: &[u64],
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<GroupScores>, Error> {
    Trial::new(tournament, threads, stop)?.play(groups)
}

/// A pool of threads that plays groups of a tournament.
struct Trial<'a> {
    tournament: &'a Tournament,
    pool: rayon::ThreadPool,
    stop: &'a Arc<AtomicBool>,
    /// Which groups need their moves.
    copies: Copies,
}

impl<'a> Trial<'a> {
    fn new(
        tournament: &'a Tournament,
        threads: usize,
        stop: &'a Arc<AtomicBool>,
    ) -> Result<Trial<'a>, Error> {
        let threads = memory::threads(threads);
        memory::check(tournament, threads, Kept::All)?;
        tournament.greet(stop)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Error::run(format!("cannot start the threads: {error}")))?;
        Ok(Trial { tournament, pool, stop, copies: Copies::of(tournament) })
    }

    /// Plays these groups of the plan and returns what came out, in the order asked for.
    fn play(&self, groups: &[u64]) -> Result<Vec<GroupScores>, Error> {
        let played: Vec<Option<Result<GroupScores, Error>>> = self.pool.install(|| {
            let places = || self.tournament.tables.map(|_| None);
            groups.par_iter().map_init(places, |places, &group| self.play_group(places, group)).collect()
        });
        played.into_iter().map(|group| group.unwrap_or(Err(Error::Interrupted))).collect()
    }

    /// Plays a group; none if it was abandoned.
    fn play_group(
        &self,
        places: &mut PerGame<Option<Player>>,
        group: u64,
    ) -> Option<Result<GroupScores, Error>> {
        let Tournament { config, plan, tables, .. } = self.tournament;
        let group = plan.group(group);
        let player = places[group.game].get_or_insert_with(|| tables[group.game].player(self.stop));
        let settings = self.tournament.settings(&group);
        let record = settings.record || self.copies.can_be(&group);
        let settings = MatchSettings { evaluations: false, record, ..settings };
        let mut games = Vec::new();
        let mut played = Played::default();
        for index in 0..group.games {
            let pairing = self.tournament.pairing(&group, index);
            match player.play(&pairing, settings, &mut played) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(fault) => return Some(Err(Error::run(fault))),
            }
            let outcome = played.outcome.as_ref().expect("the game is over");
            if let Some((seat, message)) = &played.failed
                && outcome.reason == reason::ENGINE_ERROR
            {
                let engine = &config.engines[pairing.engines[seat.index()]].spec;
                return Some(Err(Error::run(format!("engine `{engine}` at seat {seat} failed: {message}"))));
            }
            let faulty = played.failed.as_ref().map(|(seat, _)| pairing.engines[seat.index()]);
            games.push(GameScores {
                engines: pairing.engines.to_vec(),
                scores: outcome.scores.to_vec(),
                plies: played.plies,
                record: played.record.clone(),
                opening: played.opening.clone(),
                fault: faulty.map(|engine| (engine, outcome.reason.into())),
            });
        }
        Some(Ok(GroupScores { game: group.game, games }))
    }
}
