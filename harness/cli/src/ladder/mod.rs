//! `torneo ladder`.

mod page;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;
use torneo_arena::Error;
use torneo_arena::ladder::{self as ladders, BuildSettings, Checked};
use torneo_contract::{Refusal, SpecError, nearest, refuse_if};
use torneo_present::english::{Joined as _, counted};
use torneo_present::numbers::thousands;
use torneo_present::table::Grid;
use torneo_present::text::wrapped;
use torneo_registry::Registry;
use torneo_registry::ladder::{Before, Ladder, find};

use crate::options::{place, within};
use crate::output::table_width;
use crate::picture::save;
use crate::{Failure, game, print, print_json, stop_on_interrupt, tell};

/// Show the ladders of games: engines from random play upwards, with their Elo. `torneo rate` places agents on them
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples: torneo ladder
          torneo ladder surakarta
          torneo ladder build surakarta --hours 0.5
          torneo ladder check surakarta"
)]
pub struct Ladders {
    #[command(subcommand)]
    command: Option<LadderCommand>,
    /// The games; all that have a ladder if none is given
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write a table of the ladders, if FILE ends with `.md`, or a plot of their rungs, if it ends with `.svg`
    #[arg(long, value_name = "FILE", conflicts_with = "json", value_parser = place())]
    page: Option<PathBuf>,
}

#[derive(Subcommand)]
enum LadderCommand {
    /// Measure a ladder: find its rungs, and play them against each other
    Build(Build),
    /// Play the rungs' signatures: whether each still plays as it did when its ladder was measured
    Check(Check),
}

impl Ladders {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        match self.command {
            Some(LadderCommand::Build(build)) => return build.execute(registry),
            Some(LadderCommand::Check(check)) => return check.execute(registry),
            None => {}
        }
        let found = of_games(registry, registry.ladders(), ("<GAME>", &self.games))?;
        if let Some(file) = &self.page {
            save(file, page::page(&found, file)?.as_bytes())?;
            tell(&format!("written: {}", file.display()));
            return Ok(());
        }
        match () {
            () if self.json => print_json(&found),
            () if found.is_empty() => {
                print("no game has a ladder yet; to measure one: torneo ladder build GAME");
            }
            () if self.games.is_empty() => print(&overview(&found)),
            () => print(&found.iter().map(|ladder| rungs(ladder)).joined("\n\n")),
        }
        Ok(())
    }
}

/// The ladders of some games, which stand in an argument; of all that have one if none are named.
///
/// # Errors
/// A game that does not exist or has no ladder.
pub fn of_games<'a>(
    registry: &Registry,
    ladders: &'a [Ladder],
    (argument, games): (&str, &[String]),
) -> Result<Vec<&'a Ladder>, Failure> {
    if games.is_empty() {
        return Ok(ladders.iter().collect());
    }
    let found = games.iter().map(|name| of_game(ladders, registry.game(name)?.canonical()));
    found.collect::<Result<_, _>>().map_err(|error| Failure::argument(argument, &error))
}

/// The ladder of a game by its canonical specification.
fn of_game<'a>(ladders: &'a [Ladder], game: &str) -> Result<&'a Ladder, SpecError> {
    find(ladders, game).ok_or_else(|| {
        let known = ladders.iter().map(|ladder| &*ladder.game);
        let there = if ladders.is_empty() { "no game has one".to_owned() } else { known.clone().joined(", ") };
        let message = format!(
            "`{game}` has no ladder (there are those of: {there}); to measure one: torneo ladder build \"{game}\""
        );
        SpecError::new(message).with_nearest(nearest(game, known))
    })
}

/// The ladders that are asked about: those of a file, else those of the program.
///
/// # Errors
/// A file that is no ladder; the error names the place.
pub fn given(registry: &Registry, file: Option<&Path>) -> Result<Vec<Ladder>, Failure> {
    match file {
        None => Ok(registry.ladders().to_vec()),
        Some(file) => Ok(vec![ladders::open(registry, file)?]),
    }
}

/// What all searches of rungs have. Tables leave it out, so that a rung fits on a line.
const UNTUNED: &str = ", tuned=false";

/// A line for each ladder.
fn overview(ladders: &[&Ladder]) -> String {
    let mut grid = Grid::new(["ladder", "rungs", "Elo", "highest rung"]).plain().left("highest rung");
    for ladder in ladders {
        let Some(top) = ladder.rungs.last() else { continue };
        let (rungs, elo) = (ladder.rungs.len().to_string(), format!("{:.0}", top.elo));
        grid.add(vec![ladder.ladder.clone(), rungs, elo, top.spec.replace(UNTUNED, "")]);
    }
    let count = counted(ladders.len() as u64, "ladder");
    let text = format!(
        "{count}. Elo of the highest rung above random play. Searches have `tuned=false`. `torneo ladder GAME` \
         shows the rungs.\n{}",
        grid.draw(table_width())
    );
    wrapped(&text, table_width())
}

/// The rungs of a ladder.
fn rungs(ladder: &Ladder) -> String {
    let mut grid = Grid::new(["rung", "Elo", "below", "engine"]).plain().left("engine");
    for (number, rung) in ladder.rungs.iter().enumerate() {
        let error = 1.96 * ladder.covariance[number][number].sqrt();
        let score = rung.score_below.map_or(String::new(), |score| format!("{score:.2}"));
        let elo = if number == 0 { "0".to_owned() } else { format!("{:.0} +-{error:.0}", rung.elo) };
        grid.add(vec![number.to_string(), elo, score, rung.spec.replace(UNTUNED, "")]);
    }
    let games: u64 = ladder.rungs.iter().map(|rung| rung.games_below).sum();
    let few = ladder.few.as_ref().map_or(String::new(), |few| format!("\nFew rungs: {few}."));
    let before = ladder.before.iter().map(|before| format!("\n{}", stood(before))).joined("");
    let head = format!(
        "{}: {} rungs, measured by torneo {}. Elo above random play; the score against the rung below, \
         from {} games of neighbours. Searches have `tuned=false`.",
        ladder.ladder,
        ladder.rungs.len(),
        ladder.program,
        thousands(games)
    );
    wrapped(&format!("{head}\n{}{few}{before}", grid.draw(table_width())), table_width())
}

/// Where a rung of the version before stands.
fn stood(before: &Before) -> String {
    match (before.elo, before.low, before.high) {
        (Some(elo), Some(low), Some(high)) => {
            format!("{} stands at {elo:.0} [{low:.0}, {high:.0}].", before.name)
        }
        _ => format!("Where {} stands is left open by its games.", before.name),
    }
}

/// Measure the ladder of a game.
#[derive(Args)]
#[command(after_help = "Example: torneo ladder build surakarta --hours 0.2 --out surakarta.toml
Rungs are looked for from random play upwards: each scores 0.58 to 0.82 against the one below. Their Elo \
come from games of neighbours and next neighbours. An hour is 600 games for each figure. Hours stand for \
games, not for the clock: the same command gives the same ladder on every machine, except for `seconds`.")]
struct Build {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// How much is played: 1 for full precision, less for fewer games
    #[arg(long, value_name = "H", default_value_t = 1.0, value_parser = hours)]
    hours: f64,
    /// The master seed
    #[arg(long, value_name = "S", default_value_t = 1283)]
    seed: u64,
    /// The file for the ladder [default: results/ladders/GAME.toml]
    #[arg(long, value_name = "FILE", value_parser = place())]
    out: Option<PathBuf>,
    /// Go on with what was measured before an interruption, which FILE.log holds
    #[arg(long)]
    resume: bool,
    /// The release that measured the ladder before, such as ./torneo-0.1.0: it plays that ladder's rungs, and the file tells where they stand on the new one
    #[arg(long, value_name = "PROGRAM")]
    before: Option<String>,
    /// Threads to play with; 0 for one per processor. The ladder does not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn hours(text: &str) -> Result<f64, Refusal> {
    within(text, 0.001..=1000.0, "expected a number of hours from 0.001 to 1000, such as 0.5")
}

impl Build {
    fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let game = game(registry, &self.game)?;
        let name = Ladder::file_name(game.canonical());
        let out = self.out.unwrap_or_else(|| Path::new("results/ladders").join(name));
        let settings = BuildSettings {
            game: game.canonical().to_owned(),
            hours: self.hours,
            seed: self.seed,
            threads: self.threads.into(),
            out,
            resume: self.resume,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            before: self.before,
        };
        let stop = stop_on_interrupt("the games under way are left, what was measured is kept")?;
        let built = ladders::build(registry, &settings, &stop, &mut |line| tell(line));
        if let Err(Error::Interrupted) = built {
            tell("interrupted; the same command with --resume goes on");
        }
        let built = built?;
        match self.json {
            true => print_json(&[&built.ladder]),
            false => print(&rungs(&built.ladder)),
        }
        tell(&format!("ladder: {}", settings.out.display()));
        Ok(())
    }
}

/// Play the signatures of ladders.
#[derive(Args)]
#[command(after_help = "Examples: torneo ladder check
          torneo ladder check surakarta
          torneo ladder check --ladder surakarta.toml")]
struct Check {
    /// The games; all that have a ladder if none is given
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// A ladder in a file, in place of those of the program
    #[arg(long, value_name = "FILE")]
    ladder: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let known = given(registry, self.ladder.as_deref())?;
        let asked = of_games(registry, &known, ("<GAME>", &self.games))?;
        let mut changed = Vec::new();
        let mut objects = Vec::new();
        for ladder in asked {
            let checked = ladders::check(registry, ladder)?;
            let other: Vec<&Checked> = checked.iter().filter(|rung| !rung.holds()).collect();
            let again = measuring(ladder);
            objects.push(json!({"game": ladder.game, "ladder": ladder.ladder, "rungs": checked, "changed": other.iter().map(|rung| &rung.rung).collect::<Vec<_>>(), "command": again}));
            if !self.json {
                print(&verdict(ladder, &other));
            }
            if !other.is_empty() {
                changed.push(again);
            }
        }
        if self.json {
            print_json(&objects);
        }
        let message = "rungs play otherwise than when their ladders were measured";
        refuse_if!(
            !changed.is_empty(),
            Failure::run_with_help(message, format!("measure anew: {}", changed.iter().joined("; ")))
        );
        Ok(())
    }
}

/// The command that measures a ladder anew.
fn measuring(ladder: &Ladder) -> String {
    match ladder.game.contains(['(', ' ']) {
        true => format!("torneo ladder build \"{}\"", ladder.game),
        false => format!("torneo ladder build {}", ladder.game),
    }
}

/// What became of the rungs of a ladder.
fn verdict(ladder: &Ladder, changed: &[&Checked]) -> String {
    let (name, count) = (&ladder.ladder, ladder.rungs.len());
    if changed.is_empty() {
        return format!("{name}: all {count} rungs play as they did");
    }
    let line = |rung: &&Checked| {
        format!("  {} plays otherwise: its games come to {}, not to {}", rung.rung, rung.found, rung.expected)
    };
    format!(
        "{name}: {} of {count} rungs play otherwise\n{}",
        changed.len(),
        changed.iter().map(line).joined("\n")
    )
}
