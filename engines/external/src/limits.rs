//! Limits that the system holds programs and this process to.

/// Limits the processor time of this process, in seconds, and forbids it memory dumps; what the system does not allow stays. It allocates
/// nothing, so that a new process can call it before it becomes a program.
#[cfg(unix)]
pub fn bound_this_process(cpu: Option<u64>) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    if let Some(cpu) = cpu {
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(cpu), maximum: Some(cpu + 1) });
    }
}

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
