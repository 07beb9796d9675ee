//! Work by several threads at once, compiled once for all games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::{panic, thread};

/// A task of a thread; it returns how many nodes it visited.
pub type Task<'a> = Box<dyn FnOnce() -> u64 + Send + 'a>;

/// Does some work while other threads do tasks, as many as the system gives threads for. When the work is done, or panics, `ended` is
/// set, at which the tasks are to end. The nodes that they visited.
pub fn alongside(tasks: Vec<Task<'_>>, ended: &AtomicBool, work: Box<dyn FnOnce() + '_>) -> u64 {
    thread::scope(|scope| {
        let start = |task| thread::Builder::new().spawn_scoped(scope, task).ok();
        let running: Vec<_> = tasks.into_iter().map_while(start).collect();
        let at_end = SetAtEnd(ended);
        work();
        drop(at_end);
        let join = |thread: thread::ScopedJoinHandle<'_, u64>| {
            thread.join().unwrap_or_else(|why| panic::resume_unwind(why))
        };
        running.into_iter().map(join).sum()
    })
}

/// Sets a flag when it is dropped.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
