//! `torneo dice combos`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_dice::combos::{Combination, Dice, Report, SumReport};
use torneo_dice::plot;

use super::super::{print, print_json};
use super::write_plot;

/// Count combinations.
#[derive(Args)]
#[command(after_help = "Example: torneo dice combos 3d6 --sum 9 --json")]
pub struct Combos {
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
    pub fn execute(self) -> Result<(), Failure> {
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
