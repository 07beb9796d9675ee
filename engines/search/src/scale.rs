//! From the values of a search to the scores that they stand for in games.

use torneo_contract::Seat;

/// The scale of the values that an engine tells in a game: a line in log-odds, which are counted from an even share. What is won or lost
/// stays so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    slope: f64,
    first: f64,
}

impl Default for Scale {
    /// Values as the search has them.
    fn default() -> Scale {
        Scale { slope: 1.0, first: 0.0 }
    }
}

impl Scale {
    /// The scale that multiplies log-odds by `slope`: above 1 an advantage wins more often than the search takes it for, below 1 less
    /// often. At tables of two the first seat has `first` log-odds besides, and the other one lacks them. None unless both are finite
    /// and the slope is positive.
    pub fn new(slope: f64, first: f64) -> Option<Scale> {
        (slope.is_finite() && slope > 0.0 && first.is_finite()).then_some(Scale { slope, first })
    }

    /// The expected score, 0 to 1, of a seat at a table of `seats` for which a value stands.
    pub fn score(self, value: f64, seat: Seat, seats: usize) -> f64 {
        if self == Scale::default() || !(value > 0.0 && value < 1.0) {
            return value;
        }
        let others = seats as f64 - 1.0;
        let advantage = match (seats, seat) {
            (2, Seat::FIRST) => self.first,
            (2, _) => -self.first,
            _ => 0.0,
        };
        let odds = libm::pow(value / (1.0 - value) * others, self.slope) * libm::exp(advantage);
        odds / (odds + others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Seat = Seat::new(1);

    #[test]
    fn what_is_sure_stays_so_and_more_stays_more() {
        for (slope, first) in [(0.3, 0.0), (1.0, -0.7), (2.5, 1.0)] {
            let scale = Scale::new(slope, first).unwrap();
            assert_eq!([0.0, 1.0].map(|value| scale.score(value, SECOND, 2)), [0.0, 1.0]);
            assert!((scale.score(0.25, SECOND, 4) - 0.25).abs() < 1e-15);
            let score = |part: i32| scale.score(f64::from(part) / 100.0, Seat::FIRST, 2);
            assert!((0..=100).map(score).is_sorted_by(|low, high| low < high));
            let both = scale.score(0.3, Seat::FIRST, 2) + scale.score(0.7, SECOND, 2);
            assert!((both - 1.0).abs() < 1e-15, "the seats share one point: {both}");
        }
        for (slope, first) in [(0.0, 0.0), (-1.0, 0.0), (f64::NAN, 0.0), (1.0, f64::INFINITY)] {
            assert_eq!(Scale::new(slope, first), None);
        }
    }

    /// 0.8 are odds of 4 to 1: half the log-odds are 2 to 1, and with an advantage of ln 2 again 4 to 1.
    #[test]
    fn log_odds_are_multiplied_and_added() {
        let score =
            |slope, first, value, seats| Scale::new(slope, first).unwrap().score(value, Seat::FIRST, seats);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}");
        near(score(0.5, 0.0, 0.8, 2), 2.0 / 3.0);
        near(score(0.5, 0.0, 0.2, 2), 1.0 / 3.0);
        near(score(0.5, std::f64::consts::LN_2, 0.8, 2), 0.8);
        near(score(2.0, 0.0, 0.5, 4), 0.75);
        near(score(2.0, 3.0, 0.5, 4), 0.75);
    }
}
