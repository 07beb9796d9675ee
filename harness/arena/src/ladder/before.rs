//! Where the rungs of the ladder before stand on a new one: they are played by the release that measured it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use torneo_contract::{Spec, refuse_if};
use torneo_present::english::counted;
use torneo_registry::ladder::{Before, Ladder, Rung};
use torneo_registry::{AnyGame, Registry, Stop};

use super::log::{Log, Purpose};
use crate::Error;
use crate::plan::Entrant;
use crate::run::Keeping;
use crate::trial::{Conduct, RateSettings, rate, rating_of};

/// Half the width of an interval that is narrow enough, in Elo.
const WIDTH: f64 = 30.0;

/// What places the rungs of the ladder before.
pub struct Placing<'a> {
    pub registry: &'a Registry,
    /// The ladder that is measured.
    pub ladder: &'a Ladder,
    /// The command of the release that measured the one before.
    pub program: &'a str,
    /// Games of a rung at most.
    pub most: u64,
    pub seed: u64,
    pub threads: usize,
    pub stop: &'a Arc<AtomicBool>,
}

/// The specification of a rung as the release before plays it.
fn played_by(program: &str, rung: &str) -> String {
    Spec::new("external", &[("command", &format!("{program} engine '{rung}'"))]).to_string()
}

/// Asks the release before whether it plays the game, by its `random`, before anything is measured.
///
/// # Errors
/// A program that does not say that it does.
pub fn greet(
    registry: &Registry,
    program: &str,
    game: &dyn AnyGame,
    stop: &Arc<AtomicBool>,
) -> Result<(), Error> {
    let greeted = registry
        .engine(&played_by(program, "random"))
        .and_then(|engine| game.greet(&engine, &Stop::at(stop)));
    refuse_if!(stop.load(Ordering::Relaxed), Error::Interrupted);
    greeted.map_err(|error| Error::Argument {
        argument: "--before".to_owned(),
        message: error.to_string(),
        nearest: None,
    })
}

impl Placing<'_> {
    /// The rungs of the ladder before, from the first above random play on.
    ///
    /// # Errors
    /// A program that fails, `stop` set, a log that cannot be written.
    pub fn of(&self, before: &Ladder, log: &mut Log) -> Result<Vec<Before>, Error> {
        let one = |rung: &Rung| {
            let name = format!("{}/{}", before.ladder, rung.rung);
            let placed = log.recall(Purpose::Before, (&rung.spec, &name), || self.place(rung))?;
            let at = |place: usize| placed.get(place).copied();
            Ok(Before { name, elo: at(0), low: at(1), high: at(2) })
        };
        before.rungs[1..].iter().map(one).collect()
    }

    /// Elo and interval of a rung; nothing where its games leave them open.
    fn place(&self, rung: &Rung) -> Result<Vec<f64>, Error> {
        let agent = Entrant::read(self.registry, &played_by(self.program, &rung.spec));
        let agent = agent.map_err(Error::Engine)?;
        let settings = RateSettings {
            agents: vec![agent],
            ladders: vec![self.ladder.clone()],
            width: WIDTH,
            max_games: self.most,
            against: None,
            near: BTreeMap::new(),
            seed: self.seed,
            record: false,
        };
        let tournament = rating_of(self.registry, &settings)?;
        let conduct = Conduct { stop: self.stop.clone(), ..Conduct::new(self.threads, Keeping::Nothing) };
        let found = rate(&tournament, &conduct.growing(), |_| ())?;
        let placed = found.agents.first().and_then(|agent| agent.games.first());
        let faults: u64 = placed.map_or(0, |placed| placed.faults.values().sum());
        refuse_if!(
            faults > 0,
            Error::run(format!(
                "`{}` lost {} of {} by faults, which says nothing of the rung",
                self.program,
                counted(faults, "game"),
                rung.name
            ))
        );
        let placement = placed.map(|placed| placed.placement);
        let whole = placement.and_then(|found| Some(vec![found.elo?, found.low?, found.high?]));
        Ok(whole.unwrap_or_default())
    }
}
