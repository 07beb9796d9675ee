//! `torneo dice`.

mod answer;
mod chart;
mod check;
pub mod combos;
mod combos_text;
mod compare;
mod decisions_text;
mod errata;
mod graph;
pub mod odds;
mod odds_text;
mod roll;
mod run;
mod table;

use crate::Failure;
use clap::{Args, Subcommand};
use torneo_dice::{Limits, Odds, OddsError};
use torneo_exact::Analysis;
use torneo_present::english::Joined as _;
use torneo_present::table::{Column, aligned};
use torneo_registry::Registry;

use super::{game_spec, print, table_width};

/// Exact statistics of dice and dice games.
///
/// `torneo dice EXPRESSION` answers a question about dice; `torneo dice` alone shows examples.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Example: torneo dice 3d6 --sum 9"
)]
pub struct DiceCommand {
    #[command(flatten)]
    question: combos::Combos,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What can be asked: commands, and what each tells.
const EXAMPLES: [(&str, &str); 7] = [
    ("torneo dice 4d6kh3", "the best three of four dice"),
    ("torneo dice \"2d20kh1+5 >= 15\"", "the chance of a success"),
    ("torneo dice \"at least 2 6 in 5d6\"", "in words"),
    ("torneo dice 3d6 2d10-1 --compare", "which is higher"),
    ("torneo dice roll \"4d6 drop lowest\" --times 6", "throws"),
    ("torneo dice run -e \"output [highest 3 of 4d6]\"", "a program in the language of AnyDice"),
    ("torneo dice odds hazard", "who wins a dice game"),
];

/// The examples in lines of at most `width` columns, as far as commands are not to be broken.
fn examples(width: usize) -> String {
    let rows = EXAMPLES.map(|(command, what)| vec![command.to_owned(), what.to_owned()]).to_vec();
    let beside = aligned(&[("", Column::Left(0)), ("", Column::Left(0))], rows);
    let lines = if beside.lines().all(|line| line.len() <= width) {
        beside
    } else {
        EXAMPLES.iter().map(|(command, what)| format!("{command}\n    {what}")).joined("\n")
    };
    format!("Examples:\n{lines}")
}

#[derive(Subcommand)]
enum Command {
    /// The exact distribution of an expression of dice, as without a name of a command
    Combos(combos::Combos),
    /// A program in the language of AnyDice: the exact distributions of its outputs
    Run(run::Run),
    /// Throw dice
    Roll(roll::Roll),
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
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let command = match (self.command, self.question) {
            (Some(command), _) => command,
            (None, question) if question.is_empty() => {
                print(&examples(table_width()));
                return Ok(());
            }
            (None, question) => return question.execute(),
        };
        match command {
            Command::Combos(command) => command.execute(),
            Command::Run(command) => command.execute(),
            Command::Roll(command) => command.execute(),
            Command::Odds(command) => command.execute(registry),
            Command::Check(command) => command.execute(registry),
            Command::Table(command) => command.execute(registry),
            Command::Errata(command) => command.execute(),
        }
    }
}

/// The command that somebody means who leaves `dice` out.
pub fn named_apart(command: &str) -> Option<&'static str> {
    let known = [("roll", "torneo dice roll"), ("odds", "torneo dice odds"), ("combos", "torneo dice")];
    known.into_iter().find(|(name, _)| *name == command).map(|(_, meant)| meant)
}

/// The dice game in an argument.
fn set_up(registry: &Registry, game: &str) -> Result<Analysis, Failure> {
    registry.analysis(&game_spec(registry, game)?).map_err(|error| Failure::argument("<GAME>", &error))
}

/// The exact results of the game in an argument.
fn solve(registry: &Registry, game: &str, limits: Limits) -> Result<Odds, Failure> {
    torneo_dice::odds(&set_up(registry, game)?, limits).map_err(too_large)
}

/// A game that cannot be solved.
fn too_large(error: OddsError) -> Failure {
    let is_memory = matches!(error, OddsError::TooMuchMemory { .. });
    let help = is_memory.then_some("allow more with --memory (MiB)");
    Failure::input_or_help(format!("argument <GAME>: {error}"), help)
}
