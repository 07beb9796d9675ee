//! What the system tells of the processes that run, where it tells it.

#[cfg(target_os = "linux")]
mod linux;
// Tried on Linux too, where the same crate answers.
#[cfg(any(target_os = "macos", test))]
mod macos;

#[cfg(target_os = "linux")]
pub use linux::{follow, group_and_memory, peak_memory, processes, variable};
#[cfg(target_os = "macos")]
pub use macos::{group_and_memory, peak_memory, processes, variable};

#[cfg(test)]
mod tests {
    /// What is asked of each system, on this one.
    macro_rules! this_process_is_among_them {
        ($system:ident) => {
            #[test]
            fn $system() {
                use super::$system::*;
                let own = std::process::id();
                assert!(processes().contains(&own));
                let (group, memory) = group_and_memory(own).unwrap();
                assert!(group > 0 && (1 << 20..1 << 36).contains(&memory), "{memory}");
                assert!(
                    peak_memory(own).unwrap() >= memory / 2,
                    "the peak of what is counted in another way"
                );
                assert_eq!(variable(own, "PATH"), std::env::var("PATH").ok());
                assert_eq!(variable(own, "PAT"), None);
                assert_eq!(group_and_memory(u32::MAX >> 2), None);
            }
        };
    }

    #[cfg(target_os = "linux")]
    this_process_is_among_them!(linux);
    this_process_is_among_them!(macos);
}
