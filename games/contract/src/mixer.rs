//! A hash that is the same in every run (the standard library's is not).

use std::hash::{Hash, Hasher};

use super::zobrist;

/// A hasher without a random seed: multiply and rotate for each word, mixed at the end.
#[derive(Clone, Copy, Debug)]
pub struct Mixer(u64);

impl Default for Mixer {
    /// Not zero: leading zeros have to count.
    fn default() -> Mixer {
        Mixer(0x2545_f491_4f6c_dd1d)
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        zobrist::key(self.0)
    }
}

/// The hash of a value.
#[inline]
pub fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}
