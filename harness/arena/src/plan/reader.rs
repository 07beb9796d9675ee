//! Reading a configuration file, with the place of every mistake.

use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;
use toml::de::{DeTable, DeValue};
use torneo_contract::nearest;
use torneo_present::english::Joined as _;

use super::books::{self, Placed, Unchecked};
use super::config::{
    Config, ENGINES_BOUND, Format, Limits, MOST_ENGINES, Opening, Order, Output, SelfPlay, Tables,
};
use super::designs::Seatings;
use super::engines::{Engine, read_engines};
use super::per_game::PerGame;
use super::{MAX_PLIES, adjudication, names, swiss};
use crate::Error;
use crate::document::{Section, Source};

/// A configuration and what was set up while it was checked.
pub struct Read {
    pub config: Config,
    pub engines: Vec<Engine>,
    /// The games.
    pub games: PerGame<Placed>,
    /// The place of the number of rounds.
    pub rounds_at: Range<usize>,
    /// The place of what says who sits at a table.
    pub tables_at: Range<usize>,
    /// The place of what ends games.
    pub ends_at: Range<usize>,
    /// The books of openings.
    pub books: Vec<Unchecked>,
}

const ROUNDS: u64 = 10;
/// Bounds that keep every number of the plan far from overflow.
const MOST_ROUNDS: u64 = 1_000_000_000;
const MOST_PLIES: u64 = 1_000_000_000_000;

/// Reads a configuration, which is a table at this place.
pub fn read(source: Source<'_>, table: &DeTable<'_>, span: Range<usize>) -> Result<Read, Error> {
    let top = source.table(table, span, "the configuration", &KEYS)?;
    let opening = top.section("opening", &books::KEYS)?;
    let limits = top.section("limits", &["max_plies", "engines"])?;
    let output = top.section("output", &["record", "evaluations", "times"])?;
    let most_engines = limits.number("engines", 1..=ENGINES_BOUND)?.unwrap_or(MOST_ENGINES);
    let mut engines = read_engines(&top, most_engines)?;
    let format = read_word(&top, "format", Format::WORDS)?.unwrap_or(Format::RoundRobin);
    let tables = read_word(&top, "tables", Tables::WORDS)?.unwrap_or_default();
    let seatings = read_word(&top, "seatings", Seatings::WORDS)?;
    if format != Format::SelfPlay && engines.len() < 2 {
        let message = "at least two engines are needed (or `format = \"self-play\"`)";
        return Err(source.error(top.key_span("engines"), message));
    }
    let games = read_games(&top)?;
    if let [(game, _)] = &games.iter().collect::<Vec<_>>()[..] {
        for engine in &mut engines {
            engine.become_rung(&**game).map_err(|error| source.spec_error(engine.span.clone(), &error))?;
        }
    }
    let adjudication = adjudication::read(&top)?;
    let mut config = Config {
        name: read_name(&top)?,
        seed: top.number("seed", 0..=u64::MAX)?.ok_or_else(|| top.missing("seed", "a whole number"))?,
        games: games.map(|(game, _)| game.canonical().to_owned()),
        engines: engines.iter().map(|engine| engine.entry.clone()).collect(),
        format,
        tables,
        // Of different engines all seatings are more than anybody wants, unless asked for.
        seatings: seatings.unwrap_or(if tables.is_pairs() { Seatings::All } else { Seatings::Balanced }),
        rounds: top.number("rounds", 1..=most_rounds(format))?.unwrap_or(ROUNDS),
        interleave: top.bool("interleave")?.unwrap_or(false),
        self_play: None,
        elimination: None,
        rating: None,
        opening: Opening {
            random_plies: opening.number("random_plies", 0..=MOST_PLIES)?.unwrap_or(0),
            common: opening.bool("common")?.unwrap_or(false),
            order: read_word(&opening, "order", Order::WORDS)?.unwrap_or_default(),
            plies: opening.number("plies", 1..=MOST_PLIES)?,
            start: opening.number("start", 1..=u64::MAX)?,
            ..Opening::default()
        },
        limits: Limits {
            max_plies: limits.number("max_plies", 1..=MOST_PLIES)?.unwrap_or(MAX_PLIES),
            engines: most_engines,
        },
        adjudication,
        output: Output {
            record: output.bool("record")?.unwrap_or(true),
            // What ends a game must be seen in the results.
            evaluations: output.bool("evaluations")?.unwrap_or(false) || adjudication.is_some(),
            times: output.bool("times")?.unwrap_or(false),
        },
    };
    config.self_play = read_self_play(&top, &config)?;
    let books = books::read(&opening, &games, source.folder())?;
    let [rounds_at, tables_at, ends_at] = ["rounds", "tables", "adjudication"].map(|key| top.key_span(key));
    Ok(Read { config, engines, games, rounds_at, tables_at, ends_at, books })
}

fn most_rounds(format: Format) -> u64 {
    if format == Format::Swiss { swiss::MOST_ROUNDS } else { MOST_ROUNDS }
}

const KEYS: [&str; 15] = [
    "name",
    "seed",
    "games",
    "engines",
    "grid",
    "format",
    "tables",
    "seatings",
    "rounds",
    "interleave",
    "self_play",
    "opening",
    "limits",
    "adjudication",
    "output",
];

fn read_name(top: &Section) -> Result<String, Error> {
    let (name, span) = top.needed("name", "a name such as \"quickstart\"")?;
    names::check_run_name(&name).map_err(|fault| top.source.error(span, fault))?;
    Ok(name)
}

/// Reads `self_play`: `true` for as many games as there are rounds, a number of games, or a table of `games` and `engines`.
fn read_self_play(top: &Section, config: &Config) -> Result<Option<SelfPlay>, Error> {
    const KEY: &str = "self_play";
    let Some((value, span)) = top.value(KEY) else { return Ok(None) };
    let source = top.source;
    let all = || config.engines.iter().map(|engine| engine.name.clone()).collect();
    let found = match value {
        DeValue::Boolean(false) => return Ok(None),
        DeValue::Boolean(true) => SelfPlay { games: config.rounds, engines: all() },
        DeValue::Integer(_) => {
            let games = top.number(KEY, 1..=MOST_ROUNDS)?.expect("the key is there");
            SelfPlay { games, engines: all() }
        }
        DeValue::Table(table) => {
            let table = source.table(table, span.clone(), KEY, &["games", "engines"])?;
            let games = table.number("games", 1..=MOST_ROUNDS)?.unwrap_or(config.rounds);
            let engines = match table.value("engines") {
                Some(_) => read_named(&table, config)?,
                None => all(),
            };
            SelfPlay { games, engines }
        }
        _ => {
            let message = "`self_play` is true, a number of games, or a table such as { games = 60, engines = [\"greedy\"] }";
            return Err(source.error(span, message));
        }
    };
    if config.format == Format::SelfPlay {
        let message = "`self_play` adds games to another format; `format = \"self-play\"` plays nothing else";
        return Err(source.error(top.key_span(KEY), message));
    }
    Ok(Some(found))
}

/// The names of engines of the configuration, by their names or specifications, in its order.
fn read_named(table: &Section, config: &Config) -> Result<Vec<String>, Error> {
    let source = table.source;
    let mut chosen = vec![false; config.engines.len()];
    for (value, span) in table.list("engines", "names of engines")? {
        let DeValue::String(text) = value else {
            return Err(source.error(span, "expected the name of an engine in quotes"));
        };
        let engine = text.parse().ok().and_then(|spec| source.registry.engine_of(&spec).ok());
        let canonical = engine.map(|engine| engine.canonical());
        let entries = &config.engines;
        let named = entries.iter().position(|entry| entry.name == *text);
        let found =
            named.or_else(|| entries.iter().position(|entry| Some(&entry.spec) == canonical.as_ref()));
        let Some(found) = found else {
            let message = format!("no engine of the configuration is named `{text}`");
            return Err(source.error_near(
                span,
                message,
                nearest(text, entries.iter().map(|entry| &*entry.name)),
            ));
        };
        chosen[found] = true;
    }
    let entries = config.engines.iter().zip(chosen);
    Ok(entries.filter(|(_, chosen)| *chosen).map(|(entry, _)| entry.name.clone()).collect())
}

/// What a word of a list stands for.
fn read_word<T: DeserializeOwned, const N: usize>(
    section: &Section,
    key: &str,
    words: [&str; N],
) -> Result<Option<T>, Error> {
    let Some((word, span)) = section.string(key)? else { return Ok(None) };
    let meant = T::deserialize(StrDeserializer::<serde::de::value::Error>::new(&word));
    meant.map(Some).map_err(|_| {
        let message = format!("unknown {key} `{word}`: expected one of {}", words.joined(", "));
        section.source.error_near(span, message, nearest(&word, words))
    })
}

fn read_games(top: &Section) -> Result<PerGame<Placed>, Error> {
    let registry = top.source.registry;
    let mut games: Vec<Placed> = Vec::new();
    for (value, span) in top.list("games", "game specifications")? {
        let DeValue::String(text) = value else {
            return Err(top.source.error(span, "expected a game specification in quotes"));
        };
        let specs: Vec<&str> = if text == "*" {
            registry.games().iter().map(|game| game.info().id).collect()
        } else {
            vec![&**text]
        };
        for spec in specs {
            let game = registry.game(spec).map_err(|error| top.source.spec_error(span.clone(), &error))?;
            let canonical = game.canonical();
            if games.iter().any(|(known, _)| known.canonical() == canonical) {
                return Err(top.source.error(span, format!("`{canonical}` is listed twice")));
            }
            games.push((game, span.clone()));
        }
    }
    Ok(games.into())
}
