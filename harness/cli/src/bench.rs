//! `torneo bench`.

use std::sync::Arc;
use std::time::Duration;

use crate::Failure;
use clap::Args;
use serde::Serialize;
use torneo_contract::{SpecError, refuse_if};
use torneo_present::table::Grid;
use torneo_registry::Registry;
use torneo_registry::{AnyGame, EngineSpec};

use super::live::Line;
use super::output::table_width;
use super::{game, print, print_json};

/// The engines that are measured where none are named.
const SEARCHES: [&str; 2] = ["alpha-beta(depth=4)", "mcts(sims=2000)"];

/// Measure random playouts, or engines.
#[derive(Args)]
#[command(
    after_help = "Examples: torneo bench hnefatafl \"hazard(players=4)\" --seconds 2\n          torneo bench surakarta --engines \"mcts(sims=10000)\""
)]
pub struct Bench {
    /// Games to measure; all games if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Measure searches instead: nodes or simulations per second. Without specifications alpha-beta(depth=4) and
    /// mcts(sims=2000)
    #[arg(long, value_name = "ENGINE", num_args = 0..)]
    engines: Option<Vec<String>>,
    /// Seconds for each game and engine. Each position is searched at least once, however long that takes
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let found = self.seconds;
        let fits = found > 0.0 && found <= 3600.0;
        refuse_if!(!fits, "argument --seconds: expected a number up to 3600, found {found}");
        let games = if self.games.is_empty() {
            registry.games().iter().map(|game| game.info().id.to_owned()).collect()
        } else {
            self.games.clone()
        };
        let games: Vec<_> = games.iter().map(|text| game(registry, text)).collect::<Result<_, _>>()?;
        let time = Duration::from_secs_f64(self.seconds);
        if let Some(engines) = &self.engines {
            return self.measure_engines(registry, &games, engines, time);
        }
        let (line, mut speeds) = (Line::new(), Vec::new());
        for game in games {
            line.show(game.canonical());
            speeds.push(game.playouts(time));
        }
        line.clear();
        self.show(["game", "playouts/s", "plies/s", "plies/game"], &speeds, |speed| {
            let [playouts, plies] =
                [speed.playouts_per_second, speed.plies_per_second].map(|number| format!("{number:.0}"));
            vec![speed.game.clone(), playouts, plies, format!("{:.1}", speed.mean_plies)]
        });
        Ok(())
    }

    /// Prints what was measured, a row each.
    fn show<T: Serialize, const N: usize>(
        &self,
        titles: [&str; N],
        all: &[T],
        row: impl Fn(&T) -> Vec<String>,
    ) {
        if self.json {
            return print_json(&all);
        }
        let mut grid = Grid::new(titles);
        all.iter().for_each(|one| grid.add(row(one)));
        print(&grid.draw(table_width()));
    }

    fn measure_engines(
        &self,
        registry: &Registry,
        games: &[Arc<dyn AnyGame>],
        engines: &[String],
        time: Duration,
    ) -> Result<(), Failure> {
        let texts = if engines.is_empty() { SEARCHES.map(str::to_owned).to_vec() } else { engines.to_vec() };
        let engines: Result<Vec<EngineSpec>, SpecError> =
            texts.iter().map(|text| registry.engine(text)).collect();
        let engines = engines.map_err(|error| Failure::argument("--engines", &error))?;
        let (line, mut all) = (Line::new(), Vec::new());
        for game in games {
            line.show(game.canonical());
            all.extend(game.searches(&engines, time).map_err(|error| Failure::argument("<GAME>", &error))?);
        }
        line.clear();
        self.show(["game", "engine", "nodes/s", "choices/s", "signature"], &all, |speed| {
            vec![
                speed.game.clone(),
                speed.engine.clone(),
                format!("{:.0}", speed.nodes_per_second),
                format!("{:.1}", speed.choices_per_second),
                format!("{} {}", speed.nodes, speed.choices),
            ]
        });
        Ok(())
    }
}
