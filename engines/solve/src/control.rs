//! What every solver is told and tells: its bounds, its progress, why it gave up.

use std::sync::atomic::{AtomicBool, Ordering};

use torneo_contract::Refusal;

/// The bounds of a solver's run and the way to talk to it.
pub struct Control<'a> {
    /// Bytes that its tables may take.
    pub memory: u64,
    /// Threads to use, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Set from outside to end the run; what a solver keeps on disk stays resumable.
    pub stop: &'a AtomicBool,
    /// Called now and then, at most some times a second.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
}

impl Control<'_> {
    /// Ends the run if that was asked for.
    ///
    /// # Errors
    /// [`Unsolved::Interrupted`] once [`stop`](Control::stop) is set.
    pub fn check(&self) -> Result<(), Unsolved> {
        if self.stop.load(Ordering::Relaxed) { Err(Unsolved::Interrupted) } else { Ok(()) }
    }
}

/// The progress of a run.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being done, such as `10 hunters: depth 31`.
    pub stage: String,
    /// Steps done of the stage, in the unit of `total`.
    pub done: u64,
    /// Steps of the stage; none if nobody knows.
    pub total: Option<u64>,
}

/// What a solver would need.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Needs {
    /// Positions to be stored or visited.
    pub positions: f64,
    /// Bytes of the tables.
    pub bytes: f64,
    /// Seconds on this machine with the threads that were given, a rough estimate.
    pub seconds: f64,
}

/// Why there is no solution.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// The tables do not fit; nothing was started.
    #[error("too large: about {:.3e} positions, {:.3e} bytes, {:.0} s", .0.positions, .0.bytes, .0.seconds)]
    TooLarge(Needs),
    /// The memory was used up on the way.
    #[error("the table of {bytes} bytes is full after {positions} positions")]
    MemoryFull {
        /// Positions stored or visited.
        positions: u64,
        /// Bytes that were allowed.
        bytes: u64,
    },
    /// The number of positions that was allowed is used up.
    #[error("not solved within {positions} positions")]
    Spent {
        /// Positions visited.
        positions: u64,
    },
    /// The run was ended from outside.
    #[error("interrupted")]
    Interrupted,
    /// No method here fits the game; the text says why.
    #[error("{0}")]
    Unfit(#[from] Refusal),
    /// A file of tables cannot be read, or is not what it should be.
    #[error("{0}")]
    File(String),
    /// A file of tables cannot be written.
    #[error("{0}")]
    Unwritten(String),
    /// The system has no thread for it.
    #[error("{0}")]
    NoThread(String),
}

/// The stack of [`on_large_stack`]; memory that is not touched is not taken.
const STACK: usize = 1 << 30;

/// Runs a search that recurses once for each ply of a game, however long the game.
///
/// # Errors
/// Those of `run`, or that no thread could be started.
pub fn on_large_stack<T: Send>(run: impl FnOnce() -> Result<T, Unsolved> + Send) -> Result<T, Unsolved> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, run);
        let thread = thread.map_err(|error| Unsolved::NoThread(error.to_string()))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
