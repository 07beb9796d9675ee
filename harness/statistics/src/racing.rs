//! Racing: the best of many players is sought, and who is beaten drops out.
//!
//! The method is successive elimination by duels (Even-Dar, Mannor and Mansour, "Action elimination and
//! stopping conditions for the multi-armed bandit and reinforcement learning problems", 2006). For each pair
//! and each direction a gambler bets that the first scores above 1/2 against the second. If it does not, no
//! strategy of betting multiplies the money by `c` with a probability above `1 / c`, however often one looks
//! (Ville, 1939). The bets follow Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
//! betting", 2023. Whoever is beaten by `c = (players - 1) / error` is out.
//!
//! A player who scores at least 1/2 against each of the others is thus eliminated with probability at most
//! `error`: each of the `players - 1` others may be wrong about it with probability `error / (players - 1)`.
//! The only assumption on the scores is that those of different rounds are independent.

use crate::log_mean;

/// The stakes of the gamblers, as shares of the largest possible; the money is split among them.
const STAKES: [f64; 8] =
    [1.0 / 64.0, 1.0 / 32.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 3.0 / 8.0, 1.0 / 2.0, 3.0 / 4.0];

/// The bets that one player scores above 1/2 against another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Bet {
    /// The logarithm of what each stake's money has become.
    money: [f64; STAKES.len()],
}

impl Bet {
    fn observe(&mut self, score: f64) {
        for (money, stake) in self.money.iter_mut().zip(STAKES) {
            *money += libm::log1p(2.0 * stake * (score - 0.5));
        }
    }

    /// The logarithm of the factor by which all money has been multiplied.
    fn gain(&self) -> f64 {
        log_mean(&self.money)
    }
}

/// A player out of the race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elimination {
    /// Who is out.
    pub player: usize,
    /// Who beat it.
    pub by: usize,
}

/// A race.
#[derive(Clone, Debug)]
pub struct Race {
    error: f64,
    running: Vec<bool>,
    /// By player and opponent.
    bets: Vec<Vec<Bet>>,
}

impl Race {
    /// A race of two or more players, in which the best is eliminated with a probability of at most `error`.
    pub fn new(players: usize, error: f64) -> Race {
        Race { error, running: vec![true; players], bets: vec![vec![Bet::default(); players]; players] }
    }

    /// The players still in the race.
    pub fn running(&self) -> Vec<usize> {
        (0..self.running.len()).filter(|&player| self.running[player]).collect()
    }

    /// The pairs still to be played.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let running = self.running();
        let of = |(place, &a): (usize, &usize)| {
            running[place + 1..].iter().map(move |&b| (a, b)).collect::<Vec<_>>()
        };
        running.iter().enumerate().flat_map(of).collect()
    }

    /// Adds a score of `a` against `b`, in `0..=1`, independent of those before it.
    pub fn observe(&mut self, a: usize, b: usize, score: f64) {
        self.bets[a][b].observe(score);
        self.bets[b][a].observe(1.0 - score);
    }

    /// How sure it is that `a` beats `b`: from 1 on it is.
    pub fn progress(&self, a: usize, b: usize) -> f64 {
        let needed = libm::log((self.running.len() - 1) as f64 / self.error);
        (self.bets[a][b].gain() / needed).max(0.0)
    }

    /// Takes out who is beaten by somebody in the race, to be asked when all pairs were played equally often. Where all
    /// are beaten, in a circle, nobody is taken out.
    pub fn eliminate(&mut self) -> Vec<Elimination> {
        let running = self.running();
        let beaten = |&player: &usize| {
            let rivals = running.iter().filter(|&&rival| rival != player);
            let rivals = rivals.map(|&rival| (rival, self.progress(rival, player)));
            let (by, progress) = rivals.max_by(|a, b| a.1.total_cmp(&b.1))?;
            (progress >= 1.0).then_some(Elimination { player, by })
        };
        let out: Vec<Elimination> = running.iter().filter_map(beaten).collect();
        if out.len() == running.len() {
            return Vec::new();
        }
        out.iter().for_each(|elimination| self.running[elimination.player] = false);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::calibration::unit;
    use rand_core::SeedableRng;

    /// Races players whose scores against each other are `scores`, for so many rounds.
    fn race(scores: &dyn Fn(usize, usize) -> f64, players: usize, rounds: usize, seed: u64) -> (Race, usize) {
        let (mut race, mut rng) = (Race::new(players, 0.05), Rng::seed_from_u64(seed));
        let mut games = 0;
        for _ in 0..rounds {
            for (a, b) in race.pairs() {
                let score = f64::from(u8::from(unit(&mut rng) < scores(a, b)));
                race.observe(a, b, score);
                games += 1;
            }
            race.eliminate();
        }
        (race, games)
    }

    #[test]
    fn the_best_stays_and_the_worst_are_out_early() {
        let scores = |a: usize, b: usize| 0.5 + 0.1 * (b as f64 - a as f64);
        let mut games = 0;
        for seed in 0..20 {
            let (race, played) = race(&scores, 5, 2000, seed);
            assert_eq!(race.running(), [0], "seed {seed}");
            games += played;
        }
        assert!(games < 20 * 10 * 2000 / 4, "{games}");
    }

    #[test]
    fn a_circle_stays() {
        let scores = |a: usize, b: usize| f64::from(u8::from((a + 1) % 3 == b));
        assert_eq!(race(&scores, 3, 50, 1).0.running().len(), 3);
    }

    #[test]
    fn equals_are_seldom_taken_out() {
        let lost = (0..400).filter(|&seed| !race(&|_, _| 0.5, 4, 300, seed).0.running().contains(&0)).count();
        assert!(lost <= 20, "{lost} of 400");
    }
}
