//! The engines of a configuration file: specifications, and tables that name a specification or a program.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use torneo_contract::{Refusal, Spec, SpecError, refusal, refuse_if};
use torneo_present::english::Joined as _;
use torneo_registry::incoming::{self, Encoding};
use torneo_registry::{AnyGame, EngineSpec, Registry, external};

use super::config::{ENGINES_BOUND, EngineEntry, MOST_ENGINES};
use super::names;
use crate::Error;
use crate::document::{Origin, Section, Source};
use crate::values::{Naming, Values};

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

/// An engine of a tournament of arguments, with what it is called.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The engine.
    pub spec: EngineSpec,
    /// Its name, if it has one of its own.
    pub name: Option<String>,
    /// What the randomness of its games depends on, if it is a program that says so.
    pub identity: Option<String>,
}

impl Entrant {
    /// The engine of a specification; a program may say its `name` and `identity` among its options.
    ///
    /// # Errors
    /// A text that is no specification, or an engine that tournaments do not take.
    pub fn read(registry: &Registry, text: &str) -> Result<Entrant, SpecError> {
        let mut spec: Spec = text.parse()?;
        let [name, identity] = named_within(&mut spec);
        if let Some(name) = &name {
            names::check_engine_name(name).map_err(|why| SpecError::new(format!("`name`: {why}")))?;
        }
        Ok(Entrant { spec: playing(registry, &spec)?, name, identity })
    }

    /// The engines of these specifications.
    ///
    /// # Errors
    /// As [`Entrant::read`].
    pub fn each(registry: &Registry, texts: &[String]) -> Result<Vec<Entrant>, SpecError> {
        texts.iter().map(|text| Entrant::read(registry, text)).collect()
    }

    /// The engines of a file: `engines` and `grid` as in a configuration, and `[defaults]` for what they have in common.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else; the error names the place.
    pub fn of_file(registry: &Registry, path: &Path) -> Result<Vec<Entrant>, Error> {
        let text = incoming::read(path, incoming::Named::ByUser, Encoding::Utf8)
            .map_err(|error| Error::unreadable(path, &error))?;
        let file = path.display().to_string();
        let source = Source::of_file(registry, &file, &text);
        let document = source.document(&text)?;
        let top = source.table(document.get_ref(), document.span(), "a file of engines", &FILE_KEYS)?;
        Entrant::listed(&top)
    }

    /// The engines of the list under the key `engines` of some values, as in a configuration; `naming` names a value in errors.
    ///
    /// # Errors
    /// Values that are no engines; the error names the place.
    pub fn of_values(
        registry: &Registry,
        values: &Values,
        naming: Naming<'_>,
    ) -> Result<Vec<Entrant>, Error> {
        let (table, names) = values.table(naming);
        let origin = Origin::Arguments { names: &names, folder: values.folder() };
        Entrant::listed(&Source { registry, origin }.table(
            &table,
            0..0,
            "a list of engines",
            &["engines"],
        )?)
    }

    fn listed(top: &Section) -> Result<Vec<Entrant>, Error> {
        let engines = read_engines(top, MOST_ENGINES)?;
        let entrant = |Engine { entry, spec, .. }: Engine| {
            if let Some(program) = spec.text_engine() {
                program.start_in(top.source.folder());
            }
            Entrant { name: Some(entry.name), identity: entry.identity, spec }
        };
        Ok(engines.into_iter().map(entrant).collect())
    }

    /// The same at the one game of a tournament, where a rung of whatever ladder becomes an engine with a name.
    ///
    /// # Errors
    /// A game without this rung.
    pub fn at(self, game: &dyn AnyGame) -> Result<Entrant, SpecError> {
        Ok(match rung(&self.spec, game)? {
            Some((name, spec)) => Entrant { spec, name: self.name.or(Some(name)), ..self },
            None => self,
        })
    }

    /// Its entry in the configuration of a tournament, as the engine of this number.
    pub fn entry(&self, number: usize) -> EngineEntry {
        let spec = self.spec.canonical();
        let given = self.identity.as_ref().or(self.name.as_ref());
        let identity = identity_of(&self.spec, given.cloned());
        EngineEntry { name: self.name.clone().unwrap_or_else(|| format!("{number}: {spec}")), spec, identity }
    }
}

/// The keys of a file of engines.
const FILE_KEYS: [&str; 3] = ["defaults", "engines", GRID];

/// Takes the name and the identity of a program out of its specification.
fn named_within(spec: &mut Spec) -> [Option<String>; 2] {
    let is_program = spec.name == external::INFO.id;
    ["name", IDENTITY].map(|key| {
        let at = spec.given.iter().position(|(given, value)| given == key && !value.is_empty());
        at.filter(|_| is_program).map(|at| spec.given.remove(at).1)
    })
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
    let shared = Shared::of(top)?;
    let mut room = Room { most, left: most };
    let mut named: Vec<Named> = Vec::new();
    for (value, span) in listed {
        named.extend(read_engine(top.source, value, span, &shared, &mut room)?);
    }
    named.extend(read_grid(top, &shared, &mut room)?);
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

impl Engine {
    /// A rung of whatever ladder becomes the engine that it is at the one game of a run, with the ladder's name for it.
    ///
    /// # Errors
    /// A game without this rung.
    pub fn become_rung(&mut self, game: &dyn AnyGame) -> Result<(), SpecError> {
        let Some((name, spec)) = rung(&self.spec, game)? else { return Ok(()) };
        if self.entry.name == self.entry.spec {
            self.entry.name = name;
        }
        self.entry.spec = spec.canonical();
        self.spec = spec;
        Ok(())
    }
}

/// The engine that a rung of whatever ladder is at a game, with its name there; none of another engine.
fn rung(spec: &EngineSpec, game: &dyn AnyGame) -> Result<Option<(String, EngineSpec)>, SpecError> {
    if !spec.is_rung() {
        return Ok(None);
    }
    Ok(game.followed(spec)?.map(|engine| (spec.name_in(game.canonical()), engine)))
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
    shared: &Shared<'_, 'a>,
    room: &mut Room,
) -> Result<Vec<Named>, Error> {
    match value {
        DeValue::String(text) => specified(source, text, Own::default(), span, shared, room),
        DeValue::Table(table) if is_program(table) => read_programs(source, table, span, shared, room),
        DeValue::Table(table) => {
            let table = source.table(table, span, "an engine", &SPEC_KEYS)?;
            let (text, text_span) =
                table.needed("spec", "an engine specification (or `command`, a program)")?;
            specified(source, &text, Own::of(&table)?, text_span, shared, room)
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
    shared: &Shared<'_, '_>,
    room: &mut Room,
) -> Result<Vec<Named>, Error> {
    let wrong = |error: &SpecError| source.spec_error(span.clone(), error);
    let mut spec = text.parse::<Spec>().map_err(|error| wrong(&error))?;
    share(&mut spec, source, shared)?;
    if spec.name == external::INFO.id {
        room.take(source, &span)?;
        let within = named_within(&mut spec).map(|word| word.map(|word| (word, span.clone())));
        let [name, identity] = within;
        let own = Own { name: own.name.or(name), identity: own.identity.or(identity) };
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
fn read_grid(top: &Section, shared: &Shared<'_, '_>, room: &mut Room) -> Result<Vec<Named>, Error> {
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
            shared,
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

/// What all engines of a file have in common where they do not say otherwise.
struct Shared<'t, 'a> {
    table: Option<&'t DeTable<'a>>,
}

impl<'t, 'a> Shared<'t, 'a> {
    /// The table `[defaults]`, if there is one.
    fn of(top: &Section<'a, 't>) -> Result<Shared<'t, 'a>, Error> {
        let options: Vec<&str> = external::INFO.options.iter().map(|option| option.name).collect();
        let known = options.iter().copied().filter(|option| !["command", "name", IDENTITY].contains(option));
        top.section("defaults", &known.collect::<Vec<_>>())?;
        let table = top.value("defaults").and_then(|(value, _)| value.as_table());
        Ok(Shared { table })
    }
}

/// Gives an engine what it shares with others, as far as it has such options and does not say otherwise.
fn share(spec: &mut Spec, source: Source, shared: &Shared<'_, '_>) -> Result<(), Error> {
    let Some(table) = shared.table else { return Ok(()) };
    for (key, value) in table {
        let name = &**key.get_ref();
        let option = source.registry.engine_option(&spec.name, name).ok();
        if let Some(option) = option.filter(|option| !spec.given.iter().any(|(own, _)| own == option.name)) {
            spec.given.push((option.name.to_owned(), option_text(source, option.name, value)?));
        }
    }
    Ok(())
}

/// The text that the value of a program's option is in a specification.
fn option_text(source: Source, option: &str, value: &Spanned<DeValue>) -> Result<String, Error> {
    let text = match option {
        "command" => command(value.get_ref(), source.folder()),
        "clock" => clock(value.get_ref()),
        "options" => program_options(value.get_ref()),
        _ => scalar_text(value.get_ref()),
    };
    text.map_err(|expected| source.error(value.span(), format!("`{option}` is {expected}")))
}

/// Limits of a program that may be lists: each value is an engine.
const LISTED: [&str; 4] = ["nodes", "sims", "depth", "time"];

/// Reads the table of a program: its keys are the options of the engine `external`, some of them not as texts. Lists of
/// limits, and of values of the program's own options, are as many programs.
fn read_programs<'a>(
    source: Source<'a>,
    table: &DeTable<'a>,
    span: Range<usize>,
    shared: &Shared<'_, 'a>,
    room: &mut Room,
) -> Result<Vec<Named>, Error> {
    let options: Vec<&str> = external::INFO.options.iter().map(|option| option.name).collect();
    let section = source.table(table, span.clone(), "a program as an engine", &options)?;
    let own = Own::of(&section)?;
    // Each with the values from lists that tell it from the others.
    let mut programs = vec![(Vec::new(), Vec::new())];
    let mut multiply = |name: &str, label: &str, values: Vec<String>| {
        let several = values.len() > 1;
        programs = std::mem::take(&mut programs)
            .into_iter()
            .flat_map(|(given, told)| {
                let (label, name) = (label.to_owned(), name.to_owned());
                values.clone().into_iter().map(move |value| {
                    let (mut given, mut told): (Vec<(String, String)>, Vec<String>) =
                        (given.clone(), told.clone());
                    told.extend(several.then(|| format!("{label}={}", value.trim_matches('"'))));
                    given.push((name.clone(), value));
                    (given, told)
                })
            })
            .collect();
        programs.len() as u64 <= room.left
    };
    for option in options.into_iter().filter(|option| !["name", IDENTITY].contains(option)) {
        let held = table.get(option).or_else(|| shared.table.and_then(|shared| shared.get(option)));
        let Some(value) = held else { continue };
        let fits = match value.get_ref() {
            DeValue::Array(list) if LISTED.contains(&option) && !list.is_empty() => {
                let values = list.iter().map(|item| option_text(source, option, item));
                multiply(option, option, values.collect::<Result<_, _>>()?)
            }
            DeValue::Table(own) if option == "options" => {
                let mut fits = true;
                for (name, value) in own {
                    let values = match value.get_ref() {
                        DeValue::Array(list) if !list.is_empty() => list.iter().collect(),
                        _ => vec![value],
                    };
                    let text = |value: &Spanned<DeValue>| {
                        let read = scalar(value.get_ref()).map_err(|expected| {
                            let what = format!("`{}` is {expected}, or a list of such", name.get_ref());
                            source.error(value.span(), what)
                        });
                        read.map(|value| value.to_string())
                    };
                    let values = values.into_iter().map(text).collect::<Result<_, _>>()?;
                    fits &= multiply(&format!("{OPTION}{}", name.get_ref()), name.get_ref(), values);
                }
                fits
            }
            _ => multiply(option, option, vec![option_text(source, option, value)?]),
        };
        if !fits {
            return Err(room.refusal(source, &span));
        }
    }
    let program = |(given, told): (Vec<(String, String)>, Vec<String>)| {
        room.take(source, &span)?;
        let spec = Spec { name: external::INFO.id.to_owned(), given: with_options(given) };
        let spec =
            source.registry.engine_of(&spec).map_err(|error| source.spec_error(span.clone(), &error))?;
        let told = if told.is_empty() { String::new() } else { format!(" {}", told.joined(" ")) };
        // Programs of a list differ, whatever they have in common.
        let [name, identity] = [&own.name, &own.identity]
            .map(|own| own.as_ref().map(|(own, span)| (format!("{own}{told}"), span.clone())));
        Ok(Named { own: Own { name, identity }, spec, span: span.clone() })
    };
    programs.into_iter().map(program).collect()
}

/// What stands before the name of an option of a program, where it is a parameter.
pub const OPTION: &str = "options.";

/// The options of a specification: those of the program itself, each given by its own name, as one.
fn with_options(given: Vec<(String, String)>) -> Vec<(String, String)> {
    let (own, mut given): (Vec<_>, Vec<_>) =
        given.into_iter().partition(|(name, _)| name.starts_with(OPTION));
    if !own.is_empty() {
        let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
        let own: Map<String, Value> =
            own.iter().map(|(name, text)| (name[OPTION.len()..].to_owned(), value(text))).collect();
        given.push(("options".to_owned(), external::options_text(&own)));
    }
    given
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
