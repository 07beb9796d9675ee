//! What this machine has.

use torneo_games::contract::{Options, SpecError};

/// Refuses a size option in MiB that is larger than the machine's memory.
///
/// # Errors
/// The size and the memory.
pub fn check(options: &Options, name: &str) -> Result<(), SpecError> {
    let wanted = u64::from(options.u32(name));
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let available = system.total_memory() >> 20;
    if wanted > available && available > 0 {
        let message = format!("{wanted} MiB are more than the {available} MiB of this machine");
        return Err(options.error(name, message));
    }
    Ok(())
}
