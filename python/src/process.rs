//! The threads of this process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use torneo_external::PerProcess;

/// The threads of this process, made at the first use.
static POOL: PerProcess<Mutex<Option<Arc<ThreadPool>>>> = PerProcess::new();

fn kept() -> MutexGuard<'static, Option<Arc<ThreadPool>>> {
    locked(POOL.get(Mutex::default))
}

/// What a mutex holds, even if a thread panicked meanwhile.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Threads that Python knows for as long as they live: games in Python are entered at every ply.
fn built(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let spawn = |thread: ThreadBuilder| {
        std::thread::Builder::new().spawn(|| Python::attach(|py| py.detach(|| thread.run())))?;
        Ok(())
    };
    ThreadPoolBuilder::new().num_threads(threads).spawn_handler(spawn).build()
}

/// The threads on which this process works in parallel. Nothing may use rayon's own pool: a forked child would wait for threads
/// that only its parent has.
pub fn pool() -> Arc<ThreadPool> {
    let make = || Arc::new(built(0).expect("the system has threads"));
    kept().get_or_insert_with(make).clone()
}

/// Leaves the threads to the work that keeps them busy and that nobody waits for: others are made at the next use.
pub fn leave_pool() {
    *kept() = None;
}

/// Does some work with so many threads: 0 for those of this process.
///
/// # Errors
/// Threads that the system does not give.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    if threads == 0 {
        return Ok(pool().install(work));
    }
    let own =
        built(threads).map_err(|error| PyRuntimeError::new_err(format!("{threads} threads: {error}")))?;
    Ok(own.install(work))
}
