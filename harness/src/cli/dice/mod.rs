//! `torneo dice`.

mod check;
mod combos;
mod errata;
mod odds;
mod table;

use std::path::Path;

use clap::{Args, Subcommand};
use torneo::Failure;
use torneo::dice::plot::PlotError;
use torneo::dice::{self, Odds};

use super::game_spec;

/// Exact statistics of dice and dice games.
#[derive(Args)]
#[command(after_help = "Example: torneo dice combos 3d6 --sum 9")]
pub struct DiceCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every combination of dice, with its number of orderings and its probability
    Combos(combos::Combos),
    /// Exact results of a dice game: who wins, how long it takes, what it costs
    Odds(odds::ExactOdds),
    /// Play a dice game and test its exact results
    Check(check::PlayedCheck),
    /// A table in Markdown of all dice games for 2, 3 and 4 players
    Table(table::GameTable),
    /// The printed tables of the source against the true ones
    Errata(errata::PrintedTables),
}

impl DiceCommand {
    pub fn execute(self) -> Result<(), Failure> {
        match self.command {
            Command::Combos(command) => command.execute(),
            Command::Odds(command) => command.execute(),
            Command::Check(command) => command.execute(),
            Command::Table(command) => command.execute(),
            Command::Errata(command) => command.execute(),
        }
    }
}

fn write_plot(file: &Path, svg: Result<String, PlotError>) -> Result<(), Failure> {
    let svg = svg.map_err(Failure::run)?;
    std::fs::write(file, svg).map_err(|error| Failure::io("write", file, &error))
}

/// The exact results of the game in an argument.
fn solve(game: &str) -> Result<Odds, Failure> {
    dice::odds(&game_spec(game)?)
        .map_err(|error| Failure::argument("<GAME>", &error))?
        .map_err(|error| Failure::input(format!("argument <GAME>: {error}")))
}
