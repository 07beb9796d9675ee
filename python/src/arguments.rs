//! Arguments of Python, read so that what is wrong with them is told by their names.

use std::fmt;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// An action, or the number of a result of chance: any whole number, so that one that is none is not legal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Action(pub i64);

impl Action {
    /// The action as games number them; one that is none is larger than all.
    pub fn number(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'py> FromPyObject<'_, 'py> for Action {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Action> {
        let wrong = || {
            let kind = object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("expected an action (an integer), found {kind}"))
        };
        if object.is_instance_of::<PyBool>() {
            return Err(wrong());
        }
        match object.extract::<i64>() {
            Ok(action) => Ok(Action(action)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Action(i64::MAX)),
            Err(_) => Err(wrong()),
        }
    }
}

/// A master seed, 0 to 2^64 - 1.
#[derive(Clone, Copy)]
pub struct Seed(pub u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Seed> {
        object.extract().map(Seed).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(object.py()) {
                return value_error!("seed: expected 0 to {}, found {}", u64::MAX, &*object);
            }
            error
        })
    }
}

impl Seed {
    /// The seed that is given, or a fresh one.
    pub fn or_fresh(given: Option<Seed>, py: Python<'_>) -> PyResult<u64> {
        match given {
            Some(Seed(seed)) => Ok(seed),
            None => py.import("torneo._seeds")?.call_method0("fresh")?.extract(),
        }
    }
}

/// A number of a seat, a game or a row: any whole number, so that one that is none is told of by what it counts.
#[derive(Clone, Copy)]
pub struct Number(pub i64);

impl Number {
    /// The number, if there is so much of it.
    pub fn below(self, count: usize) -> Option<usize> {
        usize::try_from(self.0).ok().filter(|number| *number < count)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        match object.extract::<i64>() {
            Ok(number) => Ok(Number(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Number(i64::MAX)),
            Err(error) => Err(error),
        }
    }
}
