//! `torneo dice`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use torneo::Failure;
use torneo::dice::combos::{Combination, Dice, Report, SumReport};
use torneo::dice::errata::{Difference, errata};
use torneo::dice::plot::{self, PlotError};
use torneo::dice::{self, Load, Number, Odds, Trial};

use super::{game_spec, print, print_json};

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
    Combos(Combos),
    /// Exact results of a dice game: who wins, how long it takes, what it costs
    Odds(ExactOdds),
    /// Play a dice game and test its exact results
    Check(PlayedCheck),
    /// A table in Markdown of all dice games for 2, 3 and 4 players
    Table(GameTable),
    /// The printed tables of the source against the true ones
    Errata(PrintedTables),
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

/// Count combinations.
#[derive(Args)]
#[command(after_help = "Example: torneo dice combos 3d6 --sum 9 --json")]
struct Combos {
    /// The dice: `NdS` for N dice with S faces
    #[arg(value_name = "DICE")]
    dice: String,
    /// Only this sum
    #[arg(long, value_name = "K")]
    sum: Option<u32>,
    /// Write a plot of the probability of each sum
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print CSV: a row for each combination, or for each sum if there are too many combinations
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Combos {
    fn execute(self) -> Result<(), Failure> {
        let dice: Dice =
            self.dice.parse().map_err(|error| Failure::input(format!("argument <DICE>: {error}")))?;
        if let Some(file) = &self.svg {
            write_plot(file, plot::sums(&dice.report()))?;
        }
        match self.sum {
            None => self.all_sums(dice, &dice.report()),
            Some(sum) => self.one_sum(dice, &dice.report_sum(checked_sum(dice, sum)?)),
        }
        Ok(())
    }

    fn all_sums(&self, dice: Dice, report: &Report) {
        if self.json {
            return print_json(report);
        }
        match (&report.list_omitted, self.csv) {
            (Some(why), true) => {
                eprintln!("{why}; a row for each sum instead");
                print("sum,combinations,orderings,probability_exact,probability");
                for sum in &report.sums {
                    let p = &sum.probability;
                    let (fraction, decimal) = (p.fraction(), p.decimal());
                    print(&format!(
                        "{},{},{},{fraction},{decimal}",
                        sum.sum, sum.combinations, sum.orderings
                    ));
                }
            }
            (None, true) => {
                print(CSV_HEADER);
                for sum in &report.sums {
                    csv_rows(dice, sum.sum, sum.list.iter().flatten());
                }
            }
            (omitted, false) => {
                print(&format!(
                    "{}: {} combinations, {} orderings",
                    report.dice, report.combinations, report.orderings
                ));
                for sum in &report.sums {
                    print(&format!(
                        "sum {}: {} combinations, {} orderings, probability {}",
                        sum.sum, sum.combinations, sum.orderings, sum.probability
                    ));
                    lines(dice, sum.list.iter().flatten());
                }
                omitted.iter().for_each(|why| print(why));
            }
        }
    }

    fn one_sum(&self, dice: Dice, report: &SumReport) {
        if self.json {
            return print_json(report);
        }
        let probability = dice.probability(&report.orderings.0);
        if self.csv && report.list.is_some() {
            print(CSV_HEADER);
            return csv_rows(dice, report.sum, report.list.iter().flatten());
        }
        if self.csv {
            report.list_omitted.iter().for_each(|why| eprintln!("{why}; one row for the sum instead"));
            print("sum,combinations,orderings,probability_exact,probability");
            let (fraction, decimal) = (probability.fraction(), probability.decimal());
            let (combinations, orderings) = (&report.combinations, &report.orderings);
            return print(&format!("{},{combinations},{orderings},{fraction},{decimal}", report.sum));
        }
        print(&format!(
            "{}, sum {}: {} combinations, {} orderings, probability {probability}",
            report.dice, report.sum, report.combinations, report.orderings
        ));
        lines(dice, report.list.iter().flatten());
        report.list_omitted.iter().for_each(|why| print(why));
    }
}

const CSV_HEADER: &str = "sum,combination,orderings,probability_exact,probability";

fn csv_rows<'a>(dice: Dice, sum: u32, list: impl Iterator<Item = &'a Combination>) {
    for Combination(faces, orderings) in list {
        let p = dice.probability(&orderings.0);
        print(&format!("{sum},{faces},{orderings},{},{}", p.fraction(), p.decimal()));
    }
}

fn lines<'a>(dice: Dice, list: impl Iterator<Item = &'a Combination>) {
    for Combination(faces, orderings) in list {
        print(&format!("  {faces}  {orderings}  {}", dice.probability(&orderings.0)));
    }
}

fn checked_sum(dice: Dice, sum: u32) -> Result<u32, Failure> {
    let (low, high) = dice.sums();
    if !(low..=high).contains(&sum) {
        return Err(Failure::input(format!(
            "argument --sum: the sums of {dice} are {low} to {high}, found {sum}"
        )));
    }
    Ok(sum)
}

/// Compare the tables of the source.
#[derive(Args)]
#[command(after_help = "Example: torneo dice errata")]
struct PrintedTables {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PrintedTables {
    fn execute(self) -> Result<(), Failure> {
        let errata = errata();
        if self.json {
            print_json(&errata);
            return Ok(());
        }
        for table in &errata.tables {
            print(&format!(
                "{}: {} of {} throws printed, {} differences",
                table.title,
                table.throws_printed,
                table.throws,
                table.differences.len()
            ));
            table.differences.iter().for_each(|difference| print(&format!("  {}", describe(difference))));
            let sums: Vec<String> = table.complete_sums.iter().map(u32::to_string).collect();
            print(&format!("  complete: sums {}", sums.join(", ")));
        }
        let effect = &errata.effect;
        print(&format!(
            "read literally: hazards {} of {} throws, points {} of {}; {} throws belong to nothing",
            effect.hazards_printed, effect.hazards, effect.points_printed, effect.points, effect.left_out
        ));
        let sums: Vec<String> = errata.corner_sums.iter().map(u32::to_string).collect();
        let odd = errata.corner_sums.iter().filter(|&sum| sum % 2 == 1).count();
        print(&format!(
            "corners of a die: sums {}; {odd} of {} are odd (the source says all)",
            sums.join(", "),
            sums.len()
        ));
        Ok(())
    }
}

fn describe(difference: &Difference) -> String {
    match difference {
        Difference::Misprint { sum, printed, has_sum, meant } => {
            let meant = meant.as_ref().map_or(String::new(), |meant| format!("; {meant} is meant"));
            format!("sum {sum}: misprint {printed}, which adds up to {has_sum}{meant}")
        }
        Difference::Missing { sum, combination, printed_elsewhere } => {
            let elsewhere = if *printed_elsewhere { " (printed in another table)" } else { "" };
            format!("sum {sum}: missing {combination}{elsewhere}")
        }
        Difference::Duplicate { sum, printed } => format!("sum {sum}: {printed} is printed twice"),
    }
}

/// Solve a dice game.
#[derive(Args)]
#[command(after_help = "Example: torneo dice odds \"hazard(players=3)\" --json")]
struct ExactOdds {
    /// A dice game, such as `hazard` or `highest-wins(dice=2)`
    #[arg(value_name = "GAME")]
    game: String,
    /// Write a plot of the length of a turn and of the chances of the seats with 2 to 8 players
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ExactOdds {
    fn execute(self) -> Result<(), Failure> {
        let odds = solve(&self.game)?;
        if let Some(file) = &self.svg {
            let tables = dice::tables(&game_spec(&self.game)?);
            let tables = tables.map_err(|error| Failure::argument("<GAME>", &error))?;
            write_plot(file, plot::odds(&odds, &tables))?;
        }
        if self.json {
            print_json(&odds);
        } else {
            print_odds(&odds);
        }
        Ok(())
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

fn print_odds(odds: &Odds) {
    print(&odds.game);
    for (seat, win) in odds.seat_win.iter().enumerate() {
        print(&format!("seat {seat} wins alone: {win}"));
    }
    print(&format!("nobody wins alone: {}", odds.draw));
    for (name, numbers) in [("score", &odds.expected_score), ("points", &odds.expected_points)] {
        for (seat, number) in numbers.iter().enumerate() {
            print(&format!("expected {name} of seat {seat}: {number}"));
        }
    }
    let lines: [(&str, &Number); 4] = [
        ("expected throws", &odds.expected_throws),
        ("expected rounds", &odds.expected_rounds),
        ("expected chance turns", &odds.expected_chance_turns),
        ("advantage of the first thrower of a turn", &odds.first_thrower_advantage),
    ];
    lines.iter().for_each(|(name, number)| print(&format!("{name}: {number}")));
    print(&format!("expected turns: {}", odds.expected_turns));
    for (from, row) in odds.stake_flow.iter().enumerate() {
        for (to, flow) in row.iter().enumerate().filter(|(to, _)| *to != from) {
            print(&format!("expected payment of seat {from} to seat {to}: {flow}"));
        }
    }
    print_length(odds);
    print_policies(odds);
    odds.notes.iter().for_each(|note| print(&format!("note: {note}")));
}

fn print_policies(odds: &Odds) {
    for policy in &odds.policies {
        print(&format!(
            "both seats {}: seat 0 wins {}, seat 1 wins {}, nobody {}, points of seat 0 {}",
            policy.name, policy.seat_win[0], policy.seat_win[1], policy.draw, policy.expected_points[0]
        ));
    }
    if let Some(policy) = &odds.policy {
        let throws = policy.states.iter().filter(|(_, action)| *action == "throw").count();
        let states = policy.states.len();
        print(&format!("optimal policy: throws on in {throws} of {states} states (--json lists them)"));
    }
}

fn print_length(odds: &Odds) {
    let length = &odds.length;
    for item in &length.head {
        print(&format!("turn 0 takes {} throws: {}", item.throws, item.probability));
    }
    print(&format!("turn 0 takes more throws: {}", length.longer));
    let quantiles: Vec<String> =
        length.quantiles.iter().map(|q| format!("{} ({} %)", q.throws, 100.0 * q.probability)).collect();
    print(&format!("throws not exceeded: {}", quantiles.join(", ")));
    print(&format!("far out each further throw is made with probability {:.6}", length.tail_ratio));
}

/// Test the exact results.
#[derive(Args)]
#[command(after_help = "Example: torneo dice check hazard --games 1000000 --seed 1283 --load 6:+1%")]
struct PlayedCheck {
    /// A dice game, such as `hazard` or `highest-wins(dice=2)`
    #[arg(value_name = "GAME")]
    game: String,
    /// How many games to play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..=10_000_000_000))]
    games: u64,
    /// The master seed
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Load the dice: a face and how much more often than with fair dice it comes, such as `6:+1%`
    #[arg(long, value_name = "FACE:PERCENT")]
    load: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PlayedCheck {
    fn execute(self) -> Result<(), Failure> {
        let load = self.load.as_deref().map(str::parse::<Load>).transpose();
        let load = load.map_err(|error| Failure::input(format!("argument --load: {error}")))?;
        let trial = Trial { games: self.games, seed: self.seed, load };
        let verdict = dice::check(&game_spec(&self.game)?, trial)
            .map_err(|error| Failure::argument("<GAME>", &error))?
            .map_err(|error| Failure::input(format!("argument <GAME>: {error}")))?;
        if self.json {
            print_json(&verdict);
            return Ok(());
        }
        print(&format!("{}: {} games", verdict.game, verdict.games));
        for test in &verdict.tests {
            let degrees =
                test.degrees.map_or(String::new(), |degrees| format!(" with {degrees} degrees of freedom"));
            let means = match (test.expected, test.observed) {
                (Some(expected), Some(observed)) => format!(" (expected {expected:.6}, found {observed:.6})"),
                _ => String::new(),
            };
            let refuted = if test.refuted { " - REFUTED" } else { "" };
            print(&format!(
                "{}: {} {:.3}{degrees}, p = {:.3e}{means}{refuted}",
                test.name, test.kind, test.statistic, test.p
            ));
        }
        print(match verdict.agrees {
            true => "The games agree with the exact results.",
            false => "The games do NOT agree with the exact results.",
        });
        Ok(())
    }
}

/// Compare all dice games.
#[derive(Args)]
#[command(after_help = "Example: torneo dice table > table.md")]
struct GameTable {}

impl GameTable {
    fn execute(self) -> Result<(), Failure> {
        print("| game | wins alone, by seat | nobody | expected throws | advantage of the first |");
        print("|---|---|---|---|---|");
        for &id in torneo_games::dice::IDS {
            let info =
                torneo_games::registry::info(id).map_err(|error| Failure::argument("<GAME>", &error))?;
            for players in info.seats.0..=info.seats.1.min(MOST_IN_TABLE) {
                let game = if info.seats.1 == 2 { id.to_owned() } else { format!("{id}(players={players})") };
                let odds = solve(&game)?;
                let wins: Vec<String> = odds.seat_win.iter().map(short).collect();
                print(&format!(
                    "| {} | {} | {} | {} | {:+.6} |",
                    odds.game,
                    wins.join(", "),
                    short(&odds.draw),
                    short(&odds.expected_throws),
                    odds.first_thrower_advantage.decimal()
                ));
            }
        }
        Ok(())
    }
}

/// Most players of a game in the table.
const MOST_IN_TABLE: usize = 4;
/// Longest fraction in the table.
const SHORT: usize = 11;

/// A number for a table: six decimals, or the fraction where it is short.
fn short(number: &Number) -> String {
    let fraction = number.exact().map(ToString::to_string).filter(|fraction| fraction.len() <= SHORT);
    fraction.unwrap_or_else(|| format!("{:.6}", number.decimal()))
}
