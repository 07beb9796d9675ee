//! Throwing dice: values drawn from a distribution.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::distribution::Distribution;

/// A thrower of dice.
#[derive(Clone, Debug)]
pub struct Thrower(ChaCha8Rng);

impl Thrower {
    /// The same seed throws the same values.
    pub fn new(seed: u64) -> Thrower {
        Thrower(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A value, each as likely as the distribution says; none where nothing is possible.
    pub fn throw(&mut self, distribution: &Distribution) -> Option<i64> {
        let mut left = self.below(distribution.total())?;
        for (value, weight) in distribution.weights() {
            if left < *weight {
                return Some(*value);
            }
            left -= weight;
        }
        None
    }

    /// A number from 0 to `limit - 1`, all equally likely; none where the limit is 0.
    fn below(&mut self, limit: &BigUint) -> Option<BigUint> {
        if limit.is_zero() {
            return None;
        }
        let bits = limit.bits();
        let words = bits.div_ceil(32).to_usize()?;
        loop {
            let digits: Vec<u32> = (0..words).map(|_| self.0.next_u32()).collect();
            let number = BigUint::new(digits) >> (32 * words as u64 - bits);
            if number < *limit {
                return Some(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::{EXPLOSIONS, Expression, evaluate};

    #[test]
    fn throws_are_as_likely_as_the_distribution_says() {
        let expression: Expression = "2d6".parse().unwrap();
        let distribution = evaluate(&expression, &[], EXPLOSIONS).unwrap();
        let mut thrower = Thrower::new(1);
        let throws: Vec<i64> = (0..36_000).map(|_| thrower.throw(&distribution).unwrap()).collect();
        let mut chi_square = 0.0;
        for (value, weight) in distribution.weights() {
            let expected = 1000.0 * weight.to_f64().unwrap();
            let found = throws.iter().filter(|throw| *throw == value).count() as f64;
            chi_square += (found - expected).powi(2) / expected;
        }
        // With 10 degrees of freedom, 29.6 is exceeded once in a thousand times.
        assert!(chi_square < 29.6, "{chi_square}");
        let mut again = Thrower::new(1);
        assert!(throws.iter().take(20).all(|throw| again.throw(&distribution) == Some(*throw)));
    }
}
