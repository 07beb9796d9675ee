//! Whether values that are told are what is scored.
//!
//! The independent observations are games: the values of one game have one result. So each interval is that of a ratio of sums over
//! games (Cochran, "Sampling Techniques", 1977).

mod fit;

pub use fit::Line;

use crate::Estimate;
use crate::interval;

/// Parts into which values are divided.
pub const TENTHS: usize = 10;
/// A part with fewer values, or of fewer games, says little.
pub const FEWEST_VALUES: u64 = 200;
/// As [`FEWEST_VALUES`].
pub const FEWEST_GAMES: u64 = 50;

/// A value that was told in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Told {
    /// The expected score of a seat, 0 to 1.
    pub value: f64,
    /// What the seat scored in the end, 0 to 1.
    pub result: f64,
    /// Whether it was the first seat's.
    pub is_first: bool,
}

/// Sums of one game, and of all, over the values of a tenth.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    values: f64,
    told: f64,
    scored: f64,
}

/// The values of a tenth.
#[derive(Clone, Copy, Default, Debug)]
struct Part {
    games: u64,
    all: Sums,
    /// Sums over games of squares and products of the number of values and of what they are off by.
    numbers: f64,
    products: f64,
    squares: f64,
}

/// The values that were told, and what was scored.
#[derive(Clone, Debug)]
pub struct Reliability {
    games: u64,
    parts: [Part; TENTHS],
    cells: fit::Cells,
}

/// The values of a tenth against the results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tenth {
    /// Number of values.
    pub values: u64,
    /// Number of games.
    pub games: u64,
    /// Their mean.
    pub told: f64,
    /// The mean result.
    pub scored: f64,
    /// What is scored beyond what is told, with an interval of the confidence asked for.
    pub beyond: Estimate,
}

impl Tenth {
    /// Whether it is large enough to say something.
    pub fn is_large(&self) -> bool {
        self.values >= FEWEST_VALUES && self.games >= FEWEST_GAMES
    }
}

impl Reliability {
    /// Nothing told yet. `seats`: how many a table has.
    pub fn new(seats: usize) -> Reliability {
        Reliability { games: 0, parts: [Part::default(); TENTHS], cells: fit::Cells::new(seats) }
    }

    /// Adds the values of a game.
    pub fn add(&mut self, game: &[Told]) {
        let mut sums = [Sums::default(); TENTHS];
        for told in game {
            let tenth = (told.value * TENTHS as f64) as usize;
            let sum = &mut sums[tenth.min(TENTHS - 1)];
            sum.values += 1.0;
            sum.told += told.value;
            sum.scored += told.result;
            self.cells.add(told);
        }
        self.games += u64::from(!game.is_empty());
        for (part, sum) in self.parts.iter_mut().zip(sums).filter(|(_, sum)| sum.values > 0.0) {
            let beyond = sum.scored - sum.told;
            part.games += 1;
            part.all.values += sum.values;
            part.all.told += sum.told;
            part.all.scored += sum.scored;
            part.numbers += sum.values * sum.values;
            part.products += sum.values * beyond;
            part.squares += beyond * beyond;
        }
    }

    /// Number of values.
    pub fn values(&self) -> u64 {
        self.parts.iter().map(|part| part.all.values as u64).sum()
    }

    /// Number of games in which a value was told.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The tenths from the lowest; none where no value lies.
    pub fn tenths(&self, confidence: f64) -> [Option<Tenth>; TENTHS] {
        self.parts.map(|part| (part.games > 0).then(|| part.tenth(confidence)))
    }

    /// The line in log-odds that makes the values expected scores best.
    pub fn line(&self) -> Line {
        self.cells.line()
    }
}

impl Part {
    fn tenth(&self, confidence: f64) -> Tenth {
        let Sums { values, told, scored } = self.all;
        let games = self.games as f64;
        let beyond = (scored - told) / values;
        // The sum over games of squares of what is off beyond the mean.
        let squares = self.squares - 2.0 * beyond * self.products + beyond * beyond * self.numbers;
        let reach = match self.games {
            1 => f64::INFINITY,
            _ => {
                let error = (squares.max(0.0) * games / (games - 1.0)).sqrt() / values;
                error * interval::quantile(self.games, 0.5 + confidence / 2.0)
            }
        };
        Tenth {
            values: values as u64,
            games: self.games,
            told: told / values,
            scored: scored / values,
            beyond: Estimate { value: beyond, low: beyond - reach, high: beyond + reach, groups: self.games },
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng as _, SeedableRng};

    use super::*;
    use crate::{Rng, logistic};

    /// Values that are expectations.
    const EXACT: Line = Line { slope: 1.0, first: 0.0, mover: 0.0 };

    fn unit(rng: &mut Rng) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Games in which the true expectation goes up and down until it is decided, as told by an engine that stretches log-odds, with
    /// values for both seats by turns. At the start chances are even, apart from the first seat's advantage.
    fn world(rng: &mut Rng, games: usize, line: Line) -> Reliability {
        let Line { slope, first, mover } = line;
        let mut all = Reliability::new(2);
        for _ in 0..games {
            let (mut walk, mut told) = (first, Vec::new());
            for ply in 0..40 {
                let seat = ply % 2 == 0;
                let own = if seat { walk } else { -walk };
                // What is told lacks the advantages of the first seat and of whoever tells, and is on another scale.
                let offset = if seat { first } else { -first } + mover;
                told.push((logistic((own - offset) / slope), seat));
                // Steps by which the expectation of the score stays the same.
                let (low, high) = (logistic(walk - 0.3), logistic(walk + 0.3));
                let up = (logistic(walk) - low) / (high - low);
                walk += if unit(rng) < up { 0.3 } else { -0.3 };
            }
            let result = f64::from(u8::from(unit(rng) < logistic(walk)));
            let game: Vec<Told> = told
                .iter()
                .map(|&(value, is_first)| Told {
                    value,
                    is_first,
                    result: if is_first { result } else { 1.0 - result },
                })
                .collect();
            all.add(&game);
        }
        all
    }

    #[test]
    fn tenths_have_the_means_of_what_lies_in_them() {
        let mut all = Reliability::new(2);
        let told = |value, result| Told { value, result, is_first: true };
        all.add(&[told(0.25, 1.0), told(0.29, 1.0), told(1.0, 1.0)]);
        all.add(&[told(0.21, 0.0), told(0.0, 0.0)]);
        let tenths = all.tenths(0.95);
        let third = tenths[2].unwrap();
        assert_eq!((third.values, third.games), (3, 2));
        assert!((third.told - 0.25).abs() < 1e-12 && (third.scored - 2.0 / 3.0).abs() < 1e-12);
        assert!((third.beyond.value - (third.scored - third.told)).abs() < 1e-12);
        assert_eq!((tenths[0].unwrap().values, tenths[9].unwrap().values, tenths[5]), (1, 1, None));
        assert_eq!((all.values(), all.games()), (5, 2));
        assert!(!third.is_large());
    }

    /// The interval of a tenth counts games: in 400 worlds in which values are expectations, it holds 0 in 95 of 100.
    #[test]
    fn intervals_of_tenths_cover_the_truth() {
        let mut rng = Rng::seed_from_u64(5);
        let (mut inside, mut all) = (0.0, 0.0);
        for _ in 0..400 {
            for tenth in world(&mut rng, 80, EXACT).tenths(0.95).into_iter().flatten() {
                if tenth.games >= FEWEST_GAMES {
                    inside += f64::from(u8::from(tenth.beyond.covers(0.0)));
                    all += 1.0;
                }
            }
        }
        let share = inside / all;
        assert!((0.93..=0.97).contains(&share), "{share} of {all}");
    }

    #[test]
    fn the_line_is_that_of_the_world() {
        let mut rng = Rng::seed_from_u64(6);
        let lines = [(0.5, 0.0, 0.0), (1.0, 0.4, 0.0), (2.0, -0.6, 0.0), (1.5, 0.0, -0.5), (0.7, 0.5, 0.4)];
        for (slope, first, mover) in lines {
            let found = world(&mut rng, 3000, Line { slope, first, mover }).line();
            assert!((found.slope / slope - 1.0).abs() < 0.1, "{found:?} of {slope}");
            assert!((found.first - first).abs() < 0.1, "{found:?} of {first}");
            assert!((found.mover - mover).abs() < 0.1, "{found:?} of {mover}");
        }
    }
}
