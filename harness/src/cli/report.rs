//! `torneo report`.

use std::path::PathBuf;

use clap::Args;
use torneo::Failure;
use torneo::analysis::{Analysis, AnalysisOptions};
use torneo::report::report;

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
    pub fn execute(self) -> Result<(), Failure> {
        let analysis = Analysis::of(&self.folder, AnalysisOptions::default())?;
        analysis.write(&self.folder)?;
        let path = report(&self.folder, &analysis, self.games)?;
        print(&path.display().to_string());
        Ok(())
    }
}
