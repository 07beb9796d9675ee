//! Agents on the ladders of games.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use torneo_arena::Error;
use torneo_arena::plan::{Entrant, Tournament};
use torneo_arena::trial::{self, Conduct, Keeping, RateReport, RateSettings};
use torneo_arena::values::Values;
use torneo_cli::{Failure, ladders, planned_rating};
use torneo_registry::Registry;

use crate::call::Call;
use crate::player::{self, Raised};
use crate::process::locked;
use crate::python_game::names_python;
use crate::run::finish;
use crate::wait::waited_for;
use crate::{errors, to_python};

/// What is asked of a rating.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    /// One agent or two, as JSON: specifications, and tables of programs.
    agents: String,
    games: Vec<String>,
    width: f64,
    max_games: u64,
    against: Option<(usize, usize)>,
    near: BTreeMap<String, f64>,
    seed: u64,
    threads: usize,
    out: Option<PathBuf>,
    resume: bool,
    ladder: Option<PathBuf>,
    /// Whether an exception of an agent that is a Python object ends the rating.
    raises: bool,
    /// What makes the players of agents that are Python objects, by name.
    players: HashMap<String, Py<PyAny>>,
    /// Called before the first game with a function that ends the rating with the games that are on.
    begun: Py<PyAny>,
    /// Called from time to time: whether the rating is to end so because its time is over.
    is_over: Py<PyAny>,
}

/// Rates an agent, or two. Returns what `torneo rate --json` prints, and whether everything was played that was asked for.
#[pyfunction]
pub fn rate<'py>(py: Python<'py>, mut asked: Asked) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let (is_over, players) = (asked.is_over.clone_ref(py), std::mem::take(&mut asked.players));
    let call = Call::new();
    let mut engines = call.registry();
    let forfeits = !players.is_empty() && !asked.raises;
    engines.add_engine(player::entry(Arc::new(players), Raised { all: asked.raises, call: call.clone() }));
    let planned = py.detach(|| asked.planned(&engines));
    let tournament = call.end(planned)?.map_err(|failure| errors::of_failure(py, failure))?;
    let conduct = Conduct { forfeits, stop: call.stop().clone(), ..asked.conduct(&tournament) };
    let finishing = conduct.finishing.clone();
    let known: Arc<Mutex<Option<RateReport>>> = Arc::default();
    let telling = known.clone();
    let play = move |_: &Arc<Call>| {
        trial::rate(&tournament, &conduct, |found| *locked(&telling) = Some(found.clone()))
    };
    let tick = |py: Python<'_>| {
        if is_over.call0(py)?.is_truthy(py)? {
            finishing.ask();
        }
        Ok(())
    };
    asked.begun.call1(py, (finish(py, &finishing)?,))?;
    tick(py)?;
    let (found, is_whole) = match waited_for(py, &call, play, tick)? {
        // The games that were on are over, and the rest was not wanted any more.
        Err(Error::Interrupted) if finishing.is_asked() => (locked(&known).take(), false),
        played => (Some(played.map_err(|error| errors::of_arena(py, error))?), true),
    };
    let nothing = || errors::RunError::new_err("no game was played within the limits");
    let found = found.filter(|found| found.agents.iter().all(|agent| !agent.games.is_empty()));
    Ok((to_python(py, &torneo_cli::json::rating(&found.ok_or_else(nothing)?))?, is_whole))
}

impl Asked {
    fn planned(&self, registry: &Registry) -> Result<Tournament, Failure> {
        let settings = RateSettings {
            agents: self.entrants(registry)?,
            ladders: ladders(registry, &self.games, self.ladder.as_deref())?,
            width: self.width,
            max_games: self.max_games,
            against: self.against,
            near: self.near.clone(),
            seed: self.seed,
            record: self.out.is_some(),
        };
        planned_rating(registry, &settings, "agent")
    }

    fn entrants(&self, registry: &Registry) -> Result<Vec<Entrant>, Failure> {
        let agents: Vec<Value> = serde_json::from_str(&self.agents).map_err(Failure::input)?;
        let mut entrants = Vec::new();
        for agent in agents {
            match agent {
                Value::String(spec) => entrants.push(
                    Entrant::read(registry, &spec).map_err(|error| Failure::argument("agent", &error))?,
                ),
                table => entrants.extend(of_table(registry, table)?),
            }
        }
        match entrants.len() {
            1 | 2 => Ok(entrants),
            count => Err(Failure::input(format!("argument agent: expected one or two, found {count}"))),
        }
    }

    fn conduct(&self, tournament: &Tournament) -> Conduct {
        // Games in Python take turns in holding the interpreter's lock: more threads only wait for each other.
        let is_slow = self.threads == 0 && tournament.config.games.iter().any(|spec| names_python(spec));
        let keeping = self
            .out
            .as_ref()
            .map_or(Keeping::Nothing, |out| Keeping::Folder { out: out.clone(), resume: self.resume });
        Conduct::new(if is_slow { 1 } else { self.threads }, keeping)
    }
}

/// The engines of an entry, as in a configuration.
fn of_table(registry: &Registry, table: Value) -> Result<Vec<Entrant>, Failure> {
    let values = Values::new(Map::from_iter([("engines".to_owned(), json!([table]))]), PathBuf::new());
    let naming = |_: &str, inside: &str| format!("agent{}", inside.strip_prefix("[0]").unwrap_or(inside));
    Ok(Entrant::of_values(registry, &values, &naming)?)
}
