//! Playing a tournament in parallel.
//!
//! Workers claim blocks of consecutive groups, play them and hand over the rows; a queue puts the rows into the
//! files in game order. What a game does depends on its number alone, so the files do not depend on the number of
//! threads or on who played what.

pub(crate) mod progress;
mod queue;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Error;
use crate::memory::{self, Kept};
use crate::plan::Tournament;
use crate::results::{Folder, Manifest, Moves, Resumed, Shelf};
use crate::storage::Store;

pub use progress::tell;

use progress::Bars;
pub use progress::{Faults, Progress};
use queue::Queue;
use worker::Worker;

/// How a tournament is played; nothing here changes the results.
#[derive(Clone, Default, Debug)]
pub struct RunOptions {
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Whether to continue a run that was stopped.
    pub resume: bool,
    /// Results folders whose games are taken instead of playing them once more.
    pub reuse: Vec<PathBuf>,
    /// Who is told of finished games instead of the bar on the terminal.
    pub progress: Option<Arc<Progress>>,
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
/// folder holds every game finished so far and the run can be resumed.
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
    memory::check(tournament, threads, Kept::One)?;
    let shelf = Shelf::of(&options.reuse, &tournament.config)?;
    let manifest = Manifest::new(tournament);
    let (folder, resumed) = if options.resume {
        let Resumed { folder, games, notes } = Folder::resume(store, out, &manifest, &tournament.plan)?;
        notes.iter().for_each(|note| tell(&format!("warning: {note}")));
        (folder, games)
    } else {
        (Folder::create(store, out, &manifest)?, 0)
    };
    let began = std::time::Instant::now();
    let total = tournament.plan.games();
    let moves = tournament.config.output.evaluations.then(|| Moves::open(out)).transpose()?;
    let bars = Bars::new(total, resumed, options.progress.clone());
    let queue = Queue::new(tournament, folder, resumed);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("worker {index}"))
        .build()
        .map_err(|error| Error::run(format!("cannot start the threads: {error}")))?;
    pool.scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            scope.spawn(|_| {
                Worker::new(tournament, &queue, &bars, &shelf, stop).noting(moves.as_ref()).work();
            });
        }
    });
    bars.finish();
    let (played, result) = queue.close();
    result?;
    if resumed + played < total {
        return Err(Error::Interrupted);
    }
    if let Some(moves) = moves {
        moves.finish()?;
    }
    let (reused, faults) = (bars.reused(), bars.faults());
    Ok(Summary { resumed, played, reused, seconds: began.elapsed().as_secs_f64(), faults })
}
