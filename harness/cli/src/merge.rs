//! `torneo merge`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_arena::results;

/// Join shards.
#[derive(Args)]
#[command(after_help = "Example: torneo merge results/part1 results/part2 --out results/whole")]
pub struct Merge {
    /// The results folders of all shards of a run
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Merge {
    pub fn execute(self) -> Result<(), Failure> {
        let games = results::merge(&self.folders, &self.out)?;
        eprintln!("{games} games in {}", self.out.display());
        Ok(())
    }
}
