//! Limits that the system holds a program to.

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
