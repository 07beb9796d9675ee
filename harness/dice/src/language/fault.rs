//! What can be wrong with a program.

use std::ops::Range;

/// A program that is wrong, or stops: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ProgramFault {
    /// The bytes of the program that are wrong; empty at its end.
    pub span: Range<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl ProgramFault {
    /// A fault at a place.
    pub fn new(span: &Range<usize>, message: impl Into<String>) -> ProgramFault {
        ProgramFault { span: span.clone(), message: message.into() }
    }

    /// The line and the column, both from 1, in characters.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or("");
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}
