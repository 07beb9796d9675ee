//! Tuning by simultaneous perturbation stochastic approximation (Spall, 1992), as fishtest and OpenBench tune
//! chess engines.
//!
//! All parameters are moved at once, each up or down at random. A match between the two sides of the move
//! estimates the slope along it. Then the parameters take a step uphill. After `k` iterations, moves have the
//! size `c / (k + 1)^0.101` and steps `a / (k + 1 + A)^0.602`, with the exponents that Spall (1998)
//! recommends. `A` is a tenth of the iterations. Everything is in units of the parameters' ranges.

use rand_core::{Rng as _, SeedableRng};

use crate::Rng;

/// The exponent of the moves.
const GAMMA: f64 = 0.101;
/// The exponent of the steps.
const ALPHA: f64 = 0.602;
/// The size of the last moves, as a share of the range.
const LAST_MOVE: f64 = 1.0 / 16.0;
/// How far the first step goes if one side of the move wins everything, as a share of the range.
const FIRST_STEP: f64 = 0.25;
/// The share of the iterations by which the steps are delayed.
const DELAY: f64 = 0.1;

/// The numbers that decide the sizes of moves and steps, by the names of Spall (1998) and fishtest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// The delay of the steps in iterations.
    pub delay: f64,
    /// The exponent of the steps.
    pub alpha: f64,
    /// The exponent of the moves.
    pub gamma: f64,
    /// The size of the last move, as a share of the range.
    pub c_end: f64,
    /// The last step where one side wins everything, as a multiple of the square of the last move.
    pub r_end: f64,
}

/// A parameter's range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether it takes whole numbers only.
    pub whole: bool,
    /// Whether equal factors and not equal differences count the same.
    pub geometric: bool,
}

impl Range {
    /// The value at a place from 0, the lowest, to 1, the highest.
    pub fn at(&self, place: f64) -> f64 {
        let value = match self.geometric {
            true => self.low * libm::pow(self.high / self.low, place),
            false => self.low + (self.high - self.low) * place,
        };
        let value = if self.whole { value.round() } else { value };
        value.clamp(self.low, self.high)
    }

    /// The place of a value.
    pub fn place(&self, value: f64) -> f64 {
        let place = match self.geometric {
            true => libm::log(value / self.low) / libm::log(self.high / self.low),
            false => (value - self.low) / (self.high - self.low),
        };
        place.clamp(0.0, 1.0)
    }
}

/// A course of tuning: where the parameters are, each in `0..=1` of its range.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    iterations: u64,
    seed: u64,
    places: Vec<f64>,
}

/// The two sides of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    /// The direction of each parameter, 1 or -1.
    signs: Vec<f64>,
    /// The size.
    size: f64,
    /// The places on the one side.
    pub plus: Vec<f64>,
    /// The places on the other side.
    pub minus: Vec<f64>,
}

impl Spsa {
    /// Begins at these places, for this number of iterations.
    pub fn new(places: Vec<f64>, iterations: u64, seed: u64) -> Spsa {
        Spsa { iterations, seed, places }
    }

    /// Where the parameters are.
    pub fn places(&self) -> &[f64] {
        &self.places
    }

    /// Goes on from other places.
    pub fn go_to(&mut self, places: Vec<f64>) {
        self.places = places;
    }

    /// The gains of a course with this number of iterations. A step of fishtest is `r c^2` of the last move times the result, wins less
    /// losses, over the move.
    pub fn gains(iterations: u64) -> Gains {
        let spsa = Spsa::new(Vec::new(), iterations, 0);
        let last = iterations.saturating_sub(1);
        // `step` moves by size * slope, where the slope has the first move over the last one.
        let a = spsa.step_size(last) * spsa.move_size(0);
        let c_end = spsa.move_size(last);
        Gains { delay: spsa.delay(), alpha: ALPHA, gamma: GAMMA, c_end, r_end: a / (c_end * c_end) }
    }

    fn delay(&self) -> f64 {
        DELAY * self.iterations as f64
    }

    /// How far the step of an iteration goes if one side of the first move wins everything.
    fn step_size(&self, iteration: u64) -> f64 {
        let delay = self.delay();
        FIRST_STEP * libm::pow(1.0 + delay, ALPHA) / libm::pow(iteration as f64 + 1.0 + delay, ALPHA)
    }

    fn move_size(&self, iteration: u64) -> f64 {
        LAST_MOVE * libm::pow(self.iterations as f64 / (iteration + 1) as f64, GAMMA)
    }

    /// The move of an iteration, from 0. It follows from the seed, the iteration and the places.
    pub fn perturb(&self, iteration: u64) -> Move {
        let mut rng = Rng::seed_from_u64(self.seed);
        // Iterations have streams of their own, so that a course can be taken up anywhere.
        let mut rng = Rng::seed_from_u64(rng.next_u64() ^ iteration.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let size = self.move_size(iteration);
        let signs: Vec<f64> =
            self.places.iter().map(|_| if rng.next_u64() >> 63 == 1 { 1.0 } else { -1.0 }).collect();
        let side = |direction: f64| {
            let moved = self.places.iter().zip(&signs).map(|(place, sign)| place + direction * sign * size);
            moved.map(|place| place.clamp(0.0, 1.0)).collect()
        };
        Move { plus: side(1.0), minus: side(-1.0), size, signs }
    }

    /// Takes the step of an iteration in which the one side of the move scored `score` (0 to 1) against the other.
    pub fn step(&mut self, iteration: u64, moved: &Move, score: f64) {
        let size = self.step_size(iteration);
        // The slope in units of the first move, so that a win of everything is a step of that size at first.
        let slope = (2.0 * score - 1.0) * self.move_size(0) / moved.size;
        for (place, sign) in self.places.iter_mut().zip(&moved.signs) {
            *place = (*place + size * slope * sign).clamp(0.0, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_go_there_and_back() {
        let linear = Range { low: -1.0, high: 3.0, whole: false, geometric: false };
        assert_eq!(
            (linear.at(0.0), linear.at(0.5), linear.at(1.0), linear.place(2.0)),
            (-1.0, 1.0, 3.0, 0.75)
        );
        let whole = Range { low: 1.0, high: 1000.0, whole: true, geometric: true };
        assert_eq!((whole.at(0.0), whole.at(1.0 / 3.0), whole.at(1.0)), (1.0, 10.0, 1000.0));
        assert!((whole.place(100.0) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(linear.place(9.0), 1.0);
    }

    #[test]
    fn moves_follow_from_the_seed_and_keep_to_the_range() {
        let spsa = Spsa::new(vec![0.0, 0.5, 1.0], 50, 7);
        assert_eq!(spsa.perturb(3), spsa.perturb(3));
        let moves: Vec<Move> = (0..20).map(|iteration| spsa.perturb(iteration)).collect();
        assert!(moves.windows(2).any(|pair| pair[0].signs != pair[1].signs));
        for moved in &moves {
            assert!(moved.plus.iter().chain(&moved.minus).all(|place| (0.0..=1.0).contains(place)));
            assert!(moved.plus[1] != moved.minus[1]);
        }
        assert!(moves[0].size > moves[19].size);
    }

    /// A hill with noise: the best place of each parameter is known.
    #[test]
    fn the_top_of_a_hill_is_found() {
        let best = [0.3, 0.8];
        let height = |places: &[f64]| {
            -places.iter().zip(best).map(|(place, best)| 8.0 * (place - best).powi(2)).sum::<f64>()
        };
        for seed in 0..10 {
            let mut spsa = Spsa::new(vec![0.9, 0.1], 400, seed);
            let mut noise = Rng::seed_from_u64(seed);
            let mut means = [0.0; 2];
            for iteration in 0..400 {
                let moved = spsa.perturb(iteration);
                let fair = 1.0 / (1.0 + libm::exp(height(&moved.minus) - height(&moved.plus)));
                let won =
                    (0..16).filter(|_| (noise.next_u64() >> 11) as f64 / (1u64 << 53) as f64 <= fair).count();
                spsa.step(iteration, &moved, won as f64 / 16.0);
                if iteration >= 200 {
                    means.iter_mut().zip(spsa.places()).for_each(|(mean, place)| *mean += place / 200.0);
                }
            }
            for (mean, best) in means.iter().zip(best) {
                assert!((mean - best).abs() < 0.1, "seed {seed}: {means:?}");
            }
        }
    }
}
