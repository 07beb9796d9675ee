//! `torneo merge`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_arena::results::{MergeOptions, merge};
use torneo_arena::storage::Store;
use torneo_registry::Registry;

use super::options::place;
use super::tell;

/// Join shards.
#[derive(Args)]
#[command(after_help = "Example: torneo merge results/part1 results/part2 --out results/whole")]
pub struct Merge {
    /// The results folders of all shards of a run
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, value_name = "DIR", value_parser = place())]
    out: PathBuf,
    /// Merge rows that were changed after they were written; the manifest of the result says so
    #[arg(long)]
    allow_edited: bool,
}

impl Merge {
    pub fn execute(self, _registry: &Registry) -> Result<(), Failure> {
        let options = MergeOptions { allow_edited: self.allow_edited };
        let games = merge(&Store::default(), &self.folders, &self.out, options)?;
        tell(&format!("{games} games in {}", self.out.display()));
        Ok(())
    }
}
