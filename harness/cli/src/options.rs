//! Options of games and engines, listed.

use std::ops::RangeBounds;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use torneo_arena::storage::check_place;
use torneo_contract::{OptionInfo, OptionKind, Refusal};

/// A row for each option: its name, its values with the default, what it is for.
pub fn option_rows(options: &[OptionInfo]) -> Vec<Vec<String>> {
    let row = |option: &OptionInfo| {
        let default = if option.default.is_empty() { "depends" } else { option.default };
        vec![option.name.to_owned(), format!("{}, default {default}: {}", option.kind, option.help)]
    };
    options.iter().map(row).collect()
}

/// The JSON of an option.
pub fn option_json(option: &OptionInfo) -> Value {
    let (kind, range) = match option.kind {
        OptionKind::Bool => ("bool", json!({})),
        OptionKind::Int { min, max } if max == i64::MAX => ("int", json!({"min": min})),
        OptionKind::Int { min, max } => ("int", json!({"min": min, "max": max})),
        OptionKind::Float { min, max } if max.is_infinite() => ("float", json!({"min": min})),
        OptionKind::Float { min, max } => ("float", json!({"min": min, "max": max})),
        OptionKind::Choice(words) => ("choice", json!({"values": words})),
        OptionKind::Text => ("text", json!({})),
    };
    let default = match (option.kind, option.default) {
        (_, "") => Value::Null,
        (OptionKind::Choice(_) | OptionKind::Text, text) => json!(text),
        (_, text) => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    };
    json!({"name": option.name, "kind": kind, "range": range, "default": default, "help": option.help})
}

/// Reads the place of a file or folder that is to be written: its name must be one that every system takes.
pub fn place() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| check_place(&path).map(|()| path))
}

/// Reads a number of a range; `expected` says what is meant.
pub fn within(text: &str, range: impl RangeBounds<f64>, expected: &str) -> Result<f64, Refusal> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| Refusal::new(expected))
}

/// Reads how close to fair is fair.
pub fn margin(text: &str) -> Result<f64, Refusal> {
    within(text, 0.001..=0.5, "expected a score from 0.001 to 0.5, such as 0.05")
}

/// Reads a probability of an error.
pub fn error_rate(text: &str) -> Result<f64, Refusal> {
    within(text, 1e-6..0.5, "expected a probability below 0.5, such as 0.05")
}

/// Words that an option takes, each with what it means and what it stands for.
pub type Words<T> = &'static [(&'static str, &'static str, T)];

/// Reads one of some words.
pub fn word<T: Clone + Send + Sync + 'static>(words: Words<T>) -> impl TypedValueParser<Value = T> {
    let possible = words.iter().map(|&(word, meaning, _)| PossibleValue::new(word).help(meaning));
    PossibleValuesParser::new(possible).map(move |found| {
        let known = words.iter().find(|(word, ..)| *word == found);
        known.map(|(.., meant)| meant.clone()).expect("no other word is possible")
    })
}

/// The word that stands for something.
pub fn word_for<T: PartialEq>(words: Words<T>, meant: &T) -> Option<&'static str> {
    words.iter().find(|(.., stands_for)| stands_for == meant).map(|(word, ..)| *word)
}
