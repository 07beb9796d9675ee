//! Estimates that stop when they are precise enough.
//!
//! Whoever looks at an interval again and again, and stops when he likes what it says, has more than one
//! chance to be wrong. Here the decision to stop looks at the width of the interval alone, never at where it
//! lies. Then the interval keeps its confidence (Chow and Robbins, "On the asymptotic theory of fixed-width
//! sequential confidence intervals for the mean", 1965). What is left is the chance that few observations
//! look too much alike. Two things guard against it. The estimated variance is drawn towards the largest
//! possible (Anscombe, "Sequential estimation", 1953; see [`Moments::dispersion`]). And looks come seldom, at
//! numbers of observations that grow by a quarter.

use crate::{Estimate, Moments};

/// Observations before the first look.
pub const FIRST_LOOK: u64 = 64;

/// A mean that is estimated until it is precise enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequence {
    precision: f64,
    next_look: u64,
}

impl Sequence {
    /// Stops when the interval reaches no farther than `precision` to both sides of its middle.
    pub fn new(precision: f64) -> Sequence {
        Sequence { precision, next_look: FIRST_LOOK }
    }

    /// How many observations the next look needs.
    pub fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Looks at the observations; the estimate, and whether it is precise enough.
    pub fn look(&mut self, moments: &Moments) -> (Estimate, bool) {
        let estimate = moments.estimate();
        self.next_look = look_after(moments.count);
        (estimate, estimate.high - estimate.low <= 2.0 * self.precision)
    }
}

/// The number of observations at the look after one at so many.
pub fn look_after(observations: u64) -> u64 {
    observations + observations.div_ceil(4).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_grow_farther_apart() {
        let mut sequence = Sequence::new(0.05);
        let mut moments = Moments::default();
        let mut looks = Vec::new();
        loop {
            while moments.count < sequence.next_look() {
                moments.add(if moments.count % 2 == 0 { 1.0 } else { 0.0 });
            }
            looks.push(moments.count);
            let (estimate, done) = sequence.look(&moments);
            assert!((estimate.low..=estimate.high).contains(&0.5));
            if done {
                assert!(estimate.high - estimate.low <= 0.1);
                break;
            }
        }
        assert!(looks.len() > 5 && looks.windows(2).all(|pair| pair[1] * 4 >= pair[0] * 5), "{looks:?}");
    }
}
