//! Reading a design, with the place of every mistake.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

use toml::de::DeValue;
use torneo_arena::Error;
use torneo_arena::document::{Section, Source, in_order};
use torneo_arena::plan::check_run_name;
use torneo_contract::{nearest, refuse_if};
use torneo_registry::Registry;

use crate::design::{
    self, BRANCHING, Bounds, Budget, Design, Entry, FirstMoves, Level, Published, Size, Unequal,
};

const KEYS: [&str; 12] = [
    "name",
    "seed",
    "cell_games",
    "strongest_games",
    "cap_minutes",
    "strongest_cap_minutes",
    "match_games",
    "levels",
    "first_moves",
    "unequal",
    "published",
    "games",
];
const FIRST_MOVES_KEYS: [&str; 5] = ["level", "games", "most", "apart", "shown"];
const PUBLISHED_KEYS: [&str; 5] = ["game", "figure", "score", "differs", "source"];
const UNEQUAL_KEYS: [&str; 4] = ["games", "decided", "engine", "rounds"];
const LEVEL_KEYS: [&str; 6] = ["engine", "nodes", "sims", "variants", "later", "unequal"];
/// What a level looks like.
const LEVEL: &str = "{ engine = \"mcts\", sims = 50 }";
const MOST_GAMES: u64 = 1_000_000;
/// Most levels of an engine that play each other: there are as many runs as pairs of them.
const MOST_UNEQUAL: usize = 100;

/// Reads a design; `file` names it in errors.
pub fn read(registry: &Registry, file: &str, text: &str) -> Result<Design, Error> {
    let source = Source::of_file(registry, file, text);
    let document = source.document(text)?;
    let sections = design::Section::ALL.into_iter().skip(1).map(design::Section::key);
    let known: Vec<&str> = KEYS.into_iter().chain(sections).collect();
    let top = source.table(document.get_ref(), document.span(), "the design", &known)?;
    let (name, span) = top.needed("name", "a name such as \"atlas\"")?;
    check_run_name(&name).map_err(|fault| source.error(span, fault))?;
    let number = |key: &'static str, default: u64| -> Result<u64, Error> {
        Ok(top.number(key, 2..=MOST_GAMES)?.unwrap_or(default))
    };
    // `--plan` writes the file again, and its numbers are signed.
    let seed = top.number("seed", 0..=i64::MAX as u64)?;
    let seed = seed.ok_or_else(|| top.missing("seed", "a whole number"))?;
    let bounds = Bounds {
        games: number("cell_games", 400)?,
        strongest_games: number("strongest_games", 1000)?,
        minutes: number("cap_minutes", 20)?,
        strongest_minutes: number("strongest_cap_minutes", 40)?,
    };
    let levels = read_levels(&top)?;
    let mut entries: Vec<Entry> = Vec::new();
    let keys: Vec<String> = levels.iter().map(Level::key).collect();
    for section in design::Section::ALL {
        read_entries(&top, section, &keys, &mut entries)?;
    }
    refuse_if!(entries.is_empty(), top.missing("games", "a table `[games]` with a line for each game"));
    let match_games = number("match_games", 100)?;
    let mut design = Design {
        file: file.to_owned(),
        text: text.to_owned(),
        name,
        seed,
        bounds,
        match_games,
        levels,
        entries,
        first_moves: None,
        unequal: None,
        published: Vec::new(),
    };
    design.first_moves = read_first_moves(&top, &design)?;
    design.unequal = read_unequal(&top, &design)?;
    design.published = read_published(&top, &design)?;
    Ok(design)
}

/// The table of a key, such as `example`; none where the key is missing.
fn table<'a, 't>(
    top: &Section<'a, 't>,
    key: &'static str,
    example: &str,
    known: &[&str],
) -> Result<Option<Section<'a, 't>>, Error> {
    match top.value(key) {
        None => Ok(None),
        Some((DeValue::Table(table), span)) => top.source.table(table, span, key, known).map(Some),
        Some((_, span)) => Err(top.source.error(span, format!("`{key}` is a table such as {example}"))),
    }
}

fn read_first_moves(top: &Section, design: &Design) -> Result<Option<FirstMoves>, Error> {
    let example = "{ level = \"alpha-beta-32b\", games = 200, most = 40 }";
    let Some(section) = table(top, "first_moves", example, &FIRST_MOVES_KEYS)? else { return Ok(None) };
    let (key, span) = section.needed("level", "a level such as \"alpha-beta-32b\"")?;
    let keys: Vec<String> = design.levels.iter().map(Level::key).collect();
    let Some(level) = keys.iter().position(|known| *known == key) else {
        let nearest = nearest(&key, keys.iter().map(String::as_str));
        return Err(top.source.error_near(span, format!("there is no level `{key}`"), nearest));
    };
    let apart = match section.string("apart")? {
        None => None,
        Some((name, span)) => Some(named_entry(top.source, design, &name, span)?),
    };
    let games = section.number("games", 2..=MOST_GAMES)?.unwrap_or(200);
    let most = section.number("most", 1..=1000)?.unwrap_or(40) as usize;
    let shown = named_entries(&section, design, "shown")?.into_iter().map(|(entry, _)| entry).collect();
    Ok(Some(FirstMoves { level, games, most, apart, shown }))
}

fn read_unequal(top: &Section, design: &Design) -> Result<Option<Unequal>, Error> {
    let example = "{ games = [\"hnefatafl\"], engine = \"alpha-beta\", rounds = 100 }";
    let Some(section) = table(top, "unequal", example, &UNEQUAL_KEYS)? else { return Ok(None) };
    let (engine, span) = section.needed("engine", "an engine such as \"alpha-beta\"")?;
    let engines = design.engines();
    if !engines.contains(&&*engine) {
        let nearest = nearest(&engine, engines.iter().copied());
        return Err(top.source.error_near(span, format!("no level is of the engine `{engine}`"), nearest));
    }
    let is_own = |level: &&Level| level.engine == engine && !level.unequal;
    let levels = design.levels.iter().filter(is_own).count();
    if levels > MOST_UNEQUAL {
        let message = format!(
            "`{engine}` has {levels} levels (at most {MOST_UNEQUAL} play each other with unequal budgets)"
        );
        return Err(top.source.error(span, message));
    }
    if levels < 2 {
        let message =
            format!("`{engine}` has one level: expected an engine with two or more, to play each other");
        return Err(top.source.error(span, message));
    }
    refuse_if!(section.value("games").is_none(), section.missing("games", "a list such as [\"hnefatafl\"]"));
    let entries = of_two_seats(&section, design, "games")?;
    let decided = of_two_seats(&section, design, "decided")?;
    let has_level = design.levels.iter().any(|level| level.engine == engine && level.unequal);
    if !decided.is_empty() && !has_level {
        let message = format!("`decided` needs a level of `{engine}` with `unequal = true`");
        return Err(section.source.error(section.key_span("decided"), message));
    }
    let games = section.number("rounds", 2..=MOST_GAMES)?.unwrap_or(100);
    Ok(Some(Unequal { entries, decided, engine, games }))
}

/// The places of games of two seats that a list names.
fn of_two_seats(section: &Section, design: &Design, key: &str) -> Result<Vec<usize>, Error> {
    let checked = |(entry, span): (usize, Range<usize>)| {
        let game = &design.entries[entry];
        let message = || format!("`{}` does not have two seats", game.written);
        refuse_if!(game.game.seats() != 2, section.source.error(span, message()));
        Ok(entry)
    };
    named_entries(section, design, key)?.into_iter().map(checked).collect()
}

fn read_published(top: &Section, design: &Design) -> Result<Vec<Published>, Error> {
    let mut published = Vec::new();
    for section in tables(top, "published", "{ game = \"hnefatafl\" }", "a figure", &PUBLISHED_KEYS)? {
        let text = |key: &str| section.needed(key, "a text");
        let (name, span) = text("game")?;
        let entry = named_entry(top.source, design, &name, span)?;
        let (figure, source) = (text("figure")?.0, text("source")?.0);
        let differs = section.string("differs")?.map_or(String::new(), |(text, _)| text);
        let score = read_score(&section)?;
        published.push(Published { entry, figure, score, differs, source });
    }
    Ok(published)
}

/// The score of the first player that a figure tells; none if it tells none.
fn read_score(section: &Section) -> Result<Option<f64>, Error> {
    let Some((value, span)) = section.value("score") else { return Ok(None) };
    let number = match value {
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::Integer(number) => number.as_str().parse().ok(),
        _ => None,
    };
    match number.filter(|score| (0.0..=1.0).contains(score)) {
        Some(score) => Ok(Some(score)),
        None => Err(section.source.error(span, "`score` is a number from 0 to 1")),
    }
}

/// The tables of a list, each such as `example`; none where there is no list.
fn tables<'a, 't>(
    top: &Section<'a, 't>,
    key: &str,
    example: &str,
    what: &'static str,
    known: &[&str],
) -> Result<Vec<Section<'a, 't>>, Error> {
    let table = |(value, span): (&'t DeValue<'a>, Range<usize>)| match value {
        DeValue::Table(table) => top.source.table(table, span, what, known),
        _ => Err(top.source.error(span, format!("{what} is a table such as {example}"))),
    };
    items(top, key, &format!("tables such as {example}"))?.into_iter().map(table).collect()
}

/// The items of a list; none where there is no list.
fn items<'a, 't>(
    section: &Section<'a, 't>,
    key: &str,
    what: &str,
) -> Result<Vec<(&'t DeValue<'a>, Range<usize>)>, Error> {
    if section.value(key).is_some() { section.list(key, what) } else { Ok(Vec::new()) }
}

/// The places of games that a list names, each with where it stands in the file; none where there is no list.
fn named_entries(section: &Section, design: &Design, key: &str) -> Result<Vec<(usize, Range<usize>)>, Error> {
    let source = section.source;
    let of_name = |(value, span): (&DeValue, Range<usize>)| {
        let name = value.as_str().ok_or_else(|| source.error(span.clone(), "a game is a text in quotes"))?;
        Ok((named_entry(source, design, name, span.clone())?, span))
    };
    items(section, key, "games such as \"hnefatafl\"")?.into_iter().map(of_name).collect()
}

/// The place of a game that the design has.
fn named_entry(source: Source, design: &Design, name: &str, span: Range<usize>) -> Result<usize, Error> {
    let game = source.registry.game(name).map_err(|error| source.spec_error(span.clone(), &error))?;
    let found = design.entries.iter().position(|entry| entry.spec() == game.canonical());
    found.ok_or_else(|| source.error(span, format!("the design has no line for `{name}`")))
}

fn read_levels(top: &Section) -> Result<Vec<Level>, Error> {
    let (mut levels, mut keys) = (Vec::new(), HashSet::new());
    for section in tables(top, "levels", LEVEL, "a level", &LEVEL_KEYS)? {
        let level = read_level(&section)?;
        if !keys.insert(level.key()) {
            let (message, span) = (format!("the level `{}` is listed twice", level.key()), section.span);
            return Err(top.source.error(span, message));
        }
        levels.push(level);
    }
    refuse_if!(levels.is_empty(), top.missing("levels", &format!("a list of tables such as {LEVEL}")));
    Ok(levels)
}

fn read_level(section: &Section) -> Result<Level, Error> {
    let source = section.source;
    let (engine, span) = section.needed("engine", "an engine such as \"mcts\"")?;
    let mut budget = None;
    for option in ["nodes", "sims"] {
        let Some((value, span)) = section.value(option) else { continue };
        let read =
            match value.as_str().map(|text| text.strip_suffix('b').and_then(|times| times.parse().ok())) {
                None => section.number(option, 1..=MOST_BUDGET).ok().flatten().map(Budget::Fixed),
                Some(times) => times.filter(|times| (1..=MOST_BUDGET).contains(times)).map(Budget::Branching),
            };
        let read = read.ok_or_else(|| {
            let message =
                format!("`{option}` is a whole number, or a multiple of the branching number such as \"8b\"");
            source.error(span, message)
        })?;
        budget = Some((option, read));
    }
    let name = match budget {
        None => "0".to_owned(),
        Some((_, Budget::Fixed(number))) => number.to_string(),
        Some((_, Budget::Branching(times))) => format!("{times}b"),
    };
    let flag = |key: &str| section.bool(key).map(|value| value.unwrap_or(false));
    let (variants, later, unequal) = (flag("variants")?, flag("later")?, flag("unequal")?);
    let level = Level { engine, name, budget, variants, later, unequal };
    // Any branching number will do to find out whether there is such an engine.
    let spec = source.registry.engine(&level.spec(2));
    spec.map_err(|error| source.spec_error(span, &error))?;
    Ok(level)
}

/// A budget's number, at most.
const MOST_BUDGET: u64 = 1_000_000_000;

fn read_entries(
    top: &Section,
    section: design::Section,
    keys: &[String],
    entries: &mut Vec<Entry>,
) -> Result<(), Error> {
    let source = top.source;
    let Some((value, span)) = top.value(section.key()) else { return Ok(()) };
    let DeValue::Table(table) = value else {
        let message = format!("expected a table `[{}]` with a line for each game", section.key());
        return Err(source.error(span, message));
    };
    let mut specs: HashSet<String> = entries.iter().map(|entry| entry.spec().to_owned()).collect();
    let known: Vec<&str> = std::iter::once(BRANCHING).chain(keys.iter().map(String::as_str)).collect();
    for (written, value, span) in in_order(table) {
        let game = source.registry.game(written).map_err(|error| source.spec_error(span.clone(), &error))?;
        if !specs.insert(game.canonical().to_owned()) {
            return Err(source.error(span, format!("`{}` is listed twice", game.canonical())));
        }
        let DeValue::Table(line) = value else {
            let message = format!(
                "expected a table such as `{written} = {{ b = 32 }}`, or `{{}}` before the sizes are planned"
            );
            return Err(source.error(span, message));
        };
        let line = source.table(line, span, "the line of a game", &known)?;
        let branching = line.number(BRANCHING, 1..=MOST_GAMES)?;
        let sizes = keys.iter().map(|key| read_size(&line, key)).collect::<Result<_, _>>()?;
        let (written, first_moves, is_planned) = (written.to_owned(), OnceLock::new(), OnceLock::new());
        entries.push(Entry { game, written, section, branching, sizes, first_moves, is_planned });
    }
    Ok(())
}

fn read_size(line: &Section, key: &str) -> Result<Option<Size>, Error> {
    let Some((value, span)) = line.value(key) else { return Ok(None) };
    if let Some(why) = value.as_str() {
        return Ok(Some(Size::NotPlayed(why.to_owned())));
    }
    let games = line.number(key, 2..=MOST_GAMES).map_err(|_| {
        let message =
            format!("`{key}` is a number of games, 2..={MOST_GAMES}, or a text that says why none is played");
        line.source.error(span, message)
    })?;
    Ok(games.map(Size::Games))
}
