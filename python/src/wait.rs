//! Long work beside the interpreter: other Python threads go on, and Ctrl-C stops it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::process::{leave_pool, locked, pool};
use crate::python_game::failure;

/// How often signals are looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// Does some work without holding the interpreter's lock. `tick` is called from time to time. When it fails,
/// or Ctrl-C is pressed, the flag that the work got is set. The error is raised as soon as the work ends.
///
/// # Errors
/// What `tick` or a signal raised.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    failure::stop_with(&stop);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let (flag, receiver) = (stop.clone(), Mutex::new(receiver));
        scope.spawn(move || {
            let _ = sender.send(pool().install(|| work(&flag)));
        });
        let mut raised = None;
        loop {
            match (awaited(py, &receiver), raised.take()) {
                (Ok(_), Some(error)) => {
                    failure::interrupt(py, false);
                    drop(failure::take());
                    return Err(error);
                }
                (Ok(done), None) => return failure::check().map(|()| done),
                (Err(RecvTimeoutError::Timeout), None) => {
                    if let Err(error) = py.check_signals().and_then(|()| tick(py)) {
                        stop.store(true, Ordering::Relaxed);
                        failure::interrupt(py, true);
                        raised = Some(error);
                    }
                }
                (Err(RecvTimeoutError::Timeout), error) => raised = error,
                (Err(RecvTimeoutError::Disconnected), _) => return Err(panicked()),
            }
        }
    })
}

/// What a thread sends within the pause, in which other Python threads go on.
fn awaited<T: Send>(py: Python<'_>, receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    py.detach(|| locked(receiver).recv_timeout(PAUSE))
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("a thread of torneo panicked")
}

/// Does some work of which nothing is left, without holding the interpreter's lock. At Ctrl-C the flag that it got is set, and it
/// is left alone: it ends in the background, and nobody hears of it.
///
/// # Errors
/// What a signal raised.
pub fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    failure::stop_with(&stop);
    let (sender, receiver) = mpsc::channel();
    let flag = stop.clone();
    std::thread::spawn(move || {
        let _ = sender.send(pool().install(|| work(&flag)));
    });
    let receiver = Mutex::new(receiver);
    loop {
        match awaited(py, &receiver) {
            Ok(done) => return failure::check().map(|()| done),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| {
                    stop.store(true, Ordering::Relaxed);
                    failure::interrupt(py, true);
                    leave_pool();
                })?;
            }
            Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
        }
    }
}

/// Nothing to do from time to time.
pub fn nothing(_py: Python<'_>) -> PyResult<()> {
    Ok(())
}
