//! From a configuration file to the list of games to play.

mod config;
mod reader;
mod schedule;

pub use config::{Config, EngineEntry, Format, Limits, Opening, Output};
pub use schedule::{Event, Group, Plan, Shard, seatings};

use std::path::Path;
use std::sync::Arc;

use torneo_contract::{Spec, SpecError};
use torneo_engines::registry::EngineSpec;

use crate::error::Failure;
use crate::table::{self, Table};

/// A tournament asked for on the command line.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// Game specifications.
    pub games: Vec<String>,
    /// Engine specifications: one plays against itself, more against each other.
    pub engines: Vec<String>,
    /// Most rounds of each pairing and game.
    pub rounds: u64,
    /// The master seed.
    pub seed: u64,
    /// Random plies at the start.
    pub random_plies: u64,
    /// Plies after which a game is adjudicated a draw.
    pub max_plies: u64,
}

/// A configuration with everything set up that it names.
pub struct Tournament {
    /// The configuration.
    pub config: Config,
    /// The games to play.
    pub plan: Plan,
    /// The table of each game, in the order of the configuration.
    pub tables: Vec<Arc<dyn Table>>,
    /// The engines, in the order of the configuration.
    pub engines: Vec<EngineSpec>,
}

impl Tournament {
    /// Reads a configuration file and plans its games.
    ///
    /// # Errors
    /// A file that cannot be read or is not a configuration; the error names the place.
    pub fn read(path: &Path, shard: Shard) -> Result<Tournament, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            Failure::input(format!("argument <CONFIG>: cannot read {}: {error}", path.display()))
        })?;
        Tournament::parse(&path.display().to_string(), &text, shard)
    }

    /// Plans the games of a configuration; `file` names it in errors.
    ///
    /// # Errors
    /// A text that is not a configuration; the error names the place.
    pub fn parse(file: &str, text: &str, shard: Shard) -> Result<Tournament, Failure> {
        let reader::Read { config, engines, game_spans } = reader::read(file, text)?;
        let mut tables = Vec::new();
        for (game, span) in config.games.iter().zip(game_spans) {
            let spec: Spec = game.parse().expect("a canonical specification");
            let table = table::table(&spec, &engines).map_err(|error| {
                Failure::in_file(
                    file,
                    text,
                    span,
                    &error,
                    error.nearest().map(|near| format!("did you mean `{near}`?")),
                )
            })?;
            tables.push(table);
        }
        let seats: Vec<usize> = tables.iter().map(|table| table.seats()).collect();
        let plan = Plan::new(&config, &seats, shard);
        Ok(Tournament { config, plan, tables, engines })
    }

    /// A tournament of arguments of the command line. Nothing of it is recorded.
    ///
    /// # Errors
    /// A game or an engine that does not exist or do not fit together.
    pub fn of_arguments(arguments: &Arguments) -> Result<Tournament, Failure> {
        let game_error = |error: &SpecError| Failure::argument("<GAME>", error);
        let engine_error = |error: &SpecError| Failure::argument("<ENGINE>", error);
        let games: Result<Vec<String>, SpecError> =
            arguments.games.iter().map(|game| reader::canonical_game(game)).collect();
        let games = games.map_err(|error| game_error(&error))?;
        let check = |text: &String| text.parse().and_then(|spec: Spec| EngineSpec::check(&spec));
        let engines: Result<Vec<EngineSpec>, SpecError> = arguments.engines.iter().map(check).collect();
        let engines = engines.map_err(|error| engine_error(&error))?;
        let mut tables = Vec::new();
        for game in &games {
            let spec: Spec = game.parse().expect("a canonical specification");
            tables.push(table::table(&spec, &engines).map_err(|error| game_error(&error))?);
        }
        let entry = |(number, spec): (usize, &EngineSpec)| EngineEntry {
            name: format!("{number}: {}", spec.canonical()),
            spec: spec.canonical(),
        };
        let config = Config {
            name: "arguments".to_owned(),
            seed: arguments.seed,
            games,
            engines: engines.iter().enumerate().map(entry).collect(),
            format: if engines.len() == 1 { Format::SelfPlay } else { Format::RoundRobin },
            rounds: arguments.rounds,
            opening: Opening { random_plies: arguments.random_plies },
            limits: Limits { max_plies: arguments.max_plies },
            output: Output { record: false },
        };
        let seats: Vec<usize> = tables.iter().map(|table| table.seats()).collect();
        let plan = Plan::new(&config, &seats, Shard::WHOLE);
        Ok(Tournament { config, plan, tables, engines })
    }

    /// Whether the same configuration gives the same results again: no engine has a time budget.
    pub fn is_reproducible(&self) -> bool {
        self.engines.iter().all(EngineSpec::is_reproducible)
    }
}
