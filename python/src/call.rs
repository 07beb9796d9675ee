//! What belongs to one call of the package: what failed in it, what stops it, and the threads that are in methods of the user for it.
//!
//! The contract of a game has no errors. A method of a game in Python that fails is noted in the call that it was asked for, whose
//! work is told to stop. In place of the position that could not be made stands one in which the game is over. The call has no
//! value then: [`Call::end`] raises what was noted. No other call sees it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use torneo_registry::Registry;

use crate::process::locked;
use crate::python_game::{Whose, add_games};
use crate::registry;

/// One call of the package.
#[derive(Default)]
pub struct Call {
    /// Ends the work; set when something failed.
    stop: Arc<AtomicBool>,
    /// Whether there is an error, or was until it was raised: asked at every step.
    failed: AtomicBool,
    /// The first error.
    error: Mutex<Option<PyErr>>,
    /// The threads that are in methods of the user, by the numbers that Python knows them by; several times if they are nested.
    inside: Mutex<Vec<u64>>,
    /// The call in whose work this one was made, such as the run of an engine that asks another one.
    outer: Option<Arc<Call>>,
}

thread_local! {
    /// The call for which this thread works. What it gives to other threads has games of its own: [`Call::registry`].
    static CURRENT: RefCell<Option<Arc<Call>>> = const { RefCell::new(None) };
    /// The number that Python knows this thread by.
    static NUMBER: RefCell<Option<u64>> = const { RefCell::new(None) };
}

impl Call {
    /// A call that was made in the work of the one for which this thread works, if there is one.
    pub fn new() -> Arc<Call> {
        Arc::new(Call { outer: Call::current(), ..Call::default() })
    }

    /// The call for which this thread works.
    pub fn current() -> Option<Arc<Call>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Does some work on this thread as a call of its own.
    ///
    /// # Errors
    /// What failed in it.
    pub fn here<T>(work: impl FnOnce() -> T) -> PyResult<T> {
        let call = Call::new();
        let done = call.within(work);
        call.end(done)
    }

    /// Does some of the work of the call on this thread. A thread of a pool may come here while it waits for other work: that one is
    /// gone on with afterwards.
    pub fn within<T>(self: &Arc<Call>, work: impl FnOnce() -> T) -> T {
        struct Before(Option<Arc<Call>>);
        impl Drop for Before {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _before = Before(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// The games and engines for the work of the call: games in Python tell this call what fails in them, on whatever thread.
    pub fn registry(self: &Arc<Call>) -> Registry {
        let mut registry = registry().clone();
        add_games(&mut registry, &Whose::Call(self.clone()));
        registry
    }

    /// The flag that ends the work.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Notes an error, unless there is one already, and stops the work.
    pub fn fail(&self, error: PyErr) {
        locked(&self.error).get_or_insert(error);
        self.failed.store(true, Ordering::Release);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether something failed: then the call has no value.
    pub fn is_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Whether the call in whose work this one was made has failed, or that one's.
    pub fn is_abandoned(&self) -> bool {
        self.outer.as_ref().is_some_and(|outer| outer.is_failed() || outer.is_abandoned())
    }

    /// The value of the call.
    ///
    /// # Errors
    /// What failed in it.
    pub fn end<T>(&self, value: T) -> PyResult<T> {
        match self.is_failed() {
            true => Err(self.error()),
            false => Ok(value),
        }
    }

    /// What failed.
    pub fn error(&self) -> PyErr {
        locked(&self.error).take().unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))
    }

    /// Says that this thread is in a method of the user until the answer is dropped, which must be before the interpreter's lock is
    /// given away.
    pub fn enter<'py>(self: &Arc<Call>, py: Python<'py>) -> Inside<'py> {
        let number = number(py);
        self.each_outwards(|call| locked(&call.inside).push(number));
        Inside { py, call: self.clone(), number }
    }

    fn each_outwards(&self, mut what: impl FnMut(&Call)) {
        let mut next = Some(self);
        while let Some(call) = next {
            what(call);
            next = call.outer.as_deref();
        }
    }

    /// Stops the call with an error, and raises `KeyboardInterrupt` in the methods of the user that are under way for it.
    pub fn interrupt(&self, py: Python<'_>, error: PyErr) {
        self.fail(error);
        self.raise_inside(py);
    }

    /// Raises `KeyboardInterrupt` in the methods of the user that are under way.
    pub fn raise_inside(&self, py: Python<'_>) {
        let own = number(py);
        // The lock of the interpreter is held: whoever is inside stays there until it is given away.
        let inside = locked(&self.inside).clone();
        inside.into_iter().filter(|thread| *thread != own).for_each(|thread| raise_in(py, thread, true));
    }
}

/// A thread in a method of the user.
pub struct Inside<'py> {
    py: Python<'py>,
    call: Arc<Call>,
    number: u64,
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        let (mut stopped, number) = (false, self.number);
        self.call.each_outwards(|call| {
            let mut inside = locked(&call.inside);
            if let Some(last) = inside.iter().rposition(|thread| *thread == number) {
                inside.swap_remove(last);
            }
            stopped |= call.is_failed();
        });
        if stopped {
            // What did not reach the method is not to reach what this thread does next.
            raise_in(self.py, number, false);
        }
    }
}

/// The number that Python knows this thread by.
fn number(py: Python<'_>) -> u64 {
    let known = NUMBER.with_borrow(|number| *number);
    known.unwrap_or_else(|| {
        let asked = || py.import("threading")?.call_method0("get_ident")?.extract::<u64>();
        let number = asked().unwrap_or_default();
        NUMBER.set(Some(number));
        number
    })
}

/// Raises `KeyboardInterrupt` in a thread as soon as it is in Python code; or takes back what did not reach it.
fn raise_in(py: Python<'_>, thread: u64, is_raised: bool) {
    let raise = || -> PyResult<()> {
        let ctypes = py.import("ctypes")?;
        let set = ctypes.getattr("pythonapi")?.getattr("PyThreadState_SetAsyncExc")?;
        let exception = match is_raised {
            true => ctypes.getattr("py_object")?.call1((py.get_type::<PyKeyboardInterrupt>(),))?,
            false => ctypes.getattr("c_void_p")?.call1((0,))?,
        };
        set.call1((ctypes.getattr("c_ulong")?.call1((thread,))?, &exception))?;
        Ok(())
    };
    // Without ctypes a method that never ends is not ended.
    let _ = raise();
}
