//! Studentised bootstrap over groups.

use rand_core::{Rng as _, SeedableRng};
use rayon::prelude::*;

use super::covariance::{Pull, strata};
use super::fit::{Difference, Fit};
use crate::{Estimate, Rng};

/// With fewer groups that came out otherwise than most of their kind, the signs have too few combinations for a quantile, and
/// players far apart are covered too seldom; Student's distribution stands in.
const FEWEST_GROUPS: u64 = 20;

/// What each group of each stratum pulls the differences to, ready to be resampled.
///
/// A replicate gives the pull of every group a random sign and divides the sum by the standard error of the
/// replicate. This error is found as that of the estimate was. The method is the wild bootstrap with
/// Rademacher's signs (Liu, "Bootstrap procedures under some non-i.i.d. models", 1988). Scores are resampled
/// rather than estimates (Kline and Santos, "A score based approach to wild bootstrap inference", 2012), so
/// no replicate fits the model again.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    strata: Vec<Signed>,
    differences: Vec<Difference>,
    replicates: u64,
    seed: u64,
}

/// The groups of a stratum.
#[derive(Clone, Debug)]
struct Signed {
    /// Number of groups of each kind.
    counts: Vec<u64>,
    /// For each kind of group what it does to each difference, by steps of their number.
    steps: Vec<f64>,
    groups: f64,
}

impl Fit {
    /// Prepares a bootstrap of the differences between players and the means of others.
    pub fn bootstrap(&self, differences: &[(usize, &[usize])], replicates: u64, seed: u64) -> Bootstrap {
        let pulls = self.model.pulls(&self.values);
        let directions: Vec<Vec<f64>> = differences
            .iter()
            .map(|(player, others)| self.bread.times(&self.direction(*player, others)))
            .collect();
        let step = |pull: &Pull, direction: &[f64]| -> f64 {
            pull.terms.iter().map(|&(i, x)| x * direction[i]).sum()
        };
        let strata = strata(&pulls).map(|stratum| {
            let mean = Pull { stratum: 0, count: 0.0, terms: stratum.mean.clone() };
            let mean: Vec<f64> = directions.iter().map(|direction| step(&mean, direction)).collect();
            let steps = stratum.pulls.iter().flat_map(|pull| {
                directions.iter().zip(&mean).map(|(direction, mean)| step(pull, direction) - mean)
            });
            Signed {
                counts: stratum.pulls.iter().map(|pull| pull.count as u64).collect(),
                steps: steps.collect(),
                groups: stratum.groups,
            }
        });
        Bootstrap {
            strata: strata.collect(),
            differences: differences
                .iter()
                .map(|(player, others)| self.difference(*player, others))
                .collect(),
            replicates,
            seed,
        }
    }
}

impl Bootstrap {
    /// The intervals of all differences, of this confidence: as far to both sides as the standard error times the
    /// quantile of the replicates' sizes.
    pub fn intervals(&self, confidence: f64) -> Vec<Estimate> {
        if self.differences.is_empty() {
            return Vec::new();
        }
        let sizes: Vec<Vec<f64>> =
            (0..self.replicates).into_par_iter().map(|number| self.replicate(number)).collect();
        let interval = |(index, difference): (usize, &Difference)| {
            let mut sizes: Vec<f64> = sizes.iter().map(|sizes| sizes[index]).collect();
            difference.reaching(match self.differing(index) < FEWEST_GROUPS {
                true => difference.quantile(confidence),
                false => upper(&mut sizes, confidence),
            })
        };
        self.differences.iter().enumerate().map(interval).collect()
    }

    /// The groups that tell of a difference and came out otherwise than most of their stratum.
    fn differing(&self, index: usize) -> u64 {
        let tells = |stratum: &&Signed| {
            stratum.steps.iter().skip(index).step_by(self.differences.len()).any(|step| step.abs() > 1e-12)
        };
        let differing = |stratum: &Signed| {
            stratum.counts.iter().sum::<u64>() - stratum.counts.iter().max().copied().unwrap_or(0)
        };
        self.strata.iter().filter(tells).map(differing).sum()
    }

    /// The sizes of the differences in a replicate, in standard errors.
    fn replicate(&self, number: u64) -> Vec<f64> {
        let mut rng = Rng::seed_from_u64(self.seed.wrapping_add(number));
        let mut signs = Signs { rng: &mut rng, bits: 0, left: 0 };
        let n = self.differences.len();
        let (mut sums, mut squares) = (vec![0.0; n], vec![0.0; n]);
        let (mut sum, mut square) = (vec![0.0; n], vec![0.0; n]);
        for stratum in &self.strata {
            sum.fill(0.0);
            square.fill(0.0);
            for (&count, steps) in stratum.counts.iter().zip(stratum.steps.chunks(n)) {
                let signed = signs.sum(count) as f64;
                for ((sum, square), step) in sum.iter_mut().zip(&mut square).zip(steps) {
                    *sum += signed * step;
                    *square += count as f64 * step * step;
                }
            }
            let groups = stratum.groups;
            for index in 0..n {
                sums[index] += sum[index];
                squares[index] += if groups > 1.0 {
                    (square[index] - sum[index] * sum[index] / groups) * groups / (groups - 1.0)
                } else {
                    square[index]
                };
            }
        }
        let size = |(sum, square): (&f64, &f64)| match square.max(0.0).sqrt() {
            error if error > 1e-12 => sum.abs() / error,
            _ if sum.abs() > 1e-12 => f64::INFINITY,
            _ => 0.0,
        };
        sums.iter().zip(&squares).map(size).collect()
    }
}

/// Random signs, one bit each.
struct Signs<'a> {
    rng: &'a mut Rng,
    bits: u64,
    left: u32,
}

impl Signs<'_> {
    /// The sum of `count` signs.
    fn sum(&mut self, count: u64) -> i64 {
        let (mut left, mut positive) = (count, 0);
        while left > 0 {
            if self.left == 0 {
                (self.bits, self.left) = (self.rng.next_u64(), u64::BITS);
            }
            let take = left.min(u64::from(self.left)) as u32;
            let taken = if take == u64::BITS { self.bits } else { self.bits & ((1 << take) - 1) };
            positive += i64::from(taken.count_ones());
            self.bits = self.bits.checked_shr(take).unwrap_or(0);
            self.left -= take;
            left -= u64::from(take);
        }
        2 * positive - count as i64
    }
}

/// The value below which this share of the sizes lies.
fn upper(sizes: &mut [f64], share: f64) -> f64 {
    sizes.sort_unstable_by(f64::total_cmp);
    let place = (share * (sizes.len() + 1) as f64).ceil() as usize;
    sizes[place.clamp(1, sizes.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_mean_zero_and_variance_their_number() {
        let mut rng = Rng::seed_from_u64(1);
        let mut signs = Signs { rng: &mut rng, bits: 0, left: 0 };
        for count in [1, 7, 64, 65, 200] {
            let sums: Vec<f64> = (0..4000).map(|_| signs.sum(count) as f64).collect();
            let mean = sums.iter().sum::<f64>() / 4000.0;
            let variance = sums.iter().map(|sum| sum * sum).sum::<f64>() / 4000.0 / count as f64;
            assert!(mean.abs() < 4.0 * (count as f64 / 4000.0).sqrt(), "{count}: {mean}");
            assert!((0.9..1.1).contains(&variance), "{count}: {variance}");
        }
    }
}
