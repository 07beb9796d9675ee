//! A hash that is the same in every run (the standard library's is not).

use std::hash::{BuildHasherDefault, Hash, Hasher};

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

/// A hasher for keys that are hashes already.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 ^ u64::from(byte);
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // A map takes its index from one end and its tags from the other, and the least of several hashes has no
        // high bits.
        self.0 = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// A map from hashes to `V`, with the same behaviour in every run.
pub type HashedMap<V> = std::collections::HashMap<u64, V, BuildHasherDefault<Hashed>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_zeros_count() {
        assert_ne!(hash_of(&(0u32, 5u8, 6u8)), hash_of(&(5u32, 6u8)));
        assert_ne!(hash_of(&0u8), hash_of(&(0u8, 0u8)));
    }
}
