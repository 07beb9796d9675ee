//! What several threads may ask for: they take turns.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::ThreadId;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::ConcurrentUse;
use crate::process::locked;

/// How long it is waited between two looks at what another thread has.
const PAUSE: Duration = Duration::from_micros(200);
/// Looks after which signals are looked at.
const LOOKS: u32 = 100;

/// Something that one call at a time has. Others wait for their turn, without the interpreter's lock, until Ctrl-C.
#[derive(Default)]
pub struct Turns<T> {
    value: Mutex<T>,
    /// The thread that has it.
    owner: Mutex<Option<ThreadId>>,
    /// Whether who has it changes it.
    changes: AtomicBool,
}

/// What one call has.
pub struct Turn<'a, T> {
    value: MutexGuard<'a, T>,
    turns: &'a Turns<T>,
}

impl<T: Send> Turns<T> {
    /// Something that nobody has.
    pub fn new(value: T) -> Turns<T> {
        Turns { value: Mutex::new(value), owner: Mutex::new(None), changes: AtomicBool::new(false) }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// `ConcurrentUse` where this thread has it, as in a method of a game that is asked for in a call; and what a signal raised.
    pub fn wait(&self, py: Python<'_>) -> PyResult<Turn<'_, T>> {
        let mut looks = 0;
        loop {
            match self.value.try_lock() {
                Ok(value) => return Ok(self.taken(value)),
                Err(TryLockError::Poisoned(value)) => return Ok(self.taken(value.into_inner())),
                Err(TryLockError::WouldBlock) => {}
            }
            if *locked(&self.owner) == Some(std::thread::current().id()) {
                return Err(ConcurrentUse::new_err(
                    "it is asked for something else within a call of its own",
                ));
            }
            py.detach(|| std::thread::sleep(PAUSE));
            looks += 1;
            if looks % LOOKS == 0 {
                py.check_signals()?;
            }
        }
    }

    /// Waits for a turn at which it is changed.
    ///
    /// # Errors
    /// `ConcurrentUse` where another thread is changing it, and as [`wait`](Turns::wait).
    pub fn change(&self, py: Python<'_>) -> PyResult<Turn<'_, T>> {
        if self.changes.load(Ordering::Relaxed) {
            return Err(ConcurrentUse::new_err(
                "another thread is changing it: give each thread its own, or let them take turns",
            ));
        }
        let turn = self.wait(py)?;
        // Who waited for a reader, as another one did: the first one changes it.
        self.changes.store(true, Ordering::Relaxed);
        Ok(turn)
    }

    fn taken<'a>(&'a self, value: MutexGuard<'a, T>) -> Turn<'a, T> {
        *locked(&self.owner) = Some(std::thread::current().id());
        Turn { value, turns: self }
    }
}

impl<T> Deref for Turn<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Turn<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        *locked(&self.turns.owner) = None;
        self.turns.changes.store(false, Ordering::Relaxed);
    }
}
