//! Tournaments whose truth is known.

use rand_distr::{Distribution, StandardNormal};

use super::unit;
use crate::data::FirstPlace;
use crate::model::{Fit, Prior, Settings};
use crate::{Data, ELO, Rng, logistic};

/// A tournament whose truth is known. Whatever it is made of, its truth is that of the estimate: the ratings, and the first
/// seat's score, that the model has when every result comes as often as it is expected to.
#[derive(Clone, Debug, Default)]
pub(super) struct World {
    pub name: &'static str,
    /// Strengths on the logistic scale; the first player is the anchor.
    pub strengths: Vec<f64>,
    pub seats: usize,
    /// The advantage of each seat.
    pub advantages: Vec<f64>,
    /// The tendency of two to tie: the logarithm of their odds against a sole winner of the same strength; none where
    /// nobody ever ties.
    pub tie: Option<f64>,
    /// Groups for each pairing and game.
    pub rounds: usize,
    /// The standard deviation of the first seat's advantage from one opening to the next; the games of a group share it.
    pub openings: f64,
    /// Number of games, and the standard deviation of the strengths from one to the next.
    pub games: usize,
    pub spread: f64,
    /// Whether so few or so one-sided results come that no interval can be exact: then it may cover too much.
    pub coarse: bool,
    /// Whether fewer than one group in ten is decided: then it may cover a little too much.
    pub rarely_decided: bool,
}

/// Steps of the numerical integration over openings and populations.
const GRID: usize = 41;
/// Games of each contest from which the truth is found.
const MANY: f64 = 1e7;

/// Players who meet each other in mirrored pairs, without draws.
pub(super) fn two(name: &'static str, elo: &[f64], rounds: usize) -> World {
    World {
        name,
        strengths: elo.iter().map(|elo| elo / ELO).collect(),
        seats: 2,
        advantages: vec![0.0, 0.0],
        rounds,
        games: 1,
        ..World::default()
    }
}

pub(super) fn worlds() -> Vec<World> {
    let seat = |elo: f64| vec![elo / ELO, 0.0];
    let (few, many) = (Some(-1.0), Some(2.0));
    let unequal = |games, name| World { coarse: true, games, spread: 1.0, ..two(name, &[0.0, 600.0], 10) };
    vec![
        World {
            advantages: seat(40.0),
            tie: few,
            ..two("two seats, few draws", &[0.0, 60.0, 150.0, 200.0], 40)
        },
        World {
            advantages: seat(-100.0),
            tie: many,
            ..two("two seats, many draws", &[0.0, 100.0, 250.0], 50)
        },
        World { tie: Some(4.0), rarely_decided: true, ..two("two seats, 96% draws", &[0.0, 100.0], 200) },
        World {
            advantages: seat(80.0),
            tie: Some(0.0),
            ..two("two seats, up to 600 Elo", &[0.0, 200.0, 400.0, 600.0], 40)
        },
        World { coarse: true, ..two("12 games at 0 Elo", &[0.0, 0.0], 6) },
        World { coarse: true, ..two("12 games at 500 Elo", &[0.0, 500.0], 6) },
        World { coarse: true, ..two("12 games at 1000 Elo", &[0.0, 1000.0], 6) },
        World { coarse: true, ..two("200 games at 800 Elo", &[0.0, 800.0], 100) },
        World { coarse: true, ..two("400 games at 1000 Elo", &[0.0, 1000.0], 200) },
        World {
            coarse: true,
            ..two("round robin at 0, 500, 1000 Elo, 50 rounds", &[0.0, 500.0, 1000.0], 50)
        },
        World { coarse: true, ..two("round robin at 0, 500, 1000 Elo", &[0.0, 500.0, 1000.0], 40) },
        World { openings: 1.5, ..two("openings of chance", &[0.0, 100.0, 300.0], 40) },
        World {
            seats: 3,
            advantages: vec![0.5, 0.2, 0.0],
            tie: Some(-1.0),
            ..two("three seats", &[0.0, 100.0, 250.0], 25)
        },
        World {
            seats: 4,
            advantages: vec![0.3, 0.1, -0.2, 0.0],
            tie: Some(-2.0),
            ..two("four seats", &[0.0, 100.0, 200.0], 25)
        },
        unequal(10, "ten games, strong against weak"),
        unequal(20, "20 games, strong against weak"),
        unequal(47, "47 games, strong against weak"),
        World { games: 8, spread: 1.0, ..two("eight games of a population", &[0.0, 100.0], 20) },
        World { games: 20, spread: 1.0, ..two("twenty games of a population", &[0.0, 300.0], 10) },
    ]
}

impl World {
    /// The probability of each first place that is possible, with the players at the seats.
    fn probabilities(&self, strengths: &[f64], players: &[usize], opening: f64) -> Vec<(FirstPlace, f64)> {
        let mut odds: Vec<(FirstPlace, f64)> = Vec::new();
        for first in 1..1u16 << self.seats {
            let size = first.count_ones();
            let tie = match size {
                1 => Some(0.0),
                2 => self.tie,
                _ => None,
            };
            let Some(tie) = tie else { continue };
            let seats = (0..self.seats).filter(|seat| first >> seat & 1 == 1);
            let advantage = |seat: usize| self.advantages[seat] + if seat == 0 { opening } else { 0.0 };
            let total: f64 = seats.map(|seat| strengths[players[seat]] + advantage(seat)).sum();
            odds.push((first as FirstPlace, libm::exp(tie + total / f64::from(size))));
        }
        let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
        odds.iter_mut().for_each(|(_, odds)| *odds /= sum);
        odds
    }

    /// Both players in all balanced seatings.
    fn tables(&self, a: usize, b: usize) -> Vec<Vec<usize>> {
        let half = self.seats / 2;
        (0..1u16 << self.seats)
            .filter(|mask| [half, self.seats - half].contains(&(mask.count_ones() as usize)))
            .map(|mask| (0..self.seats).map(|seat| if mask >> seat & 1 == 1 { b } else { a }).collect())
            .collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let players = self.strengths.len();
        (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
    }

    /// The strengths at each game: the first player's are those of the world, the others vary.
    pub fn strengths_by_game(&self, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut vary = |strength: f64| -> f64 {
            let by: f64 = StandardNormal.sample(rng);
            strength + self.spread * by
        };
        let mut of_game = || {
            let mut strengths = self.strengths.clone();
            strengths[1..].iter_mut().for_each(|strength| *strength = vary(*strength));
            strengths
        };
        (0..self.games).map(|_| of_game()).collect()
    }

    /// Plays all mirrored groups.
    pub fn play(&self, strengths: &[Vec<f64>], rng: &mut Rng) -> Data {
        let mut data = Data::new(self.strengths.len());
        let mut stratum = 0;
        for (game, strengths) in strengths.iter().enumerate() {
            for (a, b) in self.pairs() {
                let tables = self.tables(a, b);
                for _ in 0..self.rounds {
                    let opening: f64 = StandardNormal.sample(rng);
                    let result = |players: &Vec<usize>| {
                        let odds = self.probabilities(strengths, players, self.openings * opening);
                        (data.contest(game, players), draw(&odds, rng))
                    };
                    let results: Vec<(usize, FirstPlace)> = tables.iter().map(result).collect();
                    data.add(stratum, &results);
                }
                stratum += 1;
            }
        }
        data
    }

    /// What is true within games with these strengths: the ratings beyond the anchor.
    pub fn truth(&self, strengths: &[Vec<f64>]) -> Vec<f64> {
        let found =
            Fit::strengths(&self.expected_results(strengths), &exactly()).expect("every world is played");
        found[1..].iter().map(|strength| strength - found[0]).collect()
    }

    /// The first seat's score between equal players that is true at the games of a world without a population.
    pub fn truth_of_seat(&self) -> f64 {
        let fit = Fit::new(&self.expected_results(std::slice::from_ref(&self.strengths)), &exactly());
        let fit = fit.expect("every world is played");
        fit.seat_score(0, 0, 0.95).expect("the game is played").value
    }

    /// Every result as often as it is expected to come.
    fn expected_results(&self, strengths: &[Vec<f64>]) -> Data {
        let mut data = Data::new(self.strengths.len());
        for (game, strengths) in strengths.iter().enumerate() {
            for (a, b) in self.pairs() {
                for players in self.tables(a, b) {
                    let contest = data.contest(game, &players);
                    for (first, p) in self.expected(strengths, &players) {
                        data.add_many(game, &[(contest, first)], (MANY * p).round() as u64);
                    }
                }
            }
        }
        data
    }

    /// What is true over the population of games, where two players meet at fair seats: the mean expected score.
    pub fn truth_of_population(&self) -> f64 {
        let mean = normal_grid()
            .map(|(x, weight)| weight * logistic(self.strengths[1] + self.spread * x))
            .sum::<f64>();
        libm::log(mean / (1.0 - mean))
    }

    /// The probabilities of the results over all openings.
    fn expected(&self, strengths: &[f64], players: &[usize]) -> Vec<(FirstPlace, f64)> {
        let mut sums: Vec<(FirstPlace, f64)> = Vec::new();
        for (opening, weight) in normal_grid() {
            let odds = self.probabilities(strengths, players, self.openings * opening);
            if sums.is_empty() {
                sums = odds.iter().map(|&(first, _)| (first, 0.0)).collect();
            }
            sums.iter_mut().zip(odds).for_each(|((_, sum), (_, p))| *sum += weight * p);
        }
        sums
    }
}

/// Next to no prior.
fn exactly() -> Settings {
    Settings { prior: Prior { games: 0.01 }, ..Settings::default() }
}

/// Values of a standard normal variable with their weights.
fn normal_grid() -> impl Iterator<Item = (f64, f64)> {
    let at = |step: usize| 10.0 * step as f64 / (GRID - 1) as f64 - 5.0;
    let density = |x: f64| libm::exp(-x * x / 2.0);
    let total: f64 = (0..GRID).map(|step| density(at(step))).sum();
    (0..GRID).map(move |step| (at(step), density(at(step)) / total))
}

fn draw(odds: &[(FirstPlace, f64)], rng: &mut Rng) -> FirstPlace {
    let mut rest = unit(rng);
    for &(first, p) in odds {
        rest -= p;
        if rest < 0.0 {
            return first;
        }
    }
    odds[odds.len() - 1].0
}
