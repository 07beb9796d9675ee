//! The way of a class into the registry.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::json;
use torneo_conformance::{Conduct, Examined, Subject, examine, examine_one};
use torneo_contract::session::{self, Session};
use torneo_contract::{Formats, GameInfo, OptionInfo, OptionKind, Options, Spec, SpecError, TurnKinds};
use torneo_registry::{AnyGame, GameEntry, Registry};
use torneo_solve::named;

use super::PythonGame;
use super::failure::Whose;
use super::node::kept;
use super::rules::{Has, Rules};
use crate::call::Call;
use crate::encoding::forget_encodings;
use crate::process::{locked, with_threads};
use crate::wait::waited_beside;
use crate::{errors, messages, registry, to_python, with_registry};

/// The family of games in Python.
const FAMILY: &str = "python";

/// Whether a game is a Python class.
pub fn is_python(game: &dyn AnyGame) -> bool {
    game.info().family == FAMILY
}

/// Whether a canonical specification is that of a game that is a Python class.
pub fn names_python(spec: &str) -> bool {
    let id = spec.split('(').next().unwrap_or_default();
    classes().as_ref().is_some_and(|classes| classes.contains_key(id))
}

/// What a class says of itself, read in `_games.py`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Description {
    id: String,
    title: String,
    seats: (usize, usize),
    chance: bool,
    together: bool,
    decides: bool,
    options: Vec<DescribedOption>,
    rules: Option<String>,
    has: Has,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct DescribedOption {
    name: String,
    kind: String,
    range: (f64, f64),
    words: Vec<String>,
    default: String,
    help: String,
}

/// A class that is a game.
pub struct Registered {
    pub class: Py<PyAny>,
    pub info: &'static GameInfo,
    pub has: Has,
    rules: Option<&'static str>,
    /// What carries the game with its defaults to other programs. It is known before anybody asks, so that a class that cannot be set
    /// up fails nobody who asks for others.
    formats: Formats,
}

/// The classes by their ids.
static CLASSES: Mutex<Option<HashMap<&'static str, Arc<Registered>>>> = Mutex::new(None);

fn classes() -> MutexGuard<'static, Option<HashMap<&'static str, Arc<Registered>>>> {
    locked(&CLASSES)
}

impl DescribedOption {
    fn info(&self) -> OptionInfo {
        let words: Vec<&'static str> = self.words.iter().map(|word| kept(word)).collect();
        let kind = match &*self.kind {
            "bool" => OptionKind::Bool,
            "int" => OptionKind::Int { min: self.range.0 as i64, max: self.range.1 as i64 },
            "float" => OptionKind::Float { min: self.range.0, max: self.range.1 },
            "choice" => OptionKind::Choice(words.leak()),
            _ => OptionKind::Text,
        };
        OptionInfo { name: kept(&self.name), kind, default: kept(&self.default), help: kept(&self.help) }
    }
}

/// Adds a class to the games, in place of one of the same id. Its description stays for as long as the process does.
#[pyfunction]
pub fn register_game(class_: Py<PyAny>, description: Description) {
    let options: Vec<OptionInfo> = description.options.iter().map(DescribedOption::info).collect();
    let turns = TurnKinds {
        decision: description.decides,
        chance: description.chance,
        simultaneous: description.together,
    };
    let info: &'static GameInfo = Box::leak(Box::new(GameInfo {
        id: kept(&description.id),
        title: kept(&description.title),
        family: FAMILY,
        reconstructed: false,
        seats: description.seats,
        turns,
        options: options.leak(),
    }));
    let mut registered = Registered {
        class: class_,
        info,
        has: description.has,
        rules: description.rules.as_deref().map(kept),
        formats: Formats::NONE,
    };
    registered.formats = registered.usual_formats().unwrap_or(Formats::NONE);
    let registered = Arc::new(registered);
    classes().get_or_insert_default().insert(info.id, registered.clone());
    with_registry(|registry| {
        registry.add_game(entry(registered, Whose::Thread));
    });
    forget_encodings();
}

impl Registered {
    /// What carries the game with its defaults; none where nothing does, or they do not set the class up.
    fn usual_formats(&self) -> Option<Formats> {
        let plain: Option<Spec> = self.has.fen.then(|| self.info.id.parse().ok())?;
        let options = Options::check(&plain?, self.info.options).ok()?;
        let game = Call::here(|| self.game::<true>(&options, false, &Whose::Thread)).ok()?.ok()?;
        Some(Formats::of(&game))
    }

    fn is_wide(&self) -> bool {
        let turns = self.info.turns;
        turns.chance || turns.simultaneous || self.info.seats.1 > 2
    }

    fn game<const WIDE: bool>(
        &self,
        options: &Options,
        strict: bool,
        whose: &Whose,
    ) -> Result<PythonGame<WIDE>, SpecError> {
        let rules = Arc::new(Rules::set_up(self, options, strict, whose)?);
        Ok(PythonGame { rules, whose: whose.clone() })
    }
}

fn entry(registered: Arc<Registered>, whose: Whose) -> GameEntry {
    let (info, rules, formats) = (registered.info, registered.rules, registered.formats);
    let entry = match registered.is_wide() {
        true => GameEntry::new(info, move |options| registered.game::<true>(options, false, &whose)),
        false => GameEntry::new(info, move |options| registered.game::<false>(options, false, &whose)),
    };
    rules.into_iter().fold(entry.with_formats(formats), GameEntry::with_rules)
}

/// Adds the games in Python to a registry, in place of those that are there: whose they are is told of their failures.
pub fn add_games(registry: &mut Registry, whose: &Whose) {
    for registered in classes().iter().flat_map(HashMap::values) {
        registry.add_game(entry(registered.clone(), whose.clone()));
    }
}

/// A game in Python for another one that is told of its failures. None for other games.
pub fn bound(game: &dyn AnyGame, whose: &Whose) -> Option<Arc<dyn AnyGame>> {
    fn of<const WIDE: bool>(game: &dyn AnyGame, whose: &Whose) -> Option<Arc<dyn AnyGame>> {
        let session = game.session();
        let (own, _) = session::Typed::<PythonGame<WIDE>>::of(&*session)?.game_and_position();
        let made = PythonGame::<WIDE> { rules: own.rules.clone(), whose: whose.clone() };
        let entry = GameEntry::new(game.info(), move |_| Ok(made.clone()));
        entry.set_up(&game.traits().options).ok()
    }
    is_python(game).then(|| of::<true>(game, whose).or_else(|| of::<false>(game, whose)))?
}

/// What random play finds about a game in Python, as `torneo conformance --json`; with the failure of a method, if one failed.
#[pyfunction]
pub fn conformance<'py>(
    py: Python<'py>,
    spec: &str,
    games: u64,
    seed: u64,
    damaged: bool,
) -> PyResult<(Bound<'py, PyAny>, Option<PyErr>)> {
    let spec = registry().spec(spec).map_err(|error| errors::of_spec(py, &error))?;
    let entry = registry().entry(&spec.name).map_err(|error| errors::of_spec(py, &error))?;
    let (info, conduct) = (entry.info(), Conduct { games, seed, damaged });
    let registered = classes().as_ref().and_then(|classes| classes.get(info.id).cloned());
    let Some(registered) = registered else {
        return Err(errors::SpecError::new_err(format!("`{}` is no game in Python", info.id)));
    };
    let examined = waited_beside(py, move |_| {
        // One after the other, so that the failure that is noted is the one that is found.
        let call = Call::new();
        let whose = Whose::Call(call.clone());
        with_threads(1, || {
            let set_up = |options: &Options| -> Result<Box<dyn Session>, SpecError> {
                Ok(match registered.is_wide() {
                    true => session::begin(registered.game::<true>(options, true, &whose)?),
                    false => session::begin(registered.game::<false>(options, true, &whose)?),
                })
            };
            let subject = Subject { info, set_up: &set_up };
            let found = match spec.given.is_empty() {
                true => Ok(examine(&subject, conduct)),
                false => examine_one(&subject, &spec, conduct),
            };
            // Taken here: it is an answer, and not what whoever waits raises.
            (found, call.is_failed().then(|| call.error()))
        })
    })??;
    let (found, failed): (Result<Examined, SpecError>, Option<PyErr>) = examined;
    match (found, failed) {
        (Err(_), Some(failed)) => Err(failed),
        (Err(error), None) => Err(errors::of_spec(py, &error)),
        (Ok(mut found), failed) => {
            let breaches: Vec<_> = found.breach.take().into_iter().collect();
            Ok((to_python(py, &json!(torneo_cli::json::conformance(&found, &breaches)))?, failed))
        }
    }
}

/// The commands that play on several threads.
const THREADED: [&str; 7] = ["advantage", "best-of", "exploit", "learn", "match", "run", "tune"];

/// Arguments of a command line that ask for one thread where a game in Python is played and no number is given: threads only wait
/// for each other there.
pub fn on_one_thread(mut arguments: Vec<String>) -> Vec<String> {
    let [command, rest @ ..] = &*arguments else { return arguments };
    let is_given = rest.iter().any(|argument| argument.starts_with("--threads"));
    // A configuration names the games itself.
    let names = |argument: &str| match command == "run" && argument.ends_with(".toml") {
        // A pipe is read by the command alone.
        true => named::read_to_string(Path::new(argument)).is_ok_and(|text| mentions_python(&text)),
        false => names_python(argument.rsplit('=').next().unwrap_or_default()) || names_python(argument),
    };
    if THREADED.contains(&&**command) && !is_given && rest.iter().any(|argument| names(argument)) {
        arguments.insert(1, "--threads=1".to_owned());
    }
    arguments
}

/// Whether a text has the id of a game in Python in it.
fn mentions_python(text: &str) -> bool {
    classes().as_ref().is_some_and(|classes| classes.keys().any(|id| text.contains(id)))
}

/// Does what a command line says, the name of the program left out, as the program does: its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<String>) -> PyResult<u8> {
    messages::as_program();
    let (call, arguments) = (Call::new(), on_one_thread(arguments).into_iter().map(OsString::from));
    let (watched, ended) = (call.clone(), Arc::new(AtomicBool::new(false)));
    let over = ended.clone();
    let watch = std::thread::spawn(move || {
        while !over.load(Ordering::Relaxed) {
            std::thread::sleep(WATCHED);
            // Ctrl-C ends methods that never return.
            if watched.stop().load(Ordering::Relaxed) && !watched.is_failed() {
                Python::attach(|py| watched.raise_inside(py));
            }
        }
    });
    let code = py.detach(|| {
        let code = call.within(|| torneo_cli::main_of(&call.registry(), arguments, call.stop()));
        ended.store(true, Ordering::Relaxed);
        let _ = watch.join();
        code
    });
    match call.end(code) {
        Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Ok(code),
        ended => ended,
    }
}

/// How often it is looked whether the program was stopped.
const WATCHED: Duration = Duration::from_millis(50);
