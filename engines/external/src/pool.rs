//! The processes of an entry that wait for their next game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::per_process::PerProcess;
use crate::process::Process;
use crate::protocol::Protocol;

/// A process with the protocol as spoken so far.
pub struct Running {
    pub process: Process,
    pub protocol: Box<dyn Protocol>,
}

/// Processes that wait: as many as played at the same time once. They end with the pool. A forked child has none of its parent's.
#[derive(Default)]
pub struct Pool {
    waiting: PerProcess<Mutex<Vec<Running>>>,
}

impl Pool {
    /// One that waits, if there is any.
    pub fn take(&self) -> Option<Running> {
        self.waiting().pop()
    }

    /// Keeps one for the next game.
    pub fn give(&self, running: Running) {
        self.waiting().push(running);
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Running>> {
        self.waiting.get(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut waiting = std::mem::take(&mut *self.waiting());
        // All are asked to end before one is waited for.
        waiting.iter_mut().for_each(|running| running.process.part());
    }
}
