//! The engines of a configuration file: specifications, and tables that name a specification or a program.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use serde_json::{Map, Number, Value};
use toml::de::{DeTable, DeValue};
use torneo_contract::{Refusal, Spec, SpecError, refusal, refuse_if};
use torneo_present::english::Joined as _;
use torneo_registry::{EngineSpec, Registry, external};

use super::config::{ENGINES_BOUND, EngineEntry};
use super::names;
use crate::Error;
use crate::document::{Section, Source};

/// The engine of a specification, if tournaments take it: not one that searches with several threads.
///
/// # Errors
/// An engine that does not exist, or whose search is shared out by the system's scheduler, so that no game could be played again.
pub fn playing(registry: &Registry, spec: &Spec) -> Result<EngineSpec, SpecError> {
    if spec.name == external::INFO.id {
        return program(registry, spec, Path::new(""));
    }
    let engine = registry.engine_of(spec)?;
    let threads = engine.threads();
    refuse_if!(
        threads != 1,
        "`{spec}` searches with {threads} threads, and what they find depends on how the system runs them: expected `threads=1` \
         in games that count (`--threads` plays several games at once)"
    );
    Ok(engine)
}

/// The program of a specification; files are looked for from `folder` on.
fn program(registry: &Registry, spec: &Spec, folder: &Path) -> Result<EngineSpec, SpecError> {
    if let Some((_, command)) = spec.given.iter().find(|(option, _)| option == "command") {
        external::check_blanks(command, folder).map_err(SpecError::new)?;
    }
    registry.engine_of(spec)
}

/// The keys of a table that names a specification.
const SPEC_KEYS: [&str; 3] = ["name", "spec", IDENTITY];
/// The key of what a program is known by.
const IDENTITY: &str = "identity";

/// Reads the list of engines, of which there are at most `most`.
pub fn read_engines(top: &Section, most: u64) -> Result<Vec<Engine>, Error> {
    let mut engines = Vec::new();
    let mut known = HashSet::new();
    let listed = match top.value("engines") {
        None if top.value(GRID).is_some() => Vec::new(),
        _ => top.list("engines", "engine specifications")?,
    };
    let mut room = Room { most, left: most };
    let mut named: Vec<Named> = Vec::new();
    for (value, span) in listed {
        named.extend(read_engine(top.source, value, span, &mut room)?);
    }
    named.extend(read_grid(top, &mut room)?);
    for Named { own: Own { name, identity }, spec, span } in named {
        let canonical = spec.canonical();
        let given = identity.or_else(|| name.clone()).map(|(given, _)| given);
        let (name, name_span) = name.unwrap_or_else(|| (canonical.clone(), span.clone()));
        names::check_engine_name(&name).map_err(|fault| top.source.error(name_span.clone(), fault))?;
        if !known.insert(name.clone()) {
            let another = if top.source.is_file() { "; give one another `name = `" } else { "" };
            let message = format!("two engines have the name `{name}`{another}");
            return Err(top.source.error(name_span, message));
        }
        let identity = identity_of(&spec, given);
        engines.push(Engine { entry: EngineEntry { name, spec: canonical, identity }, spec, span });
    }
    Ok(engines)
}

/// An engine with its place in the file.
pub struct Engine {
    pub entry: EngineEntry,
    pub spec: EngineSpec,
    pub span: Range<usize>,
}

/// What the randomness of an engine's games depends on in place of its specification, with the identity or the name that it
/// was given: only for programs.
pub fn identity_of(spec: &EngineSpec, given: Option<String>) -> Option<String> {
    let is_program = spec.info().id == external::INFO.id;
    is_program.then(|| given.unwrap_or_else(|| external::INFO.id.to_owned()))
}

/// How many engines there may still be.
struct Room {
    most: u64,
    left: u64,
}

impl Room {
    /// The engines that a specification stands for, if there is room for them.
    fn alternatives(&mut self, source: Source, spec: &Spec, span: &Range<usize>) -> Result<Vec<Spec>, Error> {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let found = spec.alternatives(left).map_err(|error| source.spec_error(span.clone(), &error))?;
        let found = found.ok_or_else(|| self.refusal(source, span))?;
        self.left -= found.len() as u64;
        Ok(found)
    }

    /// Takes the place of one engine.
    fn take(&mut self, source: Source, span: &Range<usize>) -> Result<(), Error> {
        self.left = self.left.checked_sub(1).ok_or_else(|| self.refusal(source, span))?;
        Ok(())
    }

    fn refusal(&self, source: Source, span: &Range<usize>) -> Error {
        let most = self.most;
        let message = match most < ENGINES_BOUND {
            true => format!(
                "a run has at most {most} engines, and here are more: `[limits] engines = ` allows up to {ENGINES_BOUND}"
            ),
            false => format!("a run has at most {most} engines, and here are more"),
        };
        source.error(span.clone(), message)
    }
}

/// An engine with its place in the file, and what is said of it there.
struct Named {
    own: Own,
    spec: EngineSpec,
    span: Range<usize>,
}

/// The engines of an item of the list: several, where an option has a list of values.
fn read_engine<'a>(
    source: Source<'a>,
    value: &DeValue<'a>,
    span: Range<usize>,
    room: &mut Room,
) -> Result<Vec<Named>, Error> {
    match value {
        DeValue::String(text) => specified(source, text, Own::default(), span, room),
        DeValue::Table(table) if is_program(table) => {
            room.take(source, &span)?;
            Ok(vec![read_program(source, table, span)?])
        }
        DeValue::Table(table) => {
            let table = source.table(table, span, "an engine", &SPEC_KEYS)?;
            let (text, text_span) =
                table.needed("spec", "an engine specification (or `command`, a program)")?;
            specified(source, &text, Own::of(&table)?, text_span, room)
        }
        _ => Err(source.error(span, "expected an engine specification in quotes, or a table")),
    }
}

/// What an entry of the list says of its engine beside the specification, each with its place.
#[derive(Default)]
struct Own {
    name: Option<(String, Range<usize>)>,
    identity: Option<(String, Range<usize>)>,
}

impl Own {
    fn of(table: &Section<'_, '_>) -> Result<Own, Error> {
        let identity = table.string(IDENTITY)?;
        if let Some((_, span)) = identity.as_ref().filter(|(identity, _)| identity.is_empty()) {
            return Err(table.source.error(span.clone(), "expected a word for the program, found none"));
        }
        Ok(Own { name: table.string("name")?, identity })
    }
}

fn specified(
    source: Source,
    text: &str,
    own: Own,
    span: Range<usize>,
    room: &mut Room,
) -> Result<Vec<Named>, Error> {
    let wrong = |error: &SpecError| source.spec_error(span.clone(), error);
    let spec = text.parse::<Spec>().map_err(|error| wrong(&error))?;
    if spec.name == external::INFO.id {
        room.take(source, &span)?;
        let engine = program(source.registry, &spec, source.folder()).map_err(|error| wrong(&error))?;
        return Ok(vec![Named { own, spec: engine, span }]);
    }
    if let Some((_, span)) = own.identity {
        let message = "`identity` is of programs; an engine of torneo is known by its specification";
        return Err(source.error(span, message));
    }
    let alternatives = room.alternatives(source, &spec, &span)?;
    let several = alternatives.len() > 1;
    let engine = |alternative: Spec| {
        // One name for several engines: each has the values that are its own beside it.
        let values =
            alternative.given.iter().zip(&spec.given).filter(|((_, value), (_, list))| value != list);
        let values = values.map(|((key, value), _)| format!("{key}={value}"));
        let name = own.name.clone().map(|(name, span)| match several {
            true => (format!("{name} {}", values.joined(" ")), span),
            false => (name, span),
        });
        let engine = playing(source.registry, &alternative).map_err(|error| wrong(&error))?;
        Ok(Named { own: Own { name, identity: None }, spec: engine, span: span.clone() })
    };
    alternatives.into_iter().map(engine).collect()
}

/// The table of engines with lists of values for their options.
const GRID: &str = "grid";

/// Reads `[grid]`: `mcts = { sims = [100, 400], exploration = [0.5, 1.0] }` is four engines.
fn read_grid(top: &Section, room: &mut Room) -> Result<Vec<Named>, Error> {
    let (source, mut found) = (top.source, Vec::new());
    let Some((value, span)) = top.value(GRID) else { return Ok(found) };
    let expected = "expected an engine with its options, such as `mcts = { sims = [100, 400] }`";
    let wrong = |span| source.error(span, expected);
    let DeValue::Table(grid) = value else { return Err(wrong(span)) };
    for (engine, options) in grid {
        let DeValue::Table(options) = options.get_ref() else { return Err(wrong(options.span())) };
        let mut given = Vec::new();
        for (option, value) in options {
            let values = match value.get_ref() {
                DeValue::Array(list) => list.iter().map(|item| scalar_text(item.get_ref())).collect(),
                value => scalar_text(value).map(|text| vec![text]),
            };
            let values: Vec<String> = values.map_err(|expected| {
                source.error(value.span(), format!("`{}` is {expected}, or a list of such", option.get_ref()))
            })?;
            given.push(format!("{}=[{}]", option.get_ref(), values.join(",")));
        }
        found.extend(specified(
            source,
            &format!("{}({})", engine.get_ref(), given.joined(", ")),
            Own::default(),
            engine.span(),
            room,
        )?);
    }
    Ok(found)
}

/// The text that a value is in a specification.
fn scalar_text(value: &DeValue) -> Result<String, Refusal> {
    scalar(value).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

fn is_program(table: &DeTable) -> bool {
    table.keys().any(|key| key.get_ref() == "command")
}

/// Reads the table of a program: its keys are the options of the engine `external`, some of them not as texts.
fn read_program<'a>(source: Source<'a>, table: &DeTable<'a>, span: Range<usize>) -> Result<Named, Error> {
    let options = external::INFO.options.iter().map(|option| option.name);
    let known: Vec<&str> = ["name", IDENTITY].into_iter().chain(options.clone()).collect();
    let table = source.table(table, span.clone(), "a program as an engine", &known)?;
    let mut spec = Spec { name: external::INFO.id.to_owned(), given: Vec::new() };
    for option in options {
        let Some((value, span)) = table.value(option) else { continue };
        let text = match option {
            "command" => command(value, source.folder()),
            "clock" => clock(value),
            "options" => program_options(value),
            _ => scalar_text(value),
        };
        let text = text.map_err(|expected| source.error(span, format!("`{option}` is {expected}")))?;
        spec.given.push((option.to_owned(), text));
    }
    let spec = source.registry.engine_of(&spec).map_err(|error| source.spec_error(span.clone(), &error))?;
    Ok(Named { own: Own::of(&table)?, spec, span })
}

/// A value of the file that is no list and no table.
fn scalar(value: &DeValue) -> Result<Value, Refusal> {
    let number = |text: &str| text.replace('_', "").parse::<f64>().ok().and_then(Number::from_f64);
    let read = match value {
        DeValue::String(text) => Some(Value::String(text.to_string())),
        DeValue::Boolean(value) => Some(Value::Bool(*value)),
        DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(Value::from),
        DeValue::Float(n) => number(n.as_str()).map(Value::Number),
        _ => None,
    };
    read.ok_or_else(|| Refusal::new("a text, a number, true or false"))
}

/// A list of words, or a text quoted as in a shell.
fn command(value: &DeValue, folder: &Path) -> Result<String, Refusal> {
    const EXPECTED: &str = "a program with its arguments, such as [\"python3\", \"mine.py\"]";
    match value {
        DeValue::String(text) => external::check_blanks(text, folder)
            .map(|()| text.to_string())
            .map_err(|why| refusal!("unclear: {why}")),
        DeValue::Array(words) if !words.is_empty() => {
            let words = words.iter().map(|word| word.get_ref().as_str());
            let words: Vec<&str> = words.collect::<Option<_>>().ok_or_else(|| Refusal::new(EXPECTED))?;
            external::command_text(words)
        }
        _ => Err(Refusal::new(EXPECTED)),
    }
}

/// A list of numbers, or a text such as `60+0.6` or `40/60+0.6`.
fn clock(value: &DeValue) -> Result<String, Refusal> {
    const EXPECTED: &str =
        "seconds and increment, such as [60, 0.6], or with the moves of a period, such as [60, 0.6, 40]";
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Array(numbers) => {
            let numbers = numbers.iter().map(|number| scalar(number.get_ref()).ok().filter(Value::is_number));
            match numbers.collect::<Option<Vec<Value>>>().ok_or_else(|| Refusal::new(EXPECTED))?.as_slice() {
                [seconds, increment] => Ok(format!("{seconds}+{increment}")),
                [seconds, increment, moves] => Ok(format!("{moves}/{seconds}+{increment}")),
                _ => Err(Refusal::new(EXPECTED)),
            }
        }
        _ => Err(Refusal::new(EXPECTED)),
    }
}

/// A table of options, or a text such as `depth=4; style=wild`.
fn program_options(value: &DeValue) -> Result<String, Refusal> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Table(table) => {
            let mut options = Map::new();
            for (name, value) in table {
                let value = scalar(value.get_ref());
                let value = value
                    .map_err(|expected| refusal!("a table; `{}` in it is {expected}", name.get_ref()))?;
                options.insert(name.get_ref().to_string(), value);
            }
            Ok(external::options_text(&options))
        }
        _ => Err(Refusal::new("a table such as { depth = 4 }")),
    }
}
