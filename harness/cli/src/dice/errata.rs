//! `torneo dice errata`.

use crate::Failure;
use clap::Args;
use torneo_dice::errata::{Difference, errata};
use torneo_present::english::Joined as _;

use super::super::{print, print_json, say};

/// Compare the tables of the source.
#[derive(Args)]
#[command(after_help = "Example: torneo dice errata")]
pub struct PrintedTables {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PrintedTables {
    pub fn execute(self) -> Result<(), Failure> {
        let errata = errata();
        if self.json {
            print_json(&errata);
            return Ok(());
        }
        for table in &errata.tables {
            say(&format!(
                "{}: {} of {} throws printed, {} differences",
                table.title,
                table.throws_printed,
                table.throws,
                table.differences.len()
            ));
            table.differences.iter().for_each(|difference| print(&format!("  {}", describe(difference))));
            let sums: Vec<String> = table.complete_sums.iter().map(u32::to_string).collect();
            print(&format!("  complete: sums {}", sums.joined(", ")));
        }
        let effect = &errata.effect;
        say(&format!(
            "read literally: hazards {} of {} throws, points {} of {}; {} throws belong to nothing",
            effect.hazards_printed, effect.hazards, effect.points_printed, effect.points, effect.left_out
        ));
        let sums: Vec<String> = errata.corner_sums.iter().map(u32::to_string).collect();
        let odd = errata.corner_sums.iter().filter(|&sum| sum % 2 == 1).count();
        say(&format!(
            "corners of a die: sums {}; {odd} of {} are odd (the source says all)",
            sums.iter().joined(", "),
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
