//! Configurations that stand in no file: arguments of a command or a function, each with its name for errors.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Values under the keys of a configuration.
pub struct Values {
    values: Map<String, Value>,
    folder: PathBuf,
    /// The texts of the numbers, in their order.
    numbers: Vec<String>,
}

/// Where a value stands: its key, and inside it `[1]` or `.key`.
pub type Naming<'a> = &'a dyn Fn(&str, &str) -> String;

impl Values {
    /// These values, which name files from `folder` on; values that are null are left out.
    pub fn new(values: Map<String, Value>, folder: PathBuf) -> Values {
        let mut numbers = Vec::new();
        values.values().for_each(|value| list_numbers(value, &mut numbers));
        Values { values, folder, numbers }
    }

    /// From where the files are looked for that the values name.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The values as a table of a configuration. The place of each is its number among the names, which `naming` makes of
    /// its key and its place inside.
    pub fn table(&self, naming: Naming<'_>) -> (DeTable<'_>, Vec<String>) {
        let mut placing =
            Placing { naming, numbers: self.numbers.iter(), names: vec!["the configuration".to_owned()] };
        let mut table = DeTable::new();
        for (key, value) in &self.values {
            if let Some(value) = placing.value(key, "", value) {
                let place = value.span();
                table.insert(Spanned::new(place, key.as_str().into()), value);
            }
        }
        (table, placing.names)
    }
}

fn list_numbers(value: &Value, numbers: &mut Vec<String>) {
    match value {
        Value::Number(number) => numbers.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| list_numbers(item, numbers)),
        Value::Object(entries) => entries.values().for_each(|entry| list_numbers(entry, numbers)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

struct Placing<'n, 'v> {
    naming: Naming<'n>,
    numbers: std::slice::Iter<'v, String>,
    names: Vec<String>,
}

impl<'v> Placing<'_, 'v> {
    fn place(&mut self, key: &str, inside: &str) -> Range<usize> {
        self.names.push((self.naming)(key, inside));
        self.names.len() - 1..self.names.len() - 1
    }

    /// A value in its place; none for nothing.
    fn value(&mut self, key: &str, inside: &str, value: &'v Value) -> Option<Spanned<DeValue<'v>>> {
        let place = self.place(key, inside);
        let value = match value {
            Value::Null => return None,
            Value::Bool(value) => DeValue::Boolean(*value),
            Value::String(text) => DeValue::String(text.as_str().into()),
            Value::Number(_) => {
                let text = self.numbers.next().expect("the numbers are listed in this order");
                DeValue::parse(text).expect("a number of JSON is one of TOML").into_inner()
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                DeValue::Array(
                    items
                        .filter_map(|(at, item)| self.value(key, &format!("{inside}[{at}]"), item))
                        .collect(),
                )
            }
            Value::Object(entries) => {
                let mut table = DeTable::new();
                for (name, entry) in entries {
                    if let Some(entry) = self.value(key, &format!("{inside}.{name}"), entry) {
                        table.insert(Spanned::new(entry.span(), name.as_str().into()), entry);
                    }
                }
                DeValue::Table(table)
            }
        };
        Some(Spanned::new(place, value))
    }
}
