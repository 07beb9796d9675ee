//! What a folder of `torneo slurm` holds.

use std::path::Path;

use serde::{Deserialize, Serialize};
use torneo_arena::storage;

use crate::Failure;

/// The file that describes the jobs.
pub const FILE: &str = "slurm.json";
/// The file with the numbers of the jobs that were submitted: a line for each time, the array's and the merging one's.
pub const SUBMITTED: &str = "jobs";
/// The folder of the shards, each named by its task.
pub const SHARDS: &str = "shards";
/// The folder of what the tasks say.
pub const LOGS: &str = "logs";
/// The folder of the joined results.
pub const RESULT: &str = "result";

/// The jobs of a run.
#[derive(Serialize, Deserialize)]
pub struct Job {
    /// The name of the configuration.
    pub name: String,
    /// The program.
    pub program: String,
    /// The configuration.
    pub config: String,
    /// Where the program is run: relative commands of engines are looked for from here.
    pub working_folder: String,
    /// The folder of all this.
    pub folder: String,
    /// What sbatch is told besides.
    pub options: Vec<String>,
    /// Whether the costs were measured.
    pub measured: bool,
    /// Games of the run.
    pub games: u64,
    /// The tasks, from task 1.
    pub tasks: Vec<Task>,
}

/// A task of the array.
#[derive(Serialize, Deserialize)]
pub struct Task {
    /// The groups of the run that it plays, such as `0..100`.
    pub shard: String,
    /// The number of its first game.
    pub first_game: u64,
    /// Its games.
    pub games: u64,
    /// How long it takes on one thread of the machine that measured it, in seconds.
    pub seconds: f64,
}

impl Job {
    /// Reads the description of a folder.
    ///
    /// # Errors
    /// A folder without one.
    pub fn read(folder: &Path) -> Result<Job, Failure> {
        let path = folder.join(FILE);
        let place = path.display();
        let text = storage::read_to_string(&path).map_err(|error| {
            let message = format!(
                "{} is not a folder of `torneo slurm`: cannot read {FILE}: {error}",
                folder.display()
            );
            Failure::input(message)
        })?;
        serde_json::from_str(&text)
            .map_err(|error| Failure::input(format!("{place}, line {}: {error}", error.line())))
    }
}
