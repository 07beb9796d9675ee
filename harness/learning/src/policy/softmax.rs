//! Weights with which the softmax over the actions gives the chosen ones the greatest likelihood, with a penalty on their squares.
//!
//! They are found by stochastic gradients with a step for each weight (AdaGrad: Duchi, Hazan and Singer, "Adaptive Subgradient Methods for
//! Online Learning and Stochastic Optimization", 2011). One thread passes over the choices in a random order that the seed gives. The
//! penalty and the number of passes are those with which the earlier choices foretell the later ones best.

use std::collections::HashMap;

use rand_core::SeedableRng;
use torneo_contract::random::{self, Generator};
use torneo_search::policy::{UNIT, Weights, exp, ln};

use super::choices::Choice;

/// Passes over all choices at most.
const PASSES: usize = 8;
/// The length of steps.
const STEP: f64 = 0.1;
/// The penalties on the square of a weight that are tried: the inverse of the variance that weights are taken to have.
const PENALTIES: [f64; 3] = [1.0, 4.0, 16.0];
/// One in so many choices, the last ones, is foretold to find the penalty.
const FORETOLD: usize = 6;
/// Features that fewer actions have get no weight.
const FEWEST: u32 = 6;
/// What the squares of gradients begin with.
const BEGIN: f64 = 0.1;
/// The least probability that a chosen action is taken to have had.
const LEAST: f64 = 1e-9;

/// A choice with its features numbered.
struct Numbered {
    of: Vec<Vec<u32>>,
    chosen: usize,
}

/// The features that are there often enough.
struct Known {
    /// In order.
    features: Vec<u32>,
    /// How many actions have each.
    counts: Vec<f64>,
}

/// The weights while they are found.
struct Fit {
    weights: Vec<f64>,
    /// The sums of the squares of gradients.
    squares: Vec<f64>,
    /// The penalty of each weight at each action that has its feature.
    pulls: Vec<f64>,
    rng: Generator,
    shares: Vec<f64>,
}

/// Finds the weights of a policy.
pub fn fit(choices: &[Choice], seed: u64) -> Weights {
    let known = Known::of(choices);
    let numbered = known.number(choices);
    let (penalty, passes) = best(&known, &numbered, seed);
    let mut fit = Fit::new(&known, penalty, seed);
    (0..passes).for_each(|_| fit.pass(&numbered));
    let whole = |weight: f64| (weight * f64::from(UNIT)).round() as i32;
    let pairs = known.features.into_iter().zip(fit.weights);
    Weights::new(pairs.map(|(feature, weight)| (feature, whole(weight))).collect())
}

/// The penalty and the number of passes with which the earlier choices foretell the later ones best.
fn best(known: &Known, choices: &[Numbered], seed: u64) -> (f64, usize) {
    let (earlier, later) = choices.split_at(choices.len() - choices.len() / FORETOLD);
    let (mut best, mut highest) = ((PENALTIES[0], 1), f64::NEG_INFINITY);
    for penalty in PENALTIES {
        let mut fit = Fit::new(known, penalty, seed);
        for passes in 1..=PASSES {
            fit.pass(earlier);
            let likelihood = fit.likelihood(later);
            if likelihood > highest {
                (best, highest) = ((penalty, passes), likelihood);
            }
        }
    }
    best
}

impl Known {
    /// The features of these choices.
    fn of(choices: &[Choice]) -> Known {
        let mut counts: HashMap<u32, u32> = HashMap::new();
        for feature in choices.iter().flat_map(|choice| &choice.of).flatten() {
            *counts.entry(*feature).or_default() += 1;
        }
        let mut often: Vec<(u32, u32)> = counts.into_iter().filter(|&(_, count)| count >= FEWEST).collect();
        often.sort_unstable();
        let (features, counts) =
            often.into_iter().map(|(feature, count)| (feature, f64::from(count))).unzip();
        Known { features, counts }
    }

    /// The choices with their features numbered.
    fn number(&self, choices: &[Choice]) -> Vec<Numbered> {
        let numbers: HashMap<u32, u32> = self.features.iter().copied().zip(0..).collect();
        let numbered = |of: &Vec<u32>| of.iter().filter_map(|one| numbers.get(one).copied()).collect();
        let of = |choice: &Choice| choice.of.iter().map(numbered).collect();
        choices.iter().map(|choice| Numbered { of: of(choice), chosen: choice.chosen }).collect()
    }
}

impl Fit {
    /// No weights yet.
    fn new(known: &Known, penalty: f64, seed: u64) -> Fit {
        let count = known.features.len();
        Fit {
            weights: vec![0.0; count],
            squares: vec![BEGIN; count],
            pulls: known.counts.iter().map(|count| penalty / count).collect(),
            rng: Generator::seed_from_u64(seed),
            shares: Vec::new(),
        }
    }

    /// Passes over all choices in random order.
    fn pass(&mut self, choices: &[Numbered]) {
        let mut order: Vec<usize> = (0..choices.len()).collect();
        for left in (1..order.len()).rev() {
            order.swap(left, random::below(&mut self.rng, left + 1));
        }
        order.into_iter().for_each(|choice| self.learn(&choices[choice]));
    }

    /// Finds the probabilities of the actions of a choice.
    fn share(&mut self, choice: &Numbered) {
        let Fit { weights, shares, .. } = self;
        let sum = |of: &Vec<u32>| of.iter().map(|&feature| weights[feature as usize]).sum::<f64>();
        shares.clear();
        shares.extend(choice.of.iter().map(sum));
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        shares.iter_mut().for_each(|share| *share = exp(*share - most));
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
    }

    /// The mean logarithm of the probabilities of chosen actions.
    fn likelihood(&mut self, choices: &[Numbered]) -> f64 {
        let of = |choice: &Numbered| {
            self.share(choice);
            ln(self.shares[choice.chosen].max(LEAST))
        };
        choices.iter().map(of).sum::<f64>() / choices.len().max(1) as f64
    }

    /// A step along the gradient of the likelihood of one choice.
    fn learn(&mut self, choice: &Numbered) {
        self.share(choice);
        for (action, of) in choice.of.iter().enumerate() {
            let error = f64::from(u8::from(action == choice.chosen)) - self.shares[action];
            of.iter().for_each(|&feature| self.step(feature as usize, error));
        }
    }

    fn step(&mut self, feature: usize, error: f64) {
        let gradient = error - self.pulls[feature] * self.weights[feature];
        self.squares[feature] += gradient * gradient;
        self.weights[feature] += STEP * gradient / self.squares[feature].sqrt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices among three actions with one feature each, the first of them chosen twice as often as the second.
    fn choices() -> Vec<Choice> {
        let of = || vec![vec![11], vec![22], vec![33]];
        let chosen = |number: usize| [0, 0, 1][number % 3];
        (0..3000).map(|number| Choice { of: of(), units: Vec::new(), chosen: chosen(number) }).collect()
    }

    #[test]
    fn odds_are_found_again() {
        let weights = fit(&choices(), 7);
        let odds = f64::from(weights.get(11) - weights.get(22)) / f64::from(UNIT);
        assert!((odds - std::f64::consts::LN_2).abs() < 0.15, "{odds}");
        assert!(weights.get(22) - weights.get(33) > 3 * UNIT, "what is never chosen");
    }

    #[test]
    fn the_seed_decides_and_rare_features_have_no_weight() {
        let text = |seed: u64| {
            let weights = fit(&choices(), seed);
            [11, 22, 33].map(|feature| weights.get(feature))
        };
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
        let few = fit(&choices()[..5], 1);
        assert_eq!(few.count(), 0);
    }
}
