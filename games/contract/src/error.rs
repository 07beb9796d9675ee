//! Errors of the parsers.

use std::fmt;

/// A specification such as `lanza(players=3)` that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    message: String,
    nearest: Option<String>,
}

impl SpecError {
    /// An error with this message.
    pub fn new(message: impl fmt::Display) -> SpecError {
        SpecError { message: message.to_string(), nearest: None }
    }

    /// The same error with a suggestion of what may have been meant.
    pub fn with_nearest(mut self, nearest: Option<String>) -> SpecError {
        self.nearest = nearest;
        self
    }

    /// The valid name nearest to what was written, if one is near.
    pub fn nearest(&self) -> Option<&str> {
        self.nearest.as_deref()
    }

    /// The message followed by the suggestion, if there is one.
    pub fn full(&self) -> String {
        match &self.nearest {
            Some(nearest) => format!("{}; did you mean `{nearest}`?", self.message),
            None => self.message.clone(),
        }
    }
}

impl From<String> for SpecError {
    fn from(message: String) -> SpecError {
        SpecError::new(message)
    }
}

/// A position text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct PositionError {
    message: String,
}

impl PositionError {
    /// An error with this message: the place in the text, what was found and what was expected.
    pub fn new(message: impl fmt::Display) -> PositionError {
        PositionError { message: message.to_string() }
    }
}

impl From<String> for PositionError {
    fn from(message: String) -> PositionError {
        PositionError { message }
    }
}

/// Returns an error: what `format!` makes of a text and its arguments.
#[macro_export]
macro_rules! refuse {
    ($text:literal $($arguments:tt)*) => {
        return Err(format!($text $($arguments)*).into())
    };
}

/// Returns an error if a condition holds: what `format!` makes of a text and its arguments, or the error that is given.
#[macro_export]
macro_rules! refuse_if {
    ($condition:expr, $text:literal $($arguments:tt)*) => {
        if $condition {
            $crate::refuse!($text $($arguments)*);
        }
    };
    ($condition:expr, $error:expr) => {
        if $condition {
            return Err($error);
        }
    };
}
