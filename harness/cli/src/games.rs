//! `torneo games` and `torneo engines`.

use crate::Failure;
use clap::Args;
use serde_json::{Value, json};
use torneo_contract::{OptionInfo, OptionKind};
use torneo_registry::{EngineEntry, GameEntry, Registry};

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
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        if self.json {
            print_json(&games_json(registry));
            return Ok(());
        }
        for info in registry.games().iter().map(GameEntry::info) {
            let seats = match info.seats {
                (min, max) if min == max => format!("{min} seats"),
                (min, max) => format!("{min} to {max} seats"),
            };
            print(&format!(
                "{} - {} ({}; {seats}; {}{})",
                info.id,
                info.title,
                info.family,
                turn_kinds(info).join(", "),
                if info.reconstructed { "; reconstructed in part" } else { "" }
            ));
            print_options(info.options);
        }
        Ok(())
    }
}

impl ListEngines {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        if self.json {
            print_json(&engines_json(registry));
            return Ok(());
        }
        for info in registry.engines().iter().map(EngineEntry::info) {
            print(&format!("{} - {}", info.id, info.summary));
            print_options(info.options);
        }
        Ok(())
    }
}

/// Every game with its options.
pub fn games_json(registry: &Registry) -> Value {
    let game = |info: &torneo_contract::GameInfo| {
        json!({
            "id": info.id,
            "title": info.title,
            "family": info.family,
            "reconstructed": info.reconstructed,
            "seats": {"min": info.seats.0, "max": info.seats.1},
            "turns": turn_kinds(info),
            "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
        })
    };
    registry.games().iter().map(|entry| game(entry.info())).collect()
}

/// Every engine with its options.
pub fn engines_json(registry: &Registry) -> Value {
    let engine = |info: &torneo_search::EngineInfo| {
        json!({
            "id": info.id,
            "summary": info.summary,
            "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
        })
    };
    registry.engines().iter().map(|entry| engine(entry.info())).collect()
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

pub fn option_json(option: &OptionInfo) -> Value {
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
