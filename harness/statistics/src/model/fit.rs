//! The model fitted to results, and what it says.

use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Settings;
use super::layout::probabilities;
use super::likelihood::Model;
use super::matrix::Symmetric;
use crate::data::{Contest, Group};
use crate::interval::quantile;
use crate::{Data, Estimate};

/// Groups that are taken to vary as the model expects, added to those that were seen: with few groups the spread that
/// was seen says little, and groups that all agree would give an interval without width.
const EXPECTED_GROUPS: f64 = 2.0;
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
    /// The covariance with the spread that the model expects.
    expected: Symmetric,
    /// The parameters without each of the games.
    without: Vec<Vec<f64>>,
    group_count: u64,
    /// Groups of each player.
    groups_of: Vec<u64>,
}

/// A difference of strengths, on the logistic scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference.
    pub value: f64,
    /// Its standard error within the games that were played: if their groups were played again.
    pub error: f64,
    /// Number of groups that tell of it.
    pub groups: u64,
    /// Its standard error with the games as a sample of games, and the number of games; none for fewer than two.
    pub across: Option<(f64, u64)>,
}

impl Difference {
    /// The interval within the games, of this confidence.
    pub fn within(&self, confidence: f64) -> Estimate {
        self.interval(self.error, self.groups, confidence)
    }

    /// The interval over games as a sample, of this confidence; none for fewer than two games.
    pub fn across(&self, confidence: f64) -> Option<Estimate> {
        self.across.map(|(error, games)| self.interval(error, games, confidence))
    }

    fn interval(&self, error: f64, observations: u64, confidence: f64) -> Estimate {
        let half = quantile(observations.max(2), 0.5 + confidence / 2.0) * error;
        let value = self.value;
        Estimate { value, low: value - half, high: value + half, groups: observations }
    }

    /// The probability, given the results, that the difference is above 0 within the games (with a flat prior).
    pub fn superiority(&self) -> f64 {
        let freedom = self.groups.max(2) as f64 - 1.0;
        let student = StudentsT::new(0.0, 1.0, freedom).expect("a positive number of degrees of freedom");
        if self.error > 0.0 { student.cdf(self.value / self.error) } else { 0.5 }
    }
}

impl Fit {
    /// Fits the model to results; none if there are no games.
    pub fn new(data: &Data, settings: &Settings) -> Option<Fit> {
        let model = Model::new(data, settings);
        if model.groups.is_empty() {
            return None;
        }
        let mut values = model.start();
        model.maximise(&model.weights, &mut values);
        let bread = model.bread(&values)?;
        let mut prior = Symmetric::zeros(model.layout.length);
        model.add_prior(&values, &mut prior);
        let around = |spread: Symmetric| (spread + &prior).between(&bread);
        let observed = around(model.observed_spread(&model.pulls(&values)));
        let expected = around(model.expected_spread(&values));
        let without = without_each_game(&model, &values);
        let group_count = data.group_count();
        let groups_of = data.groups_of_players();
        Some(Fit { model, values, bread, observed, expected, without, group_count, groups_of })
    }

    /// The strengths alone, on the logistic scale, without what intervals need; none if there are no games.
    pub fn strengths(data: &Data, settings: &Settings) -> Option<Vec<f64>> {
        let model = Model::new(data, settings);
        if model.groups.is_empty() {
            return None;
        }
        let mut values = model.start();
        model.maximise(&model.weights, &mut values);
        values.truncate(model.layout.players);
        Some(values)
    }

    /// The products of features that one step of fitting the model to these results takes.
    pub fn work(data: &Data, outcome: super::Outcome) -> u64 {
        Model::work(data, outcome)
    }

    /// The strength of a player on the logistic scale.
    pub fn strength(&self, player: usize) -> f64 {
        self.values[player]
    }

    /// How much stronger `player` is than the mean of `others` (than strength 0 if there are none).
    pub fn difference(&self, player: usize, others: &[usize]) -> Difference {
        let groups = match others {
            [other] => self.groups_of[player].min(self.groups_of[*other]),
            _ => self.groups_of[player],
        };
        let of = |values: &[f64]| {
            let others: f64 = others.iter().map(|&other| values[other] / others.len() as f64).sum();
            values[player] - others
        };
        let value = of(&self.values);
        let games = self.without.len();
        let across = (games >= 2).then(|| {
            let squares: f64 = self.without.iter().map(|values| (of(values) - value).powi(2)).sum();
            ((squares * (games - 1) as f64 / games as f64).sqrt(), games as u64)
        });
        let error = self.error(&self.direction(player, others), groups);
        Difference { value, error, groups, across }
    }

    /// The direction of a difference in the space of the parameters.
    pub(super) fn direction(&self, player: usize, others: &[usize]) -> Vec<f64> {
        let mut direction = vec![0.0; self.values.len()];
        direction[player] += 1.0;
        others.iter().for_each(|&other| direction[other] -= 1.0 / others.len() as f64);
        direction
    }

    /// The standard error along a direction that so many groups tell of.
    pub(super) fn error(&self, direction: &[f64], groups: u64) -> f64 {
        let n = groups as f64;
        let (observed, expected) = (self.observed.along(direction), self.expected.along(direction));
        ((n * observed + EXPECTED_GROUPS * expected) / (n + EXPECTED_GROUPS)).sqrt()
    }

    /// The covariance of the strengths, for players with so many groups each.
    pub(super) fn covariance(&self, groups: u64) -> Symmetric {
        let (n, players) = (groups as f64, self.model.layout.players);
        let mixed = (&self.observed * n + &(&self.expected * EXPECTED_GROUPS)) / (n + EXPECTED_GROUPS);
        mixed.leading(players)
    }

    /// Number of groups of a player.
    pub fn groups_of(&self, player: usize) -> u64 {
        self.groups_of[player]
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
            let shares = candidates.iter().zip(&p).filter(|(candidate, _)| candidate.first >> seat & 1 == 1);
            shares.map(|(candidate, p)| p / f64::from(candidate.first.count_ones())).sum()
        };
        let value = score(&self.values);
        // The interval is found on the logistic scale, where it is more nearly symmetric.
        let logit = |score: f64| (score / (1.0 - score)).ln();
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
        let half = quantile(groups.max(2), 0.5 + confidence / 2.0) * self.error(&slope, groups);
        let back = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (low, high) = (back(logit(value) - half), back(logit(value) + half));
        Some(Estimate { value, low, high, groups })
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

    /// Number of groups that the model was fitted to.
    pub fn group_count(&self) -> u64 {
        self.group_count
    }
}

/// The parameters without each game in turn (the jackknife with games as observations).
fn without_each_game(model: &Model, values: &[f64]) -> Vec<Vec<f64>> {
    if model.weights.len() < 2 {
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
