//! What is played at a state.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arguments::Action;

/// A token, or the choices of the choosing seats in seat order; or, as before, an integer or several.
pub enum Choice {
    Token(String),
    Joint(Vec<String>),
    Actions(Vec<Action>),
}

impl<'py> FromPyObject<'_, 'py> for Choice {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Choice> {
        if let Ok(token) = object.extract() {
            return Ok(Choice::Token(token));
        }
        if let Ok(action) = object.extract() {
            return Ok(Choice::Actions(vec![action]));
        }
        if let Ok(choices) = object.extract() {
            return Ok(Choice::Joint(choices));
        }
        object
            .extract()
            .map(Choice::Actions)
            .map_err(|_| PyTypeError::new_err("expected a token, or a list of tokens of the choosing seats"))
    }
}
