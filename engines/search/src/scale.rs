//! From the values of a search to the scores that they stand for in games.

use torneo_contract::Seat;

/// The scale of the values that an engine tells in a game: a line in log-odds, which are counted from an even share. What is won or lost
/// stays so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    slope: f64,
    first: f64,
    mover: f64,
}

impl Default for Scale {
    /// Values as the search has them.
    fn default() -> Scale {
        Scale { slope: 1.0, first: 0.0, mover: 0.0 }
    }
}

impl Scale {
    /// The scale that multiplies log-odds by `slope`: above 1 an advantage wins more often than the search takes it for, below 1 less
    /// often. At tables of two the first seat has `first` log-odds besides, and the other one lacks them. Whoever tells has `mover`
    /// besides: searches take the best of what they see, which is too good more often than not. None unless all are finite and the
    /// slope is positive.
    pub fn new(slope: f64, first: f64, mover: f64) -> Option<Scale> {
        let is_line = slope > 0.0 && [slope, first, mover].iter().all(|value| value.is_finite());
        is_line.then_some(Scale { slope, first, mover })
    }

    /// The expected score, 0 to 1, of a seat at a table of `seats` that tells a value.
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
        let odds = libm::pow(value / (1.0 - value) * others, self.slope) * libm::exp(advantage + self.mover);
        odds / (odds + others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Seat = Seat::new(1);

    #[test]
    fn what_is_sure_stays_so_and_more_stays_more() {
        for (slope, first, mover) in [(0.3, 0.0, 0.0), (1.0, -0.7, 0.0), (2.5, 1.0, -0.4)] {
            let scale = Scale::new(slope, first, mover).unwrap();
            assert_eq!([0.0, 1.0].map(|value| scale.score(value, SECOND, 2)), [0.0, 1.0]);
            let score = |part: i32| scale.score(f64::from(part) / 100.0, Seat::FIRST, 2);
            assert!((0..=100).map(score).is_sorted_by(|low, high| low < high));
            let both = scale.score(0.3, Seat::FIRST, 2) + scale.score(0.7, SECOND, 2);
            assert_eq!((both - 1.0).abs() < 1e-15, mover == 0.0, "the seats share one point: {both}");
            let even = scale.score(0.25, SECOND, 4);
            assert_eq!((even - 0.25).abs() < 1e-15, mover == 0.0, "an even share stays one: {even}");
        }
        let (nan, endless) = (f64::NAN, f64::INFINITY);
        for (slope, first, mover) in
            [(0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (nan, 0.0, 0.0), (1.0, endless, 0.0), (1.0, 0.0, nan)]
        {
            assert_eq!(Scale::new(slope, first, mover), None);
        }
    }

    /// 0.8 are odds of 4 to 1: half the log-odds are 2 to 1, and with an advantage of ln 2 again 4 to 1.
    #[test]
    fn log_odds_are_multiplied_and_added() {
        let near = |(slope, first, mover), value, seats, expected: f64| {
            let found = Scale::new(slope, first, mover).unwrap().score(value, Seat::FIRST, seats);
            assert!((found - expected).abs() < 1e-12, "{found}");
        };
        near((0.5, 0.0, 0.0), 0.8, 2, 2.0 / 3.0);
        near((0.5, 0.0, 0.0), 0.2, 2, 1.0 / 3.0);
        near((0.5, std::f64::consts::LN_2, 0.0), 0.8, 2, 0.8);
        near((0.5, 0.0, std::f64::consts::LN_2), 0.8, 2, 0.8);
        near((2.0, 0.0, 0.0), 0.5, 4, 0.75);
        near((2.0, 3.0, 0.0), 0.5, 4, 0.75);
    }
}
