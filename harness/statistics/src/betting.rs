//! Verdicts on a mean that may be looked at at any time, by betting (Waudby-Smith and Ramdas, "Estimating
//! means of bounded random variables by betting", 2023).
//!
//! Whoever bets against the hypothesis that observations in `[0, 1]` have the mean `m` begins with a capital
//! of 1. If the hypothesis is true, no way to bet makes the capital grow on average. Then it ever reaches 20
//! with probability 1/20 at most, however often one looks (Ville's inequality). Here the capital is divided
//! evenly over eight sizes of bets and both directions.
//!
//! The seats of a game make one claim together. With `k` seats, more than two, the capital of a seat has to reach
//! `20 k` ([`bound`]). Then any of them is called ahead or behind wrongly with probability 1/20 at most, and all
//! confidence sequences hold together with probability 0.95 at least (Bonferroni). What one of two seats has the
//! other lacks, so two seats are one test.

use crate::log_mean;

/// The capital at which a hypothesis is rejected: one over the probability of an error.
pub const REJECTED: f64 = 20.0;

/// The capital that a seat's bets have to reach at a table of this number of seats, so that a fair game is called unfair
/// with probability 1/20 at most.
pub fn bound(seats: usize) -> f64 {
    if seats > 2 { REJECTED * seats as f64 } else { REJECTED }
}

/// The sizes of the bets, as shares of the largest possible.
const BETS: [f64; 8] =
    [1.0 / 64.0, 1.0 / 32.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 3.0 / 8.0, 1.0 / 2.0, 3.0 / 4.0];
/// Most steps of Newton's method, and the step at which it has arrived.
const MOST_STEPS: u32 = 100;
const ARRIVED: f64 = 1e-13;
/// Means closer to 0 or 1 than this are not bet against.
const EDGE: f64 = 1e-9;

/// The logarithms of the factors by which one observation changes the bets: for each size those on more, then on less.
type Factors = [f64; 2 * BETS.len()];

/// The capital of all bets that a mean is not `mean`.
#[derive(Clone, Debug)]
struct Capital {
    mean: f64,
    /// The logarithms of the bets.
    bets: Factors,
    /// By the place of an observation among the values that came.
    factors: Vec<Factors>,
}

impl Capital {
    fn new(mean: f64) -> Capital {
        Capital { mean, bets: [0.0; 2 * BETS.len()], factors: Vec::new() }
    }

    /// After observations of these values with their numbers.
    fn after(mean: f64, counts: &[(f64, f64)]) -> Capital {
        let mut capital = Capital::new(mean);
        for (place, &(value, times)) in counts.iter().enumerate() {
            capital.add(place, value, times);
        }
        capital
    }

    fn add(&mut self, place: usize, value: f64, times: f64) {
        if place == self.factors.len() {
            self.factors.push(factors(self.mean, value));
        }
        self.bets.iter_mut().zip(&self.factors[place]).for_each(|(bet, factor)| *bet += times * factor);
    }

    /// The logarithm of the capital.
    fn log(&self) -> f64 {
        log_mean(&self.bets)
    }

    fn largest(&self) -> f64 {
        self.bets.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether the logarithm of the capital has reached that of the bound.
    fn is_rejected(&self, bound: f64) -> bool {
        // The capital is the mean of the bets.
        self.largest() >= bound && self.log() >= bound
    }

    /// How the logarithm of the capital changes with the mean.
    fn slope(&self, counts: &[(f64, f64)]) -> f64 {
        let (largest, m) = (self.largest(), self.mean);
        let (mut total, mut sum) = (0.0, 0.0);
        for (index, log) in self.bets.iter().enumerate() {
            let bet = BETS[index % BETS.len()];
            let of_value = |&(x, times): &(f64, f64)| match index < BETS.len() {
                true => -times * bet * x / (m * m) / (1.0 + bet * (x - m) / m),
                false => times * bet * (1.0 - x) / (1.0 - m).powi(2) / (1.0 - bet * (x - m) / (1.0 - m)),
            };
            let weight = libm::exp(log - largest);
            total += weight;
            sum += weight * counts.iter().map(of_value).sum::<f64>();
        }
        sum / total
    }
}

fn factors(mean: f64, value: f64) -> Factors {
    let surprise = value - mean;
    let mut factors = [0.0; 2 * BETS.len()];
    for (index, bet) in BETS.into_iter().enumerate() {
        factors[index] = libm::log1p(bet * surprise / mean);
        factors[index + BETS.len()] = libm::log1p(-bet * surprise / (1.0 - mean));
    }
    factors
}

/// What observations allow to say of a mean, compared with a fair one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The mean is above the fair one.
    Ahead,
    /// It is below.
    Behind,
    /// It is as close to the fair one as was asked for.
    Fair,
    /// Nothing yet.
    Undecided,
}

/// A mean of observations in `[0, 1]` on which bets are placed while they come in.
///
/// ```
/// use torneo_statistics::betting::{Bets, Verdict};
///
/// let mut bets = Bets::new(0.5, 0.05);
/// (0..30).for_each(|_| bets.add(1.0));
/// assert_eq!(bets.verdict(), Verdict::Ahead);
/// assert!(bets.sequence().is_some_and(|(low, high)| 0.5 < low && high == 1.0));
/// ```
#[derive(Clone, Debug)]
pub struct Bets {
    fair: f64,
    margin: f64,
    /// The logarithm of the capital that rejects a mean.
    bound: f64,
    /// How often each value came, in the order of their first times: scores have few values.
    counts: Vec<(f64, f64)>,
    count: u64,
    sum: f64,
    /// Against the fair mean, and against both ends of the sequence.
    against: [Capital; 3],
    /// Once the capital against the fair mean has been large enough: whether the mean is above it.
    is_above: Option<bool>,
    /// Observations after which that was so.
    rejected_after: Option<u64>,
    /// Observations after which the sequence first lay within the margin.
    fair_after: Option<u64>,
    is_empty: bool,
}

impl Bets {
    /// Nothing observed. The mean is compared with `fair`, and is said to be fair within `margin` of it.
    pub fn new(fair: f64, margin: f64) -> Bets {
        Bets::against(fair, margin, REJECTED)
    }

    /// Nothing observed of a seat at a table of this number of seats. The fair mean is one over the number, and the capital has
    /// to reach its [`bound`].
    pub fn of_seat(seats: usize, margin: f64) -> Bets {
        Bets::against(1.0 / seats as f64, margin, bound(seats))
    }

    fn against(fair: f64, margin: f64, bound: f64) -> Bets {
        Bets {
            fair,
            margin,
            bound: libm::log(bound),
            counts: Vec::new(),
            count: 0,
            sum: 0.0,
            against: [fair, EDGE, 1.0 - EDGE].map(Capital::new),
            is_above: None,
            rejected_after: None,
            fair_after: None,
            is_empty: false,
        }
    }

    /// Adds an observation in `[0, 1]`.
    pub fn add(&mut self, observation: f64) {
        let known = self.counts.iter().position(|(value, _)| *value == observation);
        let place = known.unwrap_or(self.counts.len());
        match known {
            Some(place) => self.counts[place].1 += 1.0,
            None => self.counts.push((observation, 1.0)),
        }
        self.count += 1;
        self.sum += observation;
        self.against.iter_mut().for_each(|capital| capital.add(place, observation, 1.0));
        if self.is_above.is_none() && self.against[0].is_rejected(self.bound) {
            self.is_above = Some(self.mean() > self.fair);
            self.rejected_after = Some(self.count);
        }
        if !self.is_empty {
            self.narrow();
        }
        if self.fair_after.is_none() && self.verdict_within(false) == Verdict::Fair {
            self.fair_after = Some(self.count);
        }
    }

    /// Whether the capital against the fair mean has reached the bound.
    pub fn is_rejected(&self) -> bool {
        self.is_above.is_some()
    }

    /// The mean of the observations.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// Number of observations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The capital after the last observation: the e-value against the hypothesis that the mean is fair.
    pub fn e_value(&self) -> f64 {
        libm::exp(self.against[0].log())
    }

    /// The confidence sequence: all means whose capital never reached the bound. With a bound of 20 it holds the mean at all
    /// times at once with probability 0.95 at least. None if every mean was rejected: later observations contradict
    /// earlier ones.
    pub fn sequence(&self) -> Option<(f64, f64)> {
        let [_, low, high] = &self.against;
        let end = |mean: f64| match mean {
            mean if mean <= EDGE => 0.0,
            mean if mean >= 1.0 - EDGE => 1.0,
            mean => mean,
        };
        (!self.is_empty).then(|| (end(low.mean), end(high.mean)))
    }

    /// What can be said so far of these observations alone.
    pub fn verdict(&self) -> Verdict {
        match self.is_above {
            Some(true) => Verdict::Ahead,
            Some(false) => Verdict::Behind,
            None => self.verdict_within(false),
        }
    }

    /// What can be said where others decide whether the fair mean is rejected (see [`rejected`]).
    pub fn verdict_within(&self, is_rejected: bool) -> Verdict {
        let near =
            |&(low, high): &(f64, f64)| low >= self.fair - self.margin && high <= self.fair + self.margin;
        match is_rejected {
            true if self.mean() > self.fair => Verdict::Ahead,
            true => Verdict::Behind,
            false if self.sequence().as_ref().is_some_and(near) => Verdict::Fair,
            false => Verdict::Undecided,
        }
    }

    /// About how many more observations like these a verdict takes: the sequence becomes narrower like the root of their
    /// number. None before the second observation, if every mean was rejected, and where there is a verdict.
    pub fn more(&self) -> Option<u64> {
        let is_open = self.count >= 2 && self.verdict() == Verdict::Undecided;
        let (low, high) = self.sequence().filter(|_| is_open)?;
        let off = (self.mean() - self.fair).abs();
        // Far enough to leave the fair mean out, or to lie within the margin, whichever comes first.
        let needed = off.max(self.margin - off);
        let factor = ((high - low) / 2.0 / needed).powi(2).max(1.25);
        Some(((factor - 1.0) * self.count as f64).ceil() as u64)
    }

    /// Takes the means out of the sequence that are rejected now.
    fn narrow(&mut self) {
        // The logarithm of the capital is convex in the mean, and not above 0 at the mean of the observations: what is not
        // rejected is an interval that holds it.
        let inside = self.mean().clamp(self.against[1].mean, self.against[2].mean);
        for end in 1..=2 {
            if !self.against[end].is_rejected(self.bound) {
                continue;
            }
            if Capital::after(inside, &self.counts).is_rejected(self.bound) {
                self.is_empty = true;
                return;
            }
            // A convex function: Newton's method comes closer from the outside and never passes the end.
            for _ in 0..MOST_STEPS {
                let capital = &self.against[end];
                let step = (capital.log() - self.bound) / capital.slope(&self.counts);
                if !step.is_finite() || step.abs() < ARRIVED {
                    break;
                }
                let next = (capital.mean - step).clamp(EDGE, 1.0 - EDGE);
                self.against[end] = Capital::after(next, &self.counts);
            }
        }
    }
}

/// The number of observations after which the first of a game's seats was ahead or behind, or all were fair; none before.
/// The bets are those of all seats.
pub fn decided_after<'a>(seats: impl IntoIterator<Item = &'a Bets>) -> Option<u64> {
    let (mut out, mut fair) = (None, Some(0));
    for bets in seats {
        out = [out, bets.rejected_after].into_iter().flatten().min();
        fair = fair.zip(bets.fair_after).map(|(all, own): (u64, u64)| all.max(own));
    }
    [out, fair.filter(|&after| after > 0)].into_iter().flatten().min()
}

/// Which of several hypotheses are rejected by their e-values so that at most 5% of the rejections are expected to be
/// wrong, however the e-values depend on each other (e-BH: Wang and Ramdas, "False discovery rate control with e-values",
/// 2022).
pub fn rejected(e_values: &[f64]) -> Vec<bool> {
    let n = e_values.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| e_values[b].total_cmp(&e_values[a]));
    let enough = |k: &usize| e_values[order[k - 1]] >= REJECTED * n as f64 / *k as f64;
    let count = (1..=n).rev().find(enough).unwrap_or(0);
    let mut rejected = vec![false; n];
    order[..count].iter().for_each(|&index| rejected[index] = true);
    rejected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::calibration::unit;
    use rand_core::SeedableRng;
    use rayon::prelude::*;

    fn after(fair: f64, observations: &[f64]) -> Bets {
        let mut bets = Bets::new(fair, 0.05);
        observations.iter().for_each(|&observation| bets.add(observation));
        bets
    }

    /// The capital as it is defined.
    fn capital(mean: f64, observations: &[f64]) -> f64 {
        let bet = |bet: f64, sign: f64| -> f64 {
            let factor = |x: &f64| match sign > 0.0 {
                true => 1.0 + bet * (x - mean) / mean,
                false => 1.0 - bet * (x - mean) / (1.0 - mean),
            };
            observations.iter().map(factor).product()
        };
        BETS.into_iter().map(|size| bet(size, 1.0) + bet(size, -1.0)).sum::<f64>() / 16.0
    }

    fn drawn(mean: f64, draws: f64, count: usize, seed: u64) -> Vec<f64> {
        let mut rng = Rng::seed_from_u64(seed);
        let win = (mean - draws / 2.0) / (1.0 - draws);
        let mut game = || match () {
            () if unit(&mut rng) < draws => 0.5,
            () if unit(&mut rng) < win => 1.0,
            () => 0.0,
        };
        (0..count).map(|_| game()).collect()
    }

    #[test]
    fn the_capital_is_the_mean_of_all_bets() {
        for (fair, mean, draws, count) in [(0.5, 0.5, 0.0, 50), (0.25, 0.3, 0.1, 80), (0.5, 0.6, 0.5, 200)] {
            let observations = drawn(mean, draws, count, 3);
            let (found, expected) = (after(fair, &observations).e_value(), capital(fair, &observations));
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn the_sequence_holds_what_was_never_rejected() {
        let observations = drawn(0.6, 0.2, 300, 5);
        let (low, high) = after(0.5, &observations).sequence().unwrap();
        let most = |mean: f64| {
            let looks = 1..=observations.len();
            looks.map(|end| capital(mean, &observations[..end])).fold(0.0, f64::max)
        };
        for (inside, outside) in [(low + 1e-6, low - 1e-6), (high - 1e-6, high + 1e-6)] {
            assert!(most(inside) < REJECTED && most(outside) >= REJECTED, "{low} {high}");
        }
    }

    #[test]
    fn extremes_are_sequences_too() {
        assert_eq!(after(0.5, &[]).sequence(), Some((0.0, 1.0)));
        let (low, high) = after(0.5, &[1.0; 40]).sequence().unwrap();
        assert!(high == 1.0 && (0.8..0.95).contains(&low), "{low}");
        let (low, high) = after(0.125, &[0.0; 100]).sequence().unwrap();
        assert!(low == 0.0 && high < 0.125, "{high}");
        // First only wins, then only losses: no mean fits.
        let drifting: Vec<f64> = (0..400).map(|n| if n < 200 { 1.0 } else { 0.0 }).collect();
        let bets = after(0.5, &drifting);
        assert_eq!((bets.sequence(), bets.verdict()), (None, Verdict::Ahead));
        assert_eq!(bets.verdict_within(false), Verdict::Undecided);
    }

    #[test]
    fn seats_have_to_reach_a_bound_together() {
        let mut bets = Bets::of_seat(4, 0.05);
        let mut alone = Bets::new(0.25, 0.05);
        while !bets.is_rejected() {
            assert!(bets.e_value() < 80.0);
            bets.add(1.0);
            alone.add(1.0);
        }
        assert!(bets.e_value() >= 80.0 && alone.rejected_after < bets.rejected_after);
        let ((low, _), (narrow, _)) = (bets.sequence().unwrap(), alone.sequence().unwrap());
        assert!(0.25 < low && low < narrow, "{low} {narrow}");
        assert_eq!([1, 2, 3, 8].map(bound), [20.0, 20.0, 60.0, 160.0]);
    }

    #[test]
    fn a_game_is_decided_by_its_first_seat_or_by_all() {
        let seats = |observations: [&[f64]; 2]| observations.map(|own| after(0.5, own));
        assert_eq!(decided_after(&seats([&[], &[]])), None);
        let out = after(0.5, &[1.0; 30]).rejected_after.unwrap();
        assert!((5..30).contains(&out));
        let even: Vec<f64> = (0..30_000).map(|n| f64::from(n % 2)).collect();
        let fair = after(0.5, &even).fair_after.unwrap();
        assert_eq!(decided_after(&seats([&even, &[1.0; 30]])), Some(out));
        assert_eq!(decided_after(&seats([&even, &even[..100]])), None);
        assert_eq!(decided_after(&seats([&even, &even])), Some(fair));
        assert_eq!(decided_after(&[]), None);
    }

    /// The number of observations, in the median, until a verdict is reached.
    fn median(mean: f64, margin: f64, verdict: Verdict) -> u64 {
        let run = |seed: u64| {
            let mut bets = Bets::new(0.5, margin);
            for observation in drawn(mean, 0.0, 40_000, seed) {
                bets.add(observation);
                if bets.verdict() != Verdict::Undecided {
                    break;
                }
            }
            (bets.verdict() == verdict).then(|| bets.count())
        };
        let mut found: Vec<u64> =
            (0..200).into_par_iter().map(|seed| run(seed).unwrap_or(u64::MAX)).collect();
        found.sort_unstable();
        found[found.len() / 2]
    }

    #[test]
    fn verdicts_take_as_many_observations_as_the_pages_say() {
        for (mean, margin, verdict, expected) in [
            (0.5, 0.05, Verdict::Fair, 1400.0),
            (0.5, 0.03, Verdict::Fair, 3700.0),
            (0.5, 0.02, Verdict::Fair, 8500.0),
            (0.55, 0.05, Verdict::Ahead, 930.0),
            (0.6, 0.05, Verdict::Ahead, 210.0),
        ] {
            let found = median(mean, margin, verdict) as f64;
            assert!((found / expected - 1.0).abs() < 0.2, "{mean} {margin}: {found}, expected {expected}");
        }
    }

    #[test]
    fn looking_often_makes_no_more_errors() {
        for (fair, mean, draws) in [(0.5, 0.5, 0.0), (0.5, 0.5, 0.96), (0.25, 0.25, 0.0)] {
            let wrong = |seed: &u64| {
                let bets = after(fair, &drawn(mean, draws, 2_000, *seed));
                matches!(bets.verdict(), Verdict::Ahead | Verdict::Behind)
            };
            let wrong = (0..400u64).into_par_iter().filter(wrong).count();
            // 5% of 400 are 20; more than 35 come once in two thousand such tests.
            assert!(wrong <= 35, "{fair} {draws}: {wrong} of 400");
        }
    }

    #[test]
    fn of_several_only_clear_ones_are_rejected() {
        assert_eq!(rejected(&[]), Vec::<bool>::new());
        assert_eq!(rejected(&[19.0]), [false]);
        assert_eq!(rejected(&[20.0]), [true]);
        // The largest k with e_(k) >= 20 n / k.
        assert_eq!(rejected(&[35.0, 1.0, 45.0, 30.0]), [true, false, true, true]);
        assert_eq!(rejected(&[35.0, 1.0, 45.0, 26.0]), [false; 4]);
        assert_eq!(rejected(&[80.0, 1.0, 2.0, 3.0]), [true, false, false, false]);
    }
}
