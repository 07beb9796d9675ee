//! `torneo games`.

use clap::Args;
use serde_json::{Value, json};
use torneo_contract::{GameInfo, OptionInfo, OptionKind};
use torneo_present::english::{Joined as _, and, counted};
use torneo_present::table::listed;
use torneo_present::text::wrapped;
use torneo_registry::cards::{kind, players};
use torneo_registry::nicknames::words_of;
use torneo_registry::{GameEntry, Registry};

use super::options::{option_json, option_rows};
use super::output::table_width;
use super::{Failure, print, print_json};

/// List the games, or tell of some.
#[derive(Args)]
#[command(after_help = "Examples: torneo games
          torneo games hazard lanza
          torneo games --search \"chess 4 players\"
          torneo games --json")]
pub struct ListGames {
    /// Games to tell of: their options with ranges, and examples; without any all games are listed
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// List the games whose card holds all these words: a name, an author, a year, a source, a kind, `3 players`
    #[arg(long, value_name = "WORDS", conflicts_with = "games")]
    search: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ListGames {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let mut chosen = Vec::new();
        for text in &self.games {
            // A specification stands for its game.
            let id = super::game(registry, text)?.info().id;
            chosen.push(registry.entry(id).map_err(|error| Failure::argument("<GAME>", &error))?);
        }
        if let Some(words) = &self.search {
            chosen = found(registry, words)?;
        }
        match (self.json, chosen.is_empty(), &self.search) {
            (true, true, _) => print_json(&games_json(registry)),
            (true, false, _) => print_json(&chosen.iter().map(|entry| game_json(entry)).collect::<Vec<_>>()),
            (false, true, _) => print(&list(registry.games(), table_width())),
            (false, false, Some(_)) => print(&cards(&chosen, table_width())),
            (false, false, None) => {
                let texts = chosen.iter().map(|entry| details(registry, entry, table_width()));
                print(&texts.joined("\n\n"));
            }
        }
        Ok(())
    }
}

/// The games whose card holds some words.
fn found<'r>(registry: &'r Registry, words: &str) -> Result<Vec<&'r GameEntry>, Failure> {
    let found = registry.search(words);
    if !found.is_empty() {
        return Ok(found);
    }
    let each: Vec<String> = words
        .split_whitespace()
        .map(|word| (word, registry.search(word).len()))
        .map(|(word, count)| format!("`{word}` {}", counted(count as u64, "game")))
        .collect();
    let message = match each.len() {
        0 => "argument --search: expected words".to_owned(),
        1 => format!("argument --search: no game's card holds `{}`", words.trim()),
        _ => format!(
            "argument --search: no game's card holds all of `{}`; alone find {}",
            words.trim(),
            and(&each)
        ),
    };
    let advice =
        "a card holds names, author, year, source, kind and one sentence; try fewer words, or `torneo games`";
    Err(Failure::input_with_help(message, advice))
}

/// What a search found, with the sentence and the source of each.
fn cards(entries: &[&GameEntry], width: usize) -> String {
    let row = |entry: &&GameEntry| {
        let (info, card) = (entry.info(), entry.card());
        let title = format!("{} ({}; {}).", info.title, players(info), kind(info));
        vec![info.id.to_owned(), format!("{title} {} From {}.", card.summary, card.source_line())]
    };
    let rows: Vec<Vec<String>> = entries.iter().map(row).collect();
    format!(
        "{}\n{}",
        wrapped(&format!("{}:", counted(rows.len() as u64, "game")), width),
        listed(&rows, width)
    )
}

/// All games, a line each where there is room.
fn list(games: &[GameEntry], width: usize) -> String {
    let head = format!(
        "{} games. `torneo games NAME` shows options and examples, `torneo rules NAME` the rules.",
        games.len()
    );
    let foot =
        "What a game is and where it comes from is searched: `torneo games --search \"alfonso 3 players\"`";
    let row = |entry: &GameEntry| {
        let info = entry.info();
        vec![info.id.to_owned(), info.title.to_owned(), players(info), kind(info)]
    };
    let rows: Vec<Vec<String>> = games.iter().map(row).collect();
    format!("{}\n{}\n{}", wrapped(&head, width), listed(&rows, width), wrapped(foot, width))
}

/// All that is known of a game without its rules.
fn details(registry: &Registry, entry: &GameEntry, width: usize) -> String {
    let (info, card) = (entry.info(), entry.card());
    let id = info.id;
    let mut text = format!("{id}: {} ({}; {})\n{}", info.title, players(info), kind(info), card.summary);
    text += &format!("\nSource: {}", card.source_line());
    if let Some(length) = card.length_line() {
        text += &format!("\nLength: {length}, when `auto` plays itself");
    }
    if info.reconstructed {
        text += &format!("\nParts of the rules are lost and made anew: torneo rules {id}");
    }
    let words: Vec<&str> = words_of(id).collect();
    if !words.is_empty() {
        text += &format!("\nAlso looked for as: {}", words.joined(", "));
    }
    let mut text = wrapped(&text, width);
    if !info.options.is_empty() {
        text += &format!("\nOptions\n{}", listed(&option_rows(info.options), width));
    }
    let examples = [
        Some(format!("torneo play {id} --engine auto")),
        example(registry, info).map(|spec| format!("torneo show \"{spec}\"")),
        Some(format!("torneo rules {id}")),
    ];
    let examples: Vec<String> = examples.into_iter().flatten().map(|line| format!("  {line}")).collect();
    format!("{text}\nExamples\n{}", examples.join("\n"))
}

/// A specification with the first option that may have another value than its default.
fn example(registry: &Registry, info: &GameInfo) -> Option<String> {
    let other = |option: &OptionInfo| match option.kind {
        OptionKind::Bool => Some((option.default != "true").to_string()),
        OptionKind::Int { min, max } => {
            let default: i64 = option.default.parse().ok()?;
            [default + 1, default - 1]
                .into_iter()
                .find(|value| (min..=max).contains(value))
                .map(|value| value.to_string())
        }
        OptionKind::Choice(words) => {
            words.iter().find(|word| **word != option.default).map(|word| (*word).to_owned())
        }
        OptionKind::Float { .. } | OptionKind::Text => None,
    };
    let specs = info
        .options
        .iter()
        .filter_map(|option| Some(format!("{}({}={})", info.id, option.name, other(option)?)));
    specs.into_iter().find(|spec| registry.game(spec).is_ok())
}

/// Every game with its options.
pub fn games_json(registry: &Registry) -> Value {
    registry.games().iter().map(game_json).collect()
}

fn game_json(entry: &GameEntry) -> Value {
    let (info, card) = (entry.info(), entry.card());
    json!({
        "id": info.id,
        "title": info.title,
        "family": info.family,
        "reconstructed": info.reconstructed,
        "seats": {"min": info.seats.0, "max": info.seats.1},
        "turns": turn_kinds(info),
        "source": card.source,
        "length": card.length,
        "summary": card.summary,
        "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
    })
}

fn turn_kinds(info: &GameInfo) -> Vec<&'static str> {
    let kinds = [
        (info.turns.decision, "decision"),
        (info.turns.chance, "chance"),
        (info.turns.simultaneous, "together"),
    ];
    kinds.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect()
}
