//! The engines of a configuration file: specifications, and tables that name a specification or a program.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::{Map, Number, Value};
use toml::de::{DeTable, DeValue};
use torneo_contract::Spec;
use torneo_registry::{EngineSpec, external};

use super::config::EngineEntry;
use super::names;
use super::reader::{Source, Table};
use crate::Error;

/// The keys of a table that names a specification.
const SPEC_KEYS: [&str; 2] = ["name", "spec"];

/// Reads the list of engines.
pub fn read_engines(top: &Table) -> Result<(Vec<EngineEntry>, Vec<EngineSpec>), Error> {
    let (mut entries, mut specs): (Vec<EngineEntry>, Vec<EngineSpec>) = (Vec::new(), Vec::new());
    let mut known = HashSet::new();
    for (value, span) in top.list("engines", "engine specifications")? {
        let (name, spec) = read_engine(top.source, value, span.clone())?;
        let canonical = spec.canonical();
        let (name, name_span) = name.unwrap_or_else(|| (canonical.clone(), span));
        if let Some(message) = names::engine_fault(&name) {
            return Err(top.source.error(name_span, message, None));
        }
        if !known.insert(name.clone()) {
            let message = format!("two engines have the name `{name}`; give one another `name = `");
            return Err(top.source.error(name_span, message, None));
        }
        entries.push(EngineEntry { name, spec: canonical });
        specs.push(spec);
    }
    Ok((entries, specs))
}

/// A name with its place in the file, if one is given, and the engine.
type Named = (Option<(String, Range<usize>)>, EngineSpec);

fn read_engine<'a>(source: Source<'a>, value: &DeValue<'a>, span: Range<usize>) -> Result<Named, Error> {
    match value {
        DeValue::String(text) => Ok((None, specified(source, text, span)?)),
        DeValue::Table(table) if is_program(table) => read_program(source, table, span),
        DeValue::Table(table) => {
            let table = source.table(table, span, "an engine", &SPEC_KEYS)?;
            let Some((text, text_span)) = table.string("spec")? else {
                return Err(table.missing("spec", "an engine specification (or `command`, a program)"));
            };
            Ok((table.string("name")?, specified(source, &text, text_span)?))
        }
        _ => Err(source.error(span, "expected an engine specification in quotes, or a table", None)),
    }
}

fn specified(source: Source, text: &str, span: Range<usize>) -> Result<EngineSpec, Error> {
    source.registry.engine(text).map_err(|error| source.spec_error(span, &error))
}

fn is_program(table: &DeTable) -> bool {
    table.keys().any(|key| key.get_ref() == "command")
}

/// Reads the table of a program: its keys are the options of the engine `external`, some of them not as texts.
fn read_program<'a>(source: Source<'a>, table: &DeTable<'a>, span: Range<usize>) -> Result<Named, Error> {
    let options = external::INFO.options.iter().map(|option| option.name);
    let known: Vec<&str> = std::iter::once("name").chain(options.clone()).collect();
    let table = source.table(table, span.clone(), "a program as an engine", &known)?;
    let mut spec = Spec { name: external::INFO.id.to_owned(), given: Vec::new() };
    for option in options {
        let Some((value, span)) = table.value(option) else { continue };
        let text = match option {
            "command" => command(value),
            "clock" => clock(value),
            "options" => program_options(value),
            _ => scalar(value).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
        };
        let text = text.map_err(|expected| source.error(span, format!("`{option}` is {expected}"), None))?;
        spec.given.push((option.to_owned(), text));
    }
    let spec = source.registry.engine_of(&spec).map_err(|error| source.spec_error(span, &error))?;
    Ok((table.string("name")?, spec))
}

/// A value of the file that is no list and no table.
fn scalar(value: &DeValue) -> Result<Value, String> {
    let number = |text: &str| text.replace('_', "").parse::<f64>().ok().and_then(Number::from_f64);
    let read = match value {
        DeValue::String(text) => Some(Value::String(text.to_string())),
        DeValue::Boolean(value) => Some(Value::Bool(*value)),
        DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(Value::from),
        DeValue::Float(n) => number(n.as_str()).map(Value::Number),
        _ => None,
    };
    read.ok_or_else(|| "a text, a number, true or false".to_owned())
}

/// A list of words, or a text quoted as in a shell.
fn command(value: &DeValue) -> Result<String, String> {
    const EXPECTED: &str = "a program with its arguments, such as [\"python3\", \"mine.py\"]";
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Array(words) if !words.is_empty() => {
            let words = words.iter().map(|word| word.get_ref().as_str());
            let words: Vec<&str> = words.collect::<Option<_>>().ok_or(EXPECTED)?;
            external::command_text(words)
        }
        _ => Err(EXPECTED.to_owned()),
    }
}

/// A list of two numbers, or a text such as `60+0.6`.
fn clock(value: &DeValue) -> Result<String, String> {
    const EXPECTED: &str = "seconds and increment, such as [60, 0.6]";
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Array(numbers) if numbers.len() == 2 => {
            let number = |at: usize| scalar(numbers[at].get_ref()).ok().filter(Value::is_number);
            let (seconds, increment) = (number(0).ok_or(EXPECTED)?, number(1).ok_or(EXPECTED)?);
            Ok(format!("{seconds}+{increment}"))
        }
        _ => Err(EXPECTED.to_owned()),
    }
}

/// A table of options, or a text such as `depth=4; style=wild`.
fn program_options(value: &DeValue) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Table(table) => {
            let mut options = Map::new();
            for (name, value) in table {
                let value = scalar(value.get_ref());
                let value =
                    value.map_err(|expected| format!("a table; `{}` in it is {expected}", name.get_ref()))?;
                options.insert(name.get_ref().to_string(), value);
            }
            Ok(external::options_text(&options))
        }
        _ => Err("a table such as { depth = 4 }".to_owned()),
    }
}
