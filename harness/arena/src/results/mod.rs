//! The results folder of a run: what is written while playing, checked on resuming and read for analysis.

mod checkpoint;
mod choices;
mod collect;
mod draft;
mod folder;
mod follower;
mod lines;
mod manifest;
mod merge;
mod opened;
mod played_on;
pub(crate) mod programs;
mod reader;
mod replay;
mod resume;
mod reuse_cache;
mod rows;
mod spool;
mod timing;
mod values;

pub use checkpoint::Mark;
pub(crate) use choices::wrong_answers;
pub use choices::{Choices, FAULTS_HEADER, MOVES_HEADER, TIMES_HEADER};
pub use choices::{evaluation_rows, fault_rows, time_rows};
pub use collect::{Collector, Delivery};
pub use draft::lock;
pub use folder::{Folder, Saving};
pub use follower::Follower;
pub use lines::last_number;
pub use manifest::{Manifest, PROGRAM, PlannedEvent};
pub use merge::{MergeOptions, merge};
pub(crate) use opened::first_games;
pub use opened::{Extent, Opened, each_game};
pub(crate) use played_on::row as played_on_row;
pub use played_on::{Ending, EndingReader, PLAYED_ON_HEADER};
pub use programs::{PROGRAMS, PlayedProgram, changed, programs};
pub(crate) use reader::RawReader;
pub use reader::{GameResult, SeatResult};
pub(crate) use replay::check as check_record;
pub use resume::Resumed;
pub(crate) use resume::{cut_to, keep_beside, renew};
pub use reuse_cache::{Held, ReuseCache};
pub use rows::{Field, GAMES_HEADER, Rows, SEATS_HEADER};
pub use spool::{Spool, Spooled};
pub use timing::milliseconds;
pub use values::{ChoiceReader, TimeReader, TimedChoice, ValuedChoice, each_value};

/// Name of the file with one row for each game.
pub const GAMES: &str = "games.csv";
/// Name of the file with one row for each game and seat.
pub const SEATS: &str = "seats.csv";
/// Name of the file with wall-clock times, which are not reproducible.
pub const TIMING: &str = "timing.csv";
/// Name of the file with what each choice rests on, if the configuration asks for it.
pub const MOVES: &str = "moves.csv";
/// Name of that file while a run goes on: its rows are in the order in which they were played.
pub(crate) const UNSORTED: &str = "moves.unsorted.csv";
/// Name of the file with the time of each choice, if the configuration asks for it; not reproducible.
pub const TIMES: &str = "times.csv";
/// Name of that file while a run goes on.
pub(crate) const UNSORTED_TIMES: &str = "times.unsorted.csv";
/// Name of the file with how adjudicated games end that are played on, if that is asked for; not reproducible.
pub const PLAYED_ON: &str = "played-on.csv";
/// Which answers of programs were none.
pub const FAULTS: &str = "faults.csv";
/// As [`UNSORTED`].
pub(crate) const UNSORTED_PLAYED_ON: &str = "played-on.unsorted.csv";
pub(crate) const UNSORTED_FAULTS: &str = "faults.unsorted.csv";
/// Name of the file that describes the run.
pub const MANIFEST: &str = "manifest.json";
/// Name of the file with hashes of what was written.
pub const CHECKPOINTS: &str = "checkpoints.csv";
