//! `torneo engines`.

use clap::Args;
use serde_json::{Value, json};
use torneo_present::english::Joined as _;
use torneo_present::table::listed;
use torneo_present::text::wrapped;
use torneo_registry::{AnyGame, EngineEntry, Registry};
use torneo_search::EngineInfo;
use torneo_search::TunedConfig;

use super::options::{option_json, option_rows};
use super::output::table_width;
use super::{Failure, print, print_json};

/// List the engines, or tell of one.
#[derive(Args)]
#[command(after_help = "Examples: torneo engines
          torneo engines mcts
          torneo engines havannah")]
pub struct ListEngines {
    /// An engine, to list its options; or a game, to list the settings that suit it and what `auto` plays at several budgets
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
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
    /// The settings that suit a game.
    fn of_game(&self, registry: &Registry, game: &str) -> Result<(), Failure> {
        let game = super::game(registry, game)?;
        let (settings, rows) = (&game.traits().tuned, followed(registry, &*game)?);
        if self.json {
            let setting = |setting: &TunedConfig| json!({"engine": setting.engine.name, "seconds": setting.seconds, "steps": setting.steps, "options": options_of(setting)});
            let plays = |(engine, plays): &(String, String)| json!({"engine": engine, "plays": plays});
            let settings: Vec<Value> = settings.iter().map(setting).collect();
            let rows: Vec<Value> = rows.iter().map(plays).collect();
            let (learned, policy) = (game.traits().weights.is_some(), game.traits().policy.is_some());
            print_json(&json!({
                "game": game.canonical(),
                "settings": settings,
                "engines": rows,
                "learned": learned,
                "policy": policy,
            }));
            return Ok(());
        }
        let mut lines = Vec::new();
        if settings.is_empty() {
            lines.push(format!(
                "{}: no settings of its own; engines play with their defaults",
                game.canonical()
            ));
        }
        if game.traits().weights.is_some() {
            lines.push("a learnt evaluation comes with it: evaluation=learned".to_owned());
        }
        if game.traits().policy.is_some() {
            lines.push("a learnt policy comes with it: policy=learned".to_owned());
        }
        for setting in settings {
            let options = options_of(setting);
            let options = if options.is_empty() { "defaults" } else { &options };
            lines.push(format!("{}{}: {options}", setting.engine.name, reached_from(setting)));
        }
        for (engine, plays) in rows {
            lines.push(if engine == plays { engine } else { format!("{engine} plays as {plays}") });
        }
        print(&wrapped(&lines.join("\n"), table_width()));
        Ok(())
    }

    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let infos = || registry.engines().iter().map(EngineEntry::info);
        let Some(name) = &self.name else {
            match self.json {
                true => print_json(&engines_json(registry)),
                false => print(&list(&infos().collect::<Vec<_>>(), table_width())),
            }
            return Ok(());
        };
        match infos().find(|info| info.id == name) {
            None => self.of_game(registry, name)?,
            Some(info) if self.json => print_json(&[engine_json(info)]),
            Some(info) => print(&details(info, table_width())),
        }
        Ok(())
    }
}

/// The options of a setting, as they are written in a specification.
fn options_of(setting: &TunedConfig) -> String {
    let given = setting.engine.given.iter().map(|(name, value)| format!("{name}={value}"));
    given.joined(", ")
}

/// The budget from which a setting is followed, in words; nothing if that is any.
fn reached_from(setting: &TunedConfig) -> String {
    let TunedConfig { engine, seconds, steps, .. } = setting;
    match (steps, &*engine.name) {
        (0, _) => String::new(),
        (_, "mcts") => format!(" from {seconds} s or {steps} simulations"),
        _ => format!(" from {seconds} s or {steps}000 nodes"),
    }
}

/// All engines, a line each where there is room.
fn list(engines: &[&EngineInfo], width: usize) -> String {
    let head = format!(
        "{} engines. `torneo engines NAME` shows the options, `torneo engines GAME` what suits a game.",
        engines.len()
    );
    let rows: Vec<Vec<String>> =
        engines.iter().map(|info| vec![info.id.to_owned(), info.summary.to_owned()]).collect();
    format!("{}\n{}", wrapped(&head, width), listed(&rows, width))
}

/// An engine with its options.
fn details(info: &EngineInfo, width: usize) -> String {
    let mut text = wrapped(&format!("{}: {}", info.id, info.summary), width);
    if !info.options.is_empty() {
        text += &format!("\nOptions\n{}", listed(&option_rows(info.options), width));
    }
    text
}

/// Every engine with its options.
pub fn engines_json(registry: &Registry) -> Value {
    registry.engines().iter().map(|entry| engine_json(entry.info())).collect()
}

fn engine_json(info: &EngineInfo) -> Value {
    json!({
        "id": info.id,
        "summary": info.summary,
        "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
    })
}
