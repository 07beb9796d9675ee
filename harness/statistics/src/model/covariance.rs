//! How far estimates would vary if the groups were played again.

use std::collections::BTreeMap;

use super::layout::{Features, probabilities};
use super::likelihood::{FitContest, Model, add_up, expected};
use super::matrix::Symmetric;
use crate::data::Group;

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
        let pull = |group: &Group| {
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
            stratum.pulls.iter().for_each(|pull| spread.add_products(&pull.terms, scale * pull.count));
            spread.add_products(&stratum.mean, -scale * stratum.groups);
        }
        spread
    }

    /// The variance of the sum of all pulls that the model expects of independent games.
    pub fn expected_spread(&self, values: &[f64]) -> Symmetric {
        self.information(|table| self.weights[&table.contest.game].powi(2), values, |_, _| ())
    }

    /// The same if all games of the same game and players came out alike.
    pub fn widest_spread(&self, values: &[f64]) -> Symmetric {
        let mut alike = vec![0.0; self.contests.len()];
        for groups in self.groups.chunk_by(|a, b| a.stratum == b.stratum) {
            let games: f64 = groups.iter().map(|group| group.count as f64 * group.results.len() as f64).sum();
            let contests = groups.iter().flat_map(|group| &group.results);
            contests.for_each(|&(contest, _)| alike[contest] = games);
        }
        let mut contests = alike.into_iter();
        let weight =
            |table: &FitContest| contests.next().unwrap_or(0.0) * self.weights[&table.contest.game].powi(2);
        self.information(weight, values, |_, _| ())
    }

    /// How widely the players' scores are spread in the groups, as a share of the widest spread that their means allow: 1
    /// for independent games without draws, less where games are drawn. Two groups of the widest spread are added, so that
    /// few groups that agree do not say that there is none.
    pub fn dispersion(&self, pulls: &[Pull]) -> f64 {
        const WIDEST: f64 = 2.0;
        let of_players = |terms: &Features| -> f64 {
            let own = terms.iter().filter(|(parameter, _)| *parameter < self.layout.players);
            own.map(|(_, x)| x * x).sum()
        };
        let alone = |groups: f64| groups <= 1.0;
        let observed: f64 = strata(pulls)
            .filter(|stratum| !alone(stratum.groups))
            .map(|stratum| {
                let squares: f64 =
                    stratum.pulls.iter().map(|pull| pull.count * of_players(&pull.terms)).sum();
                let scale = stratum.groups / (stratum.groups - 1.0);
                scale * (squares - stratum.groups * of_players(&stratum.mean))
            })
            .sum();
        let groups = |groups: &[Group]| groups.iter().map(|group| group.count as f64).sum::<f64>();
        let strata = self.groups.chunk_by(|a, b| a.stratum == b.stratum);
        let widest: f64 = strata.filter(|own| !alone(groups(own))).map(|own| self.widest(own)).sum();
        let (ratio, n) = (if widest > 0.0 { observed / widest } else { 1.0 }, groups(&self.groups));
        (n * ratio + WIDEST) / (n + WIDEST)
    }

    /// The widest spread of the players' scores in the groups of a stratum that their means allow: one player has the whole
    /// point of each game.
    fn widest(&self, groups: &[Group]) -> f64 {
        let mut points: BTreeMap<usize, (f64, BTreeMap<usize, f64>)> = BTreeMap::new();
        for group in groups {
            for &(contest, first) in &group.results {
                let (games, shares) = points.entry(contest).or_default();
                *games += group.count as f64;
                let winners = (0..u8::BITS as usize).filter(|seat| first >> seat & 1 == 1);
                for seat in winners {
                    let player = self.contests[contest].contest.players[seat];
                    *shares.entry(player).or_default() += group.count as f64 / f64::from(first.count_ones());
                }
            }
        }
        let of_contest = |(contest, (games, shares)): (usize, (f64, BTreeMap<usize, f64>))| {
            let weight = self.weights[&self.contests[contest].contest.game];
            let agreed: f64 = shares.values().map(|share| (share / games).powi(2)).sum();
            weight * weight * games * (1.0 - agreed)
        };
        points.into_iter().map(of_contest).sum()
    }

    /// How far the maximum of the likelihood is on average above the truth: by the curvature of the expected scores, to the
    /// second order (Cox and Snell, "A general definition of residuals", 1968), and by the prior. With few games for each
    /// seat advantage it matters.
    pub fn bias(&self, values: &[f64], bread: &Symmetric, covariance: &Symmetric) -> Vec<f64> {
        let mut pull = self.prior_pull(values);
        let (mut p, mut mean) = (Vec::new(), Vec::new());
        for table in &self.contests {
            let games = table.games * self.weights[&table.contest.game];
            probabilities(&table.candidates, values, &mut p);
            expected(&table.candidates, &p, &mut mean);
            for (candidate, p) in table.candidates.iter().zip(&p) {
                let mut off = candidate.features.clone();
                off.extend(mean.iter().map(|&(i, x)| (i, -x)));
                add_up(&mut off);
                let row = |&(i, x): &(usize, f64)| -> f64 {
                    x * off.iter().map(|&(j, y)| y * covariance[(i, j)]).sum::<f64>()
                };
                let variance: f64 = off.iter().map(row).sum();
                off.iter().for_each(|&(i, x)| pull[i] -= 0.5 * games * p * variance * x);
            }
        }
        bread.times(&pull)
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
