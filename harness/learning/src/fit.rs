//! Weights that fit positions.

use rayon::prelude::*;
use torneo_search::learned::{HALF, Staged, UNIT, Weights, expected};

use crate::play::Sample;
use crate::symmetry::Sharing;

/// Steps of conjugate gradients.
const STEPS: usize = 12;
/// Steps of Gauss and Newton for the last fit.
const SETTLING: usize = 4;
/// The penalty on the square of a weight with which the search for the best one begins, and the factor between those that are tried.
const PENALTY: f64 = 1e-4;
const FACTOR: f64 = 3.0;
/// The game's own evaluation is looked at in units of this many, and the constant is one of them, so that their weights move as those of
/// patterns do.
const OWN_UNIT: f64 = 100.0;
/// Between which numbers the scale is sought that makes what was learnt as large as the game's own evaluation, and how often they are halved.
const SCALES: [f64; 2] = [0.1, 10.0];
const HALVINGS: usize = 24;
/// Parts that sums over positions are made of, whatever the number of threads.
const PARTS: usize = 16;
/// The smallest size of the counts of a term that is reckoned with.
const SMALLEST: f64 = 0.1;
/// What is weighed beside terms and patterns: the game's own evaluation, the turn, and the constant.
const FIRST: usize = 3;

/// The weights while they are learnt: first the levels, then the slopes. Each half holds the game's own
/// evaluation, the turn, the constant, the changes of its terms, each pattern, and what patterns share. They
/// minimise the squared errors of expected scores with a penalty on their squares (Hoerl and Kennard, "Ridge
/// Regression", 1970).
#[derive(Clone)]
pub struct Fit<'a> {
    sharing: &'a Sharing,
    weights: Vec<f64>,
    penalty: f64,
    /// The first pattern that is not looked at.
    end: usize,
    /// With so many things the board is full.
    full: f64,
    /// The size that the counts of each term usually have. Weights of terms are those of as many, so that they move as those of patterns do.
    sizes: Vec<f64>,
}

impl<'a> Fit<'a> {
    /// The game's own evaluation as it is, and nothing else.
    pub fn new(terms: usize, patterns: usize, sharing: &'a Sharing) -> Fit<'a> {
        let count = 2 * (FIRST + terms + patterns + sharing.count());
        let weights = priors().take(count).collect();
        Fit { sharing, weights, penalty: PENALTY, end: patterns, full: 1.0, sizes: vec![1.0; terms] }
    }

    /// Sets how many things fill the board, by the fullest of these positions, and how large the counts of
    /// terms usually are.
    pub fn fill(&mut self, samples: &[Sample]) {
        self.full = samples.iter().map(|sample| f64::from(sample.things)).fold(1.0, f64::max);
        for (term, size) in self.sizes.iter_mut().enumerate() {
            let squares: f64 = samples
                .iter()
                .map(|sample| f64::from(sample.counts[term]) * f64::from(sample.counts[term]))
                .sum();
            *size = (squares / samples.len().max(1) as f64).sqrt().max(SMALLEST);
        }
    }

    /// How many weights there are before those of the patterns.
    fn head(&self) -> usize {
        FIRST + self.sizes.len()
    }

    /// The same fit with the first patterns alone; without any, nothing changes as the board empties.
    pub fn with_first(&self, patterns: usize) -> Fit<'a> {
        Fit { end: patterns, ..self.clone() }
    }

    /// The weights of what a position is made of, each with what it shares with others; levels, then slopes.
    fn spread(&self, weights: &[f64]) -> Vec<f64> {
        let mut spread = Vec::new();
        for weights in weights.chunks(weights.len() / 2) {
            let (head, patterns) = weights.split_at(self.head());
            spread.extend(head);
            let mut patterns = self.sharing.spread(patterns);
            patterns[self.end..].fill(0.0);
            spread.append(&mut patterns);
        }
        self.keep_even(&mut spread);
        spread
    }

    /// The transpose of [`spread`](Fit::spread).
    fn gather(&self, parts: &[f64]) -> Vec<f64> {
        let (mut gathered, mut parts) = (Vec::new(), parts.to_vec());
        self.keep_even(&mut parts);
        for parts in parts.chunks(parts.len() / 2) {
            let (head, patterns) = parts.split_at(self.head());
            gathered.extend(head);
            let mut patterns = patterns.to_vec();
            patterns[self.end..].fill(0.0);
            self.sharing.gather(&mut patterns);
            gathered.append(&mut patterns);
        }
        gathered
    }

    /// Without patterns weights have no slopes: who looks at none does not see how full the board is.
    fn keep_even(&self, parts: &mut [f64]) {
        if self.end == 0 {
            let half = parts.len() / 2;
            parts[half..].fill(0.0);
        }
    }

    /// The root of the mean square of the errors of expected scores.
    pub fn error(&self, samples: &[Sample]) -> f64 {
        let weights = self.spread(&self.weights);
        let error = |sample: &Sample| score(self.dot(sample, &weights)) - sample.target;
        let sum: f64 = samples.iter().map(|sample| error(sample) * error(sample)).sum();
        (sum / samples.len().max(1) as f64).sqrt()
    }

    /// Finds the penalty with which the weights of the older positions predict the newer ones best. Then fits
    /// the weights to all.
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

    /// Fits the weights as closely as some steps can.
    pub fn settle(&mut self, samples: &[Sample]) {
        (0..SETTLING).for_each(|_| self.minimise(samples));
    }

    /// Minimises from the weights as they are: a step of Gauss and Newton, whose linear problem is solved by conjugate gradients
    /// (Hestenes and Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952).
    fn minimise(&mut self, samples: &[Sample]) {
        let weights = self.spread(&self.weights);
        let (slopes, errors): (Vec<f64>, Vec<f64>) =
            samples.par_iter().map(|sample| self.linear(sample, &weights)).unzip();
        let residual = self.sums(samples, weights.len(), |number| slopes[number] * errors[number]);
        let mut residual = self.gather(&residual);
        for ((residual, weight), prior) in residual.iter_mut().zip(&self.weights).zip(priors()) {
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
        let along: Vec<f64> = samples.par_iter().map(|sample| self.dot(sample, &spread)).collect();
        let square = |number: usize| slopes[number] * slopes[number] * along[number];
        let mut image = self.gather(&self.sums(samples, spread.len(), square));
        image.iter_mut().zip(vector).for_each(|(image, part)| *image += self.penalty * part);
        image
    }

    /// The factor for all weights that makes evaluations as far from even, on average, as the game's own. The
    /// margins of searches are made for those. The distance is measured in expected scores, where an
    /// immediate win counts no more than any other win.
    pub fn scale(&self, samples: &[Sample]) -> f64 {
        let weights = self.spread(&self.weights);
        let values: Vec<f64> = samples.par_iter().map(|sample| self.dot(sample, &weights).abs()).collect();
        let far = |value: f64| value / (value + f64::from(HALF));
        let own: f64 = samples.iter().map(|sample| far(f64::from(sample.own).abs())).sum();
        let [mut low, mut high] = SCALES;
        for _ in 0..HALVINGS {
            let middle = (low * high).sqrt();
            let found: f64 = values.iter().map(|value| far(middle * value)).sum();
            if found < own { low = middle } else { high = middle }
        }
        (low * high).sqrt()
    }

    /// Writes the weights as whole numbers to the weights of the patterns and terms: times a scale, and with
    /// a share of what was learnt.
    pub fn weights(&self, mut weights: Weights, scale: f64, share: f64) -> Weights {
        let own = self.weights.iter().zip(priors());
        let blended = own.map(|(weight, prior)| prior + share * (scale * weight - prior));
        let mut found = self.spread(&blended.collect::<Vec<_>>());
        let half = found.len() / 2;
        let (levels, slopes) = found.split_at_mut(half);
        self.sharing.even_out(&mut levels[self.head()..]);
        self.sharing.even_out(&mut slopes[self.head()..]);
        let whole = |number: usize, unit: f64| {
            let whole = |weight: f64| (weight * unit * f64::from(UNIT)).round() as i32;
            Staged { level: whole(levels[number]), slope: whole(slopes[number]) }
        };
        weights.set(|pattern| whole(self.head() + pattern, 1.0));
        weights.set_terms(|term| whole(FIRST + term, 1.0 / self.sizes[term]));
        weights.set_own(whole(0, 1.0 / OWN_UNIT), whole(1, 1.0), whole(2, OWN_UNIT));
        weights.set_full(self.full as u16);
        weights
    }

    /// How fast the expected score of a position grows with its evaluation, and what it lacks.
    fn linear(&self, sample: &Sample, weights: &[f64]) -> (f64, f64) {
        let (value, half) = (self.dot(sample, weights), f64::from(HALF));
        let far = value.abs() + half;
        (half / (far * far) / 2.0, sample.target - score(value))
    }

    /// What a position has of what is weighed beside patterns.
    fn first(&self, sample: &Sample) -> impl Iterator<Item = f64> {
        let first = [f64::from(sample.own) / OWN_UNIT, f64::from(sample.turn), OWN_UNIT];
        first
            .into_iter()
            .chain(sample.counts.iter().zip(&self.sizes).map(|(&count, size)| f64::from(count) / size))
    }

    /// The sum of the weights of a position.
    fn dot(&self, sample: &Sample, weights: &[f64]) -> f64 {
        let (levels, slopes) = weights.split_at(weights.len() / 2);
        let head = self.head();
        let sum = |weights: &[f64]| {
            let first = self.first(sample).zip(weights).map(|(part, weight)| part * weight).sum::<f64>();
            first + sample.patterns.iter().map(|&pattern| weights[head + usize::from(pattern)]).sum::<f64>()
        };
        sum(levels) + stage(sample, self.full) * sum(slopes)
    }

    /// The sums over the positions of what each of them adds to the weights of what it has.
    fn sums(&self, samples: &[Sample], weights: usize, part: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
        let (size, head) = (samples.len().div_ceil(PARTS).max(1), self.head());
        let parts: Vec<Vec<f64>> = samples
            .par_chunks(size)
            .enumerate()
            .map(|(chunk, samples)| {
                let mut sums = vec![0.0; weights];
                let (levels, slopes) = sums.split_at_mut(weights / 2);
                for (number, sample) in samples.iter().enumerate() {
                    let part = part(chunk * size + number);
                    let sloped = part * stage(sample, self.full);
                    for (sums, part) in [(&mut *levels, part), (&mut *slopes, sloped)] {
                        sums.iter_mut().zip(self.first(sample)).for_each(|(sum, first)| *sum += part * first);
                        sample.patterns.iter().for_each(|&pattern| sums[head + usize::from(pattern)] += part);
                    }
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
}

/// What the weights are taken to be where nothing is known.
fn priors() -> impl Iterator<Item = f64> {
    std::iter::once(OWN_UNIT).chain(std::iter::repeat(0.0))
}

/// By how much of their slopes weights differ from their levels: -1 on an empty board, 1 on a full one.
fn stage(sample: &Sample, full: f64) -> f64 {
    2.0 * f64::from(sample.things).min(full) / full - 1.0
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
                let (own, turn, things) =
                    (i32::from(set % 5) * 50 - 100, if set.is_multiple_of(3) { 1 } else { -1 }, set % 7);
                let stage = f64::from(things) / 3.0 - 1.0;
                let target =
                    score(value + f64::from(own) * (1.0 + 0.25 * stage) + 10.0 * f64::from(turn) - 30.0);
                Sample { patterns, own, counts: Vec::new(), turn, things, target }
            })
            .collect()
    }

    #[test]
    fn weights_that_made_the_scores_are_found_again() {
        let weights = [120.0, -80.0, 0.0, 300.0, -15.0, 40.0, 60.0, -200.0];
        let (samples, sharing) = (positions(&weights), Sharing::none(weights.len()));
        let mut fit = Fit { penalty: 1e-12, ..Fit::new(0, weights.len(), &sharing) };
        fit.fill(&samples);
        for _ in 0..60 {
            fit.minimise(&samples);
        }
        let found = &fit.weights;
        let near = |number: usize, weight: f64| (found[number] - weight).abs() < 1.0;
        assert!(near(0, OWN_UNIT) && near(1, 10.0) && near(2, -0.3), "{found:?}");
        assert!(near(found.len() / 2, OWN_UNIT / 4.0), "its slope: {found:?}");
        assert!((0..).zip(weights).all(|(number, weight)| near(FIRST + number, weight)), "{found:?}");
        assert!(fit.error(&samples) < 1e-3);
    }

    /// Positions in which terms of different sizes are counted, worth what `weights` say, growing with the board where `slopes` say so.
    fn counted(weights: [f64; 2], slopes: [f64; 2]) -> Vec<Sample> {
        let sample = |number: i32| {
            let (counts, things) = (vec![(number % 7 - 3) * 40, number % 5 - 2], (number % 6) as u16);
            let stage = 2.0 * f64::from(things) / 5.0 - 1.0;
            let own = 10 * (number % 9) - 40;
            let parts = counts.iter().zip(weights.iter().zip(slopes));
            let value = parts.map(|(&count, (weight, slope))| f64::from(count) * (weight + slope * stage));
            let target = score(f64::from(own) + value.sum::<f64>());
            Sample { patterns: vec![0], own, counts, turn: 1, things, target }
        };
        (0..630).map(sample).collect()
    }

    #[test]
    fn weights_of_terms_are_found_again_whatever_their_size() {
        let (samples, sharing) = (counted([1.5, -60.0], [0.25, 10.0]), Sharing::none(1));
        let mut fit = Fit { penalty: 1e-12, ..Fit::new(2, 1, &sharing) };
        fit.fill(&samples);
        (0..40).for_each(|_| fit.minimise(&samples));
        let found = |fit: &Fit, half: usize, term: usize| {
            fit.spread(&fit.weights)[half * (FIRST + 3) + FIRST + term] / fit.sizes[term]
        };
        for (half, expected) in [[1.5, -60.0], [0.25, 10.0]].into_iter().enumerate() {
            for (term, expected) in expected.into_iter().enumerate() {
                let found = found(&fit, half, term);
                assert!((found - expected).abs() < 0.05, "{half} {term}: {found} is {expected}");
            }
        }
        // Terms alone do not see how full the board is, and do as well as they can without.
        let mut alone = fit.with_first(0);
        alone.settle(&samples);
        assert_eq!(found(&alone, 1, 0), 0.0);
        assert!((found(&alone, 0, 1) + 60.0).abs() < 10.0 && alone.error(&samples) > fit.error(&samples));
    }

    #[test]
    fn evaluations_are_made_as_large_as_the_games_own() {
        let sharing = Sharing::none(1);
        let mut samples = counted([0.0, 0.0], [0.0, 0.0]);
        let mut fit = Fit::new(2, 1, &sharing);
        assert!((fit.scale(&samples) - 1.0).abs() < 1e-3, "{}", fit.scale(&samples));
        fit.weights[0] *= 4.0;
        assert!((fit.scale(&samples) - 0.25).abs() < 1e-3, "{}", fit.scale(&samples));
        // What is won at once in a few positions hardly counts.
        samples.iter_mut().step_by(100).for_each(|sample| sample.own *= 1000);
        assert!((fit.scale(&samples) - 0.25).abs() < 0.05, "{}", fit.scale(&samples));
        samples.iter_mut().for_each(|sample| sample.own = 0);
        assert!(fit.scale(&samples).is_finite());
    }

    #[test]
    fn a_penalty_keeps_weights_small_and_too_little_to_learn_from_changes_nothing() {
        let weights = [200.0, -200.0, 0.0, 0.0, 0.0, 0.0];
        let (samples, sharing) = (positions(&weights), Sharing::none(weights.len()));
        let size = |penalty: f64| {
            let mut fit = Fit { penalty, ..Fit::new(0, weights.len(), &sharing) };
            fit.fill(&samples);
            (0..20).for_each(|_| fit.minimise(&samples));
            fit.weights[FIRST..FIRST + 2].iter().map(|weight| weight.abs()).sum::<f64>()
        };
        assert!(size(1e-9) > 300.0 && size(1e-4) < size(1e-9) && size(1.0) < 1.0);
        let sharing = Sharing::none(3);
        let mut fit = Fit::new(0, 3, &sharing);
        fit.fit(&[], 0);
        assert_eq!(fit.weights, Fit::new(0, 3, &sharing).weights);
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let samples = positions(&[7.0, -3.0, 11.0, 2.5, 19.0, -1.0, 0.25, 5.0]);
        let fitted = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let sharing = Sharing::none(8);
            let mut fit = Fit::new(0, 8, &sharing);
            pool.install(|| fit.fit(&samples, 40));
            fit.weights
        };
        assert_eq!(fitted(1), fitted(3));
    }
}
