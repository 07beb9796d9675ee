//! Weights that fit positions.

use rayon::prelude::*;
use torneo_search::learned::{HALF, Patterns, UNIT, Weights, expected};

use crate::play::Sample;
use crate::symmetry::Sharing;

/// Steps of conjugate gradients.
const STEPS: usize = 12;
/// The penalty on the square of a weight with which the search for the best one begins, and the factor between those that are tried.
const PENALTY: f64 = 1e-4;
const FACTOR: f64 = 3.0;
/// The game's own evaluation is looked at in units of this many, so that its weight moves as those of patterns do.
const OWN_UNIT: f64 = 100.0;
/// Parts that sums over positions are made of, whatever the number of threads.
const PARTS: usize = 16;
/// Where the weights of patterns begin.
const PATTERNS: usize = 2;

/// The weights while they are learnt: of the game's own evaluation, of the turn, of each pattern, and those that patterns share. They
/// minimise the squared errors of expected scores with a penalty on their squares (Hoerl and Kennard, "Ridge Regression", 1970).
#[derive(Clone)]
pub struct Fit<'a> {
    sharing: &'a Sharing,
    weights: Vec<f64>,
    penalty: f64,
}

impl<'a> Fit<'a> {
    /// The game's own evaluation as it is, and nothing else.
    pub fn new(patterns: usize, sharing: &'a Sharing) -> Fit<'a> {
        let weights = prior().chain(std::iter::repeat_n(0.0, patterns + sharing.count())).collect();
        Fit { sharing, weights, penalty: PENALTY }
    }

    /// The weights of what a position is made of, each with what it shares with others.
    fn spread(&self, weights: &[f64]) -> Vec<f64> {
        let (first, patterns) = weights.split_at(PATTERNS);
        first.iter().copied().chain(self.sharing.spread(patterns)).collect()
    }

    /// The transpose of [`spread`](Fit::spread).
    fn gather(&self, mut parts: Vec<f64>) -> Vec<f64> {
        let mut patterns = parts.split_off(PATTERNS);
        self.sharing.gather(&mut patterns);
        parts.append(&mut patterns);
        parts
    }

    /// The root of the mean square of the errors of expected scores.
    pub fn error(&self, samples: &[Sample]) -> f64 {
        let weights = self.spread(&self.weights);
        let error = |sample: &Sample| score(dot(sample, &weights)) - sample.target;
        let sum: f64 = samples.iter().map(|sample| error(sample) * error(sample)).sum();
        (sum / samples.len().max(1) as f64).sqrt()
    }

    /// Finds the penalty with which the weights of the older positions foretell the newer ones best, and fits them to all.
    pub fn fit(&mut self, samples: &[Sample], newer: usize) {
        let (older, newest) = samples.split_at(samples.len() - newer);
        if !older.is_empty() {
            let foretold = |penalty: f64| {
                let mut fit = Fit { penalty, ..self.clone() };
                fit.minimise(older);
                fit.error(newest)
            };
            let mut best = (foretold(self.penalty), self.penalty);
            for factor in [1.0 / FACTOR, FACTOR] {
                let penalty = self.penalty * factor;
                let error = foretold(penalty);
                if error < best.0 {
                    best = (error, penalty);
                }
            }
            self.penalty = best.1;
        }
        self.minimise(samples);
    }

    /// Minimises from the weights as they are: a step of Gauss and Newton, whose linear problem is solved by conjugate gradients
    /// (Hestenes and Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952).
    fn minimise(&mut self, samples: &[Sample]) {
        let weights = self.spread(&self.weights);
        let (slopes, errors): (Vec<f64>, Vec<f64>) =
            samples.par_iter().map(|sample| linear(sample, &weights)).unzip();
        let residual = gather(samples, weights.len(), |number| slopes[number] * errors[number]);
        let mut residual = self.gather(residual);
        let priors = prior().chain(std::iter::repeat(0.0));
        for ((residual, weight), prior) in residual.iter_mut().zip(&self.weights).zip(priors) {
            *residual -= self.penalty * (weight - prior);
        }
        let mut direction = residual.clone();
        let mut square = norm(&residual);
        for _ in 0..STEPS {
            if square <= f64::MIN_POSITIVE {
                break;
            }
            let image = self.image(samples, &slopes, &direction);
            let length = square / direction.iter().zip(&image).map(|(a, b)| a * b).sum::<f64>();
            self.weights.iter_mut().zip(&direction).for_each(|(weight, part)| *weight += length * part);
            residual.iter_mut().zip(&image).for_each(|(residual, image)| *residual -= length * image);
            let next = norm(&residual);
            direction.iter_mut().zip(&residual).for_each(|(part, rest)| *part = rest + next / square * *part);
            square = next;
        }
    }

    /// The matrix of the linear problem times a vector.
    fn image(&self, samples: &[Sample], slopes: &[f64], vector: &[f64]) -> Vec<f64> {
        let spread = self.spread(vector);
        let along: Vec<f64> = samples.par_iter().map(|sample| dot(sample, &spread)).collect();
        let square = |number: usize| slopes[number] * slopes[number] * along[number];
        let mut image = self.gather(gather(samples, spread.len(), square));
        image.iter_mut().zip(vector).for_each(|(image, part)| *image += self.penalty * part);
        image
    }

    /// The weights as whole numbers.
    pub fn weights(&self, patterns: Patterns) -> Weights {
        let whole = |weight: f64| (weight * f64::from(UNIT)).round() as i32;
        let (mut weights, found) = (Weights::zero(patterns), self.spread(&self.weights));
        weights.set(|pattern| whole(found[PATTERNS + pattern]));
        weights.set_own(whole(found[0] / OWN_UNIT), whole(found[1]));
        weights
    }
}

/// How fast the expected score of a position grows with its evaluation, and what it lacks.
fn linear(sample: &Sample, weights: &[f64]) -> (f64, f64) {
    let (value, half) = (dot(sample, weights), f64::from(HALF));
    let far = value.abs() + half;
    (half / (far * far) / 2.0, sample.target - score(value))
}

/// What the first weights are taken to be where nothing is known.
fn prior() -> impl Iterator<Item = f64> {
    [OWN_UNIT, 0.0].into_iter()
}

/// The sum of the weights of a position.
fn dot(sample: &Sample, weights: &[f64]) -> f64 {
    let own = weights[0] * f64::from(sample.own) / OWN_UNIT + weights[1] * f64::from(sample.turn);
    own + sample.patterns.iter().map(|&pattern| weights[PATTERNS + usize::from(pattern)]).sum::<f64>()
}

/// The sums over the positions of what each of them adds to the weights of its patterns.
fn gather(samples: &[Sample], weights: usize, part: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
    let size = samples.len().div_ceil(PARTS).max(1);
    let parts: Vec<Vec<f64>> = samples
        .par_chunks(size)
        .enumerate()
        .map(|(chunk, samples)| {
            let mut sums = vec![0.0; weights];
            for (number, sample) in samples.iter().enumerate() {
                let part = part(chunk * size + number);
                sums[0] += part * f64::from(sample.own) / OWN_UNIT;
                sums[1] += part * f64::from(sample.turn);
                sample.patterns.iter().for_each(|&pattern| sums[PATTERNS + usize::from(pattern)] += part);
            }
            sums
        })
        .collect();
    let mut sums = vec![0.0; weights];
    for part in parts {
        sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
    sums
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|part| part * part).sum()
}

/// The expected score of the first seat by an evaluation.
fn score(value: f64) -> f64 {
    const BOUND: f64 = 1_000_000.0;
    expected(value.clamp(-BOUND, BOUND).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions in which each of some patterns is there or not, worth what `weights` say.
    fn positions(weights: &[f64]) -> Vec<Sample> {
        (0..1 << weights.len())
            .map(|set: u16| {
                let patterns: Vec<u16> =
                    (0..weights.len() as u16).filter(|pattern| set >> pattern & 1 == 1).collect();
                let value = patterns.iter().map(|&pattern| weights[usize::from(pattern)]).sum::<f64>();
                let (own, turn) = (i32::from(set % 5) * 50 - 100, 1);
                Sample { patterns, own, turn, target: score(value + f64::from(own) + 10.0) }
            })
            .collect()
    }

    #[test]
    fn weights_that_made_the_scores_are_found_again() {
        let weights = [120.0, -80.0, 0.0, 300.0, -15.0, 40.0, 60.0, -200.0];
        let (samples, sharing) = (positions(&weights), Sharing::none(weights.len()));
        let mut fit = Fit { penalty: 1e-12, ..Fit::new(weights.len(), &sharing) };
        for _ in 0..20 {
            fit.minimise(&samples);
        }
        let found = &fit.weights;
        let near = |number: usize, weight: f64| (found[number] - weight).abs() < 1.0;
        assert!(near(0, OWN_UNIT) && near(1, 10.0), "{found:?}");
        assert!((0..).zip(weights).all(|(number, weight)| near(PATTERNS + number, weight)), "{found:?}");
        assert!(fit.error(&samples) < 1e-3);
    }

    #[test]
    fn a_penalty_keeps_weights_small_and_too_little_to_learn_from_changes_nothing() {
        let (samples, sharing) = (positions(&[200.0, -200.0]), Sharing::none(2));
        let size = |penalty: f64| {
            let mut fit = Fit { penalty, ..Fit::new(2, &sharing) };
            (0..5).for_each(|_| fit.minimise(&samples));
            fit.weights[PATTERNS..].iter().map(|weight| weight.abs()).sum::<f64>()
        };
        assert!(size(1e-9) > 300.0 && size(1e-4) < size(1e-9) && size(1.0) < 1.0);
        let sharing = Sharing::none(3);
        let mut fit = Fit::new(3, &sharing);
        fit.fit(&[], 0);
        assert_eq!(fit.weights, Fit::new(3, &sharing).weights);
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let samples = positions(&[7.0, -3.0, 11.0, 2.5, 19.0, -1.0, 0.25, 5.0]);
        let fitted = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let sharing = Sharing::none(8);
            let mut fit = Fit::new(8, &sharing);
            pool.install(|| fit.fit(&samples, 40));
            fit.weights
        };
        assert_eq!(fitted(1), fitted(3));
    }
}
