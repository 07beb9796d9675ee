//! Uniform and weighted choice from random words.

use rand_core::Rng;

/// The generator of random play: of playouts, openings, and engines that choose at random. It is one type
/// everywhere, so the code of a game that chooses at random is compiled and inlined once.
pub type Generator = rand_xoshiro::Xoshiro256PlusPlus;

/// Scales a uniformly random 64-bit word to `0..n`; each value has probability `1/n` to within 2^-64.
#[inline]
pub const fn scale(word: u64, n: u64) -> u64 {
    ((word as u128 * n as u128) >> 64) as u64
}

/// A uniformly random index below `n`, which is positive.
#[inline]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    debug_assert!(n > 0);
    scale(rng.next_u64(), n as u64) as usize
}

/// A uniformly random pair of indices, the first below `n` and the second below `m`, which are positive: the quotient
/// and the remainder by `m` of an index below `n * m`, from one word and without a division.
#[inline]
pub fn pair_below<R: Rng>(rng: &mut R, n: usize, m: usize) -> (usize, usize) {
    debug_assert!(n > 0 && m > 0);
    let scaled = u128::from(rng.next_u64()) * n as u128;
    ((scaled >> 64) as usize, scale(scaled as u64, m as u64) as usize)
}

/// The item that a uniformly random word selects from a list of items with positive weights.
#[inline]
pub fn pick_weighted<T: Copy>(word: u64, items: &[(T, u64)]) -> T {
    let total: u64 = items.iter().map(|&(_, weight)| weight).sum();
    let mut target = scale(word, total);
    for &(item, weight) in items {
        if target < weight {
            return item;
        }
        target -= weight;
    }
    unreachable!("the target is below the sum of the weights");
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    #[test]
    fn scale_covers_the_range_evenly() {
        assert_eq!(scale(0, 6), 0);
        assert_eq!(scale(u64::MAX, 6), 5);
        assert_eq!(scale(u64::MAX / 2 + 1, 6), 3);
    }

    #[test]
    fn pairs_are_quotient_and_remainder_of_an_index() {
        let mut rng = Generator::seed_from_u64(1);
        for (n, m) in [(1, 1), (19, 19), (3, 25), (25, 3)] {
            for _ in 0..100 {
                let index = below(&mut rng.clone(), n * m);
                assert_eq!(pair_below(&mut rng, n, m), (index / m, index % m));
            }
        }
    }

    #[test]
    fn weights_are_followed() {
        let items = [('a', 1), ('b', 3)];
        assert_eq!(pick_weighted(0, &items), 'a');
        assert_eq!(pick_weighted(u64::MAX / 4 + 1, &items), 'b');
        assert_eq!(pick_weighted(u64::MAX, &items), 'b');
    }
}
