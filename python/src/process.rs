//! The threads of this process.

use std::sync::LazyLock;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use torneo_external::PerProcess;

/// The threads on which this process works in parallel. Nothing may use rayon's own pool: a forked child would wait for threads
/// that only its parent has.
pub fn pool() -> &'static ThreadPool {
    static POOL: PerProcess<LazyLock<ThreadPool>> = PerProcess::new();
    POOL.get(|| LazyLock::new(|| ThreadPoolBuilder::new().build().expect("the system has threads")))
}

/// Does some work with so many threads: 0 for those of this process.
///
/// # Errors
/// Threads that the system does not give.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    if threads == 0 {
        return Ok(pool().install(work));
    }
    let own = ThreadPoolBuilder::new().num_threads(threads).build();
    let own = own.map_err(|error| PyRuntimeError::new_err(format!("{threads} threads: {error}")))?;
    Ok(own.install(work))
}
