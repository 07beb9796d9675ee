//! Estimates that stop when they are precise enough.
//!
//! Whoever looks at an interval again and again and stops when he likes it has more than one chance to be wrong. Here
//! looks come at numbers of observations that grow by a quarter, and the `k`-th look may be wrong with probability
//! `0.05 / (k (k + 1))`: together at most 5% (the union bound of confidence sequences; Darling and Robbins, "Confidence
//! sequences for mean, variance, and median", 1967).

use crate::{Estimate, Moments};

/// Observations before the first look.
const FIRST_LOOK: u64 = 64;

/// A mean that is estimated until it is precise enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequence {
    precision: f64,
    looks: u64,
    next_look: u64,
    /// The narrowest interval so far: an interval of an earlier look stays valid.
    best: Option<Estimate>,
}

impl Sequence {
    /// Stops when the interval reaches no farther than `precision` to both sides of its middle.
    pub fn new(precision: f64) -> Sequence {
        Sequence { precision, looks: 0, next_look: FIRST_LOOK, best: None }
    }

    /// How many observations the next look needs.
    pub fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Looks at the observations; the estimate, and whether it is precise enough.
    pub fn look(&mut self, moments: &Moments) -> (Estimate, bool) {
        self.looks += 1;
        let share = 1.0 / (self.looks * (self.looks + 1)) as f64;
        let estimate = moments.estimate_with(1.0 - 0.05 * share);
        self.next_look = moments.count + moments.count.div_ceil(4).max(1);
        let width = |estimate: &Estimate| estimate.high - estimate.low;
        let best = match self.best {
            Some(best) if width(&best) <= width(&estimate) => Estimate { value: estimate.value, ..best },
            _ => estimate,
        };
        self.best = Some(best);
        (best, width(&best) <= 2.0 * self.precision)
    }
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
