//! Keys for incremental position hashes (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

/// A fixed pseudo-random key for `index`: the SplitMix64 output function (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014). Distinct indices give distinct keys.
#[inline]
pub const fn key(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Tables of `N` keys each, one behind the other.
pub const fn tables<const N: usize, const TABLES: usize>(first: u64) -> [[u64; N]; TABLES] {
    let mut tables = [[0; N]; TABLES];
    let mut i = 0;
    while i < TABLES {
        tables[i] = table(first + (i * N) as u64);
        i += 1;
    }
    tables
}

/// A table of `N` keys; tables with different `first` do not overlap as long as their index ranges do not.
pub const fn table<const N: usize>(first: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = key(first + i as u64);
        i += 1;
    }
    keys
}
