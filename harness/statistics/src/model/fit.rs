//! The model fitted to results, and what it says.

use rayon::prelude::*;

use super::Settings;
use super::layout::{Candidate, probabilities};
use super::likelihood::Model;
use super::matrix::Symmetric;
use crate::data::{Contest, Group};
use crate::distributions::student_cdf;
use crate::interval::{FEWEST_KINDS, quantile};
use crate::{Data, Estimate, logistic};

/// Groups that are taken to vary as the model expects of results as widely spread as these, added to the groups that
/// came out otherwise than most of their kind: few of those say little of the spread, and groups that all agree would give
/// an interval without width.
const EXPECTED_GROUPS: f64 = 10.0;
/// Steps in which the bias is found.
const BIAS_STEPS: usize = 5;
/// Games that are taken to be as different as can be, added to a sample of games: each of their games comes out as its
/// first one did. A sample of games that one player always wins would give an interval without width.
const WIDEST_GAMES: f64 = 0.1;
/// The step of numerical derivatives on the logistic scale.
const STEP: f64 = 1e-5;

/// The model fitted to results.
#[derive(Clone, Debug)]
pub struct Fit {
    pub(super) model: Model,
    pub(super) values: Vec<f64>,
    /// The inverse of the information.
    pub(super) bread: Symmetric,
    /// The covariance with the spread of the groups that was observed.
    observed: Symmetric,
    /// The covariance with the spread that the model expects of results as widely spread as these.
    expected: Symmetric,
    /// The covariance with games that are as different as can be.
    widest: Symmetric,
    /// How far each parameter is on average above the truth.
    bias: Vec<f64>,
    /// The parameters without each of the games.
    without: Vec<Vec<f64>>,
    /// Groups of each player, and those of them that came out otherwise than most of their kind.
    groups_of: Vec<u64>,
    differing_of: Vec<u64>,
}

/// A difference of strengths, on the logistic scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// How far it is on average above the truth, as far as that can be told.
    pub bias: f64,
    /// Its standard error within the games that were played: if their groups were played again.
    pub error: f64,
    /// Number of groups that tell of it.
    pub groups: u64,
    /// Number of observations that the standard error rests on.
    pub observations: u64,
    /// Its standard error with the games as a sample of games, and the number of games; none for fewer than ten.
    pub across: Option<(f64, u64)>,
}

impl Difference {
    /// The interval within the games, of this confidence.
    pub fn within(&self, confidence: f64) -> Estimate {
        self.reaching(self.quantile(confidence))
    }

    /// The interval within the games that reaches so many standard errors to both sides.
    pub fn reaching(&self, far: f64) -> Estimate {
        let (low, high) = self.ends(far * self.error);
        Estimate {
            value: self.value,
            low: low.min(self.value),
            high: high.max(self.value),
            groups: self.groups,
        }
    }

    /// The ends of an interval, for so many standard errors times their size: Wilson's for the expected score, taken back to
    /// the logistic scale. Where one side nearly always wins, few lost games say more against equal strengths than
    /// against a larger difference: the less even the score is, the closer comes the end away from even to the plain one,
    /// which is farther.
    fn ends(&self, reach: f64) -> (f64, f64) {
        let (p, q) = self.scores();
        let z = reach * reach * p * q;
        let root = (z * (p * q + z / 4.0)).sqrt();
        let (above, below) = (p + z / 2.0 + root, q + z / 2.0 + root);
        let low = libm::log(p * p * (1.0 + z) / (above * below));
        let high = libm::log(above * below / (q * q * (1.0 + z)));
        let centre = self.centre();
        let share = if reach > 0.0 { (centre.abs() / reach).min(1.0) } else { 0.0 };
        match centre >= 0.0 {
            true => (low, high + share * (centre + reach - high).max(0.0)),
            false => (low - share * (low - centre + reach).max(0.0), high),
        }
    }

    /// The expected scores of both sides without the bias.
    fn scores(&self) -> (f64, f64) {
        (logistic(self.centre()), logistic(-self.centre()))
    }

    /// How many standard errors an interval by itself reaches to both sides.
    pub fn quantile(&self, confidence: f64) -> f64 {
        quantile(self.observations.max(2), 0.5 + confidence / 2.0)
    }

    /// The difference without its bias.
    pub fn centre(&self) -> f64 {
        self.value - self.bias
    }

    /// The interval over games as a sample, of this confidence; none for fewer than ten games.
    pub fn across(&self, confidence: f64) -> Option<Estimate> {
        let (error, games) = self.across?;
        let (low, high) = self.ends(quantile(games.max(2), 0.5 + confidence / 2.0) * error);
        let value = self.value;
        Some(Estimate { value, low: low.min(value), high: high.max(value), groups: games })
    }

    /// The probability, given the results, that the difference is above 0 within the games (with a flat prior).
    pub fn superiority(&self) -> f64 {
        let freedom = self.observations.max(2) as f64 - 1.0;
        // Wilson's test that the expected score is one half, as the interval is Wilson's.
        let (p, q) = self.scores();
        let error = self.error * (p * q).sqrt();
        if error > 0.0 { student_cdf((p - q) / error, freedom) } else { 0.5 }
    }
}

impl Fit {
    /// Fits the model to results; none if there are no games.
    pub fn new(data: &Data, settings: &Settings) -> Option<Fit> {
        let (model, values) = maximum(data, settings)?;
        let bread = model.bread(&values)?;
        let mut prior = Symmetric::zeros(model.layout.length);
        model.add_prior(&values, &mut prior);
        let around = |spread: Symmetric| (spread + &prior).between(&bread);
        let pulls = model.pulls(&values);
        let dispersion = model.dispersion(&pulls);
        let observed = around(model.observed_spread(&pulls));
        let expected = around(&model.expected_spread(&values) * dispersion);
        let widest = around(model.widest_spread(&values));
        let bias = bias(&model, &values, dispersion)?;
        Some(Fit {
            without: without_each_game(&model, &values),
            groups_of: data.groups_of_players(),
            differing_of: data.differing_of_players(),
            model,
            values,
            bread,
            observed,
            expected,
            widest,
            bias,
        })
    }

    /// The strengths alone, on the logistic scale, without what intervals need; none if there are no games.
    pub fn strengths(data: &Data, settings: &Settings) -> Option<Vec<f64>> {
        let (model, mut values) = maximum(data, settings)?;
        values.truncate(model.layout.players);
        Some(values)
    }

    /// The products of features that one step of fitting the model to these results takes.
    pub fn work(data: &Data, outcome: super::Outcome) -> u64 {
        Model::work(data, outcome)
    }

    /// The strengths of the players on the logistic scale.
    pub fn all_strengths(&self) -> &[f64] {
        &self.values[..self.model.layout.players]
    }

    /// How much stronger `player` is than the mean of `others` (than strength 0 if there are none).
    pub fn difference(&self, player: usize, others: &[usize]) -> Difference {
        let of_both = |counts: &[u64]| match others {
            [other] => counts[player].min(counts[*other]),
            _ => counts[player],
        };
        let (groups, differing) = (of_both(&self.groups_of), of_both(&self.differing_of));
        let of = |values: &[f64]| {
            let others: f64 = others.iter().map(|&other| values[other] / others.len() as f64).sum();
            values[player] - others
        };
        let value = of(&self.values);
        let (games, direction) = (self.without.len() as f64, self.direction(player, others));
        let across = (games >= FEWEST_KINDS as f64).then(|| {
            let squares: f64 = self.without.iter().map(|values| (of(values) - value).powi(2)).sum();
            let (seen, widest) = (squares * (games - 1.0) / games, self.widest.along(&direction));
            (((games * seen + WIDEST_GAMES * widest) / (games + WIDEST_GAMES)).sqrt(), games as u64)
        });
        let error = self.error(&direction, differing);
        let bias = of(&self.bias);
        Difference { value, bias, error, groups, observations: observations(differing), across }
    }

    /// The direction of a difference in the space of the parameters.
    pub(super) fn direction(&self, player: usize, others: &[usize]) -> Vec<f64> {
        let mut direction = vec![0.0; self.values.len()];
        direction[player] += 1.0;
        others.iter().for_each(|&other| direction[other] -= 1.0 / others.len() as f64);
        direction
    }

    /// The standard error along a direction of which so many groups that differ from most of their kind tell.
    pub(super) fn error(&self, direction: &[f64], differing: u64) -> f64 {
        let n = differing as f64;
        let (observed, expected) = (self.observed.along(direction), self.expected.along(direction));
        ((n * observed + EXPECTED_GROUPS * expected) / (n + EXPECTED_GROUPS)).sqrt()
    }

    /// The covariance of the strengths, and the number of observations that it rests on, where the fewest groups tell of one
    /// of these players.
    pub(super) fn covariance(&self, players: impl Iterator<Item = usize> + Clone) -> (Symmetric, u64) {
        let fewest = |counts: &[u64]| players.clone().map(|player| counts[player]).min().unwrap_or(0);
        let differing = fewest(&self.differing_of);
        let covariance = mixed(&self.observed, &self.expected, differing).leading(self.model.layout.players);
        (covariance, observations(differing))
    }

    /// The expected score of a seat in a contest of these players; none if the game was not played.
    pub fn expected_score(&self, contest: &Contest, seat: usize) -> Option<f64> {
        self.model.contests.iter().find(|known| known.contest.game == contest.game)?;
        let candidates = self.model.layout.candidates(contest);
        let mut p = Vec::new();
        probabilities(&candidates, &self.values, &mut p);
        Some(share_of(seat, &candidates, &p))
    }

    /// The expected score of a seat of a game between equal players, with an interval of this confidence; none if the
    /// game was not played. Players who share the first place share the point.
    pub fn seat_score(&self, game: usize, seat: usize, confidence: f64) -> Option<Estimate> {
        let table = self.model.contests.iter().find(|table| table.contest.game == game)?;
        let equal = Contest { game, players: vec![0; table.contest.players.len()] };
        let candidates = self.model.layout.candidates(&equal);
        let mut p = Vec::new();
        let mut score = |values: &[f64]| -> f64 {
            probabilities(&candidates, values, &mut p);
            share_of(seat, &candidates, &p)
        };
        let value = score(&self.values);
        // The interval is found on the logistic scale, where it is more nearly symmetric.
        let logit = |score: f64| libm::log(score / (1.0 - score));
        let mut values = self.values.clone();
        let mut slope = vec![0.0; values.len()];
        for parameter in self.model.layout.of_game(game) {
            let kept = values[parameter];
            values[parameter] = kept + STEP;
            let above = logit(score(&values));
            values[parameter] = kept - STEP;
            slope[parameter] = (above - logit(score(&values))) / (2.0 * STEP);
            values[parameter] = kept;
        }
        let groups: u64 = self.groups_at(game);
        let differing = self.differing_at(game);
        let half = quantile(observations(differing), 0.5 + confidence / 2.0) * self.error(&slope, differing);
        let (low, high) = (logistic(logit(value) - half), logistic(logit(value) + half));
        Some(Estimate { value, low, high, groups })
    }

    /// Groups of a game that came out otherwise than most of their stratum.
    fn differing_at(&self, game: usize) -> u64 {
        let strata = self.model.groups.chunk_by(|a, b| a.stratum == b.stratum);
        let of_game = strata.filter(|groups| {
            let contest = groups.first().and_then(|group| group.results.first());
            contest.is_some_and(|&(contest, _)| self.model.contests[contest].contest.game == game)
        });
        of_game
            .map(|groups| {
                let counts = || groups.iter().map(|group| group.count);
                counts().sum::<u64>() - counts().max().unwrap_or(0)
            })
            .sum()
    }

    fn groups_at(&self, game: usize) -> u64 {
        let plays = |group: &&Group| {
            group
                .results
                .first()
                .is_some_and(|&(contest, _)| self.model.contests[contest].contest.game == game)
        };
        self.model.groups.iter().filter(plays).map(|group| group.count).sum()
    }
}

/// The model of results and where its likelihood is largest; none if there are no games.
fn maximum(data: &Data, settings: &Settings) -> Option<(Model, Vec<f64>)> {
    let model = Model::new(data, settings);
    if model.groups.is_empty() {
        return None;
    }
    let mut values = model.start();
    model.maximise(&model.weights, &mut values);
    Some((model, values))
}

/// The expected score of a seat: those who share the first place have equal parts of the point.
fn share_of(seat: usize, candidates: &[Candidate], p: &[f64]) -> f64 {
    let shares = candidates.iter().zip(p).filter(|(candidate, _)| candidate.first >> seat & 1 == 1);
    shares.map(|(candidate, p)| p / f64::from(candidate.first.count_ones())).sum()
}

/// The bias of the parameters: how far above the truth the maximum would be on average if the parameters without the bias
/// were the truth (Kuk, "Asymptotically unbiased estimation in generalized linear models with random effects", 1995).
fn bias(model: &Model, values: &[f64], dispersion: f64) -> Option<Vec<f64>> {
    let mut bias = vec![0.0; values.len()];
    for _ in 0..BIAS_STEPS {
        let truth: Vec<f64> = values.iter().zip(&bias).map(|(value, bias)| value - bias).collect();
        let bread = model.bread(&truth)?;
        let mut spread = &model.expected_spread(&truth) * dispersion;
        model.add_prior(&truth, &mut spread);
        let found = model.bias(&truth, &bread, &spread.between(&bread));
        bias.iter_mut().zip(found).for_each(|(bias, found)| *bias = f64::midpoint(*bias, found));
    }
    Some(bias)
}

/// The covariance by the spread that was observed, and by what is expected where few groups tell of it.
fn mixed(observed: &Symmetric, expected: &Symmetric, differing: u64) -> Symmetric {
    let n = differing as f64;
    (observed * n + &(expected * EXPECTED_GROUPS)) / (n + EXPECTED_GROUPS)
}

/// How many observations an error rests on.
fn observations(differing: u64) -> u64 {
    differing + EXPECTED_GROUPS as u64
}

/// The parameters without each game in turn (the jackknife with games as observations).
fn without_each_game(model: &Model, values: &[f64]) -> Vec<Vec<f64>> {
    if model.weights.len() < FEWEST_KINDS {
        return Vec::new();
    }
    let total: f64 = model.contests.iter().map(|t| t.games * model.weights[&t.contest.game]).sum();
    let without = |left_out: &usize| {
        let part = model.contests.iter().filter(|table| table.contest.game == *left_out);
        let part: f64 = part.map(|table| table.games * model.weights[left_out]).sum();
        // The games that are left count as much as all of them did, so that the prior keeps its weight.
        let scale = total / (total - part);
        let mut weights = model.weights.clone();
        weights.iter_mut().for_each(|(game, weight)| *weight *= if game == left_out { 0.0 } else { scale });
        let mut values = values.to_vec();
        model.maximise(&weights, &mut values);
        values
    };
    let games: Vec<usize> = model.weights.keys().copied().collect();
    games.par_iter().map(without).collect()
}
