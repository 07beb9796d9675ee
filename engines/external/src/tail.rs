//! The last lines that a program wrote.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::fault::shortened;
use crate::log::Side;

/// Lines that are kept.
const LINES: usize = 20;

/// The last lines of a stream that another thread reads.
#[derive(Debug, Default)]
pub struct Tail {
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<String>,
    ended: bool,
}

impl Tail {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, its control characters written out and no more than its beginning.
    pub fn push(&self, line: &str) {
        if !line.is_empty() {
            self.keep(shortened(line));
        }
    }

    /// The same, with the mark of its side.
    pub fn push_from(&self, side: Side, line: &str) {
        if !line.is_empty() {
            self.keep(format!("{} {}", side.mark(), shortened(line)));
        }
    }

    fn keep(&self, line: String) {
        let mut state = self.state();
        if state.lines.len() == LINES {
            state.lines.pop_front();
        }
        state.lines.push_back(line);
    }

    /// Nothing more will come.
    pub fn end(&self) {
        self.state().ended = true;
        self.ended.notify_all();
    }

    /// The last lines. The end of the stream is waited for so long.
    pub fn lines(&self, wait: Duration) -> Vec<String> {
        let waited = self.ended.wait_timeout_while(self.state(), wait, |state| !state.ended);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        state.lines.iter().cloned().collect()
    }
}
