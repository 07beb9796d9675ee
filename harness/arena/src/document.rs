//! Configuration files as tables, with the place of every mistake.

use std::collections::HashSet;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use torneo_contract::{SpecError, nearest};
use torneo_present::english::Joined as _;
use torneo_registry::Registry;

use crate::Error;

/// What is read, for errors.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// What it may name.
    pub registry: &'a Registry,
    /// Where it stands.
    pub origin: Origin<'a>,
}

/// Where a configuration stands.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// In a file.
    File {
        /// How errors call it.
        file: &'a str,
        /// What it holds.
        text: &'a str,
    },
    /// In arguments.
    Arguments {
        /// Their names; the place of one is its number.
        names: &'a [String],
        /// From where the files are looked for that they name.
        folder: &'a Path,
    },
}

impl Origin<'_> {
    /// What is wrong at a place, with the valid name nearest to it.
    pub fn error(self, span: Range<usize>, message: impl Display, nearest: Option<String>) -> Error {
        match self {
            Origin::File { file, text } => Error::at((file, text), span, message, nearest),
            Origin::Arguments { names, .. } => {
                let argument = names.get(span.start).cloned().unwrap_or_default();
                Error::Argument { argument, message: message.to_string(), nearest }
            }
        }
    }
}

impl<'a> Source<'a> {
    /// A file with this text.
    pub fn of_file(registry: &'a Registry, file: &'a str, text: &'a str) -> Source<'a> {
        Source { registry, origin: Origin::File { file, text } }
    }

    /// The text of the file as a table.
    ///
    /// # Errors
    /// It is no TOML file.
    pub fn document(self, text: &'a str) -> Result<Spanned<DeTable<'a>>, Error> {
        DeTable::parse(text).map_err(|error| {
            self.error(error.span().unwrap_or(0..0), format!("not a TOML file: {}", error.message()))
        })
    }

    /// Whether it is a file, where more can be written than in arguments.
    pub fn is_file(self) -> bool {
        matches!(self.origin, Origin::File { .. })
    }

    /// The folder of the file, from which the files are looked for that it names; the present one for a pipe.
    pub fn folder(self) -> &'a Path {
        let path = match self.origin {
            Origin::File { file, .. } => Path::new(file),
            Origin::Arguments { folder, .. } => return folder,
        };
        let is_pipe = path.metadata().is_ok_and(|found| !found.is_file());
        path.parent().filter(|_| !is_pipe).unwrap_or(Path::new(""))
    }

    /// What is wrong at a place.
    pub fn error(self, span: Range<usize>, message: impl Display) -> Error {
        self.error_near(span, message, None)
    }

    /// What is wrong at a place, with the valid name nearest to it.
    pub fn error_near(self, span: Range<usize>, message: impl Display, nearest: Option<String>) -> Error {
        self.origin.error(span, message, nearest)
    }

    /// What is wrong with a specification at a place.
    pub fn spec_error(self, span: Range<usize>, error: &SpecError) -> Error {
        self.error_near(span, error, error.nearest().map(str::to_owned))
    }

    /// A table of the file, called `what` in errors.
    ///
    /// # Errors
    /// A key that is not among `known`.
    pub fn table<'t>(
        self,
        table: &'t DeTable<'a>,
        span: Range<usize>,
        what: &'static str,
        known: &[&str],
    ) -> Result<Section<'a, 't>, Error> {
        let names: HashSet<&str> = known.iter().copied().collect();
        for key in table.keys() {
            let name = key.get_ref();
            if !names.contains(&**name) {
                let message = format!("unknown key `{name}`: {what} has {}", known.joined(", "));
                return Err(self.error_near(key.span(), message, nearest(name, known.iter().copied())));
            }
        }
        Ok(Section { source: self, table: Some(table), span, what })
    }
}

/// The entries of a table in the order in which they stand in the file, each with the place of its key.
pub fn in_order<'a, 't>(table: &'t DeTable<'a>) -> Vec<(&'t str, &'t DeValue<'a>, Range<usize>)> {
    let entries = table.iter().map(|(key, value)| (&**key.get_ref(), value.get_ref(), key.span()));
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|(.., span)| span.start);
    entries
}

/// A table of the file; a section that is left out has no table.
pub struct Section<'a, 't> {
    /// The file.
    pub source: Source<'a>,
    table: Option<&'t DeTable<'a>>,
    /// Its place.
    pub span: Range<usize>,
    what: &'static str,
}

impl<'a, 't> Section<'a, 't> {
    fn entry(&self, key: &str) -> Option<(&'t Spanned<DeValue<'a>>, Range<usize>)> {
        let (key, value) = self.table?.get_key_value(key)?;
        Some((value, key.span()))
    }

    /// The value of a key with its place.
    pub fn value(&self, key: &str) -> Option<(&'t DeValue<'a>, Range<usize>)> {
        self.entry(key).map(|(value, _)| (value.get_ref(), value.span()))
    }

    /// The place of a key; that of the table where it has no such key.
    pub fn key_span(&self, key: &str) -> Range<usize> {
        self.entry(key).map_or_else(|| self.span.clone(), |(_, span)| span)
    }

    /// What is wrong where a key is missing.
    pub fn missing(&self, key: &str, expected: &str) -> Error {
        let message = format!("{} lacks `{key} = ...`: expected {expected}", self.what);
        self.source.error(self.span.start..self.span.start, message)
    }

    /// The table of a key; a section without anything where the key is missing.
    ///
    /// # Errors
    /// A value that is no table, or a key in it that is not among `known`.
    pub fn section(&self, key: &'static str, known: &[&str]) -> Result<Section<'a, 't>, Error> {
        match self.value(key) {
            None => Ok(Section { source: self.source, table: None, span: self.span.clone(), what: key }),
            Some((DeValue::Table(table), span)) => self.source.table(table, span, key, known),
            Some((_, span)) => Err(self.source.error(span, format!("expected a table `[{key}]`"))),
        }
    }

    /// The text of a key, with its place.
    ///
    /// # Errors
    /// A value that is no text.
    pub fn string(&self, key: &str) -> Result<Option<(String, Range<usize>)>, Error> {
        match self.value(key) {
            None => Ok(None),
            Some((DeValue::String(text), span)) => Ok(Some((text.to_string(), span))),
            Some((_, span)) => Err(self.source.error(span, format!("`{key}` is a text in quotes"))),
        }
    }

    /// The text of a key that must be there, with its place.
    ///
    /// # Errors
    /// No value, or one that is no text.
    pub fn needed(&self, key: &str, expected: &str) -> Result<(String, Range<usize>), Error> {
        self.string(key)?.ok_or_else(|| self.missing(key, expected))
    }

    /// Whether something holds.
    ///
    /// # Errors
    /// A value that is neither true nor false.
    pub fn bool(&self, key: &str) -> Result<Option<bool>, Error> {
        match self.value(key) {
            None => Ok(None),
            Some((DeValue::Boolean(value), _)) => Ok(Some(*value)),
            Some((_, span)) => Err(self.source.error(span, format!("`{key}` is true or false"))),
        }
    }

    /// The whole number of a key.
    ///
    /// # Errors
    /// A value that is none of the range.
    pub fn number(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Error> {
        let Some((value, span)) = self.value(key) else { return Ok(None) };
        let number = value.as_integer().and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let mut message = format!("`{key}` is a whole number {}..={}", range.start(), range.end());
                if let (Some(number), false) = (value.as_integer(), self.source.is_file()) {
                    message += &format!(", not {number}");
                }
                Err(self.source.error(span, message))
            }
        }
    }

    /// The items of a list, each with its place.
    ///
    /// # Errors
    /// No value, one that is no list, or an empty list.
    pub fn list(&self, key: &str, items: &str) -> Result<Vec<(&'t DeValue<'a>, Range<usize>)>, Error> {
        match self.value(key) {
            None => Err(self.missing(key, &format!("a list of {items}"))),
            Some((DeValue::Array(list), _)) if !list.is_empty() => {
                Ok(list.iter().map(|item| (item.get_ref(), item.span())).collect())
            }
            Some((_, span)) => {
                let message = format!("`{key}` is a list of {items} with at least one item");
                Err(self.source.error(span, message))
            }
        }
    }
}
