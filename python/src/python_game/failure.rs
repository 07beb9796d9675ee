//! What goes wrong in the methods of games in Python.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::call::Call;
use crate::errors::GameError;
use crate::player::told;
use crate::process::locked;

/// What a method did that it must not do.
pub enum Wrong {
    /// It raised this.
    Raised(PyErr),
    /// It returned something else than was expected, as the text says.
    Returned(String),
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Wrong {
        Wrong::Raised(error)
    }
}

impl From<pyo3::CastError<'_, '_>> for Wrong {
    fn from(error: pyo3::CastError<'_, '_>) -> Wrong {
        Wrong::Raised(error.into())
    }
}

/// The call that a game in Python works for.
#[derive(Clone, Default)]
pub enum Whose {
    /// The one of the thread that asks for something: such a game is never given to several threads at once.
    #[default]
    Thread,
    /// This one.
    Call(Arc<Call>),
    /// One after the other: a game of an engine that is kept between calls.
    Kept(Arc<Mutex<Arc<Call>>>),
}

impl Whose {
    /// The call.
    pub fn call(&self) -> Arc<Call> {
        match self {
            Whose::Thread => Call::current().unwrap_or_default(),
            Whose::Call(call) => call.clone(),
            Whose::Kept(kept) => locked(kept).clone(),
        }
    }
}

/// The exception for a call of a game's method, such as `apply('a1')`.
pub fn error_of(py: Python<'_>, game: &str, call: &str, wrong: Wrong) -> PyErr {
    match wrong {
        Wrong::Returned(text) => GameError::new_err(format!("{game}: {call} {text}")),
        Wrong::Raised(error) if !error.is_instance_of::<PyException>(py) => error,
        Wrong::Raised(error) => {
            let failed = GameError::new_err(format!("{game}: {call} raised {}", told(py, &error)));
            failed.set_cause(py, Some(error));
            failed
        }
    }
}
