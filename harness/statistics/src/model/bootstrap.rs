//! Bootstrap of the model over groups.

use rand_core::{Rng as _, SeedableRng};
use rand_distr::{Binomial, Distribution};
use rayon::prelude::*;

use super::fit::{Fit, Weights};
use crate::Rng;
use crate::interval::quantile;

/// The parameters fitted to resampled results.
#[derive(Clone, Debug)]
pub struct Replicates {
    values: Vec<Vec<f64>>,
    /// How much wider than the normal distribution's the intervals of Student's are for so many groups.
    widening: f64,
}

/// The 97.5% quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

impl Fit {
    /// Fits the model to results drawn with replacement from the groups of each stratum (Efron and Tibshirani, "An
    /// introduction to the bootstrap", 1993). Of `n` groups `n - 1` are drawn and weighed `n / (n - 1)`, which makes the
    /// variance right for few groups (Rao and Wu, "Resampling inference with complex survey data", 1988). The halves of the prior are weighed at random, so that a player who
    /// won everything gets an interval as well.
    pub fn bootstrap(&self, replicates: u64, seed: u64) -> Replicates {
        let fit = |number: u64| {
            let mut rng = Rng::seed_from_u64(seed.wrapping_add(number));
            let weights = self.resample(&mut rng);
            let mut values = self.values.clone();
            self.model.maximise(&weights, &mut values);
            values
        };
        let widening = quantile(self.group_count().max(2), 0.975) / NORMAL;
        Replicates { values: (0..replicates).into_par_iter().map(fit).collect(), widening }
    }

    fn resample(&self, rng: &mut Rng) -> Weights {
        let groups = &self.model.groups;
        let mut weights = vec![0.0; groups.len()];
        let mut first = 0;
        while first < groups.len() {
            let last = groups[first..].iter().position(|group| group.stratum != groups[first].stratum);
            let last = last.map_or(groups.len(), |length| first + length);
            // A multinomial draw, one binomial after the other.
            let mut total: u64 = groups[first..last].iter().map(|group| group.count).sum();
            let mut left = (total - 1).max(1);
            let scale = total as f64 / left as f64;
            for (group, weight) in groups[first..last].iter().zip(&mut weights[first..last]) {
                let p = group.count as f64 / total as f64;
                let drawn = Binomial::new(left, p.min(1.0)).map_or(left, |binomial| binomial.sample(rng));
                *weight = scale * drawn as f64;
                left -= drawn;
                total -= group.count;
            }
            first = last;
        }
        let mut half = || 0.5 * exponential(rng);
        let prior = (0..self.model.layout.players).map(|_| [half(), half()]).collect();
        Weights { groups: weights, prior }
    }
}

/// An exponential variable of mean 1.
fn exponential(rng: &mut Rng) -> f64 {
    let unit = ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -unit.ln()
}

impl Replicates {
    /// The 95% interval of the difference between a player and the mean of `others`, on the logistic scale: from the
    /// `0.025 (n + 1)`-th lowest to the `0.025 (n + 1)`-th highest of `n` replicates, made wider around its middle as
    /// Student's distribution is.
    pub fn difference(&self, player: usize, others: &[usize]) -> (f64, f64) {
        let mean =
            |values: &[f64]| others.iter().map(|&other| values[other]).sum::<f64>() / others.len() as f64;
        let mut differences: Vec<f64> =
            self.values.iter().map(|values| values[player] - mean(values)).collect();
        differences.sort_unstable_by(f64::total_cmp);
        let outside = (0.025 * (differences.len() + 1) as f64).round().max(1.0) as usize - 1;
        let (low, high) = (differences[outside], differences[differences.len() - 1 - outside]);
        let (middle, half) = (f64::midpoint(low, high), self.widening * (high - low) / 2.0);
        (middle - half, middle + half)
    }
}
