//! Progress that is told only some times a second.

use std::sync::atomic::{AtomicU64, Ordering};

use web_time::Instant;

use crate::{Control, Progress};

const MILLISECONDS: u64 = 200;

/// When progress was told the last time.
pub struct Meter {
    began: Instant,
    /// Milliseconds from the beginning to the time at which progress may be told again.
    next: AtomicU64,
}

impl Meter {
    pub fn new() -> Meter {
        Meter { began: Instant::now(), next: AtomicU64::new(0) }
    }

    /// Tells the progress if it was not told just now.
    pub fn tell(&self, control: &Control, stage: impl FnOnce() -> String, done: u64, total: Option<u64>) {
        let now = self.began.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        if now >= next
            && self
                .next
                .compare_exchange(next, now + MILLISECONDS, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            (control.progress)(&Progress { stage: stage(), done, total });
        }
    }

    /// Seconds since the beginning.
    pub fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }
}
