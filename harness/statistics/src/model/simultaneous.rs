//! Statements that hold for many differences at once.

use rand_core::SeedableRng;
use rand_distr::{ChiSquared, Distribution, StandardNormal};

use super::fit::Fit;
use super::matrix::{Symmetric, Triangle};
use crate::interval::quantile;
use crate::{Estimate, Rng};

/// Draws of the joint distribution, and those beyond the quantile that is asked for at least.
const DRAWS: usize = 4_000;
const FEWEST_BEYOND: f64 = 50.0;
/// Pairs of players beyond which the draws would take too long.
const MOST_PAIRS: usize = 5_000;
const SEED: u64 = 1283;

impl Fit {
    /// The quantile that makes all intervals hold at once with this confidence, in standard errors to both
    /// sides. The intervals are those of the differences between players and the means of others.
    ///
    /// It is the quantile of the largest difference under the multivariate Student distribution (Hothorn,
    /// Bretz and Westfall, "Simultaneous inference in general parametric models", 2008). Simulation with a
    /// fixed seed finds it.
    pub fn simultaneous(&self, differences: &[(usize, &[usize])], confidence: f64) -> f64 {
        let (covariance, observations) = self.covariance(differences.iter().map(|(player, _)| *player));
        let Some(root) = root(covariance.clone()) else { return f64::INFINITY };
        let error = |(player, others): (usize, &[usize])| {
            let direction = self.direction(player, others);
            covariance.along(&direction[..covariance.len()]).sqrt()
        };
        let errors: Vec<f64> = differences.iter().map(|&difference| error(difference)).collect();
        let freedom = observations.max(2) as f64 - 1.0;
        let mut rng = Rng::seed_from_u64(SEED);
        let chi = ChiSquared::new(freedom).expect("a positive number of degrees of freedom");
        let (mut z, mut strengths) = (vec![0.0; root.len()], Vec::new());
        let mut draw = || {
            z.iter_mut().for_each(|z| *z = StandardNormal.sample(&mut rng));
            root.times(&z, &mut strengths);
            let scale: f64 = (chi.sample(&mut rng) / freedom).sqrt();
            let sizes = differences.iter().zip(&errors).filter(|(_, error)| **error > 0.0);
            let sizes = sizes.map(|((player, others), error)| {
                let mean: f64 = others.iter().map(|&other| strengths[other]).sum::<f64>();
                (strengths[*player] - mean / others.len().max(1) as f64).abs() / error
            });
            sizes.fold(0.0, f64::max) / scale
        };
        let draws = DRAWS.max((FEWEST_BEYOND / (1.0 - confidence)) as usize);
        let mut largest: Vec<f64> = (0..draws).map(|_| draw()).collect();
        largest.sort_unstable_by(f64::total_cmp);
        largest[((confidence * draws as f64).ceil() as usize).clamp(1, draws) - 1]
    }

    /// The same for the differences between any two of the players. There may be many: beyond five thousand the error is shared
    /// out among them (Bonferroni), which is a little wider.
    pub fn pairs_at_once(&self, players: &[usize], confidence: f64) -> f64 {
        let mut pairs: Vec<(usize, &[usize])> = Vec::new();
        let count = players.len() * players.len().saturating_sub(1) / 2;
        if (2..=MOST_PAIRS).contains(&count) {
            for (place, &a) in players.iter().enumerate() {
                pairs.extend(players[place + 1..].iter().map(|b| (a, std::slice::from_ref(b))));
            }
            return self.simultaneous(&pairs, confidence);
        }
        let observations = self.covariance(players.iter().copied()).1;
        quantile(observations.max(2), 1.0 - (1.0 - confidence) / (2 * count.max(1)) as f64)
    }

    /// How much stronger the strongest of the players is than the weakest, on the logistic scale. The
    /// interval allows for both having been picked out. It reaches from the largest lower to the largest
    /// upper end of the simultaneous intervals of all pairs. As these hold at once, it holds with at least
    /// the confidence.
    pub fn range(&self, players: &[usize], confidence: f64) -> Option<Estimate> {
        let mut pairs: Vec<(usize, [usize; 1])> = Vec::new();
        for &a in players {
            pairs.extend(players.iter().filter(|&&b| a < b).map(|&b| (a, [b])));
        }
        let differences: Vec<(usize, &[usize])> = pairs.iter().map(|(a, b)| (*a, b.as_slice())).collect();
        let far = self.simultaneous(&differences, confidence);
        let mut range: Option<Estimate> = None;
        for &(a, b) in &differences {
            let difference = self.difference(a, b);
            let (size, half, groups) = (difference.centre().abs(), far * difference.error, difference.groups);
            let found = range.get_or_insert(Estimate { value: 0.0, low: 0.0, high: 0.0, groups });
            found.value = found.value.max(difference.value.abs());
            found.low = found.low.max(size - half);
            found.high = found.high.max(size + half);
            found.groups = found.groups.min(groups);
        }
        range
    }
}

/// A root of a covariance, whose directions without variance get a little of it.
fn root(mut covariance: Symmetric) -> Option<Triangle> {
    let largest = (0..covariance.len()).map(|i| covariance[(i, i)]).fold(0.0, f64::max);
    for i in 0..covariance.len() {
        covariance[(i, i)] += largest * 1e-9;
    }
    covariance.root()
}
