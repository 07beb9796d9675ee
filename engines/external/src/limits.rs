//! Limits that the system holds programs and this process to.

/// Limits the processor time of a process, in seconds, and forbids it memory dumps. A system that has no such limits
/// leaves it as it is.
#[cfg(target_os = "linux")]
pub fn set(process: u32, cpu: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let Some(pid) = Pid::from_raw(process.cast_signed()) else { return };
    let limit = |most| Rlimit { current: Some(most), maximum: Some(most) };
    let _ = prlimit(Some(pid), Resource::Core, limit(0));
    if let Some(cpu) = cpu {
        let _ = prlimit(Some(pid), Resource::Cpu, Rlimit { current: Some(cpu), maximum: Some(cpu + 1) });
    }
}

#[cfg(not(target_os = "linux"))]
pub fn set(_process: u32, _cpu: Option<u64>) {}

/// Files that this process holds open for each program that runs: its input, its output and its standard error.
pub const FILES_OF_PROGRAM: u64 = 3;

/// The number of files that this process may open, raised to what the system allows it; none for no limit.
#[cfg(unix)]
pub fn most_open_files() -> Option<u64> {
    own_files();
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

/// The number of files that this process may open: no system but Unix bounds it.
#[cfg(not(unix))]
pub fn most_open_files() -> Option<u64> {
    None
}

/// The limit of open files that this process began with, which its programs get. At the first call the own one is raised.
#[cfg(unix)]
pub fn own_files() -> rustix::process::Rlimit {
    use std::sync::OnceLock;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    static OWN: OnceLock<Rlimit> = OnceLock::new();
    *OWN.get_or_init(|| {
        let own = getrlimit(Resource::Nofile);
        let raised = Rlimit { current: own.maximum, ..own };
        // Where it cannot be raised it stays, and is what counts.
        let _ = setrlimit(Resource::Nofile, raised);
        own
    })
}
