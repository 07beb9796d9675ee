//! Which parameter stands where, and what the model says of each contest.

use std::collections::{BTreeMap, BTreeSet};

use super::Outcome;
use crate::Data;
use crate::data::{Contest, FirstPlace};

/// Parameters with their weights, by parameter.
pub(super) type Features = Vec<(usize, f64)>;

/// The places of the parameters: the strengths of the players first, then seat advantages and ties game by game. The
/// last seat of a game has advantage 0, a sole first place has tie parameter 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub players: usize,
    seats: BTreeMap<(usize, usize), usize>,
    ties: BTreeMap<(usize, u32), usize>,
    pub length: usize,
}

/// A result that the model gives a probability of its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Candidate {
    pub first: FirstPlace,
    /// The logarithm of its odds.
    pub features: Features,
}

impl Layout {
    pub fn new(data: &Data, outcome: Outcome) -> Layout {
        let seats: BTreeSet<(usize, usize)> = data
            .contests()
            .iter()
            .flat_map(|contest| (0..contest.players.len() - 1).map(|seat| (contest.game, seat)))
            .collect();
        let ties = match outcome {
            Outcome::Score => BTreeSet::new(),
            Outcome::FirstPlace => shared_places(data),
        };
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

    /// The parameters that belong to a game: its seats and ties.
    pub fn of_game(&self, game: usize) -> impl Iterator<Item = usize> {
        let seats = self.seats.range((game, 0)..(game + 1, 0)).map(|(_, &parameter)| parameter);
        seats.chain(self.ties.range((game, 0)..(game + 1, 0)).map(|(_, &parameter)| parameter))
    }

    /// How many first places are possible at a contest, by its number of seats.
    pub fn candidate_count(&self, contest: &Contest) -> u64 {
        let seats = contest.players.len() as u64;
        let sets =
            |size: u32| (0..u64::from(size)).fold(1, |sets, chosen| sets * (seats - chosen) / (chosen + 1));
        let ties = self.ties.range((contest.game, 0)..(contest.game + 1, 0));
        seats + ties.map(|(&(_, size), _)| sets(size)).sum::<u64>()
    }

    /// The first places that are possible: those with a single winner, and those of the sizes that came at this game.
    pub fn candidates(&self, contest: &Contest) -> Vec<Candidate> {
        let seats = contest.players.len();
        let sets = (1..1u16 << seats).map(|set| set as FirstPlace);
        let possible = |first: &FirstPlace| {
            first.count_ones() == 1 || self.ties.contains_key(&(contest.game, first.count_ones()))
        };
        let candidate = |first| Candidate { first, features: self.features(contest, first) };
        sets.filter(possible).map(candidate).collect()
    }

    /// What a first place says of each parameter. Those who share it have equal parts of it.
    pub fn features(&self, contest: &Contest, first: FirstPlace) -> Features {
        let share = 1.0 / f64::from(first.count_ones());
        let mut features: BTreeMap<usize, f64> = BTreeMap::new();
        for (seat, &player) in contest.players.iter().enumerate().filter(|(seat, _)| first >> seat & 1 == 1) {
            *features.entry(player).or_default() += share;
            if let Some(advantage) = self.seat(contest.game, seat) {
                *features.entry(advantage).or_default() += share;
            }
        }
        features.extend(self.ties.get(&(contest.game, first.count_ones())).map(|&tie| (tie, 1.0)));
        features.into_iter().collect()
    }
}

/// The sizes of the sets that shared the first place, by game.
fn shared_places(data: &Data) -> BTreeSet<(usize, u32)> {
    let mut ties = BTreeSet::new();
    for group in data.groups() {
        for (contest, first) in group.results {
            if first.count_ones() > 1 {
                ties.insert((data.contests()[contest].game, first.count_ones()));
            }
        }
    }
    ties
}

/// Writes the probabilities of the candidates to `p` and returns the logarithm of the sum of their odds.
pub(super) fn probabilities(candidates: &[Candidate], values: &[f64], p: &mut Vec<f64>) -> f64 {
    p.clear();
    let odds = |candidate: &Candidate| -> f64 {
        candidate.features.iter().map(|&(parameter, weight)| weight * values[parameter]).sum()
    };
    p.extend(candidates.iter().map(odds));
    let largest = p.iter().copied().fold(f64::MIN, f64::max);
    let mut total = 0.0;
    for odds in p.iter_mut() {
        *odds = libm::exp(*odds - largest);
        total += *odds;
    }
    p.iter_mut().for_each(|p| *p /= total);
    largest + libm::log(total)
}
