//! Watching how much memory the programs take: one thread for all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The watch over a program's memory; it ends with this value.
#[derive(Debug)]
pub struct Watch(Arc<Watched>);

/// A program that is watched.
#[derive(Debug)]
#[cfg_attr(
    not(any(target_os = "linux", target_os = "macos")),
    expect(dead_code, reason = "only Linux and macOS tell how much memory programs hold")
)]
struct Watched {
    process: u32,
    mark: String,
    /// Bytes that its processes may hold together; none for any.
    most: Option<u64>,
    exceeded: AtomicBool,
    done: AtomicBool,
}

impl Watch {
    /// Watches a program with everything that it started, in its process group or with its mark. They are killed as soon as
    /// they hold more than `most` bytes. Nothing is watched without a bound, or where the system does not tell.
    pub fn over(process: u32, mark: &str, most: Option<u64>) -> Watch {
        let [exceeded, done] = [false; 2].map(AtomicBool::new);
        let watched = Arc::new(Watched { process, mark: mark.to_owned(), most, exceeded, done });
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        if most.is_some() {
            watcher::add(&watched);
        }
        Watch(watched)
    }

    /// Looks at the most that the program itself has held so far: the thread misses what is taken and given back between two of
    /// its looks. Kills it if that was too much.
    pub fn look_at_peak(&self) {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        if self.0.most.is_some()
            && let Some(peak) = crate::system::peak_memory(self.0.process)
        {
            self.0.judge(peak);
        }
    }

    /// Whether the program was killed for its memory.
    pub fn exceeded(&self) -> bool {
        self.0.exceeded.load(Ordering::Acquire)
    }

    /// Ends the watch: the process id may soon be that of another program.
    pub fn stop(&self) {
        self.0.done.store(true, Ordering::Release);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod watcher {
    use std::collections::HashMap;
    use std::sync::atomic::Ordering;
    use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::Watched;
    use crate::kill::{self, VARIABLE};
    use crate::per_process::PerProcess;
    use crate::system;

    /// How long the watcher rests at least: a fast program takes some hundred MiB in this time.
    const PAUSE: Duration = Duration::from_millis(20);
    /// How many times as long as it looked, so that it takes a thirtieth of a processor at most.
    const REST: u32 = 30;
    /// How many times more seldom everything that the programs started is looked for.
    const SELDOM: u32 = 10;

    /// The programs, and whether the thread runs.
    #[derive(Default)]
    struct Watcher {
        watched: Vec<Arc<Watched>>,
        runs: bool,
    }

    static WATCHER: PerProcess<Mutex<Watcher>> = PerProcess::new();

    fn watcher() -> MutexGuard<'static, Watcher> {
        WATCHER.get(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(watched: &Arc<Watched>) {
        let mut watcher = watcher();
        watcher.watched.push(watched.clone());
        if !watcher.runs {
            // Without a thread the programs go on unwatched: the limit is a protection and no promise.
            watcher.runs = thread::Builder::new().name("memory".to_owned()).spawn(watch).is_ok();
        }
    }

    /// The programs that are still to be watched; with none of them the thread ends.
    fn due() -> Option<Vec<Arc<Watched>>> {
        let mut watcher = watcher();
        watcher.watched.retain(|one| !one.done.load(Ordering::Acquire));
        watcher.runs = !watcher.watched.is_empty();
        watcher.runs.then(|| watcher.watched.clone())
    }

    fn watch() {
        let mut round = 0u32;
        while let Some(watched) = due() {
            let began = Instant::now();
            if round.is_multiple_of(SELDOM) {
                look_at_all(&watched);
            } else {
                look_at_each(&watched);
            }
            thread::sleep(PAUSE.max(began.elapsed() * REST));
            round = round.wrapping_add(1);
        }
    }

    /// Looks at the programs themselves.
    fn look_at_each(watched: &[Arc<Watched>]) {
        for one in watched {
            let taken = system::group_and_memory(one.process).map_or(0, |(_, memory)| memory);
            one.judge(taken);
        }
    }

    /// Looks at everything that they started. What processes share counts for each.
    fn look_at_all(watched: &[Arc<Watched>]) {
        let by_group: HashMap<u32, usize> =
            watched.iter().enumerate().map(|(at, one)| (one.process, at)).collect();
        let by_mark: HashMap<&str, usize> =
            watched.iter().enumerate().map(|(at, one)| (one.mark.trim_matches(':'), at)).collect();
        let marked = |process| {
            let marks = system::variable(process, VARIABLE)?;
            marks.split(':').find_map(|mark| by_mark.get(mark).copied())
        };
        let mut taken = vec![0; watched.len()];
        for process in system::processes() {
            let Some((group, memory)) = system::group_and_memory(process) else { continue };
            if let Some(at) = by_group.get(&group).copied().or_else(|| marked(process)) {
                taken[at] += memory;
            }
        }
        watched.iter().zip(taken).for_each(|(one, taken)| one.judge(taken));
    }

    impl Watched {
        /// Kills it if it holds too much.
        pub(super) fn judge(&self, taken: u64) {
            let is_over = self.most.is_some_and(|most| taken > most);
            if is_over && !self.done.load(Ordering::Acquire) && !self.exceeded.swap(true, Ordering::AcqRel) {
                kill::kill_all_of(self.process, &self.mark);
            }
        }
    }
}
