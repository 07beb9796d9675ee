//! What goes wrong in the methods of games in Python.
//!
//! The contract of a game has no errors. A method that fails is noted here, and all work under way is told to stop. In place of
//! the position that could not be made stands one in which the game is over. Whoever began the work raises what was noted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::errors::GameError;
use crate::player::told;
use crate::process::locked;

/// What a method did that it must not do.
pub enum Wrong {
    /// It raised this.
    Raised(PyErr),
    /// It returned something else than was expected, as the text says.
    Returned(String),
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Wrong {
        Wrong::Raised(error)
    }
}

impl From<pyo3::CastError<'_, '_>> for Wrong {
    fn from(error: pyo3::CastError<'_, '_>) -> Wrong {
        Wrong::Raised(error.into())
    }
}

/// Whether something is noted: asked at every step.
static PENDING: AtomicBool = AtomicBool::new(false);
/// The first failure that nobody has raised yet.
static KEPT: Mutex<Option<PyErr>> = Mutex::new(None);
/// The flags of the work under way.
static STOPS: Mutex<Vec<Weak<AtomicBool>>> = Mutex::new(Vec::new());
/// The threads that call games, by the numbers that Python knows them by.
static WORKERS: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Work that ends when this flag is set: it is set when a game fails.
pub fn stop_with(flag: &Arc<AtomicBool>) {
    let mut stops = locked(&STOPS);
    stops.retain(|stop| stop.strong_count() > 0);
    stops.push(Arc::downgrade(flag));
}

/// The exception for a call of a game's method, such as `apply('a1')`.
pub fn error_of(py: Python<'_>, game: &str, call: &str, wrong: Wrong) -> PyErr {
    match wrong {
        Wrong::Returned(text) => GameError::new_err(format!("{game}: {call} {text}")),
        Wrong::Raised(error) if !error.is_instance_of::<PyException>(py) => error,
        Wrong::Raised(error) => {
            let failed = GameError::new_err(format!("{game}: {call} raised {}", told(py, &error)));
            failed.set_cause(py, Some(error));
            failed
        }
    }
}

/// Notes that a call of a game's method failed, and stops all work under way.
pub fn note(py: Python<'_>, game: &str, call: &str, wrong: Wrong) {
    let error = error_of(py, game, call, wrong);
    locked(&KEPT).get_or_insert(error);
    PENDING.store(true, Ordering::Release);
    for stop in locked(&STOPS).iter().filter_map(Weak::upgrade) {
        stop.store(true, Ordering::Relaxed);
    }
}

/// Whether a failure is noted.
pub fn is_pending() -> bool {
    PENDING.load(Ordering::Acquire)
}

/// The failure that is noted; afterwards it is not any more.
pub fn take() -> Option<PyErr> {
    if !is_pending() {
        return None;
    }
    let error = locked(&KEPT).take();
    PENDING.store(false, Ordering::Release);
    error
}

/// Raises the failure that is noted.
pub fn check() -> PyResult<()> {
    take().map_or(Ok(()), Err)
}

/// Notes that this thread calls games, if it is one of a pool.
pub fn note_worker(py: Python<'_>) {
    thread_local! {
        static NOTED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    if NOTED.replace(true) || rayon::current_thread_index().is_none() {
        return;
    }
    let number = || py.import("threading")?.call_method0("get_ident")?.extract::<u64>();
    if let Ok(number) = number() {
        locked(&WORKERS).push(number);
    }
}

/// Raises `KeyboardInterrupt` in the methods of games that the threads of pools are in, so that one that never ends does.
/// Without `raised` what did not reach a thread is taken back.
pub fn interrupt(py: Python<'_>, raised: bool) {
    let workers = locked(&WORKERS).clone();
    let raise = || -> PyResult<()> {
        let ctypes = py.import("ctypes")?;
        let set = ctypes.getattr("pythonapi")?.getattr("PyThreadState_SetAsyncExc")?;
        let exception = match raised {
            true => ctypes
                .getattr("py_object")?
                .call1((py.get_type::<pyo3::exceptions::PyKeyboardInterrupt>(),))?,
            false => ctypes.getattr("c_void_p")?.call1((0,))?,
        };
        for worker in workers {
            set.call1((ctypes.getattr("c_ulong")?.call1((worker,))?, &exception))?;
        }
        Ok(())
    };
    // Without ctypes a method that never ends is not ended.
    let _ = raise();
}
