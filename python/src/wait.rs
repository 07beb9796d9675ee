//! Long work beside the interpreter: other Python threads go on, and Ctrl-C stops it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use crate::call::Call;
use crate::process::{leave_pool, locked, pool};

/// How often signals are looked at.
const PAUSE: Duration = Duration::from_millis(50);
/// How long work that was told to stop is waited for. What takes longer, such as a method of the user that sleeps, is left alone.
const GRACE: Duration = Duration::from_millis(300);
/// How often it is looked at meanwhile, and methods of the user are interrupted again that went on.
const SHORT_PAUSE: Duration = Duration::from_millis(20);

/// Does the work of a call without holding the interpreter's lock.
///
/// # Errors
/// What failed in it, and what a signal raised.
pub fn waited<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<Call>) -> T + Send + 'static,
) -> PyResult<T> {
    waited_for(py, &Call::new(), work, |_| Ok(()))
}

/// The same for work that waits more than it works, such as for methods of the user or for another program: it takes no thread of
/// the pool, so that work that never ends keeps nobody else waiting. It must not use rayon but in pools of its own.
///
/// # Errors
/// What failed in it, and what a signal raised.
pub fn waited_beside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<Call>) -> T + Send + 'static,
) -> PyResult<T> {
    let call = Call::new();
    let own = call.clone();
    let attached = move || Python::attach(|py| py.detach(|| own.within(|| work(&own))));
    awaited_end(py, &call, attached, |_| Ok(()))
}

/// The same for a call that is there already. `tick` is called from time to time. When it fails, or Ctrl-C is pressed, the call is
/// stopped, and the error is raised as soon as the work has ended, but no later than after the grace: then the work is left alone. It
/// ends in the background, and nobody hears of it.
///
/// # Errors
/// What failed in the call, and what `tick` or a signal raised.
pub fn waited_for<T: Send + 'static>(
    py: Python<'_>,
    call: &Arc<Call>,
    work: impl FnOnce(&Arc<Call>) -> T + Send + 'static,
    tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let own = call.clone();
    awaited_end(py, call, move || pool().install(|| own.within(|| work(&own))), tick)
}

/// Waits for the end of some work on another thread.
fn awaited_end<T: Send + 'static>(
    py: Python<'_>,
    call: &Arc<Call>,
    work: impl FnOnce() -> T + Send + 'static,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let _ = sender.send(work());
    });
    let receiver = Mutex::new(receiver);
    loop {
        match awaited(py, &receiver, PAUSE) {
            Ok(done) => return call.end(done),
            Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
            Err(RecvTimeoutError::Timeout) => {
                let outer = match call.is_abandoned() {
                    true => Err(PyKeyboardInterrupt::new_err(())),
                    false => Ok(()),
                };
                if let Err(error) = outer.and_then(|()| py.check_signals()).and_then(|()| tick(py)) {
                    call.interrupt(py, error);
                    return Err(ended(py, call, &receiver));
                }
            }
        }
    }
}

/// Waits for the end of work that was told to stop, for as long as the grace is; what it is to raise.
fn ended<T: Send>(py: Python<'_>, call: &Call, receiver: &Mutex<Receiver<T>>) -> PyErr {
    let until = Instant::now() + GRACE;
    while let Err(RecvTimeoutError::Timeout) = awaited(py, receiver, SHORT_PAUSE) {
        if Instant::now() > until {
            leave_pool();
            break;
        }
        call.raise_inside(py);
    }
    call.error()
}

/// What a thread sends within the pause, in which other Python threads go on.
fn awaited<T: Send>(
    py: Python<'_>,
    receiver: &Mutex<Receiver<T>>,
    pause: Duration,
) -> Result<T, RecvTimeoutError> {
    py.detach(|| locked(receiver).recv_timeout(pause))
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("a thread of torneo panicked")
}
