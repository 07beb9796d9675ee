//! Compares games played out with the exact results.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use rayon::prelude::*;
use serde::Serialize;
use torneo_contract::Seat;
use torneo_contract::random;
use torneo_exact::{Analysis, Dice, Kind, Played};
use torneo_statistics::distributions::{chi_squared_above, normal_cdf};

use super::odds::Odds;

/// A die that shows one face more or less often than a fair one; the other faces share the rest equally.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Load {
    /// The face, 1 to 6.
    pub face: u8,
    /// How much more often, as a share: 0.01 for one percent.
    pub more: f64,
}

/// A text that is not a load.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a face and how much more often it comes, such as `6:+1%` (at most +500%), found `{0}`")]
pub struct LoadError(String);

impl std::str::FromStr for Load {
    type Err = LoadError;

    fn from_str(text: &str) -> Result<Load, LoadError> {
        let error = || LoadError(text.to_owned());
        let (face, percent) = text.split_once(':').ok_or_else(error)?;
        let face = face.parse().ok().filter(|face| (1..=6).contains(face)).ok_or_else(error)?;
        let percent = percent.strip_suffix('%').ok_or_else(error)?;
        let percent: f64 = percent.parse().ok().filter(|p| (-100.0..=500.0).contains(p)).ok_or_else(error)?;
        Ok(Load { face, more: percent / 100.0 })
    }
}

impl Load {
    /// How much more likely these faces are than with fair dice.
    fn factor(self, faces: impl Iterator<Item = u8>) -> f64 {
        let rest = 1.0 - self.more / 5.0;
        faces.map(|face| if face == self.face { 1.0 + self.more } else { rest }).product()
    }
}

/// How to play.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// How many games.
    pub games: u64,
    /// The chance stream of each game by its number, which counts from 0.
    pub chance: &'a (dyn Fn(u64) -> ChaCha8Rng + Sync),
    /// Dice that are not fair.
    pub load: Option<Load>,
}

/// One comparison.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Test {
    /// What is compared.
    pub name: String,
    /// What was expected, where it is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// What was found, where it is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed: Option<f64>,
    /// `chi-square` or `z`.
    pub kind: &'static str,
    /// The statistic.
    pub statistic: f64,
    /// Degrees of freedom of a chi-square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degrees: Option<usize>,
    /// The probability of a statistic at least as extreme if the exact results are right.
    pub p: f64,
    /// Whether that is too small to be chance.
    pub refuted: bool,
}

/// The result of a trial.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// The game.
    pub game: String,
    /// Games played.
    pub games: u64,
    /// The comparisons.
    pub tests: Vec<Test>,
    /// Whether no comparison refutes the exact results.
    pub agrees: bool,
}

/// The probability that some test refutes correct results. Each test gets its share of it.
pub const SIGNIFICANCE: f64 = 0.001;
/// Fewest expected cases in a class of a chi-square test.
const FEWEST: f64 = 10.0;
/// Games played by one task.
const TASK: u64 = 4096;

/// Plays a dice game and compares the results with its exact results.
pub fn check(game: &Analysis, odds: &Odds, trial: Trial) -> Verdict {
    let states = odds.policy.iter().flat_map(|policy| &policy.states);
    let policy: HashMap<&str, bool> =
        states.map(|(state, action)| (state.as_str(), *action == "stop")).collect();
    let task = |number: u64| {
        let games = number * TASK..trial.games.min((number + 1) * TASK);
        let mut player = Player::new(odds.seats, trial);
        match &game.kind {
            Kind::Turns(turns) => turns.play(games, &mut player),
            Kind::Duel(duel) => duel.play(games, &mut player, &|state| policy[state]),
        }
        player.tally
    };
    let tasks = (0..trial.games.div_ceil(TASK)).into_par_iter().map(task);
    verdict(odds, &tasks.reduce(|| Tally::new(odds.seats), Tally::join))
}

/// What happened in some games.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: u64,
    /// Games that each seat won alone; the last entry counts those that nobody did.
    winners: Vec<u64>,
    /// Lengths of turn 0 in throws.
    lengths: HashMap<u32, u64>,
    /// Dice that showed each face.
    faces: [u64; 6],
    throws: Sums,
    points: Vec<Sums>,
}

/// Sums of whole numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    sum: i128,
    squares: i128,
}

impl Sums {
    fn add(&mut self, value: i64) {
        self.sum += i128::from(value);
        self.squares += i128::from(value).pow(2);
    }

    fn join(&mut self, other: Sums) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Tally {
    fn new(seats: usize) -> Tally {
        Tally { winners: vec![0; seats + 1], points: vec![Sums::default(); seats], ..Tally::default() }
    }

    fn join(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.winners.iter_mut().zip(other.winners).for_each(|(sum, more)| *sum += more);
        self.faces.iter_mut().zip(other.faces).for_each(|(sum, more)| *sum += more);
        self.points.iter_mut().zip(other.points).for_each(|(sum, more)| sum.join(more));
        self.throws.join(other.throws);
        for (length, count) in other.lengths {
            *self.lengths.entry(length).or_default() += count;
        }
        self
    }
}

/// Throws dice, fair or loaded, and counts what happens.
struct Player<'a> {
    trial: Trial<'a>,
    chance: ChaCha8Rng,
    sets: Vec<Set>,
    tally: Tally,
}

/// Results that the dice can show.
struct Set {
    /// The faces of each result.
    faces: Vec<Vec<u8>>,
    /// The numbers of the results with their weights.
    weights: Vec<(usize, u64)>,
    /// For loaded dice: the weights of the results up to each.
    cumulated: Vec<f64>,
}

impl Player<'_> {
    fn new(seats: usize, trial: Trial<'_>) -> Player<'_> {
        Player { trial, chance: (trial.chance)(0), sets: Vec::new(), tally: Tally::new(seats) }
    }
}

impl Dice for Player<'_> {
    fn begin(&mut self, game_no: u64) {
        self.chance = (self.trial.chance)(game_no);
    }

    fn learn(&mut self, results: Vec<(Vec<u8>, u64)>) {
        let mut set = Set { faces: Vec::new(), weights: Vec::new(), cumulated: Vec::new() };
        let mut sum = 0.0;
        for (number, (faces, weight)) in results.into_iter().enumerate() {
            let factor = self.trial.load.map_or(1.0, |load| load.factor(faces.iter().copied()));
            sum += weight as f64 * factor;
            set.cumulated.push(sum);
            set.weights.push((number, weight));
            set.faces.push(faces);
        }
        self.sets.push(set);
    }

    fn throw(&mut self, set: usize) -> usize {
        let (set, word) = (&self.sets[set], self.chance.next_u64());
        let result = match self.trial.load {
            None => random::pick_weighted(word, &set.weights),
            Some(_) => set.pick(word),
        };
        set.faces[result].iter().for_each(|&face| self.tally.faces[usize::from(face) - 1] += 1);
        result
    }

    fn finish(&mut self, game: Played) {
        let tally = &mut self.tally;
        tally.games += 1;
        let nobody = tally.winners.len() - 1;
        tally.winners[game.winner.map_or(nobody, Seat::index)] += 1;
        *tally.lengths.entry(game.first_turn).or_default() += 1;
        tally.throws.add(i64::from(game.throws));
        // Money is whole.
        tally.points.iter_mut().zip(game.points).for_each(|(sums, points)| sums.add(points as i64));
    }
}

impl Set {
    fn pick(&self, word: u64) -> usize {
        let last = self.cumulated.len() - 1;
        let target = (word >> 11) as f64 / (1u64 << 53) as f64 * self.cumulated[last];
        self.cumulated.partition_point(|sum| *sum <= target).min(last)
    }
}

fn verdict(odds: &Odds, tally: &Tally) -> Verdict {
    let games = tally.games as f64;
    let winners: Vec<(f64, u64)> = odds
        .seat_win
        .iter()
        .chain([&odds.draw])
        .map(|p| p.decimal() * games)
        .zip(tally.winners.iter().copied())
        .collect();
    let dice: u64 = tally.faces.iter().sum();
    let faces: Vec<(f64, u64)> = tally.faces.iter().map(|&count| (dice as f64 / 6.0, count)).collect();
    let mut tests = vec![
        chi_square("who wins", &winners),
        chi_square("length of turn 0", &lengths(odds, tally)),
        chi_square("faces thrown", &faces),
        mean("throws of a game", odds.expected_throws.decimal(), tally.throws, games),
    ];
    for (seat, sums) in tally.points.iter().enumerate().take(tally.points.len() - 1) {
        let expected = odds.expected_points[seat].decimal();
        tests.push(mean(&format!("points of seat {seat}"), expected, *sums, games));
    }
    let share = SIGNIFICANCE / tests.len() as f64;
    tests.iter_mut().for_each(|test| test.refuted = test.p < share);
    let agrees = tests.iter().all(|test| !test.refuted);
    Verdict { game: odds.game.clone(), games: tally.games, tests, agrees }
}

/// Expected and observed numbers of turns of each length, the longest together.
fn lengths(odds: &Odds, tally: &Tally) -> Vec<(f64, u64)> {
    let games = tally.games as f64;
    let mut classes: Vec<(f64, u64)> = Vec::new();
    let (mut sum, mut counted) = (0.0, 0);
    for &(length, p) in &odds.length.decimals {
        let observed = tally.lengths.get(&length).copied().unwrap_or(0);
        classes.push((p * games, observed));
        sum += p;
        counted += observed;
    }
    classes.push(((1.0 - sum).max(0.0) * games, tally.games - counted));
    classes
}

/// Pearson's test. Neighbouring classes with few expected cases are joined; an impossible class that occurs refutes.
fn chi_square(name: &str, classes: &[(f64, u64)]) -> Test {
    let impossible = classes.iter().any(|&(expected, observed)| expected == 0.0 && observed > 0);
    let mut joined: Vec<(f64, u64)> = Vec::new();
    for &(expected, observed) in classes {
        match joined.last_mut() {
            Some(last) if last.0 < FEWEST => *last = (last.0 + expected, last.1 + observed),
            _ => joined.push((expected, observed)),
        }
    }
    if joined.len() > 1 && joined[joined.len() - 1].0 < FEWEST {
        let (expected, observed) = joined.remove(joined.len() - 1);
        let last = joined.len() - 1;
        joined[last] = (joined[last].0 + expected, joined[last].1 + observed);
    }
    let terms = joined.iter().filter(|(expected, _)| *expected > 0.0);
    let statistic: f64 = terms.map(|&(e, o)| (o as f64 - e).powi(2) / e).sum();
    let degrees = joined.len() - 1;
    let p = match degrees {
        _ if impossible => 0.0,
        0 => 1.0,
        degrees => chi_squared_above(statistic, degrees as f64),
    };
    let name = name.to_owned();
    Test { name, kind: "chi-square", statistic, degrees: Some(degrees), p, ..Test::default() }
}

/// The difference of a mean from its expectation in standard errors.
fn mean(name: &str, expected: f64, sums: Sums, games: f64) -> Test {
    let observed = sums.sum as f64 / games;
    let variance = (sums.squares as f64 / games - observed * observed).max(0.0);
    let difference = observed - expected;
    let statistic = match (variance / games).sqrt() {
        error if error > 0.0 => difference / error,
        _ if difference.abs() < 1e-9 => 0.0,
        _ => f64::MAX.copysign(difference),
    };
    Test {
        name: name.to_owned(),
        expected: Some(expected),
        observed: Some(observed),
        kind: "z",
        statistic,
        p: 2.0 * normal_cdf(-statistic.abs()),
        ..Test::default()
    }
}
