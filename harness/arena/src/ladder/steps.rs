//! Measuring: how much one engine of a game scores against another, and what its games take.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_contract::SpecError;
use torneo_registry::Registry;

use super::log::{Log, Purpose};
use crate::Error;
use crate::clock::processor_time;
use crate::plan::{Arguments, Entrant, Seatings, Tournament};
use crate::trial::play_groups;

/// Games against itself of which an engine's cost is the mean.
const GAMES_OF_COST: u64 = 8;

/// What measures engines of one game.
pub struct Meter<'a> {
    pub registry: &'a Registry,
    pub game: &'a str,
    pub seed: u64,
    pub threads: usize,
    pub stop: &'a Arc<AtomicBool>,
    pub log: Log,
}

impl Meter<'_> {
    /// The scores of an engine against another one in so many groups of games.
    ///
    /// # Errors
    /// An engine that cannot play the game or fails, `stop` set, a log that cannot be written.
    pub fn scores(
        &mut self,
        purpose: Purpose,
        (engine, opponent): (&str, &str),
        groups: u64,
    ) -> Result<Vec<f64>, Error> {
        let (registry, game, threads, stop) = (self.registry, self.game, self.threads, self.stop);
        // Figures have other games than the search, which chose by its own.
        let seed = self.seed.wrapping_add(u64::from(purpose == Purpose::Figure));
        self.log.recall(purpose, (engine, opponent), || {
            let tournament = tournament(registry, game, &[engine, opponent], groups, seed)?;
            let all: Vec<u64> = (0..tournament.plan.groups()).collect();
            let played = play_groups(&tournament, &all, threads, stop)?;
            Ok(played.iter().map(|group| group.score(0, 1)).collect())
        })
    }

    /// Processor time of a game of an engine against itself, in seconds.
    ///
    /// # Errors
    /// As [`scores`](Meter::scores).
    pub fn seconds(&mut self, engine: &str) -> Result<f64, Error> {
        let (registry, game, seed, stop) = (self.registry, self.game, self.seed, self.stop);
        let measured = self.log.recall(Purpose::Cost, (engine, engine), || {
            let tournament = tournament(registry, game, &[engine], GAMES_OF_COST, seed)?;
            let all: Vec<u64> = (0..tournament.plan.groups()).collect();
            let began = processor_time();
            play_groups(&tournament, &all, 1, stop)?;
            let taken = processor_time().saturating_sub(began).as_secs_f64();
            Ok(vec![taken / GAMES_OF_COST as f64])
        });
        Ok(measured?[0])
    }
}

fn tournament(
    registry: &Registry,
    game: &str,
    engines: &[&str],
    rounds: u64,
    seed: u64,
) -> Result<Tournament, Error> {
    let entrant = |engine: &&str| Entrant::read(registry, engine);
    let engines =
        engines.iter().map(entrant).collect::<Result<Vec<_>, SpecError>>().map_err(Error::Engine)?;
    let arguments = Arguments {
        seatings: Seatings::Balanced,
        ..Arguments::of("ladder", vec![game.to_owned()], engines, (rounds, seed))
    };
    Tournament::of_arguments(registry, &arguments)
}
