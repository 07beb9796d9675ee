//! Bit sets whose members are picked by rank, without a loop over the members below.

/// A set of numbers below 64 with the counts that find its `n`-th member (Vigna, "Broadword Implementation of
/// Rank/Select Queries", 2008).
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    set: u64,
    /// For each byte the number of members in it and the bytes below.
    sums: u64,
}

/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = LOW << 7;

/// The bit of each rank in each byte.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

impl Ranked {
    /// Counts the members of a set.
    #[inline]
    pub const fn new(set: u64) -> Ranked {
        let pairs = set - ((set >> 1) & (0x55 * LOW));
        let nibbles = (pairs & (0x33 * LOW)) + ((pairs >> 2) & (0x33 * LOW));
        let bytes = (nibbles + (nibbles >> 4)) & (0x0f * LOW);
        Ranked { set, sums: bytes.wrapping_mul(LOW) }
    }

    /// The set.
    #[inline]
    pub const fn set(&self) -> u64 {
        self.set
    }

    /// Number of members.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.sums >> 56) as usize
    }

    /// Number of members in the lowest `bytes` bytes, `1..=8`: those below `8 * bytes`.
    #[inline]
    pub const fn len_below(&self, bytes: usize) -> usize {
        debug_assert!(bytes >= 1 && bytes <= 8);
        (self.sums >> (8 * (bytes - 1)) & 0xff) as usize
    }

    /// Whether there is no member.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// The `n`-th member, counted from 0, of a set with more than `n`.
    #[inline]
    pub const fn nth(&self, n: usize) -> usize {
        debug_assert!(n < self.len());
        let n = n as u64;
        // The highest bit stays set of the bytes with at most n members in and below them.
        let below = (((n * LOW) | HIGH) - self.sums) & HIGH;
        let place = ((below >> 7).wrapping_mul(LOW) >> 56) * 8;
        let rank = n - (((self.sums << 8) >> place) & 0xff);
        place as usize + IN_BYTE[((self.set >> place) & 0xff) as usize][rank as usize & 7] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::BitSet;
    use torneo_contract::zobrist;

    #[test]
    fn members_are_found_by_rank() {
        let sets = (0..200).map(|i| zobrist::key(i) & zobrist::key(i + 200));
        for set in sets.chain([0, 1, 1 << 63, u64::MAX, u64::MAX << 32, 0xff << 28]) {
            let ranked = Ranked::new(set);
            assert_eq!((ranked.len(), ranked.is_empty()), (set.len() as usize, set == 0));
            let found: Vec<usize> = (0..ranked.len()).map(|n| ranked.nth(n)).collect();
            assert_eq!(found, set.members().collect::<Vec<_>>(), "{set:x}");
            for bytes in 1..=8 {
                assert_eq!(ranked.len_below(bytes), set.members().filter(|&n| n < 8 * bytes).count());
            }
        }
    }
}
