//! The sequential probability ratio test on groups of games (Wald, "Sequential tests of statistical
//! hypotheses", 1945).
//!
//! The test is generalised to an unknown distribution of the groups' scores: the likelihood of the scores
//! under each hypothesis is maximised (Van den Bergh, "A practical introduction to the GSPRT", 2019). For
//! mirrored pairs that is the pentanomial test of engine testers; groups of more seats have more scores.
//! Hypotheses are on the mean score, or on the mean in standard deviations: normalised Elo.

mod length;
mod likelihood;

pub use length::ExpectedGroups;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::elo::NORMALISED;
use crate::expected_score;

/// On which scale the hypotheses of a test are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Elo points of the expected score.
    #[default]
    Logistic,
    /// Normalised Elo points: standard deviations of a game's score, times `800 / ln 10`. The advantage of two engines
    /// depends on the share of draws less, and the length of a test not at all.
    Normalized,
}

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Test {
    /// What is tested.
    pub hypotheses: Hypotheses,
    /// On which scale.
    pub model: Model,
}

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
    /// The number of groups was given, so nothing is decided.
    Fixed,
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
/// Groups whose standard deviation is believed.
const FEWEST_GROUPS: u64 = 10;

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

    /// Mean and variance; none without groups.
    pub fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let groups = self.groups() as f64;
        let mean = self.counts().map(|(score, count)| score * count as f64).sum::<f64>() / groups;
        let squares: f64 = self.counts().map(|(score, count)| (score - mean).powi(2) * count as f64).sum();
        (groups > 0.0).then_some((mean, squares / groups))
    }

    /// The logarithm of the ratio of the likelihoods of H1 and H0, with this number of games in a group.
    pub fn log_likelihood_ratio(&self, test: &Test, games_in_group: f64) -> f64 {
        if self.counts.is_empty() {
            return 0.0;
        }
        let weights = self.weights();
        let largest = |elo: f64| match test.model {
            Model::Logistic => likelihood::with_mean(&weights, expected_score(elo)),
            Model::Normalized => likelihood::with_advantage(&weights, normalised(elo, games_in_group)),
        };
        largest(test.hypotheses.elo1) - largest(test.hypotheses.elo0)
    }

    fn weights(&self) -> Vec<likelihood::Weight> {
        let mut weights: BTreeMap<u64, f64> =
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| (billionths(score), UNSEEN)).into();
        weights.extend(self.counts.iter().map(|(&score, &count)| (score, count as f64)));
        weights.iter().map(|(&score, &weight)| (score as f64 / BILLION, weight)).collect()
    }
}

impl Test {
    /// How many groups of this many games the test is expected to take. On the logistic scale that depends on how much
    /// the scores vary, so there is none before ten groups, and none while all are the same.
    pub fn expected_groups(&self, scores: &Scores, games_in_group: f64) -> Option<ExpectedGroups> {
        let Hypotheses { elo0, elo1, .. } = self.hypotheses;
        let difference = match self.model {
            Model::Normalized => Some(normalised(elo1, games_in_group) - normalised(elo0, games_in_group)),
            Model::Logistic => scores
                .mean_and_variance()
                .filter(|(_, variance)| scores.groups() >= FEWEST_GROUPS && *variance > 0.0)
                .map(|(_, variance)| (expected_score(elo1) - expected_score(elo0)) / variance.sqrt()),
        };
        difference.map(|difference| ExpectedGroups::of(&self.hypotheses, difference))
    }
}

/// What normalised Elo points are in standard deviations of the score of a group with this many games.
fn normalised(elo: f64, games_in_group: f64) -> f64 {
    elo / NORMALISED * games_in_group.sqrt()
}

fn billionths(score: f64) -> u64 {
    (score * BILLION).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Test = Test { hypotheses: HYPOTHESES, model: Model::Logistic };
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
            scores.log_likelihood_ratio(&TEST, 2.0)
        };
        // The other way round with hypotheses that are symmetric about 0 it is the other way round, to the last digit.
        let symmetric = Test { hypotheses: Hypotheses { elo0: -5.0, elo1: 5.0, ..HYPOTHESES }, ..TEST };
        let mut there = Scores::default();
        let mut back = Scores::default();
        for (score, count) in [(0.25, 3), (0.5, 20), (0.75, 9)] {
            (0..count).for_each(|_| there.add(score));
            (0..count).for_each(|_| back.add(1.0 - score));
        }
        let (there, back) =
            (there.log_likelihood_ratio(&symmetric, 2.0), back.log_likelihood_ratio(&symmetric, 2.0));
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
        let found = scores.log_likelihood_ratio(&TEST, 2.0);
        assert!((found - expected).abs() < 0.02 * expected.abs(), "{found} instead of {expected}");
    }

    #[test]
    fn decides_at_the_bounds() {
        let (low, high) = HYPOTHESES.bounds();
        assert!((high - libm::log(19.0)).abs() < 1e-12 && (low + high).abs() < 1e-12);
        assert_eq!(HYPOTHESES.decide(high), Decision::AcceptH1);
        assert_eq!(HYPOTHESES.decide(low), Decision::AcceptH0);
        assert_eq!(HYPOTHESES.decide(0.0), Decision::Undecided);
        assert_eq!(Scores::default().log_likelihood_ratio(&TEST, 2.0), 0.0);
    }

    #[test]
    fn winning_everything_is_decided() {
        let mut scores = Scores::default();
        (0..200).for_each(|_| scores.add(1.0));
        let ratio = scores.log_likelihood_ratio(&TEST, 2.0);
        assert!(ratio.is_finite() && ratio > 0.0, "{ratio}");
    }

    /// Pairs LL, LD, DD or WL, WD, WW.
    fn pairs(counts: [u64; 5]) -> Scores {
        let mut scores = Scores::default();
        for (score, count) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts) {
            (0..count).for_each(|_| scores.add(score));
        }
        scores
    }

    /// What a tester's own programs print for the same pairs.
    #[test]
    fn both_models_agree_with_what_testers_print() {
        let scores = pairs([13, 37, 50, 25, 3]);
        let ratio = |elo1: f64, model: Model| {
            let hypotheses = Hypotheses { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
            scores.log_likelihood_ratio(&Test { hypotheses, model }, 2.0)
        };
        let (normalised, logistic) = (ratio(4.0, Model::Normalized), ratio(2.716, Model::Logistic));
        assert!((normalised + 0.5491).abs() < 5e-5, "{normalised}");
        assert!((logistic + 0.5378).abs() < 5e-5, "{logistic}");
        let elo = crate::elo::MatchElo::of(&scores, 2.0).unwrap().normalised.unwrap();
        assert!((elo + 63.97).abs() < 5e-3, "{elo}");
    }

    #[test]
    fn the_other_side_of_a_normalised_test_is_its_mirror_image() {
        let test = |elo0, elo1| Test {
            hypotheses: Hypotheses { elo0, elo1, alpha: 0.05, beta: 0.05 },
            model: Model::Normalized,
        };
        let there = pairs([2, 9, 31, 20, 6]).log_likelihood_ratio(&test(-5.0, 20.0), 2.0);
        let back = pairs([6, 20, 31, 9, 2]).log_likelihood_ratio(&test(-20.0, 5.0), 2.0);
        assert!(there > 0.0 && (there + back).abs() < 1e-9, "{there} {back}");
    }

    #[test]
    fn lengths_need_groups_on_the_logistic_scale_alone() {
        let normalised = Test { model: Model::Normalized, ..TEST };
        let none = Scores::default();
        let found = normalised.expected_groups(&none, 2.0).unwrap();
        // Ten normalised Elo points are 10 sqrt(2) ln(10) / 800 standard deviations of a pair: 0.040704.
        assert!((found.h1 - 5.29999 / 0.040_704_f64.powi(2)).abs() < 1.0, "{found:?}");
        assert_eq!(normalised.expected_groups(&pairs([1, 2, 3, 2, 9]), 2.0), Some(found));
        assert_eq!(TEST.expected_groups(&pairs([0, 2, 5, 2, 0]), 2.0), None);
        assert_eq!(TEST.expected_groups(&pairs([0, 0, 10, 0, 0]), 2.0), None);
        let (few, many) = (pairs([0, 3, 4, 3, 0]), pairs([5, 0, 0, 0, 5]));
        let [few, many] = [few, many].map(|scores| TEST.expected_groups(&scores, 2.0).unwrap().between);
        assert!((many / few - 0.25 / (0.6 / 16.0)).abs() < 1e-9, "{few} {many}");
    }
}
