//! How much processor time this process has taken, on all its threads.

use std::time::Duration;

/// Processor time so far. Other work on the machine does not count.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or(0), nanoseconds.unwrap_or(0))
}

/// Time since the first call: where the system does not tell processor time, one thread is taken to play all the time.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static FIRST: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}
