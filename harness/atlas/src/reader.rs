//! Reading a design, with the place of every mistake.

use std::ops::Range;
use std::sync::OnceLock;

use toml_edit::{Document, Item, TableLike};
use torneo_arena::Error;
use torneo_arena::plan::{Source, check_run_name};
use torneo_contract::{nearest, refuse_if};
use torneo_registry::Registry;

use crate::design::{
    BRANCHING, Bounds, Budget, Design, Entry, FirstMoves, Level, Published, SECTIONS, Size, Unequal,
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
const PUBLISHED_KEYS: [&str; 3] = ["game", "figure", "source"];
const UNEQUAL_KEYS: [&str; 3] = ["games", "engine", "rounds"];
const LEVEL_KEYS: [&str; 5] = ["engine", "nodes", "sims", "variants", "later"];
const MOST_GAMES: u64 = 1_000_000;

/// Reads a design; `file` names it in errors.
pub fn read(registry: &Registry, file: &str, text: &str) -> Result<Design, Error> {
    let source = Source { registry, file, text };
    let document = Document::parse(text).map_err(|error| {
        source.error(error.span().unwrap_or(0..0), format!("not a TOML file: {}", error.message()))
    })?;
    let top = Section { source, table: document.as_table(), span: 0..0, what: "the design" };
    let known: Vec<&str> = KEYS.into_iter().chain(SECTIONS.into_iter().skip(1)).collect();
    top.check_keys(&known)?;
    let (name, span) = top.string("name")?.ok_or_else(|| top.missing("name", "a name such as \"atlas\""))?;
    check_run_name(&name).map_err(|fault| source.error(span, fault))?;
    let number = |key: &'static str, default: u64| -> Result<u64, Error> {
        Ok(top.number(key, 2..=MOST_GAMES)?.unwrap_or(default))
    };
    let seed = top.number("seed", 0..=u64::MAX)?.ok_or_else(|| top.missing("seed", "a whole number"))?;
    let bounds = Bounds {
        games: number("cell_games", 400)?,
        strongest_games: number("strongest_games", 1000)?,
        minutes: number("cap_minutes", 20)?,
        strongest_minutes: number("strongest_cap_minutes", 40)?,
    };
    let levels = read_levels(&top)?;
    let mut entries: Vec<Entry> = Vec::new();
    for section in SECTIONS {
        read_entries(&top, section, &levels, &mut entries)?;
    }
    refuse_if!(entries.is_empty(), top.missing("games", "a table `[games]` with a line for each game"));
    let match_games = number("match_games", 100)?;
    let mut design = Design {
        file: file.to_owned(),
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

/// The section of a key that holds a table in one line.
fn inline<'a>(
    top: &Section<'a>,
    key: &str,
    example: &str,
    known: &[&str],
) -> Result<Option<Section<'a>>, Error> {
    let source = top.source;
    let Some((span, item)) = top.get(key) else { return Ok(None) };
    let Some(table) = item.as_table_like() else {
        return Err(source.error(span, format!("`{key}` is a table such as {example}")));
    };
    let section = Section { source, table, span, what: "this table" };
    section.check_keys(known)?;
    Ok(Some(section))
}

fn read_first_moves(top: &Section, design: &Design) -> Result<Option<FirstMoves>, Error> {
    let example = "{ level = \"alpha-beta-32b\", games = 200, most = 40 }";
    let Some(section) = inline(top, "first_moves", example, &FIRST_MOVES_KEYS)? else { return Ok(None) };
    let Some((key, span)) = section.string("level")? else {
        return Err(section.missing("level", "a level such as \"alpha-beta-32b\""));
    };
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
    let Some(section) = inline(top, "unequal", example, &UNEQUAL_KEYS)? else { return Ok(None) };
    let Some((engine, span)) = section.string("engine")? else {
        return Err(section.missing("engine", "an engine such as \"alpha-beta\""));
    };
    let engines = design.engines();
    if !engines.contains(&&*engine) {
        let nearest = nearest(&engine, engines.iter().copied());
        return Err(top.source.error_near(span, format!("no level is of the engine `{engine}`"), nearest));
    }
    if design.levels.iter().filter(|level| level.engine == engine).count() < 2 {
        let message =
            format!("`{engine}` has one level: expected an engine with two or more, to play each other");
        return Err(top.source.error(span, message));
    }
    let entries = named_entries(&section, design, "games")?;
    for &(entry, ref span) in &entries {
        let game = &design.entries[entry];
        if game.game.seats() != 2 {
            let message = format!("`{}` does not have two seats", game.written);
            return Err(top.source.error(span.clone(), message));
        }
    }
    refuse_if!(entries.is_empty(), section.missing("games", "a list such as [\"hnefatafl\"]"));
    let entries = entries.into_iter().map(|(entry, _)| entry).collect();
    let games = section.number("rounds", 2..=MOST_GAMES)?.unwrap_or(100);
    Ok(Some(Unequal { entries, engine, games }))
}

fn read_published(top: &Section, design: &Design) -> Result<Vec<Published>, Error> {
    let source = top.source;
    let Some((span, item)) = top.get("published") else { return Ok(Vec::new()) };
    let Some(list) = item.as_array() else {
        return Err(source.error(span, "`published` is a list of tables such as { game = \"hnefatafl\" }"));
    };
    let mut published = Vec::new();
    for value in list {
        let span = value.span().unwrap_or(span.clone());
        let Some(table) = value.as_inline_table() else {
            return Err(source.error(span, "a figure is a table such as { game = \"hnefatafl\" }"));
        };
        let section = Section { source, table, span, what: "a figure" };
        section.check_keys(&PUBLISHED_KEYS)?;
        let text = |key: &str| section.string(key)?.ok_or_else(|| section.missing(key, "a text"));
        let (name, span) = text("game")?;
        let entry = named_entry(source, design, &name, span)?;
        published.push(Published { entry, figure: text("figure")?.0, source: text("source")?.0 });
    }
    Ok(published)
}

/// The places of games that a list names, each with where it stands in the file; none where there is no list.
fn named_entries(section: &Section, design: &Design, key: &str) -> Result<Vec<(usize, Range<usize>)>, Error> {
    let source = section.source;
    let Some((span, item)) = section.get(key) else { return Ok(Vec::new()) };
    let Some(names) = item.as_array() else {
        return Err(source.error(span, format!("`{key}` is a list such as [\"hnefatafl\"]")));
    };
    let of_name = |name: &toml_edit::Value| {
        let span = name.span().unwrap_or(span.clone());
        let text = name.as_str().ok_or_else(|| source.error(span.clone(), "a game is a text in quotes"))?;
        Ok((named_entry(source, design, text, span.clone())?, span))
    };
    names.iter().map(of_name).collect()
}

/// The place of a game that the design has.
fn named_entry(source: Source, design: &Design, name: &str, span: Range<usize>) -> Result<usize, Error> {
    let game = source.registry.game(name).map_err(|error| source.spec_error(span.clone(), &error))?;
    let found = design.entries.iter().position(|entry| entry.spec() == game.canonical());
    found.ok_or_else(|| source.error(span, format!("the design has no line for `{name}`")))
}

fn read_levels(top: &Section) -> Result<Vec<Level>, Error> {
    let source = top.source;
    let items: Vec<&Item> = match top.get("levels") {
        Some((_, Item::ArrayOfTables(_))) | None => Vec::new(),
        Some((span, item)) => match item.as_array() {
            Some(_) => vec![item],
            None => {
                return Err(
                    source.error(span, "`levels` is a list of tables such as { engine = \"random\" }")
                );
            }
        },
    };
    let mut levels: Vec<Level> = Vec::new();
    let listed = items.into_iter().filter_map(Item::as_array).flat_map(|array| array.iter());
    for value in listed {
        let span = value.span().unwrap_or(0..0);
        let Some(table) = value.as_inline_table() else {
            return Err(source.error(span, "a level is a table such as { engine = \"mcts\", sims = 50 }"));
        };
        let section = Section { source, table, span: span.clone(), what: "a level" };
        let level = read_level(&section)?;
        if levels.iter().any(|known| known.key() == level.key()) {
            return Err(source.error(span, format!("the level `{}` is listed twice", level.key())));
        }
        levels.push(level);
    }
    match levels.is_empty() {
        true => Err(top.missing("levels", "a list of tables such as { engine = \"mcts\", sims = 50 }")),
        false => Ok(levels),
    }
}

fn read_level(section: &Section) -> Result<Level, Error> {
    let source = section.source;
    section.check_keys(&LEVEL_KEYS)?;
    let Some((engine, span)) = section.string("engine")? else {
        return Err(section.missing("engine", "an engine such as \"mcts\""));
    };
    let mut budget = None;
    for option in ["nodes", "sims"] {
        let Some((span, item)) = section.get(option) else { continue };
        let read = match (item.as_integer(), item.as_str()) {
            (Some(number), _) => u64::try_from(number).ok().map(Budget::Fixed),
            (_, Some(text)) => {
                text.strip_suffix('b').and_then(|times| times.parse().ok()).map(Budget::Branching)
            }
            _ => None,
        };
        let is_budget = |read: &Budget| {
            matches!(read, Budget::Fixed(1..=MOST_BUDGET) | Budget::Branching(1..=MOST_BUDGET))
        };
        let Some(read) = read.filter(is_budget) else {
            let message =
                format!("`{option}` is a whole number, or a multiple of the branching number such as \"8b\"");
            return Err(source.error(span, message));
        };
        budget = Some((option, read));
    }
    let name = match budget {
        None => "0".to_owned(),
        Some((_, Budget::Fixed(number))) => number.to_string(),
        Some((_, Budget::Branching(times))) => format!("{times}b"),
    };
    let flag = |key: &'static str| section.bool(key);
    let level = Level { engine, name, budget, variants: flag("variants")?, later: flag("later")? };
    // Any branching number will do to find out whether there is such an engine.
    let spec = source.registry.engine(&level.spec(2));
    spec.map_err(|error| source.spec_error(span, &error))?;
    Ok(level)
}

/// A budget's number, at most.
const MOST_BUDGET: u64 = 1_000_000_000;

fn read_entries(
    top: &Section,
    section: &'static str,
    levels: &[Level],
    entries: &mut Vec<Entry>,
) -> Result<(), Error> {
    let source = top.source;
    let Some((span, item)) = top.get(section) else { return Ok(()) };
    let Some(table) = item.as_table_like() else {
        return Err(source.error(span, format!("expected a table `[{section}]` with a line for each game")));
    };
    for (written, item) in table.iter() {
        let span = table.key(written).and_then(toml_edit::Key::span).unwrap_or(0..0);
        let game = source.registry.game(written).map_err(|error| source.spec_error(span.clone(), &error))?;
        if entries.iter().any(|known| known.spec() == game.canonical()) {
            return Err(source.error(span, format!("`{}` is listed twice", game.canonical())));
        }
        let Some(line) = item.as_table_like() else {
            let message = format!(
                "expected a table such as `{written} = {{ b = 32 }}`, or `{{}}` before the sizes are planned"
            );
            return Err(source.error(span, message));
        };
        let line = Section { source, table: line, span: span.clone(), what: "the line of a game" };
        let keys: Vec<String> = levels.iter().map(Level::key).collect();
        let known: Vec<&str> = std::iter::once(BRANCHING).chain(keys.iter().map(String::as_str)).collect();
        line.check_keys(&known)?;
        let branching = line.number(BRANCHING, 1..=MOST_GAMES)?;
        let sizes = keys.iter().map(|key| read_size(&line, key)).collect::<Result<_, _>>()?;
        let (written, is_variant) = (written.to_owned(), section != SECTIONS[0]);
        let first_moves = OnceLock::new();
        entries.push(Entry { game, written, is_variant, branching, sizes, first_moves });
    }
    Ok(())
}

fn read_size(line: &Section, key: &str) -> Result<Option<Size>, Error> {
    match line.get(key) {
        None => Ok(None),
        Some((_, item)) if item.is_str() => Ok(item.as_str().map(|why| Size::NotPlayed(why.to_owned()))),
        Some((span, item)) => match item.as_integer().and_then(|games| u64::try_from(games).ok()) {
            Some(games @ 2..=MOST_GAMES) => Ok(Some(Size::Games(games))),
            _ => {
                let message = format!(
                    "`{key}` is a number of games, 2..={MOST_GAMES}, or a text that says why none is played"
                );
                Err(line.source.error(span, message))
            }
        },
    }
}

/// A table of the file.
struct Section<'a> {
    source: Source<'a>,
    table: &'a dyn TableLike,
    span: Range<usize>,
    what: &'static str,
}

impl<'a> Section<'a> {
    fn get(&self, key: &str) -> Option<(Range<usize>, &'a Item)> {
        let (key, item) = self.table.get_key_value(key)?;
        Some((item.span().or(key.span()).unwrap_or(self.span.clone()), item))
    }

    fn missing(&self, key: &str, expected: &str) -> Error {
        let message = format!("{} lacks `{key} = ...`: expected {expected}", self.what);
        self.source.error(self.span.start..self.span.start, message)
    }

    fn check_keys(&self, known: &[&str]) -> Result<(), Error> {
        let Some((unknown, _)) = self.table.iter().find(|(key, _)| !known.contains(key)) else {
            return Ok(());
        };
        let span = self.table.key(unknown).and_then(toml_edit::Key::span).unwrap_or(self.span.clone());
        let message = format!("unknown key `{unknown}`: {} has {}", self.what, known.join(", "));
        Err(self.source.error_near(span, message, nearest(unknown, known.iter().copied())))
    }

    fn string(&self, key: &str) -> Result<Option<(String, Range<usize>)>, Error> {
        let Some((span, item)) = self.get(key) else { return Ok(None) };
        match item.as_str() {
            Some(text) => Ok(Some((text.to_owned(), span))),
            None => Err(self.source.error(span, format!("`{key}` is a text in quotes"))),
        }
    }

    fn bool(&self, key: &str) -> Result<bool, Error> {
        let Some((span, item)) = self.get(key) else { return Ok(false) };
        item.as_bool().ok_or_else(|| self.source.error(span, format!("`{key}` is true or false")))
    }

    fn number(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, Error> {
        let Some((span, item)) = self.get(key) else { return Ok(None) };
        let number = item.as_integer().and_then(|number| u64::try_from(number).ok());
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let message = format!("`{key}` is a whole number {}..={}", range.start(), range.end());
                Err(self.source.error(span, message))
            }
        }
    }
}
