//! Fitting the model.

use nalgebra::{DMatrix, DVector};
use statrs::distribution::{ContinuousCDF, Normal};

use super::layout::{Candidate, Layout, probabilities};
use crate::data::{Contest, FirstPlace, Group};
use crate::interval::quantile;
use crate::{Data, Estimate};

/// What is added to the results so that estimates stay finite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// Games that every player draws against a player of strength 0; without them strengths can be infinite.
    pub games: f64,
}

impl Default for Prior {
    fn default() -> Prior {
        Prior { games: 1.0 }
    }
}

/// Seat advantages and tie parameters are drawn towards 0 like normal variables with this standard deviation (on the
/// logistic scale, 5 is about 870 Elo).
const SPREAD: f64 = 5.0;
/// Keeps the equations solvable where the results say nothing, as about a shift of all strengths.
const RIDGE: f64 = 1e-9;
const MOST_STEPS: usize = 100;
const CONVERGED: f64 = 1e-10;

/// The results as the fit needs them.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub layout: Layout,
    contests: Vec<Contest>,
    candidates: Vec<Vec<Candidate>>,
    pub groups: Vec<Group>,
    /// For each group its games: contest and number of the candidate that came first.
    games: Vec<Vec<(usize, usize)>>,
    prior: Prior,
}

/// How much each group, and each half of the prior, counts.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub groups: Vec<f64>,
    /// For each player the weights of the won and of the lost half of the prior's games.
    pub prior: Vec<[f64; 2]>,
}

/// The model fitted to results.
#[derive(Clone, Debug)]
pub struct Fit {
    pub(super) model: Model,
    pub(super) values: Vec<f64>,
    covariance: DMatrix<f64>,
    group_count: u64,
}

impl Model {
    pub fn new(data: &Data, prior: Prior) -> Model {
        let layout = Layout::new(data);
        let candidates: Vec<Vec<Candidate>> =
            data.contests().iter().map(|contest| layout.candidates(contest)).collect();
        let groups: Vec<Group> = data.groups().collect();
        let place = |&(contest, first): &(usize, FirstPlace)| {
            let place = candidates[contest].iter().position(|candidate| candidate.first == first);
            (contest, place.expect("every first place that came is possible"))
        };
        let games = groups.iter().map(|group| group.results.iter().map(place).collect()).collect();
        Model { layout, contests: data.contests().to_vec(), candidates, groups, games, prior }
    }

    /// Every group as often as it came, the prior's halves once.
    pub fn plain_weights(&self) -> Weights {
        Weights {
            groups: self.groups.iter().map(|group| group.count as f64).collect(),
            prior: vec![[0.5; 2]; self.layout.players],
        }
    }

    /// How often each candidate of each contest came.
    fn counts(&self, weights: &Weights) -> Vec<Vec<f64>> {
        let mut counts: Vec<Vec<f64>> = self.candidates.iter().map(|c| vec![0.0; c.len()]).collect();
        for (games, weight) in self.games.iter().zip(&weights.groups) {
            for &(contest, candidate) in games {
                counts[contest][candidate] += weight;
            }
        }
        counts
    }

    /// Maximises the penalised likelihood from `values` on.
    pub fn maximise(&self, weights: &Weights, values: &mut Vec<f64>) {
        let counts = self.counts(weights);
        let mut likelihood = self.log_likelihood(&counts, weights, values);
        for _ in 0..MOST_STEPS {
            let (gradient, information) = self.derivatives(&counts, weights, values);
            let Some(cholesky) = information.cholesky() else { return };
            let step = cholesky.solve(&gradient);
            let mut scale = 1.0;
            let gain = loop {
                let next: Vec<f64> = values.iter().zip(step.iter()).map(|(x, d)| x + scale * d).collect();
                let value = self.log_likelihood(&counts, weights, &next);
                if value >= likelihood {
                    *values = next;
                    break value - likelihood;
                }
                scale /= 2.0;
                if scale < 1e-9 {
                    break 0.0;
                }
            };
            likelihood += gain;
            if gain < CONVERGED {
                return;
            }
        }
    }

    fn log_likelihood(&self, counts: &[Vec<f64>], weights: &Weights, values: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (candidates, counts) in self.candidates.iter().zip(counts) {
            if counts.iter().any(|&count| count > 0.0) {
                let p = probabilities(candidates, values);
                let seen = counts.iter().zip(&p).filter(|(count, _)| **count > 0.0);
                sum += seen.map(|(count, p)| count * p.max(f64::MIN_POSITIVE).ln()).sum::<f64>();
            }
        }
        for (&x, [won, lost]) in values.iter().zip(&weights.prior) {
            sum -= self.prior.games * (won * (-x).exp().ln_1p() + lost * x.exp().ln_1p());
        }
        let penalty: f64 = values[self.layout.players..].iter().map(|x| x * x).sum();
        sum - penalty / (2.0 * SPREAD * SPREAD)
    }

    /// The gradient, and the information: the negative matrix of second derivatives.
    fn derivatives(
        &self,
        counts: &[Vec<f64>],
        weights: &Weights,
        values: &[f64],
    ) -> (DVector<f64>, DMatrix<f64>) {
        let n = self.layout.length;
        let (mut gradient, mut information) = (DVector::zeros(n), DMatrix::zeros(n, n));
        for (candidates, counts) in self.candidates.iter().zip(counts) {
            let games: f64 = counts.iter().sum();
            if games == 0.0 {
                continue;
            }
            let p = probabilities(candidates, values);
            let mean = mean_features(candidates, &p);
            for ((candidate, count), p) in candidates.iter().zip(counts).zip(&p) {
                for &(i, x) in &candidate.features {
                    gradient[i] += (count - games * p) * x;
                    for &(j, y) in &candidate.features {
                        information[(i, j)] += games * p * x * y;
                    }
                }
            }
            for &(i, x) in &mean {
                for &(j, y) in &mean {
                    information[(i, j)] -= games * x * y;
                }
            }
        }
        for (player, [won, lost]) in weights.prior.iter().enumerate() {
            let p = 1.0 / (1.0 + (-values[player]).exp());
            gradient[player] += self.prior.games * (won * (1.0 - p) - lost * p);
            information[(player, player)] += self.prior.games * (won + lost) * p * (1.0 - p);
        }
        for parameter in self.layout.players..n {
            gradient[parameter] -= values[parameter] / (SPREAD * SPREAD);
            information[(parameter, parameter)] += 1.0 / (SPREAD * SPREAD);
        }
        for parameter in 0..n {
            information[(parameter, parameter)] += RIDGE;
        }
        (gradient, information)
    }

    /// The spread of the gradient: groups are independent of each other, their games are not.
    fn spread(&self, weights: &Weights, values: &[f64]) -> DMatrix<f64> {
        let n = self.layout.length;
        let mut spread = DMatrix::zeros(n, n);
        let mean =
            |candidates: &Vec<Candidate>| mean_features(candidates, &probabilities(candidates, values));
        let means: Vec<Vec<(usize, f64)>> = self.candidates.iter().map(mean).collect();
        let mut score: Vec<(usize, f64)> = Vec::new();
        for (games, weight) in self.games.iter().zip(&weights.groups) {
            score.clear();
            for &(contest, candidate) in games {
                score.extend(&self.candidates[contest][candidate].features);
                score.extend(means[contest].iter().map(|&(i, x)| (i, -x)));
            }
            add_up(&mut score);
            for &(i, x) in &score {
                for &(j, y) in &score {
                    spread[(i, j)] += weight * x * y;
                }
            }
        }
        let groups: f64 = weights.groups.iter().sum();
        spread *= groups / (groups - 1.0).max(1.0);
        for (player, [won, lost]) in weights.prior.iter().enumerate() {
            let p = 1.0 / (1.0 + (-values[player]).exp());
            spread[(player, player)] += self.prior.games * (won * (1.0 - p).powi(2) + lost * p.powi(2));
        }
        for parameter in self.layout.players..n {
            spread[(parameter, parameter)] += 1.0 / (SPREAD * SPREAD);
        }
        spread
    }
}

/// The expectation of the features.
fn mean_features(candidates: &[Candidate], p: &[f64]) -> Vec<(usize, f64)> {
    let weighed = candidates.iter().zip(p);
    let mut mean: Vec<(usize, f64)> =
        weighed.flat_map(|(candidate, p)| candidate.features.iter().map(move |&(i, x)| (i, p * x))).collect();
    add_up(&mut mean);
    mean
}

/// Sorts by parameter and adds up what belongs to the same one.
fn add_up(terms: &mut Vec<(usize, f64)>) {
    terms.sort_unstable_by_key(|&(parameter, _)| parameter);
    terms.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 += later.1;
        }
        same
    });
}

impl Fit {
    /// Fits the model to results; none if there are no games.
    ///
    /// The covariance is the robust one of clustered observations (White, "Maximum likelihood estimation of
    /// misspecified models", 1982): the curvature of the likelihood on both sides of the spread of the gradient over
    /// the groups.
    pub fn new(data: &Data, prior: Prior) -> Option<Fit> {
        let model = Model::new(data, prior);
        if model.groups.is_empty() {
            return None;
        }
        let weights = model.plain_weights();
        let mut values = vec![0.0; model.layout.length];
        model.maximise(&weights, &mut values);
        let counts = model.counts(&weights);
        let (_, information) = model.derivatives(&counts, &weights, &values);
        let bread = information.cholesky()?.inverse();
        let covariance = &bread * model.spread(&weights, &values) * &bread;
        Some(Fit { model, values, covariance, group_count: data.group_count() })
    }

    /// The strength of a player on the logistic scale.
    pub fn strength(&self, player: usize) -> f64 {
        self.values[player]
    }

    /// How much stronger `player` is than the mean of `others`, on the logistic scale, with a 95% interval.
    pub fn difference(&self, player: usize, others: &[usize]) -> Estimate {
        let mut direction = DVector::zeros(self.values.len());
        direction[player] += 1.0;
        others.iter().for_each(|&other| direction[other] -= 1.0 / others.len() as f64);
        self.along(&direction)
    }

    /// The probability that `player` is stronger than `other`, given the results.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let estimate = self.difference(player, &[other]);
        let deviation = (estimate.high - estimate.value) / self.quantile();
        let normal = Normal::new(0.0, 1.0).expect("a standard normal distribution");
        if deviation > 0.0 { normal.cdf(estimate.value / deviation) } else { 0.5 }
    }

    /// The expected score of a seat of a game between equal players, with a 95% interval; none if the game was not
    /// played. Players who share the first place share the point.
    pub fn seat_score(&self, game: usize, seat: usize) -> Option<Estimate> {
        let contest = self.model.contests.iter().find(|contest| contest.game == game)?;
        let equal = Contest { game, players: vec![0; contest.players.len()] };
        let candidates = self.model.layout.candidates(&equal);
        let score = |values: &[f64]| -> f64 {
            let p = probabilities(&candidates, values);
            let shares = candidates.iter().zip(p).filter(|(candidate, _)| candidate.first >> seat & 1 == 1);
            shares.map(|(candidate, p)| p / f64::from(candidate.first.count_ones())).sum()
        };
        let value = score(&self.values);
        // The interval is found on the logistic scale, where it is more nearly symmetric.
        let logit = |score: f64| (score / (1.0 - score)).ln();
        let mut values = self.values.clone();
        let mut slope = DVector::zeros(values.len());
        for parameter in self.model.layout.players..values.len() {
            let kept = values[parameter];
            values[parameter] = kept + STEP;
            let above = logit(score(&values));
            values[parameter] = kept - STEP;
            slope[parameter] = (above - logit(score(&values))) / (2.0 * STEP);
            values[parameter] = kept;
        }
        let half = self.quantile() * self.deviation(&slope);
        let back = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (low, high) = (back(logit(value) - half), back(logit(value) + half));
        Some(Estimate { value, low, high, groups: self.group_count })
    }

    /// Number of groups that the model was fitted to.
    pub fn group_count(&self) -> u64 {
        self.group_count
    }

    fn along(&self, direction: &DVector<f64>) -> Estimate {
        let value = direction.iter().zip(&self.values).map(|(d, x)| d * x).sum();
        let half = self.quantile() * self.deviation(direction);
        Estimate { value, low: value - half, high: value + half, groups: self.group_count }
    }

    fn deviation(&self, direction: &DVector<f64>) -> f64 {
        direction.dot(&(&self.covariance * direction)).max(0.0).sqrt()
    }

    fn quantile(&self) -> f64 {
        quantile(self.group_count.max(2), 0.975)
    }
}

/// The step of numerical derivatives on the logistic scale.
const STEP: f64 = 1e-5;
