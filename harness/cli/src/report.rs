//! `torneo report`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_registry::Registry;
use torneo_report::{page, report};

use super::analyze::written_or_told;
use super::options::place;
use super::picture::save;
use super::{print, tell};

/// Write the report of a run.
#[derive(Args)]
#[command(after_help = "Examples: torneo report results/quickstart
          torneo report results/quickstart --out quickstart.html")]
pub struct Report {
    /// The results folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Recorded games that can be replayed, at most
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Write the page to FILE instead of report.html in the folder
    #[arg(long, value_name = "FILE", value_parser = place())]
    out: Option<PathBuf>,
}

impl Report {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        tell(&format!("reading {}", self.folder.display()));
        let analysis = Analysis::of(registry, &self.folder, AnalysisOptions::default())?;
        let written = analysis.write(&self.folder);
        let path = match self.out {
            None => {
                written?;
                report(registry, &self.folder, &analysis, self.games, &mut drawn())?
            }
            Some(file) => {
                // The page goes elsewhere, and needs nothing in the folder.
                written_or_told(written)?;
                let page = page(registry, &self.folder, &analysis, self.games, &mut drawn())?;
                save(&file, page.as_bytes())?;
                file
            }
        };
        print(&path.display().to_string());
        Ok(())
    }
}

/// Says how many games are drawn: at every quarter of them.
fn drawn() -> impl FnMut(u64, u64) {
    let mut quarters = 0;
    move |done, all| {
        let reached = 4 * done / all.max(1);
        if reached > quarters {
            quarters = reached;
            tell(&format!("replays: {done} of {all} games drawn"));
        }
    }
}
