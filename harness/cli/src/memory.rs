//! `--memory` of commands.

use torneo_registry::memory_refusal;

/// MiB that every machine is taken to have: those of the defaults.
const SMALL: u64 = 1024;

/// MiB that a command may take: no more than this machine has.
pub fn memory(text: &str) -> Result<u64, String> {
    let mebibytes = text.parse().ok().filter(|mebibytes| *mebibytes > 0);
    let mebibytes = mebibytes.ok_or_else(|| "expected a whole number of MiB from 1".to_owned())?;
    match memory_refusal(mebibytes).filter(|_| mebibytes > SMALL) {
        Some(why) => Err(why),
        None => Ok(mebibytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_is_refused_with_what_there_is() {
        assert_eq!(memory("1024"), Ok(1024));
        for wrong in ["0", "-1", "1.5", "many", "18446744073709551616"] {
            assert!(memory(wrong).unwrap_err().contains("MiB"), "{wrong}");
        }
        assert!(memory("18446744073709551615").unwrap_err().contains("of this machine"));
    }
}
