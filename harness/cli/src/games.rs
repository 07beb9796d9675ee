//! `torneo games`.

use clap::Args;
use serde_json::{Value, json};
use torneo_contract::{GameInfo, OptionInfo, OptionKind};
use torneo_present::english::Joined as _;
use torneo_present::table::listed;
use torneo_present::text::wrapped;
use torneo_registry::nicknames::words_of;
use torneo_registry::{GameEntry, Registry};

use super::options::{option_json, option_rows};
use super::output::table_width;
use super::{Failure, game_spec, print, print_json};

/// List the games, or tell of some.
#[derive(Args)]
#[command(after_help = "Examples: torneo games
          torneo games hazard lanza
          torneo games --json")]
pub struct ListGames {
    /// Games to tell of: their options with ranges, and examples; without any all games are listed
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ListGames {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let mut chosen = Vec::new();
        for text in &self.games {
            // A specification stands for its game.
            super::game(registry, text)?;
            let info = registry.info(&game_spec(text)?.name);
            chosen.push(info.map_err(|error| Failure::argument("<GAME>", &error))?);
        }
        let all = || registry.games().iter().map(GameEntry::info);
        match (self.json, chosen.is_empty()) {
            (true, true) => print_json(&games_json(registry)),
            (true, false) => print_json(&chosen.iter().map(|info| game_json(info)).collect::<Vec<_>>()),
            (false, true) => print(&list(&all().collect::<Vec<_>>(), table_width())),
            (false, false) => {
                let texts = chosen.iter().map(|info| details(registry, info, table_width()));
                print(&texts.joined("\n\n"));
            }
        }
        Ok(())
    }
}

/// All games, a line each where there is room.
fn list(games: &[&GameInfo], width: usize) -> String {
    let head = format!(
        "{} games. `torneo games NAME` shows options and examples, `torneo rules NAME` the rules.",
        games.len()
    );
    let row = |info: &&GameInfo| vec![info.id.to_owned(), info.title.to_owned(), players(info), kind(info)];
    let rows: Vec<Vec<String>> = games.iter().map(row).collect();
    format!("{}\n{}", wrapped(&head, width), listed(&rows, width))
}

fn players(info: &GameInfo) -> String {
    match info.seats {
        (least, most) if least == most => format!("{least} players"),
        (least, most) => format!("{least} to {most} players"),
    }
}

/// The family, and which turns there are besides those of one player.
fn kind(info: &GameInfo) -> String {
    let mut kind = info.family.to_owned();
    if info.turns.chance && info.family != "dice" {
        kind += ", chance";
    }
    if info.turns.simultaneous && info.family != "simultaneous" {
        kind += ", simultaneous";
    }
    kind
}

/// All that is known of a game without its rules.
fn details(registry: &Registry, info: &GameInfo, width: usize) -> String {
    let id = info.id;
    let mut text = format!("{id}: {} ({}; {})", info.title, players(info), kind(info));
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
    registry.games().iter().map(|entry| game_json(entry.info())).collect()
}

fn game_json(info: &GameInfo) -> Value {
    json!({
        "id": info.id,
        "title": info.title,
        "family": info.family,
        "reconstructed": info.reconstructed,
        "seats": {"min": info.seats.0, "max": info.seats.1},
        "turns": turn_kinds(info),
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
