//! Rankings beside Elo, which do not suppose that strength is one number.
//!
//! Games as voters: each game ranks the players, and what many games prefer decides
//! ([`Votes`], `maximal_lotteries`, `soft_condorcet`). For one game there is alpha-rank (`alpha_rank`), which
//! follows who would replace whom in a population.

mod alpha_rank;
mod lotteries;
mod soft_condorcet;

pub use alpha_rank::{AlphaRank, alpha_rank};
pub use lotteries::{iterated_lotteries, maximal_lottery};
pub use soft_condorcet::soft_condorcet;

/// How many voters prefer one player to another.
#[derive(Clone, PartialEq, Debug)]
pub struct Votes {
    players: usize,
    voters: u64,
    /// By the preferred player and the other one.
    preferred: Vec<f64>,
}

impl Votes {
    /// No votes yet on so many players.
    pub fn new(players: usize) -> Votes {
        Votes { players, voters: 0, preferred: vec![0.0; players * players] }
    }

    /// Adds a voter who values the players so; nothing is said of a player without a value, equal values are no
    /// preference.
    pub fn add(&mut self, values: &[Option<f64>]) {
        self.add_preferences(|a, b| matches!((values[a], values[b]), (Some(a), Some(b)) if a > b));
    }

    /// Adds a voter who prefers the first of two players to the second where `prefers` says so.
    pub fn add_preferences(&mut self, prefers: impl Fn(usize, usize) -> bool) {
        self.voters += 1;
        for a in 0..self.players {
            for b in (0..self.players).filter(|&b| a != b && prefers(a, b)) {
                self.preferred[a * self.players + b] += 1.0;
            }
        }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Number of voters.
    pub fn voters(&self) -> u64 {
        self.voters
    }

    /// How many voters prefer `a` to `b`.
    pub fn preferring(&self, a: usize, b: usize) -> f64 {
        self.preferred[a * self.players + b]
    }

    /// How many more voters prefer `a` to `b` than `b` to `a`.
    pub fn margin(&self, a: usize, b: usize) -> f64 {
        self.preferring(a, b) - self.preferring(b, a)
    }

    /// The player whom a majority prefers to each of the others, if there is one.
    pub fn condorcet_winner(&self) -> Option<usize> {
        let beats_all = |&a: &usize| (0..self.players).all(|b| a == b || self.margin(a, b) > 0.0);
        (0..self.players).find(beats_all)
    }
}

/// The players from the highest value to the lowest; of equal ones the first.
pub fn order(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Orders of players 0, 1, ... from the best to the worst.
    pub fn votes(orders: &[&[usize]]) -> Votes {
        let mut votes = Votes::new(orders[0].len());
        for order in orders {
            let mut values = vec![None; order.len()];
            order.iter().enumerate().for_each(|(place, &player)| values[player] = Some(-(place as f64)));
            votes.add(&values);
        }
        votes
    }

    /// The meeple pentathlon of Lanctot et al., "Evaluating agents using social choice theory", 2023.
    pub const PENTATHLON: [&[usize]; 5] = [&[0, 1, 2], &[0, 2, 1], &[2, 0, 1], &[2, 0, 1], &[1, 2, 0]];

    #[test]
    fn the_pentathlon_has_a_condorcet_winner() {
        let votes = votes(&PENTATHLON);
        assert_eq!((votes.preferring(0, 1), votes.preferring(0, 2), votes.preferring(1, 2)), (4.0, 2.0, 2.0));
        assert_eq!((votes.margin(2, 0), votes.margin(2, 1), votes.condorcet_winner()), (1.0, 1.0, Some(2)));
    }

    #[test]
    fn equal_values_and_missing_ones_are_no_preference() {
        let mut votes = Votes::new(3);
        votes.add(&[Some(1.0), Some(1.0), None]);
        assert!((0..3).all(|a| (0..3).all(|b| votes.preferring(a, b) == 0.0)));
        assert_eq!(votes.condorcet_winner(), None);
    }
}
