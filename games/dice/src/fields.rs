//! Position texts made of `name=value` words in a fixed order.

use std::ops::RangeInclusive;

use torneo_board::text;
use torneo_contract::{PositionError, refuse};

/// The words of a position text.
pub struct Fields<'a> {
    names: &'a [&'static str],
    values: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    /// Cuts a text into the values of these names.
    ///
    /// # Errors
    /// A field that is missing, or something that is no field.
    pub fn read(text: &'a str, names: &'a [&'static str]) -> Result<Fields<'a>, PositionError> {
        let mut words = text.split_whitespace();
        let mut values = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let word = words.next().unwrap_or("nothing");
            let value = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            let Some(value) = value else {
                refuse!("field {}: expected `{name}=...`, found `{word}`", index + 1);
            };
            values.push(value);
        }
        if let Some(word) = words.next() {
            refuse!("expected no further field, found `{word}`");
        }
        Ok(Fields { names, values })
    }

    /// The value of a field.
    pub fn text(&self, name: &str) -> &'a str {
        let index = self.names.iter().position(|&known| known == name);
        self.values[index.expect("the field is one of the names")]
    }

    /// The error of a field that should show something else.
    pub fn wrong(&self, name: &str, expected: &str) -> PositionError {
        format!("`{name}={}`: expected {expected}", self.text(name)).into()
    }

    /// The error of a field, unless it is as expected.
    ///
    /// # Errors
    /// The field is wrong.
    pub fn check(&self, is_right: bool, name: &str, expected: &str) -> Result<(), PositionError> {
        if is_right { Ok(()) } else { Err(self.wrong(name, expected)) }
    }

    /// A whole number.
    ///
    /// # Errors
    /// Something else, or a number out of range.
    pub fn number(&self, name: &str, range: RangeInclusive<i64>) -> Result<i64, PositionError> {
        let expected = format!("a whole number {} to {}", range.start(), range.end());
        number(self.text(name)).filter(|n| range.contains(n)).ok_or_else(|| self.wrong(name, &expected))
    }

    /// `N` whole numbers separated by commas.
    ///
    /// # Errors
    /// Something else, or numbers out of range.
    pub fn numbers<const N: usize>(
        &self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> Result<[i64; N], PositionError> {
        let expected = format!("{N} whole numbers {} to {}, separated by commas", range.start(), range.end());
        let numbers: Vec<i64> = numbers(self.text(name), &range).unwrap_or_default();
        numbers.try_into().map_err(|_| self.wrong(name, &expected))
    }
}

/// A whole number as it is written.
fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|n: &i64| n.to_string() == text)
}

/// Whole numbers separated by commas, all in `range`.
pub fn numbers(text: &str, range: &RangeInclusive<i64>) -> Option<Vec<i64>> {
    text.split(',').map(|item| number(item).filter(|n| range.contains(n))).collect()
}

/// Items separated by commas.
pub fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    text::joined(items, ",")
}
