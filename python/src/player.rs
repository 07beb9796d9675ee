//! Engines that are Python objects.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use torneo_contract::session::Session;
use torneo_contract::{OptionInfo, Outcome, Seat, SpecError, nearest, reason};
use torneo_registry::{EngineEntry, Stop};
use torneo_search::text::{Answer, Asked, TextEngine, TextGame, TextPlayer};
use torneo_search::{By, EngineInfo, Fault, FaultyAnswer};

use crate::call::Call;
use crate::errors::GameError;
use crate::hand;
use crate::many::Desks;
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

/// What becomes of what objects raise: it loses a game, or it ends the run and is raised with its traceback.
#[derive(Clone)]
pub struct Raised {
    /// Whether every exception ends the run; else only those that are no `Exception`, such as `KeyboardInterrupt`, and those of a
    /// game in Python that fails.
    pub all: bool,
    /// The run.
    pub call: Arc<Call>,
}

impl Raised {
    /// Ends the run if the exception does that. The game under way does not count then.
    pub fn consider(&self, py: Python<'_>, error: &PyErr) {
        let ends = !error.is_instance_of::<PyException>(py) || error.is_instance_of::<GameError>(py);
        if self.all || ends {
            self.call.fail(error.clone_ref(py));
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
pub fn entry(named: Named, raised: Raised) -> EngineEntry {
    let desks = Arc::new(Desks::default());
    EngineEntry::by_text(&INFO, move |options| {
        let name = options.text("name");
        if named.contains_key(name) {
            return Ok(Arc::new(PythonEngine {
                named: named.clone(),
                name: name.to_owned(),
                raised: raised.clone(),
                desks: desks.clone(),
            }));
        }
        let message = format!("no Python object named `{name}` is among the engines of this run");
        Err(SpecError::new(message).with_nearest(nearest(name, named.keys().map(String::as_str))))
    })
}

struct PythonEngine {
    named: Named,
    name: String,
    raised: Raised,
    desks: Arc<Desks>,
}

impl PythonEngine {
    /// Whether one object answers for all games.
    fn is_many(&self) -> bool {
        Python::attach(|py| self.named[&self.name].bind(py).hasattr("choose").unwrap_or(false))
    }
}

impl TextEngine for PythonEngine {
    fn check(&self, game: &TextGame) -> Result<(), SpecError> {
        if self.is_many() {
            return Ok(());
        }
        Python::attach(|py| self.named[&self.name].call1(py, (&game.spec,)).map(drop)).map_err(|error| {
            SpecError::new(format!("the engine `{}` does not play `{}`: {error}", self.name, game.spec))
        })
    }

    fn greet(&self, _game: &TextGame, _stop: &Stop) -> Result<(), SpecError> {
        Ok(())
    }

    fn player(&self, game: &TextGame) -> Box<dyn TextPlayer> {
        if self.is_many()
            && let Ok(game) = self.raised.call.registry().game(&game.spec)
        {
            return self.desks.player(&self.name, &self.named[&self.name], game, &self.raised);
        }
        let (spec, raised) = (game.spec.clone(), self.raised.clone());
        let (named, name) = (self.named.clone(), self.name.clone());
        let make = move |py: Python<'_>| {
            let _inside = raised.call.enter(py);
            let made = named[&name].call1(py, (&spec,));
            Arc::new(Mutex::new(Seated { made, failed: None, raised: raised.clone() }))
        };
        let seated = hand::done(&self.raised.call, make);
        Box::new(PythonPlayer {
            call: self.raised.call.clone(),
            seated,
            waiting: Vec::new(),
            game_no: 0,
            faulty: Vec::new(),
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

/// Kinds of faults that exceptions may name by their attribute `kind`.
const KINDS: [&str; 5] = ["illegal", "unread", "timeout", "refused", "error"];

/// Answers that were none, as pairs of a kind and a text.
type Pairs = Vec<(String, String)>;

/// What went wrong in a choice: what is told of it, the kind that it names, and the answers before.
struct Failed {
    message: String,
    kind: Option<&'static str>,
    faulty: Pairs,
}

impl Failed {
    fn saying(message: impl Into<String>) -> Failed {
        Failed { message: message.into(), kind: None, faulty: Pairs::new() }
    }

    /// An exception; it may have the attributes `kind` and `faulty`.
    fn of(py: Python<'_>, error: &PyErr) -> Failed {
        let value = error.value(py);
        let named = value.getattr("kind").and_then(|kind| kind.extract::<String>());
        let kind = named.ok().and_then(|named| KINDS.into_iter().find(|kind| *kind == named));
        let faulty = value.getattr("faulty").and_then(|faulty| faulty.extract());
        let message = if kind.is_some() { error.value(py).to_string() } else { told(py, error) };
        Failed { message, kind, faulty: faulty.unwrap_or_default() }
    }
}

/// A player, or why there is none; and what went wrong where nothing is answered.
struct Seated {
    made: PyResult<Py<PyAny>>,
    failed: Option<Failed>,
    raised: Raised,
}

/// What a player's choice comes as: the token, the value, the nodes, the depth, the line, and the answers before it that were none.
pub type Chosen = (String, Option<f64>, u64, Option<u32>, Vec<String>, Pairs);

/// A choice as tournaments have it.
pub fn answer_of((token, value, nodes, depth, line, faulty): Chosen) -> (Answer, Vec<FaultyAnswer>) {
    (Answer { token, value, nodes, depth, line, ..Answer::default() }, faulty_of(faulty))
}

fn faulty_of(pairs: Pairs) -> Vec<FaultyAnswer> {
    pairs.into_iter().map(|(kind, text)| FaultyAnswer { kind, text }).collect()
}

impl Seated {
    /// Calls a method; what it raises is told of at the next choice.
    fn call<'py>(
        &mut self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> Option<Py<PyAny>> {
        let _inside = self.raised.call.enter(py);
        let player = self.made.as_ref().map_err(|error| error.clone_ref(py));
        let returned =
            player.and_then(|player| player.bind(py).call_method1(method, arguments).map(Bound::unbind));
        match returned {
            Ok(returned) => Some(returned),
            Err(error) => {
                self.raised.consider(py, &error);
                self.failed.get_or_insert_with(|| Failed::of(py, &error));
                None
            }
        }
    }

    fn tell(&mut self, py: Python<'_>, told: Told) {
        match told {
            Told::Begin(seat, seed, position, game_no) => {
                self.failed = None;
                self.call(py, "begin", (seat, seed, position, game_no));
            }
            Told::Observe(token) => _ = self.call(py, "observe", (token,)),
            Told::Finish(scores, reason) => _ = self.call(py, "finish", (scores, reason)),
        }
    }

    /// Its choice, or what it did wrong, and what was wrong with the answers before.
    fn choose(&mut self, py: Python<'_>) -> (Result<Answer, Fault>, Vec<FaultyAnswer>) {
        let returned = if self.failed.is_none() { self.call(py, "choose", ()) } else { None };
        match returned.map(|returned| returned.extract::<Chosen>(py)) {
            Some(Ok(chosen)) => {
                let (answer, faulty) = answer_of(chosen);
                return (Ok(answer), faulty);
            }
            Some(Err(error)) => self.failed = Some(Failed::saying(error.to_string())),
            None => {}
        }
        let Failed { message, kind, faulty } =
            self.failed.take().unwrap_or_else(|| Failed::saying("no answer"));
        let fault = Fault::new(reason::ENGINE_ERROR, message);
        (Err(kind.map_or(fault.clone(), |kind| fault.of_kind(kind))), faulty_of(faulty))
    }
}

/// What a player is told before it is asked.
enum Told {
    Begin(usize, u64, Option<String>, u64),
    Observe(String),
    Finish(Vec<f64>, &'static str),
}

/// A player, which is asked on a thread of its own; none if it was left behind.
struct PythonPlayer {
    call: Arc<Call>,
    seated: Option<Arc<Mutex<Seated>>>,
    /// What it is told at the next question.
    waiting: Vec<Told>,
    /// The number of the game.
    game_no: u64,
    /// What was wrong with the answers before its last one.
    faulty: Vec<FaultyAnswer>,
}

impl PythonPlayer {
    /// Tells what waits, and asks. None if the player is left behind.
    fn ask<T: Send + 'static>(
        &mut self,
        ask: impl FnOnce(&mut Seated, Python<'_>) -> T + Send + 'static,
    ) -> Option<T> {
        let (seated, waiting) = (self.seated.clone()?, std::mem::take(&mut self.waiting));
        let asked = hand::done(&self.call, move |py| {
            let mut seated = locked(&seated);
            waiting.into_iter().for_each(|told| seated.tell(py, told));
            ask(&mut seated, py)
        });
        if asked.is_none() {
            self.seated = None;
        }
        asked
    }
}

impl TextPlayer for PythonPlayer {
    fn heed(&mut self, _stop: Stop) {}

    fn number(&mut self, game_no: u64) {
        self.game_no = game_no;
    }

    fn begin(&mut self, _session: &dyn Session, seat: Seat, seed: u64, position: Option<&str>) {
        let position = position.map(str::to_owned);
        self.waiting.push(Told::Begin(seat.index(), seed, position, self.game_no));
    }

    fn observe(&mut self, token: &str, _by: By) {
        self.waiting.push(Told::Observe(token.to_owned()));
    }

    fn choose(&mut self, _asked: &Asked<'_>) -> Result<Answer, Fault> {
        let answer = self.ask(Seated::choose);
        let (answer, faulty) = answer.unwrap_or_else(|| {
            (Err(Fault::new(reason::ENGINE_ERROR, "it was left behind".to_owned())), Vec::new())
        });
        self.faulty = faulty;
        answer
    }

    fn take_faulty(&mut self) -> Vec<FaultyAnswer> {
        std::mem::take(&mut self.faulty)
    }

    fn refuse(&mut self) {}

    fn finish(&mut self, outcome: &Outcome) {
        self.waiting.push(Told::Finish(outcome.scores.to_vec(), outcome.reason));
        self.ask(|_, _| ());
    }
}
