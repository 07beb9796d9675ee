//! What `torneo.ray` needs: results that come in by ranges of groups, and races whose groups are played elsewhere.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use torneo_arena::plan::{Arguments, Entrant, Shard, Tournament};
use torneo_arena::results::{self, Delivery};
use torneo_arena::{Error, PlayedGroup, trial};

use crate::call::Call;
use crate::player::Raised;
use crate::process::locked;
use crate::run::plan;
use crate::wait::waited_for;
use crate::{errors, to_python};

/// A results folder that grows by ranges of groups; see `torneo.ray`.
#[pyclass(module = "torneo._torneo")]
pub struct Collector {
    /// None once it is closed, or when a file could not be written.
    inner: Mutex<Option<results::Collector>>,
    #[pyo3(get)]
    path: PathBuf,
    /// Number of groups of the run.
    #[pyo3(get)]
    groups: u64,
    /// Number of games of the run.
    #[pyo3(get)]
    games: u64,
    #[pyo3(get)]
    notes: Vec<String>,
}

fn closed() -> PyErr {
    PyRuntimeError::new_err("the results are closed")
}

#[pymethods]
impl Collector {
    #[new]
    fn new(
        py: Python<'_>,
        file: Option<&str>,
        text: &str,
        out: Option<PathBuf>,
        resume: bool,
        players: HashMap<String, Py<PyAny>>,
    ) -> PyResult<Collector> {
        let tournament =
            plan(py, file, text, Shard::WHOLE, players, Raised { all: false, call: Call::new() })?;
        let path = out.unwrap_or_else(|| tournament.default_folder());
        let opened = py.detach(|| results::Collector::open(&tournament, &path, resume));
        let inner = opened.map_err(|error| errors::of_arena(py, error))?;
        let (groups, games) = (tournament.plan.total_groups(), tournament.plan.total_games());
        Ok(Collector { path, groups, games, notes: inner.notes().to_vec(), inner: Mutex::new(Some(inner)) })
    }

    /// The group from which on the next range has to be.
    #[getter]
    fn next(&self) -> PyResult<u64> {
        locked(&self.inner).as_ref().map(results::Collector::next_group).ok_or_else(closed)
    }

    /// Games that are there.
    #[getter]
    fn done(&self) -> PyResult<u64> {
        locked(&self.inner).as_ref().map(results::Collector::games).ok_or_else(closed)
    }

    /// Adds the groups up to `end` from the files of a run of them; returns the number of games that are new.
    fn take(
        &self,
        py: Python<'_>,
        end: u64,
        games: &[u8],
        seats: &[u8],
        moves: Option<&[u8]>,
    ) -> PyResult<u64> {
        let taken = py.detach(|| {
            let mut inner = locked(&self.inner);
            let taken = inner.as_mut()?.take(end, Delivery { games, seats, moves });
            if taken.as_ref().is_err_and(|error| !error.is_input()) {
                *inner = None;
            }
            Some(taken)
        });
        taken.ok_or_else(closed)?.map_err(|error| errors::of_arena(py, error))
    }

    /// Makes what is there last.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let close = || {
            let inner = locked(&self.inner).take();
            inner.map_or(Ok(()), results::Collector::close)
        };
        let closed = py.detach(close);
        closed.map_err(|error| errors::of_arena(py, error))
    }
}

/// What is asked for, as on the command line.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    games: Vec<String>,
    engines: Vec<String>,
    rounds: u64,
    seed: u64,
    random_plies: u64,
    max_plies: u64,
}

impl Asked {
    fn tournament(self, py: Python<'_>, call: &Arc<Call>) -> PyResult<Tournament> {
        let Asked { games, engines, rounds, seed, random_plies, max_plies } = self;
        let arguments = |engines| Arguments {
            random_plies,
            max_plies,
            ..Arguments::of("best-of", games, engines, (rounds, seed))
        };
        let planned = py.detach(|| {
            let registry = call.registry();
            let engines = Entrant::each(&registry, &engines).map_err(Error::Engine)?;
            Tournament::of_arguments(&registry, &arguments(engines))
        });
        call.end(planned)?.map_err(|error| errors::of_arena(py, error))
    }
}

/// Plays groups of a race. Returns the results, group by group, as `Race.round` reads them.
#[pyfunction]
pub fn play_groups<'py>(
    py: Python<'py>,
    asked: Asked,
    groups: Vec<u64>,
    threads: usize,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let call = Call::new();
    let tournament = asked.tournament(py, &call)?;
    let play = move |call: &Arc<Call>| trial::play_groups(&tournament, &groups, threads, call.stop());
    let played = waited_for(py, &call, play, |_| Ok(()))?;
    let played = played.map_err(|error| errors::of_arena(py, error))?;
    let bytes = |group: &PlayedGroup| serde_json::to_vec(group).map(|bytes| PyBytes::new(py, &bytes));
    let failed = |error: serde_json::Error| PyRuntimeError::new_err(error.to_string());
    played.iter().map(|group| bytes(group).map_err(failed)).collect()
}

/// A race of engines whose groups are played elsewhere; see `torneo.ray`.
#[pyclass(module = "torneo._torneo")]
pub struct Race {
    course: Mutex<trial::Course<Arc<Tournament>>>,
}

#[pymethods]
impl Race {
    #[new]
    fn new(py: Python<'_>, asked: Asked, error: f64) -> PyResult<Race> {
        let tournament = Arc::new(asked.tournament(py, &Call::new())?);
        Ok(Race { course: Mutex::new(trial::Course::new(tournament, error)) })
    }

    /// Whether one engine is left, or all rounds are played.
    #[getter]
    fn over(&self) -> bool {
        locked(&self.course).is_over()
    }

    /// The groups of the next rounds, if nobody drops out meanwhile.
    fn groups(&self, rounds: u64) -> Vec<u64> {
        locked(&self.course).groups(rounds)
    }

    /// Ends the next round with what `play_groups` said of its groups, by their numbers; what is said of others is not looked at.
    fn round(&self, py: Python<'_>, played: HashMap<u64, Vec<u8>>) -> PyResult<()> {
        let mut course = locked(&self.course);
        let mut found = HashMap::new();
        for number in course.groups(1) {
            let Some(bytes) = played.get(&number) else { continue };
            let group: PlayedGroup = serde_json::from_slice(bytes)
                .map_err(|error| errors::RunError::new_err(format!("group {number}: {error}")))?;
            found.insert(number, group);
        }
        course.round(|number| found.get(&number)).map_err(|error| errors::of_arena(py, error))
    }

    /// What is known so far, as `torneo best-of --json`.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(locked(&self.course).report()))
    }
}
