//! What is played at a state.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A token, or the choices of the choosing seats in seat order; or an integer, or several one after the other.
pub enum Choice {
    Token(String),
    Joint(Vec<String>),
    Action(usize),
    Actions(Vec<usize>),
}

impl<'py> FromPyObject<'_, 'py> for Choice {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Choice> {
        if let Ok(action) = object.extract() {
            return Ok(Choice::Action(action));
        }
        if let Ok(token) = object.extract() {
            return Ok(Choice::Token(token));
        }
        if let Ok(choices) = object.extract() {
            return Ok(Choice::Joint(choices));
        }
        object.extract().map(Choice::Actions).map_err(|_| {
            let message =
                "expected a token, an action (an integer from 0), or a list of tokens or of actions";
            PyTypeError::new_err(message)
        })
    }
}
