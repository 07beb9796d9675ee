//! What this machine has.

use std::sync::LazyLock;

use torneo_contract::{Options, SpecError};

/// The memory in bytes that this process can have: that of this machine, or less where its control group or a limit of the
/// process (`ulimit -v`) gives it less. 0 where it is not told.
pub fn of_machine() -> u64 {
    static MEMORY: LazyLock<u64> = LazyLock::new(|| {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        let group = || system.cgroup_limits().map(|limits| limits.total_memory);
        [of_system(system.total_memory(), group), of_process()].into_iter().flatten().min().unwrap_or(0)
    });
    *MEMORY
}

/// What the machine and the control group leave, where the machine tells its memory: without `/proc` it does not, and the limits of
/// the group, which are told as parts of it, may not be asked for.
fn of_system(machine: u64, group: impl FnOnce() -> Option<u64>) -> Option<u64> {
    let machine = Some(machine).filter(|&bytes| bytes > 0)?;
    Some(group().filter(|&bytes| bytes > 0).map_or(machine, |bytes| bytes.min(machine)))
}

/// The bytes of addresses that this process may use, if that is limited.
#[cfg(unix)]
fn of_process() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn of_process() -> Option<u64> {
    None
}

/// Why so many MiB cannot be had, if they cannot.
pub fn refusal(wanted: u64) -> Option<String> {
    refuse(wanted, of_machine() >> 20)
}

/// A size option in MiB, in bytes.
pub fn bytes(options: &Options, name: &str) -> u64 {
    u64::from(options.u32(name)) << 20
}

/// Refuses a size option in MiB that is larger than the machine's memory.
///
/// # Errors
/// The size and the memory.
pub fn check(options: &Options, name: &str) -> Result<(), SpecError> {
    refusal(u64::from(options.u32(name))).map_or(Ok(()), |message| Err(options.error(name, message)))
}

/// Why so many MiB cannot be had, where the machine tells its memory.
fn refuse(wanted: u64, total: u64) -> Option<String> {
    (total > 0 && wanted > total)
        .then(|| format!("{wanted} MiB are more than the {total} MiB of this machine"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_asked_only_where_the_machine_tells_its_memory() {
        assert_eq!(of_system(0, || panic!("asked")), None);
        assert_eq!(of_system(8, || None), Some(8));
        assert_eq!(of_system(8, || Some(0)), Some(8));
        assert_eq!(of_system(8, || Some(5)), Some(5));
        assert_eq!(of_system(8, || Some(9)), Some(8));
    }

    #[test]
    fn only_what_is_larger_than_the_memory_is_refused() {
        assert!(refuse(2_000, 1_000).is_some());
        assert!(refuse(1_000, 1_000).is_none() && refuse(2_000, 0).is_none());
    }
}
