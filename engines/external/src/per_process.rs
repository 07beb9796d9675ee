//! What belongs to one process: a forked child makes its own.
//!
//! After a fork the threads of the parent are gone, and its locks stay as they were. So a child never waits for what
//! its parent left: it leaks it, and makes its own at the first use.

use once_cell::race::OnceBox;

/// Processes in a line of forks that can each have something of their own.
const GENERATIONS: usize = 64;

/// A value that every process makes for itself. It waits for no lock. Two threads may make it at the same time; one is taken.
pub struct PerProcess<T> {
    /// The values of this process and of those from which it was forked, with their numbers.
    made: [OnceBox<(u32, T)>; GENERATIONS],
}

impl<T> PerProcess<T> {
    /// No value yet.
    pub const fn new() -> PerProcess<T> {
        PerProcess { made: [const { OnceBox::new() }; GENERATIONS] }
    }

    /// The value of this process, made now if there is none.
    pub fn get(&self, make: impl Fn() -> T) -> &T {
        let process = std::process::id();
        let own = self.made.iter().map(|made| made.get_or_init(|| Box::new((process, make()))));
        let mut own = own.filter(|(maker, _)| *maker == process);
        &own.next().expect("a process is not forked so often from forked ones").1
    }
}

impl<T> Default for PerProcess<T> {
    fn default() -> PerProcess<T> {
        PerProcess::new()
    }
}
