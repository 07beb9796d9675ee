//! Watching how much memory a program takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the watch over a program's memory found; the watch ends with this value.
#[derive(Debug, Default)]
pub struct Watch {
    exceeded: Arc<AtomicBool>,
    done: Arc<AtomicBool>,
}

impl Watch {
    /// Watches a process group: it is killed as soon as it takes more than `most` bytes. Nothing is watched without a
    /// bound, or where the system does not tell.
    pub fn over(process: u32, most: Option<u64>) -> Watch {
        let watch = Watch::default();
        if let Some(most) = most {
            watch.begin(process, most);
        }
        watch
    }

    /// Whether the process group was killed for its memory.
    pub fn exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Acquire)
    }

    /// Ends the watch: the process id may soon be that of another program.
    pub fn stop(&self) {
        self.done.store(true, Ordering::Release);
    }

    #[cfg(target_os = "linux")]
    fn begin(&self, process: u32, most: u64) {
        let (exceeded, done) = (self.exceeded.clone(), self.done.clone());
        let work = move || watch(process, most, &exceeded, &done);
        // Without a thread the program goes on unwatched: the limit is a protection and no promise.
        let _ = std::thread::Builder::new().name("memory".to_owned()).spawn(work);
    }

    #[cfg(not(target_os = "linux"))]
    fn begin(&self, _process: u32, _most: u64) {}
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(target_os = "linux")]
fn watch(process: u32, most: u64, exceeded: &AtomicBool, done: &AtomicBool) {
    /// How often the process itself is looked at: a fast program takes some hundred MiB in this time.
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);
    /// How many times more seldom its children are.
    const SELDOM: u32 = 10;
    for round in 0u32.. {
        if done.load(Ordering::Acquire) {
            return;
        }
        let taken = if round % SELDOM == 0 { group_memory(process) } else { process_memory(process) };
        if taken > most {
            exceeded.store(true, Ordering::Release);
            return super::kill::kill_group(process);
        }
        std::thread::sleep(PAUSE);
    }
}

/// Bytes of memory that a process holds; 0 if it has ended.
#[cfg(target_os = "linux")]
fn process_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0);
    kibibytes << 10
}

/// Bytes of memory that the processes of a group hold. What they share counts for each.
#[cfg(target_os = "linux")]
fn group_memory(group: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|&pid: &u32| group_of(pid) == Some(group)).map(process_memory).sum()
}

/// The process group of a process: the third field after its name, which stands in parentheses.
#[cfg(target_os = "linux")]
fn group_of(process: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    status.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}
