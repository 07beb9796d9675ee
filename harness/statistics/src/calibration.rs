//! Simulated tournaments with known truths: how often do the intervals cover them, how often do the tests err?

use rand_core::{Rng as _, SeedableRng};
use rayon::prelude::*;
use serde::Serialize;

use crate::model::{Fit, Prior};
use crate::sequence::Sequence;
use crate::sprt::{Decision, Hypotheses, Scores};
use crate::{Data, ELO, Moments, Rng, expected_score};

/// How often something happened in simulations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frequency {
    /// What.
    pub name: String,
    /// Cases that were looked at.
    pub cases: u64,
    /// Cases in which it happened.
    pub happened: u64,
    /// The share that is asked for: from, to.
    pub target: (f64, f64),
}

impl Frequency {
    /// The share of the cases in which it happened.
    pub fn share(&self) -> f64 {
        self.happened as f64 / self.cases.max(1) as f64
    }

    /// Whether the share is what is asked for.
    pub fn is_met(&self) -> bool {
        (self.target.0..=self.target.1).contains(&self.share())
    }

    fn of(name: impl Into<String>, target: (f64, f64), cases: impl IntoIterator<Item = bool>) -> Frequency {
        let mut frequency = Frequency { name: name.into(), cases: 0, happened: 0, target };
        for happened in cases {
            frequency.cases += 1;
            frequency.happened += u64::from(happened);
        }
        frequency
    }
}

/// A tournament whose truth is known.
#[derive(Clone, Debug)]
struct World {
    name: &'static str,
    /// Strengths on the logistic scale; the first player is the anchor.
    strengths: Vec<f64>,
    seats: usize,
    /// The advantage of each seat.
    advantages: Vec<f64>,
    /// The tendency of two to tie: the logarithm of their odds against a sole winner of the same strength; none where
    /// nobody ever ties.
    tie: Option<f64>,
    /// Groups for each pairing.
    rounds: usize,
}

fn worlds() -> Vec<World> {
    let elo = |points: &[f64]| points.iter().map(|points| points / ELO).collect();
    let two = |name, strengths: &[f64], advantage: f64, tie, rounds| World {
        name,
        strengths: elo(strengths),
        seats: 2,
        advantages: vec![advantage / ELO, 0.0],
        tie,
        rounds,
    };
    vec![
        two("two seats, few ties", &[0.0, 60.0, 150.0, 200.0], 40.0, Some(-1.0), 40),
        two("two seats, many ties", &[0.0, 100.0, 250.0], -100.0, Some(2.0), 50),
        two("two seats, large differences", &[0.0, 200.0, 400.0, 600.0], 80.0, Some(0.0), 40),
        World {
            name: "four seats",
            strengths: elo(&[0.0, 100.0, 200.0]),
            seats: 4,
            advantages: vec![0.3, 0.1, -0.2, 0.0],
            tie: Some(-2.0),
            rounds: 25,
        },
    ]
}

impl World {
    /// The probability of each first place that is possible, with the players at the seats.
    fn probabilities(&self, players: &[usize]) -> Vec<(u8, f64)> {
        let mut odds: Vec<(u8, f64)> = Vec::new();
        for first in 1..1u16 << self.seats {
            let size = first.count_ones();
            let tie = match size {
                1 => 0.0,
                2 => match self.tie {
                    Some(tie) => tie,
                    None => continue,
                },
                _ => continue,
            };
            let seats = (0..self.seats).filter(|seat| first >> seat & 1 == 1);
            let total: f64 = seats.map(|seat| self.strengths[players[seat]] + self.advantages[seat]).sum();
            odds.push((first as u8, (tie + total / f64::from(size)).exp()));
        }
        let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
        odds.iter_mut().for_each(|(_, odds)| *odds /= sum);
        odds
    }

    /// The expected score of the first seat between equal players.
    fn first_seat_score(&self) -> f64 {
        let shares = self.probabilities(&vec![0; self.seats]);
        shares
            .iter()
            .filter(|(first, _)| first & 1 == 1)
            .map(|(first, p)| p / f64::from(first.count_ones()))
            .sum()
    }

    /// Plays all mirrored groups: both players in all balanced seatings.
    fn play(&self, rng: &mut Rng) -> Data {
        let mut data = Data::new(self.strengths.len());
        let half = self.seats / 2;
        let seatings: Vec<u16> = (0..1u16 << self.seats)
            .filter(|mask| [half, self.seats - half].contains(&(mask.count_ones() as usize)))
            .collect();
        let mut stratum = 0;
        for a in 0..self.strengths.len() {
            for b in a + 1..self.strengths.len() {
                let tables: Vec<(usize, Vec<(u8, f64)>)> = seatings
                    .iter()
                    .map(|mask| {
                        let player = |seat| if mask >> seat & 1 == 1 { b } else { a };
                        let players: Vec<usize> = (0..self.seats).map(player).collect();
                        (data.contest(0, &players), self.probabilities(&players))
                    })
                    .collect();
                for _ in 0..self.rounds {
                    let results: Vec<(usize, u8)> =
                        tables.iter().map(|(contest, odds)| (*contest, draw(odds, rng))).collect();
                    data.add(stratum, &results);
                }
                stratum += 1;
            }
        }
        data
    }
}

fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

fn draw(odds: &[(u8, f64)], rng: &mut Rng) -> u8 {
    let mut rest = unit(rng);
    for &(first, p) in odds {
        rest -= p;
        if rest < 0.0 {
            return first;
        }
    }
    odds[odds.len() - 1].0
}

/// What 95% intervals should cover.
const COVERAGE: (f64, f64) = (0.93, 0.97);

/// How often the intervals of the ratings (by curvature and by bootstrap with so many replicates) and of the first seat's
/// score cover the truth.
pub fn ratings(simulations: u64, replicates: u64, seed: u64) -> Vec<Frequency> {
    let mut frequencies = Vec::new();
    for world in worlds() {
        let simulate = |number: u64| {
            let mut rng = Rng::seed_from_u64(seed.wrapping_add(number));
            let fit = Fit::new(&world.play(&mut rng), Prior::default()).expect("games were played");
            let bootstrap = fit.bootstrap(replicates, rng.next_u64());
            let players = 1..world.strengths.len();
            let truth = |player: usize| world.strengths[player] - world.strengths[0];
            let curvature: Vec<bool> =
                players.clone().map(|p| fit.difference(p, &[0]).covers(truth(p))).collect();
            let resampled = |player: usize| {
                let (low, high) = bootstrap.difference(player, &[0]);
                (low..=high).contains(&truth(player))
            };
            let resampled: Vec<bool> = players.map(resampled).collect();
            let seat = fit.seat_score(0, 0).expect("the game was played").covers(world.first_seat_score());
            (curvature, resampled, seat)
        };
        let results: Vec<(Vec<bool>, Vec<bool>, bool)> =
            (0..simulations).into_par_iter().map(simulate).collect();
        let name = |what: &str| format!("{}: {what} covers the truth", world.name);
        let curvature = results.iter().flat_map(|result| result.0.iter().copied());
        frequencies.push(Frequency::of(name("rating by curvature"), COVERAGE, curvature));
        let resampled = results.iter().flat_map(|result| result.1.iter().copied());
        frequencies.push(Frequency::of(name("rating by bootstrap"), COVERAGE, resampled));
        let seats = results.iter().map(|result| result.2);
        frequencies.push(Frequency::of(name("first seat's score"), COVERAGE, seats));
    }
    frequencies
}

/// The score of a mirrored pair between players of which the first is stronger by so many Elo points.
fn pair_score(elo: f64, draws: f64, rng: &mut Rng) -> f64 {
    let mut game = || match unit(rng) {
        x if x < draws => 0.5,
        x if (x - draws) / (1.0 - draws) < expected_score(elo) => 1.0,
        _ => 0.0,
    };
    (game() + game()) / 2.0
}

/// How often the sequential test accepts the wrong hypothesis.
pub fn sprt(simulations: u64, seed: u64) -> Vec<Frequency> {
    let hypotheses = Hypotheses { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
    let run = |truth: f64, number: u64| {
        let mut rng = Rng::seed_from_u64(seed.wrapping_add(number));
        let mut scores = Scores::default();
        loop {
            scores.add(pair_score(truth, 0.0, &mut rng));
            match hypotheses.decide(scores.log_likelihood_ratio(&hypotheses)) {
                Decision::Undecided => {}
                decision => return decision,
            }
        }
    };
    let wrong = |truth: f64, right: Decision| -> Vec<bool> {
        (0..simulations).into_par_iter().map(|number| run(truth, number) != right).collect()
    };
    // The errors are held to 5%; two standard errors of a thousand simulations more are allowed for.
    let target = (0.0, 0.065);
    vec![
        Frequency::of(
            "sprt: H1 accepted though H0 is true",
            target,
            wrong(hypotheses.elo0, Decision::AcceptH0),
        ),
        Frequency::of(
            "sprt: H0 accepted though H1 is true",
            target,
            wrong(hypotheses.elo1, Decision::AcceptH1),
        ),
    ]
}

/// How often the interval of a sequential estimate covers the truth when it stops.
pub fn sequences(simulations: u64, seed: u64) -> Vec<Frequency> {
    let run = |(truth, precision): (f64, f64), number: u64| {
        let mut rng = Rng::seed_from_u64(seed.wrapping_add(number));
        let (mut sequence, mut moments) = (Sequence::new(precision), Moments::default());
        loop {
            while moments.count < sequence.next_look() {
                moments.add(if unit(&mut rng) < truth { 1.0 } else { 0.0 });
            }
            let (estimate, done) = sequence.look(&moments);
            if done {
                return estimate.covers(truth);
            }
        }
    };
    [(0.5, 0.03), (0.6, 0.02), (0.9, 0.03)]
        .into_iter()
        .map(|(truth, precision)| {
            let covers: Vec<bool> =
                (0..simulations).into_par_iter().map(|number| run((truth, precision), number)).collect();
            let name = format!("sequence: a score of {truth} to within {precision} is covered");
            Frequency::of(name, COVERAGE, covers)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares that few simulations leave likely if the target is met: three standard errors farther.
    #[track_caller]
    fn met(frequencies: &[Frequency]) {
        for frequency in frequencies {
            let error = 3.0 * (0.05 * 0.95 / frequency.cases as f64).sqrt();
            let (low, high) = (frequency.target.0 - error, frequency.target.1 + error);
            assert!((low..=high).contains(&frequency.share()), "{frequency:?}: {}", frequency.share());
        }
    }

    #[test]
    fn ratings_cover_the_truth() {
        met(&ratings(150, 100, 1));
    }

    #[test]
    fn tests_err_as_seldom_as_they_say() {
        met(&sprt(300, 2));
    }

    #[test]
    fn sequences_cover_the_truth() {
        met(&sequences(300, 3));
    }
}
