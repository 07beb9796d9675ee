//! What this machine has.

use std::sync::LazyLock;

use torneo_contract::{Options, SpecError};

/// The memory of this machine in bytes; 0 where it is not told.
pub fn of_machine() -> u64 {
    static MEMORY: LazyLock<u64> = LazyLock::new(|| {
        let mut system = sysinfo::System::new();
        system.refresh_memory();
        system.total_memory()
    });
    *MEMORY
}

/// Refuses a size option in MiB that is larger than the machine's memory.
///
/// # Errors
/// The size and the memory.
pub fn check(options: &Options, name: &str) -> Result<(), SpecError> {
    let refused = refuse(u64::from(options.u32(name)), of_machine() >> 20);
    refused.map_or(Ok(()), |message| Err(options.error(name, message)))
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
    fn only_what_is_larger_than_the_memory_is_refused() {
        assert!(refuse(2_000, 1_000).is_some());
        assert!(refuse(1_000, 1_000).is_none() && refuse(2_000, 0).is_none());
    }
}
