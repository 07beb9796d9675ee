//! How far estimates would vary if the groups were played again.

use super::layout::{Features, probabilities};
use super::likelihood::{Model, add_up, expected};
use super::matrix::Symmetric;

/// What a group pulls the parameters to, beyond what is expected.
#[derive(Clone, Debug)]
pub(super) struct Pull {
    pub stratum: usize,
    pub count: f64,
    pub terms: Features,
}

/// A stratum's part of the groups, with the mean of their pulls; nothing is taken off where a stratum has one group.
pub(super) struct Stratum<'a> {
    pub pulls: &'a [Pull],
    pub groups: f64,
    pub mean: Features,
}

impl Model {
    /// The pulls of all groups, in the order of their strata.
    pub fn pulls(&self, values: &[f64]) -> Vec<Pull> {
        let (mut p, mut mean) = (Vec::new(), Vec::new());
        let means: Vec<Features> = self
            .contests
            .iter()
            .map(|table| {
                probabilities(&table.candidates, values, &mut p);
                expected(&table.candidates, &p, &mut mean);
                mean.clone()
            })
            .collect();
        let pull = |group: &crate::data::Group| {
            let mut terms = Features::new();
            for &(contest, first) in &group.results {
                let weight = self.weights[&self.contests[contest].contest.game];
                terms.extend(self.observed(contest, first).iter().map(|&(i, x)| (i, weight * x)));
                terms.extend(means[contest].iter().map(|&(i, x)| (i, -weight * x)));
            }
            add_up(&mut terms);
            Pull { stratum: group.stratum, count: group.count as f64, terms }
        };
        self.groups.iter().map(pull).collect()
    }

    /// The variance of the sum of all pulls that was observed: the spread inside each stratum, where groups are alike.
    pub fn observed_spread(&self, pulls: &[Pull]) -> Symmetric {
        let mut spread = Symmetric::zeros(self.layout.length);
        for stratum in strata(pulls) {
            let scale = if stratum.groups > 1.0 { stratum.groups / (stratum.groups - 1.0) } else { 1.0 };
            let mut add = |terms: &Features, weight: f64| {
                for &(i, x) in terms {
                    for &(j, y) in terms {
                        spread[(i, j)] += weight * x * y;
                    }
                }
            };
            stratum.pulls.iter().for_each(|pull| add(&pull.terms, scale * pull.count));
            add(&stratum.mean, -scale * stratum.groups);
        }
        spread
    }

    /// The variance of the sum of all pulls that the model expects of independent games.
    pub fn expected_spread(&self, values: &[f64]) -> Symmetric {
        self.information(|game| self.weights[&game].powi(2), values, |_, _| ())
    }
}

/// The strata one after the other.
pub(super) fn strata(pulls: &[Pull]) -> impl Iterator<Item = Stratum<'_>> {
    pulls.chunk_by(|a, b| a.stratum == b.stratum).map(|pulls| {
        let groups: f64 = pulls.iter().map(|pull| pull.count).sum();
        let mut mean = Features::new();
        if groups > 1.0 {
            for pull in pulls {
                mean.extend(pull.terms.iter().map(|&(i, x)| (i, x * pull.count / groups)));
            }
            add_up(&mut mean);
        }
        Stratum { pulls, groups, mean }
    })
}
