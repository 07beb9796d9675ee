//! Tournaments.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict};
use serde_json::{Value, json};
use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::run::{Finishing, Progress, RunOptions};
use torneo_arena::values::Values;

use crate::call::Call;
use crate::player::{self, Raised};
use crate::python_game::names_python;
use crate::wait::{waited, waited_for};
use crate::{errors, to_python};

/// How a tournament is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    out: Option<PathBuf>,
    threads: usize,
    resume: bool,
    shard: Option<String>,
    reuse: Vec<PathBuf>,
    /// Called with the number of finished games and of all games.
    progress: Option<Py<PyAny>>,
    /// Whether an exception of an engine that is a Python object ends the run.
    raises: bool,
    /// What makes the players of engines that are Python objects, by name.
    players: HashMap<String, Py<PyAny>>,
    /// Called before the first game with the folder and with a function that ends the run with the games that are on.
    begun: Py<PyAny>,
}

/// Plays the tournament of a configuration: the text of a `file`, or without one JSON with the `values` and the
/// `folder` from which the files are looked for that they name. Returns a dict with the folder and what was done.
#[pyfunction]
pub fn run<'py>(
    py: Python<'py>,
    file: Option<&str>,
    text: &str,
    settings: Settings,
) -> PyResult<Bound<'py, PyDict>> {
    let shard = match &settings.shard {
        None => Shard::WHOLE,
        Some(text) => text.parse().map_err(|error| value_error!("shard: {error}"))?,
    };
    let call = Call::new();
    let raised = Raised { all: settings.raises, call: call.clone() };
    let tournament = plan(py, file, text, shard, settings.players, raised)?;
    // Games in Python take turns in holding the interpreter's lock: more threads only wait for each other.
    let threads = if settings.threads == 0 && tournament.config.games.iter().any(|spec| names_python(spec)) {
        1
    } else {
        settings.threads
    };
    let out = settings.out.unwrap_or_else(|| tournament.default_folder());
    let told = Arc::new(Progress::default());
    let options = RunOptions {
        threads,
        resume: settings.resume,
        reuse: settings.reuse,
        progress: Some(told.clone()),
        ..RunOptions::default()
    };
    let finishing = options.finishing.clone();
    let tick = |py: Python<'_>| match &settings.progress {
        Some(progress) => progress.call1(py, told.games()).map(drop),
        None => Ok(()),
    };
    settings.begun.call1(py, (&out, finish(py, &finishing)?))?;
    let folder = out.clone();
    let play = move |call: &Arc<Call>| torneo_arena::run::run(&tournament, &folder, options, call.stop());
    let played = waited_for(py, &call, play, tick)?;
    tick(py)?;
    let done = PyDict::new(py);
    done.set_item("path", &out)?;
    let summary = match played {
        // The games that were on are over, and the rest was not wanted any more.
        Err(torneo_arena::Error::Interrupted) if finishing.is_asked() => {
            done.set_item("played", told.games().0)?;
            for (name, nothing) in [("resumed", 0), ("reused", 0)] {
                done.set_item(name, nothing)?;
            }
            done.set_item("seconds", 0.0)?;
            done.set_item("faults", Vec::<String>::new())?;
            return Ok(done);
        }
        played => played.map_err(|error| errors::of_arena(py, error))?,
    };
    done.set_item("played", summary.played)?;
    done.set_item("resumed", summary.resumed)?;
    done.set_item("reused", summary.reused)?;
    done.set_item("seconds", summary.seconds)?;
    done.set_item("faults", summary.faults.lines())?;
    Ok(done)
}

/// A function that ends some work with the games that are on. Called at the moment, not looked at from time to time: a game takes
/// less than that.
pub fn finish<'py>(py: Python<'py>, finishing: &Arc<Finishing>) -> PyResult<Bound<'py, PyCFunction>> {
    let finishing = finishing.clone();
    PyCFunction::new_closure(py, None, None, move |_, _| finishing.ask())
}

/// The tournament of a configuration, with the engines that are Python objects. What fails in it belongs to the call of `raised`.
pub fn plan(
    py: Python<'_>,
    file: Option<&str>,
    text: &str,
    shard: Shard,
    players: HashMap<String, Py<PyAny>>,
    raised: Raised,
) -> PyResult<Tournament> {
    let call = raised.call.clone();
    let mut engines = call.registry();
    engines.add_engine(player::entry(Arc::new(players), raised));
    let planned = match file {
        Some(file) => py.detach(|| Tournament::parse(&engines, file, text, shard)),
        None => {
            let given: Value =
                serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let keys = given["values"].as_object().cloned().unwrap_or_default();
            let values = Values::new(keys, given["folder"].as_str().unwrap_or_default().into());
            let named = |key: &str, inside: &str| format!("{key}{inside}");
            py.detach(|| Tournament::of_values(&engines, &values, &named, shard))
        }
    };
    call.end(planned)?.map_err(|error| errors::of_arena(py, error))
}

/// Analyses a results folder and writes its tables there: Returns what `torneo analyze --json` prints and, if
/// the tables could not be written, why.
#[pyfunction]
pub fn analyze(py: Python<'_>, path: PathBuf) -> PyResult<(Bound<'_, PyAny>, Option<String>)> {
    let analyzed = waited(py, move |call| {
        let analysis = Analysis::of(&call.registry(), &path, AnalysisOptions::default())?;
        let written = analysis.write(&path);
        Ok((json!(analysis), written.err().map(|error| error.to_string())))
    })?;
    let (analysis, unwritten) = analyzed.map_err(|error| errors::of_arena(py, error))?;
    Ok((to_python(py, &analysis)?, unwritten))
}

/// A configuration in TOML as JSON; `file` names it in errors.
#[pyfunction]
pub fn from_toml(file: &str, text: &str) -> PyResult<String> {
    let value: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        errors::ConfigError::new_err(format!("{file}: {}", error.message()))
    })?;
    serde_json::to_string(&value).map_err(|error| errors::ConfigError::new_err(format!("{file}: {error}")))
}
