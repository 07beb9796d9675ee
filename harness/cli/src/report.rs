//! `torneo report`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_registry::Registry;
use torneo_report::report;

use super::print;

/// Write the report of a run.
#[derive(Args)]
#[command(after_help = "Example: torneo report results/quickstart")]
pub struct Report {
    /// The results folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Recorded games that can be replayed, at most
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
}

impl Report {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let analysis = Analysis::of(registry, &self.folder, AnalysisOptions::default())?;
        analysis.write(&self.folder)?;
        let path = report(registry, &self.folder, &analysis, self.games)?;
        print(&path.display().to_string());
        Ok(())
    }
}
