//! Elo points of a match, as the testers of engines print them.
//!
//! Observations are the scores of mirrored groups, in `0..=1`. The formulas are those of fastchess, for two seats to the
//! digit: the pentanomial model, whose observations are pairs of games.

use serde::Serialize;

use crate::distributions::normal_cdf;
use crate::sprt::{Hypotheses, Scores};
use crate::{ELO, expected_score};

/// Elo points that an expected score is worth: `400 log10(score / (1 - score))`; infinite at 0 and 1.
pub fn of_score(score: f64) -> f64 {
    ELO * libm::log(score / (1.0 - score))
}

/// Normalised Elo points for an advantage of one standard deviation of a game.
pub(crate) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;
/// The 97.5% quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// What the scores of the groups of a match say of the first engine's strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MatchElo {
    /// Mean score.
    pub score: f64,
    /// Elo points; none at scores of 0 and 1.
    pub elo: Option<f64>,
    /// Half the width of its 95% interval; none where the interval of the score reaches 0 or 1.
    pub elo_error: Option<f64>,
    /// Normalised Elo points: the advantage in standard deviations of a game, times `800 / ln 10`; none without
    /// variance.
    pub normalised: Option<f64>,
    /// Half the width of its 95% interval.
    pub normalised_error: Option<f64>,
    /// The likelihood of superiority: the probability that the first engine is the stronger, by the normal
    /// distribution.
    pub superiority: f64,
}

impl MatchElo {
    /// What the scores of groups say, with this number of games in a group. None without scores.
    pub fn of(scores: &Scores, games_in_group: f64) -> Option<MatchElo> {
        let groups = scores.groups() as f64;
        let (mean, variance) = scores.mean_and_variance()?;
        let error = (variance / groups).sqrt();
        let inside = |score: f64| score > 0.0 && score < 1.0;
        let (low, high) = (mean - NORMAL * error, mean + NORMAL * error);
        let deviation = (games_in_group * variance).sqrt();
        let varies = deviation > 0.0;
        let superiority = match mean.total_cmp(&0.5) {
            _ if error > 0.0 => normal_cdf((mean - 0.5) / error),
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        Some(MatchElo {
            score: mean,
            elo: inside(mean).then(|| of_score(mean)),
            elo_error: (inside(low) && inside(high)).then(|| (of_score(high) - of_score(low)) / 2.0),
            normalised: varies.then(|| (mean - 0.5) / deviation * NORMALISED),
            normalised_error: varies.then(|| NORMAL * error / deviation * NORMALISED),
            superiority,
        })
    }
}

/// The pentanomial counts of mirrored pairs, from the first engine's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial {
    /// Both games lost.
    pub ll: u64,
    /// One lost, one drawn.
    pub ld: u64,
    /// Both drawn.
    pub dd: u64,
    /// One won, one lost.
    pub wl: u64,
    /// One won, one drawn.
    pub wd: u64,
    /// Both won.
    pub ww: u64,
}

impl Pentanomial {
    /// Adds a pair by the first engine's scores in both games (0, 0.5 or 1).
    pub fn add(&mut self, scores: [f64; 2]) {
        let half = |score: f64| (2.0 * score).round() as u8;
        let (a, b) = (half(scores[0].min(scores[1])), half(scores[0].max(scores[1])));
        let count = match (a, b) {
            (0, 0) => &mut self.ll,
            (0, 1) => &mut self.ld,
            (1, 1) => &mut self.dd,
            (0, _) => &mut self.wl,
            (1, _) => &mut self.wd,
            _ => &mut self.ww,
        };
        *count += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.ll + self.ld + self.dd + self.wl + self.wd + self.ww
    }
}

/// How far a sequential test has got: 100 at the bound of H1, -100 at that of H0.
pub fn llr_percent(ratio: f64, hypotheses: &Hypotheses) -> f64 {
    let (low, high) = hypotheses.bounds();
    if ratio >= 0.0 { 100.0 * ratio / high } else { -100.0 * ratio / low }
}

/// The largest advantage in Elo points that is possible with this share of drawn games: who wins all the others scores
/// `1 - draws / 2`. Infinite without draws.
pub fn reachable(draws: f64) -> f64 {
    of_score(1.0 - draws / 2.0)
}

/// Whether H1 cannot hold with this share of drawn games, even if all the other games were won.
pub fn out_of_reach(hypotheses: &Hypotheses, draws: f64) -> bool {
    expected_score(hypotheses.elo1) > 1.0 - draws / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_count_half_a_win() {
        // 30 wins, 360 draws, 10 losses.
        let score = (30.0 + 180.0) / 400.0;
        assert!((of_score(score) - 17.39).abs() < 0.01, "{}", of_score(score));
    }

    #[test]
    fn a_match_is_rated_as_fastchess_does() {
        // Pentanomial counts 7, 113, 236, 130, 14 (LL, LD, DD and WL, WD, WW), worked out by hand from the formulas.
        let mut scores = Scores::default();
        for (score, count) in [(0.0, 7), (0.25, 113), (0.5, 236), (0.75, 130), (1.0, 14)] {
            (0..count).for_each(|_| scores.add(score));
        }
        let found = MatchElo::of(&scores, 2.0).unwrap();
        let mean: f64 = (113.0 * 0.25 + 236.0 * 0.5 + 130.0 * 0.75 + 14.0) / 500.0;
        assert!((found.score - mean).abs() < 1e-12);
        assert!((found.elo.unwrap() - 10.7740).abs() < 1e-4, "{found:?}");
        assert!((found.normalised.unwrap() - 18.8904).abs() < 1e-4, "{found:?}");
        assert!((found.elo_error.unwrap() - 12.2946).abs() < 1e-4, "{found:?}");
        assert!((found.superiority - 0.95723).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn pairs_are_named_from_the_first_engines_side() {
        let mut counts = Pentanomial::default();
        for pair in [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 0.5], [0.0, 0.0], [0.5, 0.0], [1.0, 1.0]] {
            counts.add(pair);
        }
        assert_eq!(counts, Pentanomial { ll: 1, ld: 1, dd: 1, wl: 2, wd: 1, ww: 1 });
        assert_eq!(counts.pairs(), 7);
    }

    #[test]
    fn hypotheses_beyond_the_draws_are_out_of_reach() {
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        // With 92% draws a perfect rest scores 0.54, which is 27.9 Elo.
        assert!((reachable(0.92) - 27.85).abs() < 0.01);
        assert!(out_of_reach(&hypotheses, 0.92) && !out_of_reach(&hypotheses, 0.9));
        let (low, high) = hypotheses.bounds();
        assert!((llr_percent(high, &hypotheses) - 100.0).abs() < 1e-9);
        assert!((llr_percent(low / 2.0, &hypotheses) + 50.0).abs() < 1e-9);
    }
}
