//! Sizes that options of commands ask for, and the memory that there is.

use torneo_contract::{Refusal, refusal};
use torneo_registry::memory_refusal;

/// MiB that every machine is taken to have: those of the defaults.
const SMALL: u64 = 1024;

/// MiB that a command may take: no more than this machine has.
pub fn memory(text: &str) -> Result<u64, Refusal> {
    let mebibytes = text.parse().ok().filter(|mebibytes| *mebibytes > 0);
    let mebibytes = mebibytes.ok_or_else(|| Refusal::new("expected a whole number of MiB from 1"))?;
    memory_refusal(mebibytes)
        .filter(|_| mebibytes > SMALL)
        .map_or(Ok(mebibytes), |why| Err(Refusal::new(why)))
}

/// Bytes of a position of a game that is expanded completely, with its actions: 300 to 500 were measured, and as much again is
/// computed from them.
const BYTES_OF_POSITION: u64 = 700;

/// Positions to expand at most: no more than the memory of this machine holds.
pub fn positions(text: &str) -> Result<u32, Refusal> {
    const MOST: u32 = 10_000_000;
    let positions = text.parse().ok().filter(|positions| (1..=MOST).contains(positions));
    let positions = positions.ok_or_else(|| refusal!("expected a whole number 1..={MOST}"))?;
    let refusal = memory_refusal((u64::from(positions) * BYTES_OF_POSITION) >> 20);
    refusal.map_or(Ok(positions), |why| Err(refusal!("so many positions do not fit: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_is_refused_with_what_there_is() {
        assert_eq!(memory("1024"), Ok(1024));
        for wrong in ["0", "-1", "1.5", "many", "18446744073709551616"] {
            assert!(memory(wrong).unwrap_err().to_string().contains("MiB"), "{wrong}");
        }
        assert!(memory("18446744073709551615").unwrap_err().to_string().contains("of this machine"));
    }
}
