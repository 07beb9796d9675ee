//! Means of bounded observations with intervals.

use crate::distributions::{beta_quantile, gamma_quantile, normal_quantile, student_quantile};
use std::fmt;

use serde::Serialize;

/// Count, mean and squared deviations of observations (Welford, "Note on a method for calculating corrected sums of
/// squares and products", 1962).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    /// Number of observations.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// The sum of the squared deviations from the mean.
    pub squares: f64,
    /// Games of all observations: an observation may be the mean of several.
    pub games: f64,
    /// The sum of the variances that the observations would have if the games of each were independent.
    pub inner: f64,
}

/// A mean with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// Number of independent observations.
    pub groups: u64,
}

impl Estimate {
    /// Whether the interval holds `value`.
    pub fn covers(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The estimate with an interval of another confidence, where its own is Wilson's of 95% ([`Moments::estimate`]).
    #[must_use]
    pub fn with_confidence(self, confidence: f64) -> Estimate {
        if self.groups < 2 {
            return self;
        }
        // Half the width of Wilson's interval grows with z = t² / n, from 0 to 1/2.
        let half = |z: f64| (z * (self.value * (1.0 - self.value) + z / 4.0)).sqrt() / (1.0 + z);
        let (mut low, mut high) = (0.0, 1.0);
        while half(high) < (self.high - self.low) / 2.0 && high < 1e12 {
            high *= 2.0;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            match half(middle) < (self.high - self.low) / 2.0 {
                true => low = middle,
                false => high = middle,
            }
        }
        let t = quantile(self.groups, 0.975);
        wilson(self.value, t * t / f64::midpoint(low, high), self.groups, confidence)
    }

    /// What is left to 1: the score of the opponent, the share of the games that are not drawn.
    #[must_use]
    pub fn reversed(self) -> Estimate {
        Estimate { value: 1.0 - self.value, low: 1.0 - self.high, high: 1.0 - self.low, ..self }
    }
}

/// A score with its interval, such as `0.623 [0.560, 0.682]`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} [{:.3}, {:.3}]", self.value, self.low, self.high)
    }
}

/// Steps in which the width of an interval is found again.
const HALVINGS: u32 = 80;
/// Observations whose spread is taken as the largest possible, added to the estimated spread: with few groups the
/// sample says little about it, and groups that all agree would give an interval without width.
const PRIOR_GROUPS: f64 = 2.0;
/// Games of an observation up to which that spread is supposed: both games of a pair may come out alike. The mean of more
/// games spreads less; there the spread inside the groups tells how much.
const PAIR: f64 = 2.0;
/// How much wider than that of independent games the spread of groups is supposed to be, before many are seen.
const WIDER: f64 = 2.0;
/// Events below which the ends of the interval of a share are exact.
const RARE: f64 = 10.0;

impl Moments {
    /// Adds an observation.
    pub fn add(&mut self, value: f64) {
        self.add_mean(value, 1, 0.0);
    }

    /// Adds an observation that is the mean of several games, with the sum of their squared deviations from it.
    pub fn add_mean(&mut self, value: f64, games: u64, squares: f64) {
        self.count += 1;
        let delta = value - self.mean;
        self.mean += delta / self.count as f64;
        self.squares += delta * (value - self.mean);
        self.games += games as f64;
        self.inner += squares.max(0.0) / (games.saturating_sub(1) * games).max(1) as f64;
    }

    /// The variance as a share of the largest that observations in `[0, 1]` with this mean can have, drawn towards 1
    /// while there are few.
    pub fn dispersion(&self) -> f64 {
        let (n, largest) = (self.count as f64, self.mean * (1.0 - self.mean));
        let observed =
            if self.count < 2 || largest <= 0.0 { 1.0 } else { self.squares / (n - 1.0) / largest };
        let each = self.games / n.max(1.0);
        if each <= PAIR || largest <= 0.0 {
            return ((n * observed + PRIOR_GROUPS) / (n + PRIOR_GROUPS)).min(1.0);
        }
        // At least what one game that nobody has seen yet would change.
        let expected = (WIDER * self.inner / n / largest).max((WIDER / each).powi(2));
        let mixed = (n * observed + PRIOR_GROUPS * expected) / (n + PRIOR_GROUPS);
        mixed.max(observed).min(1.0)
    }

    /// The mean of observations in `[0, 1]` with a 95% interval.
    pub fn estimate(&self) -> Estimate {
        self.estimate_with(0.95)
    }

    /// The mean of observations in `[0, 1]` with an interval of this confidence: Wilson's score interval ("Probable inference, the law
    /// of succession, and statistical inference", 1927) with Student's quantile, for the number of two-valued
    /// observations that would have the variance found. It stays inside `[0, 1]` and has width even if all agree.
    pub fn estimate_with(&self, confidence: f64) -> Estimate {
        let n = self.count as f64;
        if self.count < 2 {
            return Estimate { value: self.mean, low: 0.0, high: 1.0, groups: self.count };
        }
        wilson(self.mean, n / self.dispersion(), self.count, confidence)
    }

    /// The share of something that may be rare, with an interval of this confidence. Near 0 and 1 Wilson's interval covers the
    /// truth too seldom. There its ends are those of few events, by Poisson's distribution (Brown, Cai and DasGupta, "Interval
    /// estimation for a binomial proportion", 2001).
    pub fn share_with(&self, confidence: f64) -> Estimate {
        let plain = self.estimate_with(confidence);
        if self.count < 2 {
            return plain;
        }
        let effective = self.count as f64 / self.dispersion();
        let fewest = |share: f64| {
            let events = share * effective;
            (events > 0.0 && events <= RARE).then(|| gamma_quantile(1.0 - confidence, events) / effective)
        };
        Estimate {
            low: fewest(self.mean).map_or(plain.low, |low| low.min(plain.low)),
            high: fewest(1.0 - self.mean).map_or(plain.high, |high| (1.0 - high).max(plain.high)),
            ..plain
        }
    }

    /// The mean of observations of any size with Student's interval of this confidence; as wide as can be with fewer than two.
    pub fn mean_estimate(&self, confidence: f64) -> Estimate {
        let (value, groups) = (self.mean, self.count);
        if groups < 2 {
            return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY, groups };
        }
        let half = quantile(groups, 0.5 + confidence / 2.0) * self.error_of_mean();
        Estimate { value, low: value - half, high: value + half, groups }
    }

    /// The standard error of the mean of two or more observations.
    pub fn error_of_mean(&self) -> f64 {
        (self.squares / (self.count - 1) as f64 / self.count as f64).sqrt()
    }

    /// The mean drawn towards 1/2 by two observations, which keeps its variance above 0.
    fn moderate_mean(&self) -> f64 {
        (self.count as f64 * self.mean + 1.0) / (self.count as f64 + 2.0)
    }

    /// The estimated variance of the mean.
    fn variance_of_mean(&self) -> f64 {
        let mean = self.moderate_mean();
        self.dispersion() * mean * (1.0 - mean) / self.count as f64
    }
}

/// Kinds (games) below which nothing is said of such kinds in general: with three the intervals cover the truth in about half
/// of the cases only.
pub const FEWEST_KINDS: usize = 10;

/// Observations of several kinds (games), each kind with its weight.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pool {
    parts: Vec<(f64, Moments)>,
}

impl Pool {
    /// Adds a kind; kinds without observations are left out.
    pub fn add(&mut self, weight: f64, moments: Moments) {
        if moments.count > 0 {
            self.parts.push((weight, moments));
        }
    }

    /// Number of observations of all kinds.
    pub fn count(&self) -> u64 {
        self.parts.iter().map(|(_, moments)| moments.count).sum()
    }

    fn total(&self) -> f64 {
        self.parts.iter().map(|(weight, _)| weight).sum()
    }

    fn mean(&self) -> f64 {
        self.parts.iter().map(|(weight, moments)| weight * moments.mean).sum::<f64>() / self.total()
    }

    /// The weighted mean with its interval within these kinds: if their observations were made again. It is Wilson's
    /// interval for the number of two-valued observations that would have the variance of the weighted mean, and with
    /// one kind that of [`Moments::estimate_with`].
    pub fn within(&self, confidence: f64) -> Estimate {
        let (value, total, groups) = (self.mean(), self.total(), self.count());
        if groups < 2 {
            return Estimate { value, low: 0.0, high: 1.0, groups };
        }
        let variance: f64 =
            self.parts.iter().map(|(weight, m)| (weight / total).powi(2) * m.variance_of_mean()).sum();
        let mean = self.parts.iter().map(|(weight, m)| weight / total * m.moderate_mean()).sum::<f64>();
        wilson(value, mean * (1.0 - mean) / variance, groups, confidence)
    }

    /// The weighted mean with its interval over kinds as a sample of kinds: Student's, for the means of the kinds; none
    /// for fewer than ten.
    pub fn across(&self, confidence: f64) -> Option<Estimate> {
        let kinds = self.parts.len();
        if kinds < FEWEST_KINDS {
            return None;
        }
        let (value, total) = (self.mean(), self.total());
        let squares: f64 = self.parts.iter().map(|(w, m)| (w / total * (m.mean - value)).powi(2)).sum();
        let error = (squares * kinds as f64 / (kinds - 1) as f64).sqrt();
        let half = quantile(kinds as u64, 0.5 + confidence / 2.0) * error;
        let (low, high) = ((value - half).max(0.0), (value + half).min(1.0));
        Some(Estimate { value, low, high, groups: kinds as u64 })
    }
}

/// Wilson's score interval for a mean of `effective` two-valued observations, with Student's quantile for `groups`.
fn wilson(mean: f64, effective: f64, groups: u64, confidence: f64) -> Estimate {
    let t = quantile(groups, 0.5 + confidence / 2.0);
    let z = t * t / effective;
    let centre = (mean + z / 2.0) / (1.0 + z);
    let half = (z * (mean * (1.0 - mean) + z / 4.0)).sqrt() / (1.0 + z);
    let (low, high) = ((centre - half).max(0.0), (centre + half).min(1.0));
    // At 0 and 1 rounding may leave the mean just outside.
    Estimate { value: mean, low: low.min(mean), high: high.max(mean), groups }
}

/// The exact interval of a share of independent observations (Clopper and Pearson, "The use of confidence or fiducial limits illustrated
/// in the case of the binomial", 1934). `events` need not be whole, where observations are means of several.
pub fn exact_share(events: f64, observations: f64, confidence: f64) -> (f64, f64) {
    let tail = (1.0 - confidence) / 2.0;
    let rest = observations - events;
    let low = if events <= 0.0 { 0.0 } else { beta_quantile(tail, events, rest + 1.0) };
    let high = if rest <= 0.0 { 1.0 } else { beta_quantile(1.0 - tail, events + 1.0, rest) };
    (low, high)
}

/// Degrees of freedom from which Student's distribution is taken from the normal one: its own quantiles are found by a
/// search that is not exact there and may not even end, and the error is below 10^-10.
const NEARLY_NORMAL: f64 = 1e3;

/// The quantile of Student's distribution for the mean of this number of observations (two or more).
pub fn quantile(observations: u64, probability: f64) -> f64 {
    let freedom = observations as f64 - 1.0;
    if freedom < NEARLY_NORMAL {
        return student_quantile(probability, freedom);
    }
    // The expansion of Cornish and Fisher (1938), as Abramowitz and Stegun give it (26.7.5).
    let z = normal_quantile(probability);
    z + (z.powi(3) + z) / (4.0 * freedom)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * freedom.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use rand_core::{Rng as _, SeedableRng};

    fn unit(rng: &mut Rng) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    #[test]
    fn quantiles_of_many_observations_approach_the_normal_ones() {
        let normal = 1.959_963_984_540_054;
        assert!((quantile(60_000_000, 0.975) - normal).abs() < 1e-7);
        let (below, above) = (quantile(1000, 0.975), quantile(1001, 0.975));
        assert!((below - above - 2.4e-6).abs() < 1e-7, "{below} {above}");
        assert!((quantile(u64::MAX, 0.025) + normal).abs() < 1e-12);
    }

    /// How often the interval covers the true mean of mirrored pairs: each game is won with probability `p` (plus or
    /// minus an advantage of the first seat), drawn with probability `draw`.
    fn coverage(pairs: u64, p: f64, advantage: f64, draw: f64) -> f64 {
        let mut rng = Rng::seed_from_u64(7);
        let runs = 4000;
        let game = |rng: &mut Rng, p: f64| match () {
            () if unit(rng) < draw => 0.5,
            () if unit(rng) < p => 1.0,
            () => 0.0,
        };
        let covered = (0..runs).filter(|_| {
            let mut moments = Moments::default();
            for _ in 0..pairs {
                moments.add((game(&mut rng, p + advantage) + game(&mut rng, p - advantage)) / 2.0);
            }
            let estimate = moments.estimate();
            let truth = draw / 2.0 + (1.0 - draw) * p;
            (estimate.low..=estimate.high).contains(&truth)
        });
        covered.count() as f64 / f64::from(runs)
    }

    #[test]
    fn intervals_cover_the_truth() {
        for (pairs, p, advantage, draw) in [
            (10, 0.5, 0.0, 0.0),
            (20, 0.9, 0.0, 0.0),
            (50, 0.5, 0.3, 0.2),
            (30, 0.6, 0.1, 0.8),
            (200, 0.97, 0.0, 0.0),
        ] {
            let coverage = coverage(pairs, p, advantage, draw);
            assert!(coverage > 0.93, "{pairs} pairs, {p}, {advantage}, {draw}: {coverage}");
        }
    }

    #[test]
    fn a_pool_of_one_kind_is_that_kind() {
        let mut moments = Moments::default();
        [1.0, 0.5, 0.75, 0.0, 1.0, 1.0].into_iter().for_each(|score| moments.add(score));
        let mut pool = Pool::default();
        pool.add(3.0, moments);
        let (pooled, alone) = (pool.within(0.9), moments.estimate_with(0.9));
        assert!((pooled.low - alone.low).abs() < 1e-12 && (pooled.high - alone.high).abs() < 1e-12);
        assert_eq!(pool.across(0.95), None);
    }

    #[test]
    fn kinds_weigh_as_they_are_told() {
        let all = |score: f64, count: u64| Moments { count, mean: score, ..Moments::default() };
        let mut pool = Pool::default();
        for _ in 0..5 {
            assert_eq!(pool.across(0.95), None);
            pool.add(1.0, all(1.0, 10));
            pool.add(1.0, all(0.0, 30));
        }
        let (within, across) = (pool.within(0.95), pool.across(0.95).unwrap());
        assert_eq!((within.value, within.groups, across.value, across.groups), (0.5, 200, 0.5, 10));
        // Games that differ so much say little of another, yet all are known well.
        assert!(across.low < 0.15 && across.high > 0.85, "{across:?}");
        assert!(within.low > 0.45 && within.high < 0.55, "{within:?}");
    }

    /// How often the interval covers a share: the worst of many shares, with pairs of independent games.
    fn worst_share(pairs: u64) -> f64 {
        let mut rng = Rng::seed_from_u64(3);
        let runs = 4000;
        let covered = |share: f64| {
            let run = |_: &u32| {
                let mut moments = Moments::default();
                for _ in 0..pairs {
                    let drawn = [(); 2].map(|()| f64::from(u8::from(unit(&mut rng) < share)));
                    moments.add((drawn[0] + drawn[1]) / 2.0);
                }
                moments.share_with(0.95).covers(share)
            };
            (0..runs).filter(run).count() as f64 / f64::from(runs)
        };
        (0..14).map(|step| 0.0004 * 1.6f64.powi(step)).map(covered).fold(1.0, f64::min)
    }

    #[test]
    fn rare_shares_are_covered() {
        for pairs in [10, 50, 200] {
            let worst = worst_share(pairs);
            assert!(worst > 0.925, "{pairs} pairs: {worst}");
        }
        let mut one = Moments::default();
        (0..200).for_each(|pair| one.add(if pair == 0 { 0.5 } else { 0.0 }));
        let (plain, exact) = (one.estimate_with(0.95), one.share_with(0.95));
        assert!(exact.low < plain.low / 2.0 && exact.high == plain.high, "{plain} {exact}");
    }

    #[test]
    fn means_of_many_games_have_the_spread_of_their_groups() {
        // Twelve openings of sixty games each, all of the same worth: the means vary by 0.5 / sqrt(60).
        let mut rng = Rng::seed_from_u64(9);
        let (runs, mut covered, mut widest) = (1000, 0, 0.0f64);
        for _ in 0..runs {
            let mut openings = Moments::default();
            for _ in 0..12 {
                let mut games = Moments::default();
                (0..60).for_each(|_| games.add(f64::from(u8::from(unit(&mut rng) < 0.5))));
                openings.add_mean(games.mean, games.count, games.squares);
            }
            let found = openings.estimate();
            covered += u32::from(found.covers(0.5));
            widest = widest.max(found.high - found.low);
        }
        assert!((930..=985).contains(&covered), "{covered} of {runs}");
        assert!(widest < 0.2, "{widest}");
    }

    #[test]
    fn agreement_gives_no_certainty() {
        let mut moments = Moments::default();
        assert_eq!((moments.estimate().low, moments.estimate().high), (0.0, 1.0));
        for _ in 0..10 {
            moments.add(1.0);
        }
        let estimate = moments.estimate();
        assert!(estimate.high == 1.0 && (0.6..0.75).contains(&estimate.low), "{estimate:?}");
    }
}
