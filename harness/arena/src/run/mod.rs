//! Playing a tournament in parallel.
//!
//! Workers claim blocks of consecutive groups, play them and hand over the rows; a queue puts the rows into the
//! files in game order. What a game does depends on its number alone, so the files do not depend on the number of
//! threads or on who played what.

mod cost;
pub(crate) mod progress;
mod queue;
mod sessions;
mod shares;
mod standing;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use crate::Error;
use crate::memory::{self, Kept};
use crate::plan::Tournament;
use torneo_contract::SeatVec;

use crate::figures::{GroupScore, Points};
use crate::results::{Folder, Follower, Manifest, Resumed, ReuseCache, each_game};
use crate::storage::Store;

pub use crate::faults::Faults;
pub use crate::memory::threads;
pub use progress::{tell, tell_as_it_is};

pub use cost::{Costs, words};
pub use progress::Progress;
pub(crate) use progress::ProgressReporter;
use queue::Queue;
use sessions::OpenSession;
pub use sessions::{PlayedSession, SESSIONS, sessions};
pub use shares::{Share, shares};
use worker::Worker;

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
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        let told_every = Duration::from_secs(60);
        RunOptions { threads: 0, resume: false, reuse: Vec::new(), progress: None, told_every }
    }
}

/// A group that was played, or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGroup {
    /// The index of its event.
    pub event: usize,
    /// The engines that meet.
    pub engines: SeatVec<usize>,
    /// What came out.
    pub score: GroupScore,
    /// Whether another run had played games of it.
    pub reused: bool,
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
    let bars = ProgressReporter::new(tournament, memory::threads(options.threads), options.progress.clone());
    let plan = &tournament.plan;
    let Some(_) = plan.swiss() else {
        let mut whole = Some(plan.groups());
        return in_stages(store, tournament, out, options, stop, &bars, || Ok(whole.take()));
    };
    let mut points = Points::new(plan, &tournament.config);
    let (mut follower, mut rounds) = (Follower::of_own(out), 0);
    in_stages(store, tournament, out, options, stop, &bars, || {
        follower.each_new(|result| points.add(result))?;
        let known = plan.known_groups();
        let is_new = std::mem::replace(&mut rounds, known) < known;
        Ok(is_new.then_some(known))
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

/// Plays a tournament into a folder stage by stage: `next` says each time how many groups there are to be by the end of the
/// next stage, and is asked again when their rows are written; none ends the run.
pub(crate) fn in_stages(
    store: &Store,
    tournament: &Tournament,
    out: &Path,
    options: RunOptions,
    stop: &Arc<AtomicBool>,
    bars: &ProgressReporter<'_>,
    next: impl FnMut() -> Result<Option<u64>, Error>,
) -> Result<Summary, Error> {
    let threads = memory::threads(options.threads);
    check_memory(tournament, threads)?;
    tournament.greet(stop)?;
    let reuse_cache = ReuseCache::of(&options.reuse, &tournament.config)?;
    reuse_cache.notes.iter().for_each(|note| tell(&format!("warning: {note}")));
    let manifest = Manifest::new(tournament);
    let (mut folder, resumed) = if options.resume {
        let Resumed { folder, games, notes } = Folder::resume(store, out, tournament)?;
        notes.iter().for_each(|note| tell(&format!("warning: {note}")));
        (folder, games)
    } else {
        (Folder::create(store, out, &manifest)?, 0)
    };
    let session = OpenSession::begin(store, out, threads);
    let began = std::time::Instant::now();
    let moves = tournament.config.output.evaluations.then(|| folder.open_moves()).transpose()?;
    bars.begin(resumed);
    if resumed > 0 {
        bars.recall(|visit| _ = each_game(out, visit));
    }
    let queue = Queue::new(tournament, folder, resumed);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("worker {index}"))
        .build()
        .map_err(|error| Error::run(format!("cannot start the threads: {error}")))?;
    let finished = std::thread::scope(|scope| {
        let (end, ended) = mpsc::channel();
        scope.spawn(move || bars.keep_telling(options.told_every, &ended));
        let finished = pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads() {
                scope.spawn(|_| {
                    Worker::new(tournament, &queue, bars, &reuse_cache, stop, moves.as_deref()).work();
                });
            }
            queue.hand_out(stop, next)
        });
        drop(end);
        finished
    });
    bars.finish();
    session.end();
    let (played, closed) = queue.close();
    let folder = closed?;
    if !finished {
        bars.tell_standing();
        return Err(Error::Interrupted);
    }
    folder.finish()?;
    let (reused, faults) = (bars.reused(), bars.faults());
    Ok(Summary { resumed, played, reused, seconds: began.elapsed().as_secs_f64(), faults })
}
