//! The results folder of a run: what is written while playing, checked on resuming and read for analysis.

mod checkpoint;
mod collect;
mod draft;
mod folder;
mod lines;
mod manifest;
mod merge;
mod moves;
mod reader;
mod resume;
mod rows;
mod scan;
mod shelf;
mod standing;
mod survey;
mod values;

pub use checkpoint::{Checkpoint, tampering};
pub use collect::{Collector, Delivery};
pub use draft::lock;
pub use folder::{Folder, Saving};
pub use lines::last_number;
pub use manifest::{Manifest, PROGRAM, PlannedEvent};
pub(crate) use merge::Pair;
pub use merge::{MergeOptions, merge, merge_in};
pub use moves::{MOVES_HEADER, Moves};
pub use reader::{Follower, GameResult, SeatResult, each_game};
pub use resume::Resumed;
pub(crate) use resume::{cut_to, rewrite};
pub use rows::{Field, GAMES_HEADER, Rows, SEATS_HEADER};
pub use shelf::{Held, Shelf};
pub(crate) use standing::make_known;
pub(crate) use survey::Survey;
pub use values::{ValuedChoice, each_value};

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
