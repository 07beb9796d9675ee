//! What is asked of a stream of games.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::finishing::Finishing;
use super::progress::ProgressReporter;
use crate::PlayedGroup;
use crate::plan::Tournament;
use crate::storage::Store;

/// What becomes of the games beside what is asked of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Keeping {
    /// They are forgotten.
    #[default]
    Nothing,
    /// They are written to a results folder.
    Folder {
        /// The folder.
        out: PathBuf,
        /// Whether what is there is gone on with.
        resume: bool,
    },
}

/// What the consumer of a stream wants of the groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Nothing.
    Nothing,
    /// Who scored what.
    Scores,
    /// The moves as well, where they are recorded or there can be copies.
    Moves,
}

/// A tournament that is to be played.
pub struct Stream<'a> {
    pub tournament: &'a Tournament,
    pub keeping: &'a Keeping,
    /// The first groups, where they were played before and no folder has them.
    pub there: &'a [PlayedGroup],
    /// Where a results folder is written.
    pub store: &'a Store,
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Results folders whose games are taken instead of playing them once more.
    pub reuse: &'a [PathBuf],
    pub wanted: Wanted,
    pub bars: &'a ProgressReporter<'a>,
    /// How often a line says how things stand, where stderr is no terminal.
    pub told_every: Duration,
    /// Whether each worker, with its programs, has a processor of its own.
    pub affinity: bool,
    /// The folder in which engines that are other programs are listened to, if they are.
    pub logs: Option<&'a Path>,
    /// The command that was typed, if one was.
    pub command: Option<&'a str>,
    /// Whether games that are adjudicated are played to their end as well.
    pub play_on: bool,
    /// Asked to end with the games that are on.
    pub finishing: &'a Finishing,
    /// Set to stop.
    pub stop: &'a Arc<AtomicBool>,
}
