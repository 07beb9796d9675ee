//! The (quasi-)likelihood of results and its maximum.

use std::collections::BTreeMap;

use super::layout::{Candidate, Features, Layout, probabilities};
use super::matrix::Symmetric;
use super::{Outcome, Pooling, Settings};
use crate::Data;
use crate::data::{Contest, FirstPlace, Group};
use crate::logistic;

/// Seat advantages and tie parameters are drawn towards 0 like normal variables with this standard deviation (on the
/// logistic scale, 5 is about 870 Elo).
const SPREAD: f64 = 5.0;
/// Keeps the equations solvable where the results say nothing, as about a shift of all strengths.
const RIDGE: f64 = 1e-9;
const MOST_STEPS: usize = 100;
const CONVERGED: f64 = 1e-10;

/// A contest as the fit needs it.
#[derive(Clone, Debug)]
pub(super) struct FitContest {
    pub contest: Contest,
    pub candidates: Vec<Candidate>,
    /// Number of its games.
    pub games: f64,
}

/// The results as the fit needs them.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub layout: Layout,
    pub contests: Vec<FitContest>,
    pub groups: Vec<Group>,
    /// By game: how much each of its games counts.
    pub weights: BTreeMap<usize, f64>,
    /// By game: the sums of the observed features. Together with the numbers of games they are all that the
    /// likelihood needs.
    sums: BTreeMap<usize, Vec<f64>>,
    pub prior: f64,
    /// Where the prior's opponent stands: at 0, or in the middle of the anchors.
    centre: f64,
    /// The values of the parameters that are given.
    fixed: Vec<(usize, f64)>,
}

impl Model {
    pub fn new(data: &Data, settings: &Settings) -> Model {
        let layout = Layout::new(data, settings.outcome);
        let groups: Vec<Group> = data.groups().collect();
        let table = |contest: &Contest| FitContest {
            contest: contest.clone(),
            candidates: layout.candidates(contest),
            games: 0.0,
        };
        let mut contests: Vec<FitContest> = data.contests().iter().map(table).collect();
        let mut sums: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for group in &groups {
            for &(contest, first) in &group.results {
                let count = group.count as f64;
                let table = &mut contests[contest];
                table.games += count;
                let sum = sums.entry(table.contest.game).or_insert_with(|| vec![0.0; layout.length]);
                for (parameter, weight) in layout.features(&table.contest, first) {
                    sum[parameter] += count * weight;
                }
            }
        }
        let anchors = &settings.anchors;
        let centre = anchors.iter().map(|(_, value)| value).sum::<f64>() / anchors.len().max(1) as f64;
        Model {
            weights: weights(&contests, settings.pooling),
            layout,
            contests,
            groups,
            sums,
            prior: settings.prior.games,
            centre,
            fixed: anchors.clone(),
        }
    }

    /// The work of one step of Newton's method: products of features.
    pub fn work(data: &Data, outcome: Outcome) -> u64 {
        let layout = Layout::new(data, outcome);
        let of = |contest: &Contest| {
            let seats = contest.players.len() as u64;
            layout.candidate_count(contest) * (seats + 2) * (seats + 2)
        };
        data.contests().iter().map(of).sum()
    }

    /// Where the search for the maximum begins.
    pub fn start(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.layout.length];
        values[..self.layout.players].fill(self.centre);
        self.fixed.iter().for_each(|&(player, value)| values[player] = value);
        values
    }

    /// What a game's result says of the parameters.
    pub fn observed(&self, contest: usize, first: FirstPlace) -> Features {
        self.layout.features(&self.contests[contest].contest, first)
    }

    /// Maximises the penalised likelihood from `values` on, with games that count as in `weights`.
    pub fn maximise(&self, weights: &BTreeMap<usize, f64>, values: &mut Vec<f64>) {
        let mut likelihood = self.log_likelihood(weights, values);
        for _ in 0..MOST_STEPS {
            let (gradient, information) = self.derivatives(weights, values);
            let Some(root) = information.root() else { return };
            let step = root.solve(&gradient);
            let mut scale = 1.0;
            let gain = loop {
                let next: Vec<f64> = values.iter().zip(step.iter()).map(|(x, d)| x + scale * d).collect();
                let value = self.log_likelihood(weights, &next);
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

    fn log_likelihood(&self, weights: &BTreeMap<usize, f64>, values: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (game, observed) in &self.sums {
            sum += weights[game] * observed.iter().zip(values).map(|(s, x)| s * x).sum::<f64>();
        }
        let mut p = Vec::new();
        for table in self.contests.iter().filter(|table| table.games > 0.0) {
            let weight = weights[&table.contest.game];
            if weight > 0.0 {
                sum -= weight * table.games * probabilities(&table.candidates, values, &mut p);
            }
        }
        for x in values[..self.layout.players].iter().map(|x| x - self.centre) {
            sum -= 0.5 * self.prior * (libm::log1p(libm::exp(-x)) + libm::log1p(libm::exp(x)));
        }
        let penalty: f64 = values[self.layout.players..].iter().map(|x| x * x).sum();
        sum - penalty / (2.0 * SPREAD * SPREAD)
    }

    /// The gradient, and the information: the negative matrix of second derivatives.
    fn derivatives(&self, weights: &BTreeMap<usize, f64>, values: &[f64]) -> (Vec<f64>, Symmetric) {
        let n = self.layout.length;
        let mut gradient = vec![0.0; n];
        for (game, observed) in &self.sums {
            observed.iter().zip(gradient.iter_mut()).for_each(|(s, g)| *g += weights[game] * s);
        }
        let mut information = self.information(
            |table| weights[&table.contest.game],
            values,
            |mean, games| {
                mean.iter().for_each(|&(i, x)| gradient[i] -= games * x);
            },
        );
        gradient.iter_mut().zip(self.prior_pull(values)).for_each(|(g, pull)| *g += pull);
        self.add_prior(values, &mut information);
        for &(parameter, _) in &self.fixed {
            gradient[parameter] = 0.0;
            information.fix(parameter);
        }
        (gradient, information)
    }

    /// The sum over all games of `weight` times the variance that the model gives their features. `each` is told the
    /// expected features of each contest and its weighed number of games.
    pub fn information(
        &self,
        mut weight: impl FnMut(&FitContest) -> f64,
        values: &[f64],
        mut each: impl FnMut(&[(usize, f64)], f64),
    ) -> Symmetric {
        let mut information = Symmetric::zeros(self.layout.length);
        let (mut p, mut mean) = (Vec::new(), Vec::new());
        for table in &self.contests {
            let games = table.games * weight(table);
            if games == 0.0 {
                continue;
            }
            probabilities(&table.candidates, values, &mut p);
            expected(&table.candidates, &p, &mut mean);
            each(&mean, games);
            for (candidate, p) in table.candidates.iter().zip(&p) {
                information.add_products(&candidate.features, games * p);
            }
            information.add_products(&mean, -games);
        }
        information
    }

    /// What the prior pulls the parameters to.
    pub fn prior_pull(&self, values: &[f64]) -> Vec<f64> {
        let pull = |(parameter, value): (usize, &f64)| match parameter < self.layout.players {
            true => self.prior * (0.5 - logistic(value - self.centre)),
            false => -value / (SPREAD * SPREAD),
        };
        values.iter().enumerate().map(pull).collect()
    }

    /// Adds what the prior says.
    pub fn add_prior(&self, values: &[f64], information: &mut Symmetric) {
        for (player, value) in values[..self.layout.players].iter().enumerate() {
            let p = logistic(value - self.centre);
            information[(player, player)] += self.prior * p * (1.0 - p);
        }
        for parameter in self.layout.players..self.layout.length {
            information[(parameter, parameter)] += 1.0 / (SPREAD * SPREAD);
        }
        for parameter in 0..self.layout.length {
            information[(parameter, parameter)] += RIDGE;
        }
    }

    /// The inverse of the information of results and prior; parameters that are given have no variance.
    pub fn bread(&self, values: &[f64]) -> Option<Symmetric> {
        let (_, information) = self.derivatives(&self.weights, values);
        let mut inverse = information.root()?.inverse();
        for &(parameter, _) in &self.fixed {
            inverse[(parameter, parameter)] = 0.0;
        }
        Some(inverse)
    }
}

/// How much each game counts, so that all together count as many games as were played.
fn weights(contests: &[FitContest], pooling: Pooling) -> BTreeMap<usize, f64> {
    let mut played: BTreeMap<usize, f64> = BTreeMap::new();
    contests.iter().for_each(|table| *played.entry(table.contest.game).or_default() += table.games);
    let (total, kinds) = (played.values().sum::<f64>(), played.len() as f64);
    let weight = |games: f64| match pooling {
        Pooling::Equal => total / (kinds * games),
        Pooling::Played => 1.0,
    };
    played.into_iter().map(|(game, games)| (game, weight(games))).collect()
}

/// Writes the expectation of the features to `mean`.
pub(super) fn expected(candidates: &[Candidate], p: &[f64], mean: &mut Features) {
    mean.clear();
    for (candidate, p) in candidates.iter().zip(p) {
        mean.extend(candidate.features.iter().map(|&(i, x)| (i, p * x)));
    }
    add_up(mean);
}

/// Sorts by parameter and adds up what belongs to the same one.
pub(super) fn add_up(terms: &mut Features) {
    terms.sort_unstable_by_key(|&(parameter, _)| parameter);
    terms.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 += later.1;
        }
        same
    });
}
