//! Estimates that stop when they are precise enough.
//!
//! Whoever looks at an interval again and again, and stops when he likes what it says, has more than one
//! chance to be wrong. Here the decision to stop looks at the width of the interval alone (Chow and Robbins, "On the
//! asymptotic theory of fixed-width sequential confidence intervals for the mean", 1965). Looks come seldom, at numbers
//! of observations that grow by a quarter, and the estimated variance is drawn towards the largest possible (Anscombe,
//! "Sequential estimation", 1953; see [`Moments::dispersion`]).
//!
//! The width depends on the mean, so the stop does too, and an ordinary interval covers less at the stop than at a number
//! of observations that was fixed before. The interval here is therefore the score interval with continuity correction at
//! a higher level, [`LEVEL`]. [`coverage`] computes without simulation how often it covers the mean at the stop.

use crate::interval::quantile;
use crate::{Estimate, Moments};

/// Observations before the first look.
pub const FIRST_LOOK: u64 = 64;

/// What the interval is asked to cover at the stop, at least.
pub const LEAST_COVERAGE: f64 = 0.94;

/// The level of the interval at one look. With it the coverage at the stop is 0.948 at least, for precisions of 0.02 to
/// 0.2 and scores of 0.0005 to 0.9995 without draws. It is more with draws. A level of 0.95 gives 0.941.
pub const LEVEL: f64 = 0.955;

/// A mean that is estimated until it is precise enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequence {
    precision: f64,
    next_look: u64,
}

impl Sequence {
    /// Stops when the interval reaches no farther than `precision` to both sides of its middle.
    pub fn new(precision: f64) -> Sequence {
        Sequence { precision, next_look: FIRST_LOOK }
    }

    /// How many observations the next look needs.
    pub fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Looks at the observations; the estimate, and whether it is precise enough.
    pub fn look(&mut self, moments: &Moments) -> (Estimate, bool) {
        let estimate = estimate(moments);
        self.next_look = look_after(moments.count);
        (estimate, is_precise(moments.count, &estimate, self.precision))
    }
}

/// The number of observations at the look after one at so many.
pub fn look_after(observations: u64) -> u64 {
    observations + observations.div_ceil(4).max(1)
}

/// Whether an estimate after so many observations reaches no farther than `precision` to both sides of its middle.
pub fn is_precise(observations: u64, estimate: &Estimate, precision: f64) -> bool {
    observations >= FIRST_LOOK && estimate.high - estimate.low <= 2.0 * precision
}

/// The mean of observations in `[0, 1]` with its interval at a look. It is the score interval with continuity correction at
/// [`LEVEL`], with Student's quantile (method 4 of Newcombe, "Two-sided confidence intervals for the single proportion",
/// 1998). It takes the number of two-valued observations that would have the variance found.
pub fn estimate(moments: &Moments) -> Estimate {
    estimate_at(LEVEL, moments)
}

fn estimate_at(level: f64, moments: &Moments) -> Estimate {
    let (value, groups) = (moments.mean, moments.count);
    if groups < 2 {
        return Estimate { value, low: 0.0, high: 1.0, groups };
    }
    let (low, high) = interval(moments, quantile(groups, 0.5 + level / 2.0));
    Estimate { value, low, high, groups }
}

/// The ends of the interval that reaches `t` standard errors.
fn interval(moments: &Moments, t: f64) -> (f64, f64) {
    let (n, square) = (moments.count as f64 / moments.dispersion(), t * t);
    // The lower end of the interval of a share; the upper end is that of the rest.
    let low = |share: f64| {
        let root = (square - 2.0 - 1.0 / n + 4.0 * share * (n * (1.0 - share) + 1.0)).max(0.0).sqrt();
        let end = (2.0 * n * share + square - 1.0 - t * root) / (2.0 * (n + square));
        if share <= 0.0 { 0.0 } else { end.clamp(0.0, share) }
    };
    let mean = moments.mean.clamp(0.0, 1.0);
    (low(mean), 1.0 - low(1.0 - mean))
}

/// How often the interval at the stop covers the mean of games that are won and drawn with these probabilities, a draw
/// counting 1/2. It is computed exactly, by dynamic programming: after every game the probabilities of all numbers of
/// wins and draws with which the games go on, and at every look what stops there.
///
/// ```
/// assert!(torneo_statistics::sequence::coverage(0.1, 0.5, 0.0) >= 0.94);
/// ```
pub fn coverage(precision: f64, win: f64, draw: f64) -> f64 {
    coverage_at(LEVEL, precision, win, draw)
}

/// Games that go on with less probability are not followed; they count as not covered.
const NEGLIGIBLE: f64 = 1e-9;
/// Numbers of wins and draws with less probability are not followed either.
const NEVER: f64 = 1e-18;

fn coverage_at(level: f64, precision: f64, win: f64, draw: f64) -> f64 {
    let (truth, loss) = (win + draw / 2.0, (1.0 - win - draw).max(0.0));
    // The probabilities of going on, by draws and wins.
    let mut running: Vec<Vec<f64>> = vec![vec![1.0]];
    let (mut games, mut look, mut covered) = (0u64, FIRST_LOOK, 0.0);
    loop {
        while games < look {
            advance(&mut running, [win, draw, loss]);
            games += 1;
        }
        let (t, mut left) = (quantile(games, 0.5 + level / 2.0), 0.0);
        for (draws, row) in running.iter_mut().enumerate() {
            for (wins, mass) in row.iter_mut().enumerate().filter(|(_, mass)| **mass > 0.0) {
                let moments = moments_of(games, wins, draws);
                let (low, high) = interval(&moments, t);
                let estimate = Estimate { value: moments.mean, low, high, groups: games };
                if is_precise(games, &estimate, precision) {
                    covered += if estimate.covers(truth) { *mass } else { 0.0 };
                    *mass = 0.0;
                }
                left += *mass;
            }
        }
        if left < NEGLIGIBLE {
            return covered;
        }
        look = look_after(look);
    }
}

/// One more game: the numbers of wins and draws with their probabilities.
fn advance(running: &mut Vec<Vec<f64>>, [win, draw, loss]: [f64; 3]) {
    if draw > 0.0 {
        running.push(Vec::new());
    }
    for draws in (0..running.len()).rev() {
        let (fewer, rest) = running.split_at_mut(draws);
        let (row, below) = (&mut rest[0], fewer.last());
        let length = (row.len() + 1).max(below.map_or(0, Vec::len));
        row.resize(length, 0.0);
        for wins in (0..length).rev() {
            let won = if wins > 0 { row[wins - 1] * win } else { 0.0 };
            let drawn = below.and_then(|row| row.get(wins)).map_or(0.0, |mass| mass * draw);
            let mass = won + drawn + row[wins] * loss;
            row[wins] = if mass < NEVER { 0.0 } else { mass };
        }
        while row.last().is_some_and(|mass| *mass == 0.0) {
            row.pop();
        }
    }
}

/// The moments of games: how many there were, and how many of them were won and drawn.
fn moments_of(games: u64, wins: usize, draws: usize) -> Moments {
    let (n, wins, draws) = (games as f64, wins as f64, draws as f64);
    let mean = (wins + draws / 2.0) / n;
    let squares = (wins + draws / 4.0 - n * mean * mean).max(0.0);
    Moments { count: games, mean, squares, games: n, ..Moments::default() }
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

    /// Newcombe's table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29 at 95%.
    #[test]
    fn intervals_are_those_of_tables() {
        let two_valued = |wins: u64, n: u64| {
            let mean = wins as f64 / n as f64;
            // The largest spread there is.
            Moments { count: n, mean, squares: mean * (1.0 - mean) * n as f64 * 2.0, ..Moments::default() }
        };
        for (wins, n, low, high) in [
            (81, 263, 0.2535, 0.3682),
            (15, 148, 0.0598, 0.1644),
            (0, 20, 0.0, 0.2005),
            (1, 29, 0.0018, 0.1963),
        ] {
            let found = interval(&two_valued(wins, n), 1.959_964);
            assert!(
                (found.0 - low).abs() < 1e-4 && (found.1 - high).abs() < 1e-4,
                "{wins} of {n}: {found:?}"
            );
        }
    }

    /// The coverage as it is defined: over all sequences of results, with a look after 64 games alone.
    #[test]
    fn the_coverage_of_one_look_is_a_sum_over_the_binomial() {
        let (p, n) = (0.3f64, FIRST_LOOK);
        let (mut mass, mut sum) = ((1.0 - p).powi(n as i32), 0.0);
        for wins in 0..=n {
            let found = estimate(&moments_of(n, wins as usize, 0));
            sum += if found.covers(p) { mass } else { 0.0 };
            mass *= (n - wins) as f64 / (wins + 1) as f64 * p / (1.0 - p);
        }
        // So wide an interval is reached at the first look.
        let found = coverage(0.5, p, 0.0);
        assert!((found - sum).abs() < 1e-9, "{found} {sum}");
    }
}
