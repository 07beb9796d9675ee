//! `torneo analyze`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_registry::Registry;

use super::{print, print_json};

/// Analyse a run.
#[derive(Args)]
#[command(after_help = "Example: torneo analyze results/quickstart")]
pub struct Analyze {
    /// The results folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Games that every engine is taken to have drawn against one of mean strength, so that ratings stay finite; 0
    /// for plain maximum likelihood, which leaves ratings open that the results do not bound
    #[arg(long, value_name = "GAMES", default_value_t = AnalysisOptions::default().prior, value_parser = prior)]
    prior: f64,
    /// Replicates of the bootstrap over mirrored groups; 0 for none
    #[arg(long, value_name = "N", default_value_t = AnalysisOptions::default().bootstrap)]
    bootstrap: u64,
    /// Recorded games of each kind that are replayed for the metrics, at most
    #[arg(long, value_name = "N", default_value_t = AnalysisOptions::default().replays)]
    replays: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn prior(text: &str) -> Result<f64, String> {
    let games = text.parse().ok().filter(|games| (0.0..=1000.0).contains(games));
    games.ok_or_else(|| "expected a number of games 0..=1000".to_owned())
}

impl Analyze {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let options = AnalysisOptions { prior: self.prior, bootstrap: self.bootstrap, replays: self.replays };
        let analysis = Analysis::of(registry, &self.folder, options)?;
        analysis.write(&self.folder)?;
        if self.json {
            print_json(&analysis);
        } else {
            print(&analysis.to_string());
        }
        Ok(())
    }
}
