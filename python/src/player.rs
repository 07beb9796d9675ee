//! Engines that are Python objects.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use torneo_contract::session::Session;
use torneo_contract::{OptionInfo, Outcome, Seat, SpecError, nearest, reason};
use torneo_registry::{EngineEntry, Stop};
use torneo_search::text::{Answer, Asked, TextEngine, TextGame, TextPlayer};
use torneo_search::{By, EngineInfo, Fault};

use crate::process::locked;

/// The makers of players, by the names of their engines. Each is called with the specification of a game and
/// returns an object with the methods `begin(seat, seed, position)`, `observe(token)`, `choose()` and
/// `finish(scores, reason)`.
pub type Named = Arc<HashMap<String, Py<PyAny>>>;

static INFO: EngineInfo = EngineInfo {
    id: "python",
    summary: "an object of this Python process, given to `torneo.run`",
    options: &[OptionInfo::text("name", "").help("its name among the engines of the run; needed")],
};

/// What objects raised that is not a fault of an engine but ends the run: the first exception, kept with its traceback.
#[derive(Default)]
pub struct Raised {
    /// Whether every exception ends the run; else only those that are no `Exception`, such as `KeyboardInterrupt`.
    pub all: bool,
    error: Mutex<Option<PyErr>>,
    stop: Mutex<Option<Arc<AtomicBool>>>,
}

impl Raised {
    /// Nothing was raised yet; `all` as in the field.
    pub fn new(all: bool) -> Raised {
        Raised { all, ..Raised::default() }
    }

    /// The run ends when this flag is set.
    pub fn stop_with(&self, flag: &Arc<AtomicBool>) {
        *locked(&self.stop) = Some(flag.clone());
    }

    /// The exception that ended the run.
    pub fn take(&self) -> Option<PyErr> {
        locked(&self.error).take()
    }

    /// Ends the run if the exception does that. The game under way does not count then.
    fn consider(&self, py: Python<'_>, error: &PyErr) {
        if self.all || !error.is_instance_of::<PyException>(py) {
            let mut kept = locked(&self.error);
            kept.get_or_insert_with(|| error.clone_ref(py));
            if let Some(stop) = &*locked(&self.stop) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// An exception in a line: what it says, and where it was raised.
pub fn told(py: Python<'_>, error: &PyErr) -> String {
    let place = || -> PyResult<String> {
        let raised = error.traceback(py).into_pyobject(py)?;
        let last = py.import("traceback")?.call_method1("extract_tb", (raised,))?.get_item(-1)?;
        let (file, line) = (last.getattr("filename")?.extract::<PathBuf>()?, last.getattr("lineno")?);
        Ok(format!(" ({}, line {line})", file.file_name().unwrap_or_default().to_string_lossy()))
    };
    format!("{error}{}", place().unwrap_or_default())
}

/// The engine `python` with these objects.
pub fn entry(named: Named, raised: Arc<Raised>) -> EngineEntry {
    EngineEntry::by_text(&INFO, move |options| {
        let name = options.text("name");
        if named.contains_key(name) {
            return Ok(Arc::new(PythonEngine {
                named: named.clone(),
                name: name.to_owned(),
                raised: raised.clone(),
            }));
        }
        let message = format!("no Python object named `{name}` is among the engines of this run");
        Err(SpecError::new(message).with_nearest(nearest(name, named.keys().map(String::as_str))))
    })
}

struct PythonEngine {
    named: Named,
    name: String,
    raised: Arc<Raised>,
}

impl TextEngine for PythonEngine {
    fn check(&self, game: &TextGame) -> Result<(), SpecError> {
        Python::attach(|py| self.named[&self.name].call1(py, (&game.spec,)).map(drop)).map_err(|error| {
            SpecError::new(format!("the engine `{}` does not play `{}`: {error}", self.name, game.spec))
        })
    }

    fn greet(&self, _game: &TextGame, _stop: &Stop) -> Result<(), SpecError> {
        Ok(())
    }

    fn player(&self, game: &TextGame) -> Box<dyn TextPlayer> {
        Box::new(PythonPlayer {
            made: Python::attach(|py| self.named[&self.name].call1(py, (&game.spec,))),
            failed: None,
            raised: self.raised.clone(),
        })
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn needs_history(&self) -> bool {
        false
    }

    fn log_to(&self, _file: &Path) {}
}

/// A player, or why there is none; and what went wrong where nothing is answered.
struct PythonPlayer {
    made: PyResult<Py<PyAny>>,
    failed: Option<String>,
    raised: Arc<Raised>,
}

/// What a player's choice comes as: the token, the value, the nodes, the depth, and the line.
type Chosen = (String, Option<f64>, u64, Option<u32>, Vec<String>);

impl PythonPlayer {
    /// Calls a method; what it raises is told of at the next choice.
    fn call<'py>(
        &mut self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> Option<Py<PyAny>> {
        let player = self.made.as_ref().map_err(|error| error.clone_ref(py));
        let returned =
            player.and_then(|player| player.bind(py).call_method1(method, arguments).map(Bound::unbind));
        match returned {
            Ok(returned) => Some(returned),
            Err(error) => {
                self.raised.consider(py, &error);
                self.failed.get_or_insert_with(|| told(py, &error));
                None
            }
        }
    }
}

impl TextPlayer for PythonPlayer {
    fn heed(&mut self, _stop: Stop) {}

    fn begin(&mut self, _session: &dyn Session, seat: Seat, seed: u64, position: Option<&str>) {
        self.failed = None;
        Python::attach(|py| self.call(py, "begin", (seat.index(), seed, position)));
    }

    fn observe(&mut self, token: &str, _by: By) {
        Python::attach(|py| self.call(py, "observe", (token,)));
    }

    fn choose(&mut self, _asked: &Asked<'_>) -> Result<Answer, Fault> {
        Python::attach(|py| {
            let returned = if self.failed.is_none() { self.call(py, "choose", ()) } else { None };
            let chosen = returned.and_then(|returned| match returned.extract::<Chosen>(py) {
                Ok(chosen) => Some(chosen),
                Err(error) => {
                    self.failed = Some(error.to_string());
                    None
                }
            });
            let Some((token, value, nodes, depth, line)) = chosen else {
                let message = self.failed.take().unwrap_or_else(|| "no answer".to_owned());
                return Err(Fault::new(reason::ENGINE_ERROR, message));
            };
            Ok(Answer { token, value, nodes, depth, line })
        })
    }

    fn refuse(&mut self) {}

    fn finish(&mut self, outcome: &Outcome) {
        Python::attach(|py| self.call(py, "finish", (outcome.scores.to_vec(), outcome.reason)));
    }
}
