//! Errors of the parsers.

use std::fmt;

/// What was given and cannot be used, in words: the place, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// A refusal in these words.
    pub fn new(message: impl fmt::Display) -> Refusal {
        Refusal(message.to_string())
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.0
    }
}

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

impl From<Refusal> for SpecError {
    fn from(refusal: Refusal) -> SpecError {
        SpecError::new(refusal)
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

impl From<Refusal> for PositionError {
    fn from(refusal: Refusal) -> PositionError {
        PositionError::new(refusal)
    }
}

impl From<String> for PositionError {
    fn from(message: String) -> PositionError {
        PositionError { message }
    }
}

/// A [`Refusal`] in the words that `format!` makes of a text and its arguments.
#[macro_export]
macro_rules! refusal {
    ($text:literal $($arguments:tt)*) => {
        $crate::Refusal::new(format_args!($text $($arguments)*))
    };
}

/// Returns a [`Refusal`], or the error that is made of it: what `format!` makes of a text and its arguments.
#[macro_export]
macro_rules! refuse {
    ($text:literal $($arguments:tt)*) => {
        return Err($crate::refusal!($text $($arguments)*).into())
    };
}

/// Returns an error if a condition holds: a [`Refusal`] as by [`refuse!`], or the error that is given.
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
