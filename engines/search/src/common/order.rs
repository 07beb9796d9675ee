//! Putting candidates in order.

use rand_core::Rng as _;
use torneo_contract::random;

use crate::engine::Rng;

/// Puts a list in random order (Fisher and Yates).
pub fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for left in (1..list.len()).rev() {
        list.swap(left, random::scale(rng.next_u64(), left as u64 + 1) as usize);
    }
}

/// Sorts by a key and leaves equal ones as they are, by insertion. Lists of candidates are short, and no hot
/// code. The sort of the standard library would be compiled for every game and engine, eight hundred lines
/// each time.
pub fn by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_sorts_and_is_stable() {
        let mut state = 7u64;
        for length in 0..40 {
            let mut list: Vec<(u64, usize)> = (0..length)
                .map(|index| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 61, index)
                })
                .collect();
            let mut expected = list.clone();
            expected.sort_by_key(|one| one.0);
            super::by_key(&mut list, |one| one.0);
            assert_eq!(list, expected);
        }
    }
}
