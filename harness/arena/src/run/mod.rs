//! Playing a tournament in parallel.
//!
//! Workers claim blocks of consecutive groups, play them and hand over the rows; a queue puts the rows into the
//! files in game order. What a game does depends on its number alone, so the files do not depend on the number of
//! threads or on who played what.

mod affinity;
mod cost;
mod finishing;
pub(crate) mod progress;
mod queue;
mod request;
mod sessions;
mod shares;
mod standing;
mod stream;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::Error;
use crate::figures::Points;
use crate::memory::{self, Kept};
use crate::plan::Tournament;
use crate::storage::Store;

pub use crate::faults::Faults;
pub use crate::memory::threads;
pub use progress::{tell, tell_as_it_is, tell_to};

pub use affinity::crowded;
pub use cost::Costs;
pub use finishing::Finishing;
pub use progress::Progress;
pub(crate) use progress::ProgressReporter;
pub(crate) use queue::Stage;
pub use request::Keeping;
pub(crate) use request::{Stream, Wanted};
pub use sessions::{PlayedSession, SESSIONS, sessions};
pub use shares::{Share, shares};
pub(crate) use stream::groups_of;

/// How a tournament is played; nothing here changes the results.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Whether to continue a run that was stopped.
    pub resume: bool,
    /// Results folders whose games are taken instead of playing them once more.
    pub reuse: Vec<PathBuf>,
    /// Who is told of finished games instead of the bar on the terminal.
    pub progress: Option<Arc<Progress>>,
    /// How often a line says how things stand, where stderr is no terminal.
    pub told_every: Duration,
    /// Whether each worker, with its programs, has a processor of its own.
    pub affinity: bool,
    /// The folder in which engines that are other programs are listened to, if they are.
    pub logs: Option<PathBuf>,
    /// The command that was typed, if one was: the results say how they are made again.
    pub command: Option<String>,
    /// Whether games that are adjudicated are played to their end as well, and `played-on.csv` tells how they end there.
    pub play_on: bool,
    /// Asked to end the run with the games that are on.
    pub finishing: Arc<Finishing>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        let told_every = Duration::from_secs(60);
        RunOptions {
            threads: 0,
            resume: false,
            reuse: Vec::new(),
            progress: None,
            told_every,
            affinity: false,
            logs: None,
            command: None,
            play_on: false,
            finishing: Arc::default(),
        }
    }
}

/// What was done.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Games that were there already.
    pub resumed: u64,
    /// Games written now.
    pub played: u64,
    /// Of those, games that another run had played.
    pub reused: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// How often the engines failed in the games played now.
    pub faults: Faults,
}

/// Plays a tournament into the folder `out`.
///
/// # Errors
/// A folder that cannot be used, an error while playing, or [`Error::Interrupted`] if `stop` was set: then the
/// folder holds every game finished so far and the run can be resumed. So it is where the options ask for an end.
pub fn run(
    tournament: &Tournament,
    out: &Path,
    options: RunOptions,
    stop: &Arc<AtomicBool>,
) -> Result<Summary, Error> {
    run_in(&Store::default(), tournament, out, options, stop)
}

/// The same on other files than those of this machine, or with checkpoints at other times.
///
/// # Errors
/// Those of [`run`].
pub fn run_in(
    store: &Store,
    tournament: &Tournament,
    out: &Path,
    options: RunOptions,
    stop: &Arc<AtomicBool>,
) -> Result<Summary, Error> {
    let threads = memory::threads(options.threads);
    let bars = ProgressReporter::new(tournament, threads, options.progress.clone());
    let plan = &tournament.plan;
    let stream = Stream {
        tournament,
        keeping: &Keeping::Folder { out: out.to_owned(), resume: options.resume },
        there: &[],
        store,
        threads,
        reuse: &options.reuse,
        wanted: if plan.swiss().is_some() { Wanted::Scores } else { Wanted::Nothing },
        bars: &bars,
        told_every: options.told_every,
        affinity: options.affinity,
        logs: options.logs.as_deref(),
        command: options.command.as_deref(),
        play_on: options.play_on,
        finishing: &options.finishing,
        stop,
    };
    if plan.swiss().is_none() {
        let mut whole = Some(plan.groups());
        return stream.play(|_| Ok(whole.take().map(Stage::Until)));
    }
    let (mut points, mut rounds) = (Points::new(plan, &tournament.config), 0);
    stream.play(|new| {
        new.iter().for_each(|group| points.add_group(group));
        let known = plan.known_groups();
        let is_new = std::mem::replace(&mut rounds, known) < known;
        Ok(is_new.then_some(Stage::Until(known)))
    })
}

/// Refuses a tournament whose engines would hold more than the memory of this machine on this number of threads; 0 is one for
/// each processor.
///
/// # Errors
/// What it needs, and what there is.
pub fn check_memory(tournament: &Tournament, threads: usize) -> Result<(), Error> {
    let kept = if tournament.plan.is_interleaved() { Kept::All } else { Kept::One };
    memory::check(tournament, memory::threads(threads), kept)
}
