//! The sequential probability ratio test on groups of games (Wald, "Sequential tests of statistical
//! hypotheses", 1945).
//!
//! The test is generalised to an unknown distribution of the groups' scores: the likelihood of the scores
//! under each hypothesis is maximised (Van den Bergh, "A practical introduction to the GSPRT", 2019). For
//! mirrored pairs that is the pentanomial test of engine testers; groups of more seats have more scores.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::expected_score;

/// Two hypotheses on the head-to-head strength, and how often each may be taken wrongly.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Hypotheses {
    /// The advantage in Elo points under H0.
    pub elo0: f64,
    /// The advantage in Elo points under H1, larger than that of H0.
    pub elo1: f64,
    /// The probability of accepting H1 though H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 though H1 is true.
    pub beta: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
    /// More groups are needed.
    Undecided,
}

impl Hypotheses {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// What a log-likelihood ratio says.
    pub fn decide(&self, ratio: f64) -> Decision {
        let (low, high) = self.bounds();
        match () {
            () if ratio >= high => Decision::AcceptH1,
            () if ratio <= low => Decision::AcceptH0,
            () => Decision::Undecided,
        }
    }
}

/// Scores of groups, counted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scores {
    /// Counts by score in billionths.
    counts: BTreeMap<u64, u64>,
}

/// How finely scores are told apart.
const BILLION: f64 = 1e9;
/// What every score of a mirrored pair counts that has not come yet, so that the ratio exists from the first group on.
const UNSEEN: f64 = 1e-3;
const BISECTIONS: usize = 60;

impl Scores {
    /// Adds the score of a group, in `[0, 1]`.
    pub fn add(&mut self, score: f64) {
        *self.counts.entry(billionths(score)).or_default() += 1;
    }

    /// Number of groups.
    pub fn groups(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Scores with the numbers of their groups, ascending.
    pub fn counts(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts.iter().map(|(&score, &count)| (score as f64 / BILLION, count))
    }

    /// The logarithm of the ratio of the likelihoods of H1 and H0.
    pub fn log_likelihood_ratio(&self, hypotheses: &Hypotheses) -> f64 {
        if self.counts.is_empty() {
            return 0.0;
        }
        let mut weights: BTreeMap<u64, f64> =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| (billionths(score), UNSEEN)).into();
        weights.extend(self.counts.iter().map(|(&score, &count)| (score, count as f64)));
        let weights: Vec<(f64, f64)> = weights.iter().map(|(&s, &w)| (s as f64 / BILLION, w)).collect();
        log_likelihood(&weights, expected_score(hypotheses.elo1))
            - log_likelihood(&weights, expected_score(hypotheses.elo0))
    }
}

fn billionths(score: f64) -> u64 {
    (score * BILLION).round() as u64
}

/// The largest log-likelihood, up to a constant, that a distribution over these scores with this mean can have. By
/// Lagrange's method its probabilities are `weight / (1 + m (score - mean))`, where `m` makes the mean right.
fn log_likelihood(weights: &[(f64, f64)], mean: f64) -> f64 {
    // The excess falls with the multiplier, which lies where all probabilities are positive.
    let excess = |m: f64| -> f64 {
        weights.iter().map(|(score, weight)| weight * (score - mean) / (1.0 + m * (score - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let m = f64::midpoint(low, high);
    -weights.iter().map(|(score, weight)| weight * libm::log(1.0 + m * (score - mean))).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYPOTHESES: Hypotheses = Hypotheses { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    /// Every quarter that came is the quarter that is counted beforehand: eight kinds of group would be one too many.
    #[test]
    fn scores_are_exact() {
        let mut scores = Scores::default();
        [0.75, 0.25, 1.0 / 3.0, 0.75].into_iter().for_each(|score| scores.add(score));
        assert_eq!(scores.counts().map(|(score, _)| score).collect::<Vec<_>>(), [0.25, 0.333_333_333, 0.75]);
        let ratio = |counts: [u64; 5]| {
            let mut scores = Scores::default();
            for (score, count) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts) {
                (0..count).for_each(|_| scores.add(score));
            }
            scores.log_likelihood_ratio(&HYPOTHESES)
        };
        // The other way round with hypotheses that are symmetric about 0 it is the other way round, to the last digit.
        let symmetric = Hypotheses { elo0: -5.0, elo1: 5.0, ..HYPOTHESES };
        let mut there = Scores::default();
        let mut back = Scores::default();
        for (score, count) in [(0.25, 3), (0.5, 20), (0.75, 9)] {
            (0..count).for_each(|_| there.add(score));
            (0..count).for_each(|_| back.add(1.0 - score));
        }
        let (there, back) = (there.log_likelihood_ratio(&symmetric), back.log_likelihood_ratio(&symmetric));
        assert!((there + back).abs() < 1e-9, "{there} {back}");
        assert!(ratio([0, 0, 0, 5, 0]) > 0.0);
    }

    #[test]
    fn agrees_with_the_normal_approximation() {
        let mut scores = Scores::default();
        for (score, count) in [(0.0, 300), (0.25, 700), (0.5, 1500), (0.75, 800), (1.0, 340)] {
            (0..count).for_each(|_| scores.add(score));
        }
        let n = scores.groups() as f64;
        let mean = scores.counts().map(|(s, c)| s * c as f64).sum::<f64>() / n;
        let variance = scores.counts().map(|(s, c)| c as f64 * (s - mean).powi(2)).sum::<f64>() / n;
        let (s0, s1) = (expected_score(0.0), expected_score(10.0));
        let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let found = scores.log_likelihood_ratio(&HYPOTHESES);
        assert!((found - expected).abs() < 0.02 * expected.abs(), "{found} instead of {expected}");
    }

    #[test]
    fn decides_at_the_bounds() {
        let (low, high) = HYPOTHESES.bounds();
        assert!((high - libm::log(19.0)).abs() < 1e-12 && (low + high).abs() < 1e-12);
        assert_eq!(HYPOTHESES.decide(high), Decision::AcceptH1);
        assert_eq!(HYPOTHESES.decide(low), Decision::AcceptH0);
        assert_eq!(HYPOTHESES.decide(0.0), Decision::Undecided);
        assert_eq!(Scores::default().log_likelihood_ratio(&HYPOTHESES), 0.0);
    }

    #[test]
    fn winning_everything_is_decided() {
        let mut scores = Scores::default();
        (0..200).for_each(|_| scores.add(1.0));
        let ratio = scores.log_likelihood_ratio(&HYPOTHESES);
        assert!(ratio.is_finite() && ratio > 0.0, "{ratio}");
    }
}
