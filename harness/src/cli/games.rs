//! `torneo games` and `torneo engines`.

use clap::Args;
use serde_json::{Value, json};
use torneo::Failure;
use torneo_contract::{OptionInfo, OptionKind};
use torneo_engines::registry::ENGINES;
use torneo_games::registry::games;

use super::{print, print_json};

/// List the games.
#[derive(Args)]
#[command(after_help = "Example: torneo games --json")]
pub struct ListGames {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// List the engines.
#[derive(Args)]
#[command(after_help = "Example: torneo engines")]
pub struct ListEngines {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ListGames {
    pub fn execute(self) -> Result<(), Failure> {
        if self.json {
            let game = |info: &&torneo_contract::GameInfo| {
                json!({
                    "id": info.id,
                    "title": info.title,
                    "family": info.family,
                    "seats": {"min": info.seats.0, "max": info.seats.1},
                    "turns": turn_kinds(info),
                    "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
                })
            };
            print_json(&games().iter().map(game).collect::<Vec<_>>());
            return Ok(());
        }
        for info in games() {
            let seats = match info.seats {
                (min, max) if min == max => format!("{min} seats"),
                (min, max) => format!("{min} to {max} seats"),
            };
            print(&format!(
                "{} - {} ({}; {seats}; {})",
                info.id,
                info.title,
                info.family,
                turn_kinds(info).join(", ")
            ));
            print_options(info.options);
        }
        Ok(())
    }
}

impl ListEngines {
    pub fn execute(self) -> Result<(), Failure> {
        if self.json {
            let engine = |info: &&torneo_engines::EngineInfo| {
                json!({
                    "id": info.id,
                    "summary": info.summary,
                    "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
                })
            };
            print_json(&ENGINES.iter().map(engine).collect::<Vec<_>>());
            return Ok(());
        }
        for info in ENGINES {
            print(&format!("{} - {}", info.id, info.summary));
            print_options(info.options);
        }
        Ok(())
    }
}

fn turn_kinds(info: &torneo_contract::GameInfo) -> Vec<&'static str> {
    let kinds = [
        (info.turns.decision, "decision"),
        (info.turns.chance, "chance"),
        (info.turns.simultaneous, "together"),
    ];
    kinds.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect()
}

fn print_options(options: &[OptionInfo]) {
    for option in options {
        let default =
            if option.default.is_empty() { "depends".to_owned() } else { option.default.to_owned() };
        print(&format!("    {}: {}, default {default} - {}", option.name, option.kind, option.help));
    }
}

fn option_json(option: &OptionInfo) -> Value {
    let (kind, range) = match option.kind {
        OptionKind::Bool => ("bool", json!({})),
        OptionKind::Int { min, max } if max == i64::MAX => ("int", json!({"min": min})),
        OptionKind::Int { min, max } => ("int", json!({"min": min, "max": max})),
        OptionKind::Float { min, max } if max.is_infinite() => ("float", json!({"min": min})),
        OptionKind::Float { min, max } => ("float", json!({"min": min, "max": max})),
        OptionKind::Choice(words) => ("choice", json!({"values": words})),
        OptionKind::Text => ("text", json!({})),
    };
    let default = match (option.kind, option.default) {
        (_, "") => Value::Null,
        (OptionKind::Choice(_) | OptionKind::Text, text) => json!(text),
        (_, text) => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    };
    json!({"name": option.name, "kind": kind, "range": range, "default": default, "help": option.help})
}
