//! How a score moves from one level of strength to another, and what may be said of many such movements at once.
//!
//! The interval of a difference squares and adds the parts of the two levels' own intervals (Newcombe, "Interval estimation
//! for the difference between independent proportions: comparison of eleven methods", 1998, method 10). It lies in
//! `[-1, 1]` and has width where one level always scores the same.
//!
//! With `a` and `b` the scores and `f` the fair one, `(a - f)² - (b - f)²` is `(a - b)(a + b - 2f)`. So a score has come
//! nearer to fair, or gone farther from it, only where both factors exclude 0. A score that moves from 0.45 to 0.55 rises,
//! and does neither.
//!
//! Many movements are told together: with a probability of 95% none of the statements is wrong. Each movement has two
//! hypotheses, one behind the other, that the difference is 0 and that the sum is. The error is shared out among the
//! movements, and one whose statements are both made hands its share on. That is the procedure of Holm ("A simple
//! sequentially rejective multiple test procedure", 1979). As a graph of hypotheses it is that of Bretz, Maurer, Brannath
//! and Posch ("A graphical approach to sequentially rejective multiple test procedures", 2009).

use serde::Serialize;

use crate::Estimate;

/// Games of a level below which nothing is said of a movement from it or to it.
pub const FEWEST_GAMES: u64 = 10;
/// The probability that one of the statements made together is wrong.
const ERROR: f64 = 0.05;

/// The scores of two levels of strength, each with Wilson's interval of 95%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The score of the stronger level.
    pub strong: Estimate,
    /// The score of the weaker one.
    pub weak: Estimate,
    /// The score that a seat without advantage has.
    pub fair: f64,
}

/// What is said of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Direction {
    /// The score comes nearer to fair.
    #[serde(rename = "moves towards fair")]
    Towards,
    /// It goes farther from fair.
    #[serde(rename = "moves away from fair")]
    Away,
    /// It grows; nothing is said of how far fair is.
    #[serde(rename = "rises")]
    Rises,
    /// It becomes less; nothing is said of how far fair is.
    #[serde(rename = "falls")]
    Falls,
    /// It may not move at all.
    #[serde(rename = "no clear change")]
    None,
}

impl Direction {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Direction::Towards => "moves towards fair",
            Direction::Away => "moves away from fair",
            Direction::Rises => "rises",
            Direction::Falls => "falls",
            Direction::None => "no clear change",
        }
    }
}

impl Step {
    /// The score of the stronger level less that of the weaker, with an interval of this confidence.
    pub fn change(&self, confidence: f64) -> Estimate {
        let (a, b) = (self.strong.with_confidence(confidence), self.weak.with_confidence(confidence));
        let (value, groups) = (a.value - b.value, a.groups.min(b.groups));
        let low = value - libm::hypot(a.value - a.low, b.high - b.value);
        let high = value + libm::hypot(a.high - a.value, b.value - b.low);
        Estimate { value, low, high, groups }
    }

    /// The sum of both scores less twice the fair one.
    fn sum(&self, confidence: f64) -> Estimate {
        let (a, b) = (self.strong.with_confidence(confidence), self.weak.with_confidence(confidence));
        let (value, groups) = (a.value + b.value - 2.0 * self.fair, a.groups.min(b.groups));
        let low = value - libm::hypot(a.value - a.low, b.value - b.low);
        let high = value + libm::hypot(a.high - a.value, b.high - b.value);
        Estimate { value, low, high, groups }
    }

    /// What is said once so many of the two hypotheses are rejected.
    fn direction(&self, rejected: u32) -> Direction {
        let rises = self.strong.value > self.weak.value;
        let outwards = self.strong.value + self.weak.value > 2.0 * self.fair;
        match rejected {
            0 => Direction::None,
            1 if rises => Direction::Rises,
            1 => Direction::Falls,
            _ if rises == outwards => Direction::Away,
            _ => Direction::Towards,
        }
    }
}

/// What may be said of all these movements together.
pub fn directions(steps: &[Step]) -> Vec<Direction> {
    let mut rejected = vec![0; steps.len()];
    let mut open = steps.len();
    loop {
        let confidence = 1.0 - ERROR / open.max(1) as f64;
        let mut is_same = true;
        for (step, rejected) in steps.iter().zip(&mut rejected) {
            let next = match *rejected {
                0 => step.change(confidence),
                1 => step.sum(confidence),
                _ => continue,
            };
            if !next.covers(0.0) {
                *rejected += 1;
                is_same = false;
            }
        }
        open = rejected.iter().filter(|rejected| **rejected < 2).count();
        if is_same || open == 0 {
            break;
        }
    }
    steps.iter().zip(rejected).map(|(step, rejected)| step.direction(rejected)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::unit;
    use crate::{Moments, Rng};
    use rand_core::SeedableRng;

    fn level(score: f64, games: u64) -> Estimate {
        let squares = score * (1.0 - score) * games as f64;
        Moments { count: games, mean: score, squares, ..Moments::default() }.estimate()
    }

    fn told(strong: f64, weak: f64, games: u64) -> Direction {
        directions(&[Step { strong: level(strong, games), weak: level(weak, games), fair: 0.5 }])[0]
    }

    #[test]
    fn a_movement_has_a_direction_only_where_fair_lies_to_one_side() {
        assert_eq!(told(0.5, 0.237, 200), Direction::Towards);
        assert_eq!(told(0.7, 0.5, 200), Direction::Away);
        assert_eq!(told(0.3, 0.5, 200), Direction::Away);
        assert_eq!(told(0.55, 0.45, 2000), Direction::Rises);
        assert_eq!(told(0.0, 1.0, 200), Direction::Falls);
        assert_eq!(told(0.55, 0.5, 200), Direction::None);
    }

    #[test]
    fn intervals_are_those_of_newcombe_and_stay_possible() {
        // Wilson's intervals of 56 of 70 and 48 of 80 by hand (Newcombe's first example, 0.2 [0.0524, 0.3339]); ours are a
        // little wider by Student's quantile.
        let step = Step { strong: level(56.0 / 70.0, 70), weak: level(48.0 / 80.0, 80), fair: 0.5 };
        let change = step.change(0.95);
        assert!((change.value - 0.2).abs() < 1e-12);
        assert!((change.low - 0.0524).abs() < 5e-3 && (change.high - 0.3339).abs() < 5e-3, "{change:?}");
        for (a, b) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 1.0)] {
            let change = Step { strong: level(a, 12), weak: level(b, 12), fair: 0.5 }.change(0.9999);
            assert!(change.low >= -1.0 && change.high <= 1.0 && change.low < change.high, "{change:?}");
        }
    }

    #[test]
    fn an_interval_is_found_at_another_confidence() {
        for (score, games) in [(0.5, 20), (0.93, 200), (0.0, 12), (1.0, 400), (0.31, 10)] {
            let moments = Moments {
                count: games,
                mean: score,
                squares: score * (1.0 - score) * 0.7 * games as f64,
                ..Moments::default()
            };
            for confidence in [0.9, 0.99, 0.9999] {
                let (found, own) =
                    (moments.estimate().with_confidence(confidence), moments.estimate_with(confidence));
                assert!((found.low - own.low).abs() < 1e-9 && (found.high - own.high).abs() < 1e-9);
            }
        }
    }

    /// Runs in which one of several statements is false, with these true scores at the two levels.
    fn wrong(strong: f64, weak: f64, games: u64, steps: usize, is_false: fn(Direction) -> bool) -> u32 {
        let mut rng = Rng::seed_from_u64(5);
        let mut played = |score: f64| {
            let mut moments = Moments::default();
            (0..games).for_each(|_| moments.add(f64::from(u8::from(unit(&mut rng) < score))));
            moments.estimate()
        };
        let run = |_| {
            let step = |_| Step { strong: played(strong), weak: played(weak), fair: 0.5 };
            let steps: Vec<Step> = (0..steps).map(step).collect();
            u32::from(directions(&steps).into_iter().any(is_false))
        };
        (0..400).map(run).sum()
    }

    #[test]
    fn one_false_statement_in_twenty_runs_at_most() {
        let any = |direction| direction != Direction::None;
        let sided = |direction| matches!(direction, Direction::Towards | Direction::Away);
        for games in [10, 20, 100] {
            for steps in [1, 10] {
                let found = wrong(0.44, 0.44, games, steps, any);
                assert!(found <= 32, "{games} games, {steps} steps: {found} of 400");
                let found = wrong(0.55, 0.45, games * 10, steps, sided);
                assert!(found <= 32, "{games} games, {steps} steps: {found} of 400");
            }
        }
        assert!(wrong(0.55, 0.45, 2000, 10, |direction| direction == Direction::Rises) > 390);
    }
}
