//! `torneo analyze`.

use std::path::PathBuf;

use clap::Args;
use torneo::Failure;
use torneo::analysis::Analysis;

use super::{print, print_json};

/// Analyse a run.
#[derive(Args)]
#[command(after_help = "Example: torneo analyze results/quickstart")]
pub struct Analyze {
    /// The results folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub fn execute(self) -> Result<(), Failure> {
        let analysis = Analysis::of(&self.folder)?;
        if self.json {
            print_json(&analysis);
        } else {
            print(&analysis.to_string());
        }
        Ok(())
    }
}
