//! What tests of several modules share.

pub mod pennies;
pub mod program;
pub mod python;
pub mod session;
pub mod small;
#[cfg(unix)]
pub mod terminal;

/// The FNV-1a hash of 64 bits.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}
