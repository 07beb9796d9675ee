//! The results folder of a run: what is written while playing, checked on resuming and read for analysis.

mod checkpoint;
mod folder;
mod lines;
mod manifest;
mod merge;
mod moves;
mod reader;
mod rows;
mod score;

pub use checkpoint::tampering;
pub use folder::{Folder, Progress};
pub use manifest::{Manifest, PROGRAM};
pub use merge::merge;
pub use moves::{MOVES_HEADER, Moves};
pub use reader::{GameResult, SeatResult, each_game};
pub use rows::{Field, GAMES_HEADER, Rows, SEATS_HEADER};
pub use score::head_to_head;

/// Name of the file with one row for each game.
pub const GAMES: &str = "games.csv";
/// Name of the file with one row for each game and seat.
pub const SEATS: &str = "seats.csv";
/// Name of the file with wall-clock times, which are not reproducible.
pub const TIMING: &str = "timing.csv";
/// Name of the file with what each choice rests on, if the configuration asks for it.
pub const MOVES: &str = "moves.csv";
/// Name of the file that describes the run.
pub const MANIFEST: &str = "manifest.json";
/// Name of the file with hashes of what was written.
pub const CHECKPOINTS: &str = "checkpoints.csv";
