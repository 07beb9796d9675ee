//! What Linux tells of the processes that run.

use std::fs;

use rustix::thread::{CpuSet, Pid, sched_getaffinity, sched_setaffinity};

/// The ids of all processes.
pub fn processes() -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// The value of a variable in the environment that a process began with; none if it is not to be read.
pub fn variable(process: u32, name: &str) -> Option<String> {
    let environment = fs::read(format!("/proc/{process}/environ")).ok()?;
    let variables = environment.split(|&byte| byte == 0);
    let mut given = variables.filter_map(|variable| std::str::from_utf8(variable).ok()?.split_once('='));
    given.find(|(given, _)| *given == name).map(|(_, value)| value.to_owned())
}

/// The process group and the bytes of memory of a process; none if it has ended.
pub fn group_and_memory(process: u32) -> Option<(u32, u64)> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may hold blanks.
    let mut fields = status.rsplit_once(')')?.1.split_whitespace();
    let group = fields.nth(2)?.parse().ok()?;
    let pages: u64 = fields.nth(18)?.parse().ok()?;
    Some((group, pages * rustix::param::page_size() as u64))
}

/// The most bytes of memory that a process has held since it began; none if it has ended.
pub fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = peak.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Puts all threads of a process on the processors of this thread, unless they are `known` to be there; which those are.
pub fn follow(process: u32, known: Option<CpuSet>) -> Option<CpuSet> {
    let own = sched_getaffinity(None).ok()?;
    if known != Some(own) {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let threads = threads.filter_map(|thread| thread.file_name().to_str()?.parse().ok());
        for thread in threads.filter_map(Pid::from_raw) {
            let _ = sched_setaffinity(Some(thread), &own);
        }
    }
    Some(own)
}
