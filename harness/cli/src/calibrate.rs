//! `torneo calibrate`.

use crate::Failure;
use clap::Args;
use torneo_analysis::calibration::folders;
use torneo_registry::Registry;
use torneo_statistics::calibration::{
    Frequency, differences, lengths, movements, openings, placements, pools, races, ranges, ratings,
    sequences, shares, sprt, stops, tables, verdicts,
};
use torneo_statistics::interval::quantile;

use super::{print, print_json};

/// Test the statistics on simulated tournaments whose truth is known.
#[derive(Args)]
#[command(after_help = "Example: torneo calibrate --simulations 1000")]
pub struct Calibrate {
    /// Simulations of each kind
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    simulations: u64,
    /// Replicates of each bootstrap
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(10..=100_000))]
    bootstrap: u64,
    /// The seed of the simulations
    #[arg(long, value_name = "S", default_value_t = 1283)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Simulated runs that are written as folders and read by the analysis, at most.
const FOLDERS: u64 = 200;

/// Simulated round robins of twelve equal players, at most: each is fitted three times.
const DIFFERENCES: u64 = 1000;

impl Calibrate {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let mut frequencies = ratings(self.simulations, self.bootstrap, self.seed);
        frequencies.extend(ranges(self.simulations, self.seed));
        frequencies.extend(differences(self.simulations.min(DIFFERENCES), self.seed));
        frequencies.extend(movements(self.simulations, self.seed));
        frequencies.extend(shares(self.simulations, self.seed));
        frequencies.extend(openings(self.simulations, self.seed));
        frequencies.extend(pools(self.simulations, self.seed));
        frequencies.extend(lengths(self.simulations, self.seed, quantile));
        frequencies.extend(verdicts(self.simulations, self.seed));
        frequencies.extend(tables(self.simulations, self.seed));
        frequencies.extend(races(self.simulations, self.seed));
        frequencies.extend(sprt(self.simulations, self.seed));
        frequencies.extend(placements(self.simulations, self.seed));
        frequencies.extend(sequences(self.simulations, self.seed));
        frequencies.extend(stops());
        frequencies.extend(folders(registry, self.simulations.min(FOLDERS), self.seed)?);
        if self.json {
            print_json(&frequencies);
        } else {
            frequencies.iter().for_each(|frequency| print(&describe(frequency)));
        }
        match frequencies.iter().filter(|frequency| !frequency.is_met()).count() {
            0 => Ok(()),
            missed => Err(Failure::run(format!("{missed} of {} targets are missed", frequencies.len()))),
        }
    }
}

fn describe(frequency: &Frequency) -> String {
    let (low, high) = frequency.target;
    let verdict = if frequency.is_met() { "" } else { " - MISSED" };
    format!(
        "{}: {:.3} of {} cases (target {low:.2} to {high:.2}){verdict}",
        frequency.name,
        frequency.share(),
        frequency.cases
    )
}
