//! Where an agent stands on a ladder of players whose strengths are known, and how such a ladder is measured.
//!
//! An observation is a group: games of two players that share their dice and their opening, in seatings that are balanced. Its score is
//! the mean over its games. So what a seat is worth is the same for both players, and strengths are those of the expected score with
//! the seats averaged: `400 log10(s / (1 - s))`.
//!
//! The likelihood of a group's score `y` is taken as `s^y (1 - s)^(1 - y)`. Its maximum gives the strength whose expected score is what
//! was scored, with draws and with seats of any worth (Wedderburn, "Quasi-likelihood functions", 1974). How far the scores of groups
//! really spread is the dispersion, by which the logarithm of the likelihood is divided.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

use crate::interval::quantile;
use crate::model::matrix::Symmetric;
use crate::{ELO, expected_score};

/// The rungs of a ladder.
#[derive(Clone, Copy, Debug)]
pub struct Scale<'a> {
    /// Elo of the rungs above the first, which has 0.
    pub elo: &'a [f64],
    /// The covariance of these; row and column 0 are 0.
    pub covariance: &'a [Vec<f64>],
}

/// The score of an agent in a group of games against a rung.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scored {
    /// The number of the rung.
    pub rung: usize,
    /// The agent's mean score, 0 to 1.
    pub score: f64,
}

/// On which side the results leave a strength open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// All games were won: there is no highest strength that fits.
    Above,
    /// All games were lost: there is no lowest strength that fits.
    Below,
}

/// Where an agent stands. Strengths are in Elo above the first rung; those that the results leave open are none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Placement {
    /// The strength of the largest likelihood.
    pub elo: Option<f64>,
    /// The ends of its 95% interval with the ladder held fixed; with a bound the one end is that of a one-sided interval.
    pub low: Option<f64>,
    /// As `low`.
    pub high: Option<f64>,
    /// The same with what is uncertain of the ladder, for the distance from its first rung.
    pub low_with_ladder: Option<f64>,
    /// As `low_with_ladder`.
    pub high_with_ladder: Option<f64>,
    /// On which side the results leave it open.
    pub bound: Option<Bound>,
}

impl Placement {
    /// Half the width of the interval with the ladder held fixed; infinite where an end is open.
    pub fn half_width(&self) -> f64 {
        self.low.zip(self.high).map_or(f64::INFINITY, |(low, high)| (high - low) / 2.0)
    }

    /// The end of a ladder, by the Elo of its rungs, beyond which the whole interval lies.
    pub fn beyond(&self, rungs: &[f64]) -> Option<Bound> {
        let (first, last) = (*rungs.first()?, *rungs.last()?);
        match () {
            () if self.low.is_some_and(|low| low > last) => Some(Bound::Above),
            () if self.high.is_some_and(|high| high < first) => Some(Bound::Below),
            () => None,
        }
    }
}

/// The confidence of intervals.
const CONFIDENCE: f64 = 0.95;
/// Strengths beyond the ends of a ladder that are looked at.
const BEYOND: f64 = 2_000.0;

/// What is enough of the results for the likelihood, and how far the scores spread.
struct Likelihood<'a> {
    scale: Scale<'a>,
    /// For each rung the groups, the sum of their scores and that of the squares.
    sums: Vec<[f64; 3]>,
}

impl<'a> Likelihood<'a> {
    fn of(scale: Scale<'a>, results: &[Scored]) -> Likelihood<'a> {
        let mut sums = vec![[0.0; 3]; scale.elo.len()];
        for &Scored { rung, score } in results {
            let [groups, scores, squares] = &mut sums[rung];
            *groups += 1.0;
            *scores += score;
            *squares += score * score;
        }
        Likelihood { scale, sums }
    }

    /// Each rung's Elo with its groups, the sum of scores and that of squares.
    fn rungs(&self) -> impl Iterator<Item = (f64, [f64; 3])> {
        self.scale
            .elo
            .iter()
            .copied()
            .zip(self.sums.iter().copied())
            .filter(|(_, [groups, ..])| *groups > 0.0)
    }

    fn groups(&self) -> f64 {
        self.rungs().map(|(_, [groups, ..])| groups).sum()
    }

    /// What was scored beyond what a strength lets expect.
    fn excess(&self, elo: f64) -> f64 {
        self.rungs().map(|(rung, [groups, scores, _])| scores - groups * expected_score(elo - rung)).sum()
    }

    fn bound(&self) -> Option<Bound> {
        let (groups, scored) = (self.groups(), self.rungs().map(|(_, [_, scores, _])| scores).sum::<f64>());
        match () {
            () if scored >= groups => Some(Bound::Above),
            () if scored <= 0.0 => Some(Bound::Below),
            () => None,
        }
    }

    /// The logarithm of the likelihood.
    fn log(&self, elo: f64) -> f64 {
        let one = |(rung, [groups, scores, _]): (f64, [f64; 3])| {
            scores * log_score(elo - rung) + (groups - scores) * log_score(rung - elo)
        };
        self.rungs().map(one).sum()
    }

    /// The largest variance that the scores can have at a strength, summed over the groups.
    fn information(&self, elo: f64) -> f64 {
        self.rungs().map(|(rung, [groups, ..])| groups * information(elo - rung)).sum()
    }

    /// The variance of the scores as a share of the largest one that scores with such means can have. Half of it counts for two groups
    /// more, so that groups which all agree do not look certain; half is the share of two games without draws.
    fn dispersion(&self, elo: f64) -> f64 {
        const MORE: f64 = 2.0;
        let groups = self.groups();
        let spread = |(rung, [groups, scores, squares]): (f64, [f64; 3])| {
            let expected = expected_score(elo - rung);
            (squares - 2.0 * expected * scores + groups * expected * expected) / information(elo - rung)
        };
        let spread = self.rungs().map(spread).sum::<f64>() * groups / (groups - 1.0).max(1.0);
        ((spread + 0.5 * MORE) / (groups + MORE)).min(1.0)
    }

    fn range(&self) -> (f64, f64) {
        let ends = self
            .scale
            .elo
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), &elo| (low.min(elo), high.max(elo)));
        (ends.0 - BEYOND, ends.1 + BEYOND)
    }

    /// The one-sided end where all was won or lost: the strength that does as much with a probability of 5%.
    fn open(&self, bound: Bound) -> Placement {
        let (least, most) = self.range();
        let unlikely = libm::log(1.0 - CONFIDENCE);
        let end = match bound {
            Bound::Above => root(least, most, |elo| unlikely - self.log(elo)),
            Bound::Below => root(least, most, |elo| self.log(elo) - unlikely),
        };
        let more = self.of_ladder(end);
        let (end, whole) = match bound {
            Bound::Above => (end, end - quantile(u64::MAX, CONFIDENCE) * more),
            Bound::Below => (end, end + quantile(u64::MAX, CONFIDENCE) * more),
        };
        let (end, whole) = (Some(end), Some(whole));
        let none = Placement {
            elo: None,
            low: None,
            high: None,
            low_with_ladder: None,
            high_with_ladder: None,
            bound: Some(bound),
        };
        match bound {
            Bound::Above => Placement { low: end, low_with_ladder: whole, ..none },
            Bound::Below => Placement { high: end, high_with_ladder: whole, ..none },
        }
    }

    /// The standard error of a strength by what is uncertain of the ladder, in Elo.
    fn of_ladder(&self, elo: f64) -> f64 {
        let whole = self.information(elo);
        let weight = |(rung, [groups, ..]): (&f64, &[f64; 3])| groups * information(elo - rung) / whole;
        let weights: Vec<f64> = self.scale.elo.iter().zip(&self.sums).map(weight).collect();
        let rows = self.scale.covariance.iter().zip(&weights);
        let along =
            |row: &Vec<f64>| row.iter().zip(&weights).map(|(cell, weight)| cell * weight).sum::<f64>();
        rows.map(|(row, weight)| weight * along(row)).sum::<f64>().max(0.0).sqrt()
    }

    fn place(&self) -> Placement {
        if let Some(bound) = self.bound() {
            return self.open(bound);
        }
        let (least, most) = self.range();
        let elo = root(least, most, |elo| self.excess(elo));
        let groups = self.groups();
        let far = if groups < 2.0 { f64::INFINITY } else { quantile(groups as u64, 0.5 + CONFIDENCE / 2.0) };
        let lost = far * far * self.dispersion(elo) / 2.0;
        let least_log = self.log(elo) - lost;
        let low = root(least, elo, |at| least_log - self.log(at));
        let high = root(elo, most, |at| self.log(at) - least_log);
        let of_ladder = quantile(u64::MAX, 0.5 + CONFIDENCE / 2.0) * self.of_ladder(elo);
        let farther = |end: f64| libm::hypot(end - elo, of_ladder);
        Placement {
            elo: Some(elo),
            low: Some(low),
            high: Some(high),
            low_with_ladder: Some(elo - farther(low)),
            high_with_ladder: Some(elo + farther(high)),
            bound: None,
        }
    }
}

/// The strength between two at which a falling function is 0, by the Illinois method (Dowell and Jarratt, "A modified regula falsi
/// method for computing the root of an equation", 1971).
fn root(mut low: f64, mut high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    /// Steps at most, and how near in Elo is near enough.
    const STEPS: u32 = 200;
    const NEAR: f64 = 1e-9;
    let (mut at_low, mut at_high) = (falling(low), falling(high));
    if at_low <= 0.0 || at_high >= 0.0 {
        return if at_low <= 0.0 { low } else { high };
    }
    let mut last_was_low = None;
    for _ in 0..STEPS {
        if high - low < NEAR {
            break;
        }
        let next = (low * at_high - high * at_low) / (at_high - at_low);
        let at_next = falling(next);
        if at_next.abs() < f64::EPSILON {
            return next;
        }
        let is_low = at_next > 0.0;
        if is_low {
            (low, at_low) = (next, at_next);
            at_high *= if last_was_low == Some(true) { 0.5 } else { 1.0 };
        } else {
            (high, at_high) = (next, at_next);
            at_low *= if last_was_low == Some(false) { 0.5 } else { 1.0 };
        }
        last_was_low = Some(is_low);
    }
    f64::midpoint(low, high)
}

/// The logarithm of the expected score of an advantage.
fn log_score(elo: f64) -> f64 {
    -libm::log1p(libm::exp(-elo / ELO))
}

/// The variance of a game without draws at an advantage, which is also what a group tells of it.
fn information(elo: f64) -> f64 {
    let score = expected_score(elo);
    (score * (1.0 - score)).max(f64::MIN_POSITIVE)
}

/// Where an agent with these results stands; none without results.
///
/// # Panics
/// If a rung of the results is none of the scale.
pub fn place(scale: Scale<'_>, results: &[Scored]) -> Option<Placement> {
    (!results.is_empty()).then(|| Likelihood::of(scale, results).place())
}

/// Strengths over which is averaged what a rung tells, and the standard deviation of what is expected before the first game, in Elo.
const STRENGTHS: usize = 41;
const BEFORE: f64 = 500.0;
/// A rung that tells nearly as much as the best one is met if it was met less often: who beats one rung and loses to the next is
/// not placed by one of them alone.
const NEARLY: f64 = 0.9;

/// The rung, of those of a range, of which a group of games tells most after these results.
///
/// # Panics
/// If the range is empty or not one of the scale's.
pub fn next_rung(scale: Scale<'_>, results: &[Scored], among: RangeInclusive<usize>) -> usize {
    let rungs = &scale.elo[among.clone()];
    let (low, high) = (rungs[0], rungs[rungs.len() - 1]);
    let (middle, reach) = (f64::midpoint(low, high), (high - low) / 2.0 + BEFORE);
    let likelihood = Likelihood::of(scale, results);
    let strength = |step: usize| middle + reach * (2.0 * step as f64 / (STRENGTHS - 1) as f64 - 1.0);
    let before = |elo: f64| -0.5 * ((elo - middle) / ((high - low) / 2.0 + BEFORE)).powi(2);
    let logs: Vec<f64> =
        (0..STRENGTHS).map(|step| likelihood.log(strength(step)) + before(strength(step))).collect();
    let largest = logs.iter().copied().fold(f64::MIN, f64::max);
    let told = |rung: usize| {
        let parts = logs
            .iter()
            .enumerate()
            .map(|(step, log)| libm::exp(log - largest) * information(strength(step) - scale.elo[rung]));
        parts.sum::<f64>()
    };
    let told: Vec<(usize, f64)> = among.map(|rung| (rung, told(rung))).collect();
    let best = told.iter().map(|(_, told)| *told).fold(f64::MIN, f64::max);
    let near = told.iter().filter(|(_, told)| *told >= NEARLY * best);
    let fewest = near.min_by(|(a, told_a), (b, told_b)| {
        likelihood.sums[*a][0].total_cmp(&likelihood.sums[*b][0]).then(told_b.total_cmp(told_a))
    });
    fewest.expect("the best is among them").0
}

/// The mean expected score against all rungs, as a share of the way from the first rung to the last: 0 to 100. Strengths may be infinite.
pub fn ladder_score(elo: &[f64], strength: f64) -> f64 {
    let mean = |strength: f64| elo.iter().map(|rung| expected_score(strength - rung)).sum::<f64>();
    let (bottom, top) = (mean(elo[0]), mean(elo[elo.len() - 1]));
    100.0 * (mean(strength) - bottom) / (top - bottom)
}

/// The score of a player against another one in a group of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Met {
    /// The player.
    pub player: usize,
    /// The other one.
    pub other: usize,
    /// The player's mean score, 0 to 1.
    pub score: f64,
}

/// The strengths of players and what is uncertain of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    /// Elo above the first player, who has 0.
    pub elo: Vec<f64>,
    /// The covariance of these; row and column 0 are 0.
    pub covariance: Vec<Vec<f64>>,
}

/// The strengths of the largest likelihood of `players` who met each other, with the covariance by the spread of the groups. None
/// where the results leave a strength open.
pub fn rate(players: usize, met: &[Met]) -> Option<Rated> {
    let mut strengths = vec![0.0; players];
    let mut root = None;
    for _ in 0..ROUNDS {
        let (pull, bread) = pulls(&strengths, met);
        let triangle = bread.root()?;
        let step = triangle.solve(&pull);
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step.clamp(-1.0, 1.0));
        root = Some(triangle);
        if step.iter().all(|step| step.abs() < SAME) {
            break;
        }
    }
    let bounded = strengths.iter().all(|strength| strength.abs() < 2.0 * BEYOND / ELO);
    let inverse = root.filter(|_| bounded)?.inverse();
    let spread = spread(&strengths, met).between(&inverse);
    let cell = |row: usize, column: usize| {
        if row == 0 || column == 0 { 0.0 } else { spread[(row, column)] * ELO * ELO }
    };
    Some(Rated {
        elo: strengths.iter().map(|strength| strength * ELO).collect(),
        covariance: (0..players).map(|row| (0..players).map(|column| cell(row, column)).collect()).collect(),
    })
}

/// Steps of Newton's method, and a change after which it ends, on the logistic scale.
const ROUNDS: u32 = 200;
const SAME: f64 = 1e-10;

/// The slope of the log-likelihood and its curvature, with the first player held fixed.
fn pulls(strengths: &[f64], met: &[Met]) -> (Vec<f64>, Symmetric) {
    let (mut pull, mut bread) = (vec![0.0; strengths.len()], Symmetric::zeros(strengths.len()));
    for &Met { player, other, score } in met {
        let advantage = (strengths[player] - strengths[other]) * ELO;
        let beyond = score - expected_score(advantage);
        pull[player] += beyond;
        pull[other] -= beyond;
        bread.add_products(&[(player, 1.0), (other, -1.0)], information(advantage));
    }
    pull[0] = 0.0;
    bread.fix(0);
    (pull, bread)
}

/// The spread of the groups round what is expected, each as far from the mean of its pair as groups are when the mean is theirs.
fn spread(strengths: &[f64], met: &[Met]) -> Symmetric {
    let mut counts: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    met.iter().for_each(|one| *counts.entry((one.player, one.other)).or_default() += 1.0);
    let mut spread = Symmetric::zeros(strengths.len());
    for &Met { player, other, score } in met {
        let beyond = score - expected_score((strengths[player] - strengths[other]) * ELO);
        let count = counts[&(player, other)];
        let often = beyond * beyond * count / (count - 1.0f64).max(1.0);
        spread.add_products(&[(player, 1.0), (other, -1.0)], often);
    }
    spread.fix(0);
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELO_OF_RUNGS: [f64; 3] = [0.0, 150.0, 300.0];

    fn fixed() -> Vec<Vec<f64>> {
        vec![vec![0.0; 3]; 3]
    }

    fn results(rung: usize, scores: &[f64]) -> Vec<Scored> {
        scores.iter().map(|&score| Scored { rung, score }).collect()
    }

    #[test]
    fn an_agent_stands_where_its_score_is_expected() {
        let covariance = fixed();
        let scale = Scale { elo: &ELO_OF_RUNGS, covariance: &covariance };
        let scores = [1.0, 1.0, 0.5, 0.5, 1.0, 0.5, 0.5, 1.0, 1.0, 0.5];
        let placed = place(scale, &results(1, &scores)).unwrap();
        assert!((placed.elo.unwrap() - (150.0 + crate::elo::of_score(0.75))).abs() < 1e-6);
        assert_eq!(
            (placed.low, placed.high, placed.bound),
            (placed.low_with_ladder, placed.high_with_ladder, None)
        );
        let (low, high) = (placed.low.unwrap(), placed.high.unwrap());
        assert!(low < 340.8 && 340.8 < high && placed.half_width() < 300.0, "{placed:?}");
        // Scores that are those of the rung itself, whatever the spread.
        let even = place(scale, &results(2, &[1.0, 0.0, 0.5, 0.5])).unwrap();
        assert!((even.elo.unwrap() - 300.0).abs() < 1e-6);
        assert_eq!(place(scale, &[]), None);
    }

    #[test]
    fn what_is_uncertain_of_the_ladder_widens_the_interval() {
        let mut covariance = fixed();
        covariance[1][1] = 100.0;
        let scale = Scale { elo: &ELO_OF_RUNGS, covariance: &covariance };
        let placed = place(scale, &results(1, &[1.0, 0.0, 0.5, 0.5, 0.0, 1.0])).unwrap();
        let (elo, low, whole) = (placed.elo.unwrap(), placed.low.unwrap(), placed.low_with_ladder.unwrap());
        let expected = libm::hypot(elo - low, 19.6);
        assert!((elo - whole - expected).abs() < 0.01, "{placed:?}");
    }

    /// All of n groups won against a rung have a probability of 5% where the score is the n-th root of 0.05.
    #[test]
    fn who_wins_or_loses_all_has_one_end() {
        let covariance = fixed();
        let scale = Scale { elo: &ELO_OF_RUNGS, covariance: &covariance };
        let far = crate::elo::of_score(libm::pow(0.05, 0.1));
        let above = place(scale, &results(2, &[1.0; 10])).unwrap();
        assert_eq!((above.elo, above.high, above.bound), (None, None, Some(Bound::Above)));
        assert!((above.low.unwrap() - (300.0 + far)).abs() < 1e-6, "{above:?}");
        let below = place(scale, &results(0, &[0.0; 10])).unwrap();
        assert_eq!((below.elo, below.low, below.bound), (None, None, Some(Bound::Below)));
        assert!((below.high.unwrap() + far).abs() < 1e-6, "{below:?}");
        assert_eq!(above.half_width(), f64::INFINITY);
    }

    #[test]
    fn the_nearest_rung_tells_most() {
        let covariance = fixed();
        let scale = Scale { elo: &ELO_OF_RUNGS, covariance: &covariance };
        assert_eq!(next_rung(scale, &[], 0..=2), 1);
        assert_eq!(next_rung(scale, &results(1, &[1.0; 4]), 0..=2), 2);
        assert_eq!(next_rung(scale, &results(1, &[0.0; 4]), 0..=2), 0);
        assert_eq!(next_rung(scale, &results(1, &[0.0; 4]), 1..=2), 1, "of those that may be met");
        // Between two rungs both are met.
        let mut between: Vec<Scored> = results(1, &[0.5, 1.0, 0.5, 0.5, 1.0, 0.5]);
        between.extend(results(2, &[0.5, 0.0, 0.5, 0.5, 0.0]));
        assert_eq!(next_rung(scale, &between, 0..=2), 2);
    }

    #[test]
    fn ladder_scores_go_from_0_to_100() {
        let score = |strength| ladder_score(&ELO_OF_RUNGS, strength);
        assert!(score(0.0).abs() < 1e-12 && (score(300.0) - 100.0).abs() < 1e-12);
        assert!((score(150.0) - 50.0).abs() < 1e-9);
        assert!(score(-200.0) < 0.0 && score(f64::INFINITY) > 100.0 && score(f64::NEG_INFINITY) < 0.0);
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let scores = [1.0, 0.5, 1.0, 0.5, 1.0, 0.5, 1.0, 0.5];
        let met: Vec<Met> = scores.iter().map(|&score| Met { player: 1, other: 0, score }).collect();
        let Rated { elo, covariance } = rate(2, &met).unwrap();
        assert_eq!(elo[0], 0.0);
        assert!((elo[1] - crate::elo::of_score(0.75)).abs() < 1e-6);
        // The variance of the mean score is 1/16 / 7, and the slope of the curve at 3/4 is 3/16.
        let expected = (1.0 / 16.0 / 7.0) / (3.0f64 / 16.0).powi(2) * ELO * ELO;
        assert!((covariance[1][1] / expected - 1.0).abs() < 1e-6, "{covariance:?}");
        assert_eq!([covariance[0][0], covariance[0][1], covariance[1][0]], [0.0; 3]);
        assert_eq!(rate(2, &[Met { player: 1, other: 0, score: 1.0 }]), None);
        assert_eq!(rate(3, &met), None, "nobody met the third");
    }

    #[test]
    fn a_third_meeting_is_weighed_in() {
        let of = |player, other, scores: &[f64]| -> Vec<Met> {
            scores.iter().map(|&score| Met { player, other, score }).collect()
        };
        let half = [1.0, 0.5, 0.5, 1.0];
        let mut met = [of(1, 0, &half), of(2, 1, &half)].concat();
        let chained = rate(3, &met).unwrap();
        assert!((chained.elo[2] - 2.0 * chained.elo[1]).abs() < 1e-6);
        met.extend(of(2, 0, &[1.0, 1.0, 1.0, 0.5]));
        let whole = rate(3, &met).unwrap();
        assert!(whole.covariance[2][2] < chained.covariance[2][2]);
    }
}
