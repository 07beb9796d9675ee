//! The largest likelihood that a hypothesis allows.
//!
//! Distributions are over given scores, in `[0, 1]`. By Lagrange's method the likeliest one has the
//! probabilities `weight / (1 + m g)`, where `g` is the gradient of the constraint and has mean 0.

/// A score with how often it came.
pub type Weight = (f64, f64);

const BISECTIONS: usize = 60;
/// Steps in which the likeliest distribution under a normalised advantage is found; fifteen are many.
const STEPS: usize = 100;
/// How little a step moves mean and deviation when it was the last.
const STILL: f64 = 1e-12;

/// The largest log-likelihood, up to a constant, of a distribution over these scores with this mean.
pub fn with_mean(weights: &[Weight], mean: f64) -> f64 {
    Tilt::of(weights, |score| score - mean).log_likelihood(weights)
}

/// The largest log-likelihood, up to the same constant, of a distribution over these scores whose mean lies `advantage`
/// of its own standard deviations above 1/2.
///
/// The constraint is linear in the distribution once mean and deviation stand in its gradient. So each step takes them
/// from the distribution of the step before. The hypothesis is that of Van den Bergh's "Normalized Elo".
pub fn with_advantage(weights: &[Weight], advantage: f64) -> f64 {
    let (mut mean, mut deviation) = all_or_nothing(advantage);
    let mut tilt = Tilt::of(weights, |_| 0.0);
    for _ in 0..STEPS {
        tilt = Tilt::of(weights, |score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - advantage * deviation / 2.0 * (1.0 + distance * distance)
        });
        let next = tilt.mean_and_deviation(weights);
        let moved = (next.0 - mean).abs() + (next.1 - deviation).abs();
        (mean, deviation) = next;
        if moved < STILL {
            break;
        }
    }
    tilt.log_likelihood(weights)
}

/// Mean and standard deviation of scores 0 and 1 alone whose mean has this advantage. There is always one, so from here
/// every step finds a distribution.
fn all_or_nothing(advantage: f64) -> (f64, f64) {
    let mean = 0.5 + advantage / (2.0 * (1.0 + advantage * advantage).sqrt());
    (mean, (mean * (1.0 - mean)).sqrt())
}

/// How the likeliest distribution differs from the weights: each is divided by its factor `1 + m g`.
struct Tilt(Vec<f64>);

impl Tilt {
    fn of(weights: &[Weight], gradient: impl Fn(f64) -> f64) -> Tilt {
        let gradients: Vec<f64> = weights.iter().map(|&(score, _)| gradient(score)).collect();
        let multiplier = multiplier(weights, &gradients);
        Tilt(gradients.into_iter().map(|gradient| 1.0 + multiplier * gradient).collect())
    }

    fn log_likelihood(&self, weights: &[Weight]) -> f64 {
        -weights.iter().zip(&self.0).map(|((_, weight), factor)| weight * libm::log(*factor)).sum::<f64>()
    }

    fn mean_and_deviation(&self, weights: &[Weight]) -> (f64, f64) {
        let shares =
            || weights.iter().zip(&self.0).map(|(&(score, weight), factor)| (score, weight / factor));
        let all: f64 = shares().map(|(_, share)| share).sum();
        let mean = shares().map(|(score, share)| score * share).sum::<f64>() / all;
        let variance =
            shares().map(|(score, share)| share * (score - mean) * (score - mean)).sum::<f64>() / all;
        (mean, variance.sqrt())
    }
}

/// The multiplier with which the gradient has mean 0; 0 where no gradient differs from 0.
fn multiplier(weights: &[Weight], gradients: &[f64]) -> f64 {
    let (least, most) =
        gradients.iter().fold((0.0_f64, 0.0_f64), |(low, high), &g| (low.min(g), high.max(g)));
    if least == 0.0 || most == 0.0 {
        return 0.0;
    }
    // The excess falls with the multiplier, which lies where all probabilities are positive.
    let excess = |m: f64| -> f64 {
        weights
            .iter()
            .zip(gradients)
            .map(|((_, weight), gradient)| weight * gradient / (1.0 + m * gradient))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    fn weights(counts: [f64; 5]) -> Vec<Weight> {
        SCORES.into_iter().zip(counts).collect()
    }

    /// Among random distributions with the advantage none is likelier than the one that is found.
    #[test]
    fn nothing_is_likelier() {
        use crate::calibration::unit;
        use rand_core::SeedableRng as _;
        let mut rng = crate::Rng::seed_from_u64(7);
        for (counts, advantage) in [
            ([13.0, 37.0, 50.0, 25.0, 3.0], 0.1),
            ([1.0, 4.0, 9.0, 20.0, 7.0], -0.3),
            ([0.001, 1.0, 20.0, 5.0, 0.001], 0.4),
        ] {
            let weights = weights(counts);
            let found = with_advantage(&weights, advantage);
            for _ in 0..2000 {
                // Moved along a line of distributions until the constraint holds.
                let shares: Vec<f64> =
                    weights.iter().map(|(_, w)| (w + 0.01) * (0.3 + unit(&mut rng))).collect();
                let (mut low, mut high) = (-40.0, 40.0);
                let tilted = |by: f64| -> Vec<Weight> {
                    SCORES.iter().zip(&shares).map(|(&s, w)| (s, w * libm::exp(by * s))).collect()
                };
                let excess = |shares: &[Weight]| {
                    let (mean, deviation) = Tilt(vec![1.0; 5]).mean_and_deviation(shares);
                    mean - 0.5 - advantage * deviation
                };
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    if excess(&tilted(middle)) > 0.0 { high = middle } else { low = middle }
                }
                let (shares, all) = (tilted(low), tilted(low).iter().map(|(_, share)| share).sum::<f64>());
                let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
                let likelihood: f64 = shares
                    .iter()
                    .zip(&weights)
                    .map(|((_, p), (_, w))| w * libm::log(p / all * total / w))
                    .sum();
                assert!(likelihood <= found + 1e-7, "{likelihood} beyond {found}");
            }
        }
    }

    #[test]
    fn no_advantage_is_the_mean_of_one_half() {
        let weights = weights([3.0, 8.0, 20.0, 11.0, 0.001]);
        let difference = with_advantage(&weights, 0.0) - with_mean(&weights, 0.5);
        assert!(difference.abs() < 1e-9, "{difference}");
    }

    /// Also where one score alone came, and where the advantage is as large as any that can be asked for.
    #[test]
    fn every_advantage_has_a_likelihood() {
        for counts in [
            [0.001, 0.001, 0.001, 0.001, 5.0],
            [0.001, 0.001, 1e6, 0.001, 0.001],
            [1e5, 0.001, 0.001, 0.001, 1e5],
        ] {
            for advantage in [-8.2, -0.5, 1e-6, 0.5, 8.2] {
                let found = with_advantage(&weights(counts), advantage);
                assert!(found.is_finite() && found <= 1e-9, "{counts:?} {advantage}: {found}");
            }
        }
    }
}
