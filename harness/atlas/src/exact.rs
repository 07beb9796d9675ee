//! What solvers found: `exact.csv`, which `exact.py` beside it fills in. It says by which command, and what that takes.

use std::path::Path;

use serde::{Deserialize, Serialize};
use torneo_arena::Error;
use torneo_contract::{Refusal, refuse_if};

use crate::files;
use crate::rows::Keyed;

/// What a method found of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExactRow {
    /// The game's canonical specification.
    pub game: String,
    /// How it was looked for.
    pub method: String,
    /// What best play gives the first player; none if the method gave up.
    pub score: Option<f64>,
    /// Positions that were looked at.
    pub positions: Option<u64>,
    /// Processor-seconds.
    pub seconds: f64,
    /// The most memory that it took, in MiB.
    pub mib: u64,
    /// The command.
    pub command: String,
}

impl Keyed for ExactRow {
    const FILE: &'static str = "exact.csv";

    fn key(&self) -> [&str; 5] {
        [&self.game, &self.method, "", "", ""]
    }

    fn check(&self) -> Result<(), Refusal> {
        let is_score = self.score.is_none_or(|score| (0.0..=1.0).contains(&score));
        refuse_if!(!is_score, "{} has no score from 0 to 1", self.game);
        Ok(())
    }
}

/// The rows of a folder.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub fn read(folder: &Path) -> Result<Vec<ExactRow>, Error> {
    files::read(folder)
}
