//! What goes wrong, as Python's exceptions: the texts are those of the command line.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyUserWarning};
use pyo3::prelude::*;
use torneo_arena::Error;
use torneo_cli::Failure;
use torneo_contract::{Seat, session};
use torneo_search::Fault;
use torneo_solve::{NotSolved, Unsolved};

use crate::arguments::Number;

/// Makes exceptions of their bases and docstrings, and the function that adds them to the module.
macro_rules! exceptions {
    ($($name:ident($base:ident): $doc:literal;)*) => {
        $(create_exception!(torneo, $name, $base, $doc);)*

        /// Adds the exceptions to the module.
        pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add(stringify!($name), module.py().get_type::<$name>())?;)*
            module.add("RunWarning", module.py().get_type::<RunWarning>())
        }
    };
}

create_exception!(torneo, RunWarning, PyUserWarning, "Faults of engines in a run.");

exceptions! {
    TorneoError(PyException): "Anything that torneo cannot do.";
    SpecError(TorneoError):
        "A game or an engine that cannot be set up. `nearest` is the valid name nearest to what was written, or None.";
    PositionError(TorneoError): "A text that is no position of the game.";
    IllegalMove(TorneoError):
        "A token or an action that is not legal. `legal` holds the legal tokens: a list for each choosing seat.";
    ConfigError(TorneoError):
        "A configuration, a folder or an argument that cannot be used; nothing was changed. `line` is the line of the \
         configuration, counted from 1, or None; `nearest` as in SpecError.";
    RunError(TorneoError): "Something that failed while it ran.";
    EngineError(TorneoError): "An engine that failed. `reason` is the word that games.csv has for it.";
    GameError(TorneoError):
        "A method of a game in Python that raised something or returned what it must not. What it raised is the `__cause__`.";
    ConcurrentUse(TorneoError):
        "A batch or an environment that two threads change at the same time, or what is asked for within a call of its own.";
    Unsolvable(TorneoError): "A game whose value cannot be found within the limits that were given.";
}

/// A `ValueError` with what `format!` makes of a text and its arguments.
macro_rules! value_error {
    ($($text:tt)*) => {
        pyo3::exceptions::PyValueError::new_err(format!($($text)*))
    };
}

/// An exception with one attribute more.
fn with<'py>(py: Python<'py>, error: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// A specification that cannot be used.
pub fn of_spec(py: Python<'_>, error: &torneo_contract::SpecError) -> PyErr {
    with(py, SpecError::new_err(error.full()), "nearest", error.nearest())
}

/// A text that is no position.
pub fn of_position(error: &torneo_contract::PositionError) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// The seat of a number, unless the game does not have it.
pub fn seat_of(seat: Number, seats: usize) -> PyResult<Seat> {
    let found = seat.below(seats).map(Seat::new);
    found.ok_or_else(|| value_error!("there is no seat {seat}: the seats are 0 to {}", seats - 1))
}

/// A game in which an action was entered in part by integers, where a whole ply is needed.
pub fn in_between() -> PyErr {
    value_error!("an action was entered in part by integers: complete it first")
}

/// A token that is not legal.
pub fn of_move(py: Python<'_>, error: session::IllegalMove) -> PyErr {
    with(py, IllegalMove::new_err(error.message), "legal", error.legal)
}

/// An engine that failed.
pub fn of_fault(py: Python<'_>, engine: &str, fault: &Fault) -> PyErr {
    let message = format!("the engine {engine} failed: {}: {fault}", fault.reason);
    with(py, EngineError::new_err(message), "reason", fault.reason)
}

/// A text of the command line in the terms of Python: options are arguments.
fn in_python(text: &str) -> String {
    let (mut said, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("--") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let length = after.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(after.len());
        let name = after[..length].trim_end_matches('-');
        let tail = &after[name.len()..];
        let is_option = before.ends_with(|c: char| !c.is_alphanumeric()) || before.is_empty();
        said.push_str(before);
        if name.is_empty() || !is_option {
            said.push_str("--");
            rest = after;
            continue;
        }
        said.push_str(&name.replace('-', "_"));
        if matches!(name, "resume" | "force" | "damaged" | "repair" | "allow-edited" | "skip-bad") {
            said.push_str("=True");
        }
        rest = tail;
    }
    said.push_str(rest);
    said
}

/// A command that could not do what was asked.
pub fn of_failure(py: Python<'_>, failure: Failure) -> PyErr {
    match failure {
        Failure::Interrupted => PyKeyboardInterrupt::new_err(()),
        Failure::Run(report) => RunError::new_err(in_python(&report.to_string())),
        Failure::Input(report) => {
            let help = report.help().map(|help| help.to_string());
            let message = report.to_string();
            let message = help.as_ref().map_or_else(|| message.clone(), |help| format!("{message}; {help}"));
            let nearest = help
                .and_then(|help| Some(help.strip_prefix("did you mean `")?.strip_suffix("`?")?.to_owned()));
            with(py, SpecError::new_err(in_python(&message)), "nearest", nearest)
        }
    }
}

/// A tournament, its results or its analysis that failed.
pub fn of_arena(py: Python<'_>, error: Error) -> PyErr {
    let full = |message: &str, nearest: &Option<String>| match nearest {
        Some(nearest) => format!("{}; did you mean `{nearest}`?", in_python(message)),
        None => in_python(message),
    };
    match error {
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        Error::Game(error) | Error::Engine(error) => of_spec(py, &error),
        Error::Configuration { file, text, span, message, nearest } => {
            let line = text.get(..span.start).map(|before| before.matches('\n').count() + 1);
            let place = line.map_or_else(|| file.clone(), |line| format!("{file}, line {line}"));
            let error = ConfigError::new_err(format!("{place}: {}", full(&message, &nearest)));
            with(py, with(py, error, "line", line), "nearest", nearest)
        }
        Error::Argument { argument, message, nearest } => {
            let error =
                ConfigError::new_err(format!("{}: {}", in_python(&argument), full(&message, &nearest)));
            with(py, with(py, error, "line", None::<u32>), "nearest", nearest)
        }
        Error::Input { message, help } => {
            let text = help.map_or_else(|| message.clone(), |help| format!("{message}; {help}"));
            with(
                py,
                with(py, ConfigError::new_err(in_python(&text)), "line", None::<u32>),
                "nearest",
                None::<String>,
            )
        }
        failed => RunError::new_err(in_python(&failed.to_string())),
    }
}

/// A game that was not solved.
pub fn of_unsolved(game: &str, error: &NotSolved) -> PyErr {
    match error {
        NotSolved::Position(error) => of_position(error),
        NotSolved::Unsolved(_, Unsolved::Interrupted) => PyKeyboardInterrupt::new_err(()),
        NotSolved::Unsolved(method, error) => {
            Unsolvable::new_err(format!("`{game}` cannot be solved by {method}: {error}"))
        }
    }
}
