//! Which parameter stands where, and what the model says of each contest.

use std::collections::{BTreeMap, BTreeSet};

use crate::Data;
use crate::data::{Contest, FirstPlace};

/// The places of the parameters: the strengths of the players first, then seat advantages and ties game by game. The
/// last seat of a game has advantage 0, a sole first place has tie parameter 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub players: usize,
    seats: BTreeMap<(usize, usize), usize>,
    ties: BTreeMap<(usize, u32), usize>,
    pub length: usize,
}

/// A first place that is possible at a contest.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Candidate {
    pub first: FirstPlace,
    /// Parameters and their weights in the logarithm of its odds.
    pub features: Vec<(usize, f64)>,
}

impl Layout {
    pub fn new(data: &Data) -> Layout {
        let mut ties: BTreeSet<(usize, u32)> = BTreeSet::new();
        for group in data.groups() {
            for (contest, first) in group.results {
                if first.count_ones() > 1 {
                    ties.insert((data.contests()[contest].game, first.count_ones()));
                }
            }
        }
        let seats: BTreeSet<(usize, usize)> = data
            .contests()
            .iter()
            .flat_map(|contest| (0..contest.players.len() - 1).map(|seat| (contest.game, seat)))
            .collect();
        let mut length = data.players();
        let mut next = || {
            length += 1;
            length - 1
        };
        let seats = seats.into_iter().map(|key| (key, next())).collect();
        let ties = ties.into_iter().map(|key| (key, next())).collect();
        Layout { players: data.players(), seats, ties, length }
    }

    /// The parameter of a seat's advantage; none for the last seat of a game.
    pub fn seat(&self, game: usize, seat: usize) -> Option<usize> {
        self.seats.get(&(game, seat)).copied()
    }

    /// The first places that are possible: those with a single winner, and those of the sizes that came at this game.
    pub fn candidates(&self, contest: &Contest) -> Vec<Candidate> {
        let seats = contest.players.len();
        let sets = (1..1u16 << seats).map(|set| set as FirstPlace);
        let possible = |first: &FirstPlace| {
            first.count_ones() == 1 || self.ties.contains_key(&(contest.game, first.count_ones()))
        };
        sets.filter(possible).map(|first| self.candidate(contest, first)).collect()
    }

    fn candidate(&self, contest: &Contest, first: FirstPlace) -> Candidate {
        let share = 1.0 / f64::from(first.count_ones());
        let mut features: BTreeMap<usize, f64> = BTreeMap::new();
        for (seat, &player) in contest.players.iter().enumerate().filter(|(seat, _)| first >> seat & 1 == 1) {
            *features.entry(player).or_default() += share;
            if let Some(advantage) = self.seat(contest.game, seat) {
                *features.entry(advantage).or_default() += share;
            }
        }
        features.extend(self.ties.get(&(contest.game, first.count_ones())).map(|&tie| (tie, 1.0)));
        Candidate { first, features: features.into_iter().collect() }
    }
}

/// The probabilities of the candidates.
pub(super) fn probabilities(candidates: &[Candidate], values: &[f64]) -> Vec<f64> {
    let odds = |candidate: &Candidate| -> f64 {
        candidate.features.iter().map(|&(parameter, weight)| weight * values[parameter]).sum()
    };
    let logarithms: Vec<f64> = candidates.iter().map(odds).collect();
    let largest = logarithms.iter().copied().fold(f64::MIN, f64::max);
    let mut probabilities: Vec<f64> = logarithms.iter().map(|log| (log - largest).exp()).collect();
    let total: f64 = probabilities.iter().sum();
    probabilities.iter_mut().for_each(|p| *p /= total);
    probabilities
}
