//! What can be wrong with a text.

use std::ops::Range;

/// An expression or a program that is wrong, or stops: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The bytes of the text that are wrong; empty at its end.
    pub span: Range<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
    /// The word most like a wrong one. Whether the text so changed is read, nobody has tried.
    pub nearest: Option<String>,
}

impl Fault {
    /// A fault at a place.
    pub fn new(span: &Range<usize>, message: impl Into<String>) -> Fault {
        Fault { span: span.clone(), message: message.into(), nearest: None }
    }

    /// The line and the column, both from 1, in characters.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or("");
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }

    /// The text with the nearest word in the place of the wrong one.
    pub fn mended(&self, text: &str) -> Option<String> {
        let nearest = self.nearest.as_ref()?;
        Some([text.get(..self.span.start)?, nearest, text.get(self.span.end..)?].concat())
    }
}

/// The name most like a word: at most a third of its letters, and one, are different.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let distances = names.into_iter().map(|name| (strsim::damerau_levenshtein(word, name), name));
    let close =
        distances.filter(|(distance, name)| *distance <= 1 + name.len() / 3 && *distance < word.len());
    close.min().map(|(_, name)| name.to_owned())
}
