//! `torneo games` and `torneo engines`.

use crate::Failure;
use clap::Args;
use serde_json::{Value, json};
use torneo_contract::{OptionInfo, OptionKind, Setting};
use torneo_registry::{AnyGame, EngineEntry, GameEntry, Registry};

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
#[command(after_help = "Examples: torneo engines
          torneo engines havannah")]
pub struct ListEngines {
    /// A game: what it was found to want of the engines, and what `auto` plays at several budgets
    #[arg(value_name = "GAME")]
    game: Option<String>,
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

/// Budgets at which it is shown what engines play.
const BUDGETS: [&str; 3] = ["time=0.01", "time=0.1", "time=1"];

/// What the engines that follow a game play at a budget: the specification, and what plays in its place.
fn followed(registry: &Registry, game: &dyn AnyGame) -> Result<Vec<(String, String)>, Failure> {
    let mut rows = Vec::new();
    for engine in ["auto", "mcts", "alpha-beta"] {
        for budget in BUDGETS {
            let text = format!("{engine}({budget})");
            let spec = registry.engine(&text).map_err(|error| Failure::argument("<GAME>", &error))?;
            let plays = game.followed(&spec).map_err(|error| Failure::argument("<GAME>", &error))?;
            rows.push((spec.canonical(), plays.unwrap_or(spec).canonical()));
        }
    }
    Ok(rows)
}

impl ListEngines {
    /// What a game was found to want of the engines.
    fn of_game(&self, registry: &Registry, game: &str) -> Result<(), Failure> {
        let game = super::game(registry, game)?;
        let (settings, rows) = (game.settings(), followed(registry, &*game)?);
        if self.json {
            let setting = |setting: &&Setting| json!({"engine": setting.engine, "seconds": setting.seconds, "steps": setting.steps, "options": setting.options});
            let plays = |(engine, plays): &(String, String)| json!({"engine": engine, "plays": plays});
            let settings: Vec<Value> = settings.iter().map(setting).collect();
            let rows: Vec<Value> = rows.iter().map(plays).collect();
            let learned = game.traits().weights.is_some();
            print_json(
                &json!({"game": game.canonical(), "settings": settings, "engines": rows, "learned": learned}),
            );
            return Ok(());
        }
        if settings.is_empty() {
            print(&format!("{}: nothing was found better than the engines' defaults", game.canonical()));
        }
        if game.traits().weights.is_some() {
            print("weights of an evaluation that was learnt come with it: evaluation=learned");
        }
        for setting in settings {
            let options = if setting.options.is_empty() { "defaults" } else { setting.options };
            print(&format!("{}{}: {options}", setting.engine, reached_from(setting)));
        }
        for (engine, plays) in rows {
            print(&if engine == plays { engine } else { format!("{engine} plays as {plays}") });
        }
        Ok(())
    }

    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        if let Some(game) = &self.game {
            return self.of_game(registry, game);
        }
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

/// The budget from which a setting is followed, in words; nothing if that is any.
fn reached_from(setting: &Setting) -> String {
    let Setting { engine, seconds, steps, .. } = setting;
    match (steps, *engine) {
        (0, _) => String::new(),
        (_, "mcts") => format!(" from {seconds} s or {steps} simulations"),
        _ => format!(" from {seconds} s or {steps}000 nodes"),
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
