//! Numbers that look random and follow from what they are made of.

/// 128 bits of the BLAKE3 hash of some parts, each with its length.
pub fn digest(parts: &[&[u8]]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    let bytes = hasher.finalize();
    u128::from_le_bytes(std::array::from_fn(|byte| bytes.as_bytes()[byte]))
}

/// An odd number with bits all over (the golden ratio).
pub const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Rounds of the cipher: four make a Feistel network a pseudorandom permutation (Luby and Rackoff, 1988).
const ROUNDS: u64 = 4;

/// The place that a shuffle of `count` things gives to one of them, without shuffling a list. It is a small
/// Feistel cipher over the next power of four, repeated until the result is below the count (Black and
/// Rogaway, 2002).
pub fn shuffled(place: u64, count: u64, key: u64) -> u64 {
    let half = (u64::BITS - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1u64 << half) - 1;
    let mut place = place;
    loop {
        let (mut left, mut right) = (place >> half, place & mask);
        for round in 0..ROUNDS {
            (left, right) = (
                right,
                left ^ (torneo_contract::zobrist::key(right ^ key.wrapping_add(round.wrapping_mul(ODD)))
                    & mask),
            );
        }
        place = left << half | right;
        if place < count {
            return place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_has_everything_once() {
        for count in [1, 2, 3, 4, 5, 17, 64, 1000] {
            let mut places: Vec<u64> = (0..count).map(|place| shuffled(place, count, 7)).collect();
            let unshuffled = places.clone();
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..count), "{count}");
            assert!(count < 17 || places != unshuffled);
        }
        let order = |key| (0..50).map(|place| shuffled(place, 50, key)).collect::<Vec<_>>();
        assert_ne!(order(1), order(2));
    }
}
