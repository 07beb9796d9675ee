//! Games played out, held against the exact results.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use rayon::prelude::*;
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};
use torneo_contract::{Notation, Scratch, SeatVec, Turn};
use torneo_games::dice::analysis::{AnalysisVisitor, DuelAnalysis, TurnAnalysis};

use super::odds::Odds;
use crate::streams::{Purpose, stream};

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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// How many games.
    pub games: u64,
    /// The master seed; game numbers count from 0 as in a tournament.
    pub seed: u64,
    /// Dice that are not fair.
    pub load: Option<Load>,
}

/// One comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
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

/// The probability with which right results are refuted by some test (each test gets its share of it).
pub const SIGNIFICANCE: f64 = 0.001;
/// Fewest expected cases in a class of a chi-square test.
const FEWEST: f64 = 10.0;
/// Games played by one task.
const TASK: u64 = 4096;

/// Plays a dice game whose exact results are known; use it with [`analyse`](torneo_games::dice::analyse).
pub struct Check<'a> {
    /// The exact results.
    pub odds: &'a Odds,
    /// How to play.
    pub trial: Trial,
}

impl AnalysisVisitor for Check<'_> {
    type Output = Verdict;

    fn visit<G: TurnAnalysis>(self, game: G, _canonical: String) -> Verdict {
        let hooks = Hooks {
            throws: |position: &G::Position| game.throws(position),
            turns_over: |position: &G::Position| game.turns_over(position),
            stops: |_: &G::Position| false,
        };
        self.verdict(&tally(&game, &hooks, self.trial))
    }

    fn visit_duel<G: DuelAnalysis>(self, game: G, _canonical: String) -> Verdict {
        let states = self.odds.policy.iter().flat_map(|policy| &policy.states);
        let policy: HashMap<&str, bool> =
            states.map(|(state, action)| (state.as_str(), *action == "stop")).collect();
        let hooks = Hooks {
            throws: |position: &G::Position| game.throws(position),
            turns_over: |position: &G::Position| game.turns_over(position),
            stops: |position: &G::Position| {
                let mut position = position.clone();
                game.lump(&mut position);
                policy[game.state_text(&position).as_str()]
            },
        };
        self.verdict(&tally(&game, &hooks, self.trial))
    }
}

/// What playing needs to know of a game beyond the contract.
struct Hooks<T, O, S> {
    throws: T,
    turns_over: O,
    stops: S,
}

/// What happened in some games.
#[derive(Clone, Debug)]
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
        Tally {
            games: 0,
            winners: vec![0; seats + 1],
            lengths: HashMap::new(),
            faces: [0; 6],
            throws: Sums::default(),
            points: vec![Sums::default(); seats],
        }
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

fn tally<G, T, O, S>(game: &G, hooks: &Hooks<T, O, S>, trial: Trial) -> Tally
where
    G: Notation,
    T: Fn(&G::Position) -> u32 + Sync,
    O: Fn(&G::Position) -> u32 + Sync,
    S: Fn(&G::Position) -> bool + Sync,
{
    let seats = game.seats();
    let task = |number: u64| {
        let mut player = Player { game, hooks, dice: Dice::new(trial.load), tally: Tally::new(seats) };
        let games = number * TASK..trial.games.min((number + 1) * TASK);
        games.for_each(|game_no| player.play(stream(trial.seed, game_no, Purpose::Chance)));
        player.tally
    };
    let tasks = (0..trial.games.div_ceil(TASK)).into_par_iter().map(task);
    tasks.reduce(|| Tally::new(seats), Tally::join)
}

struct Player<'a, G: Notation, T, O, S> {
    game: &'a G,
    hooks: &'a Hooks<T, O, S>,
    dice: Dice<G>,
    tally: Tally,
}

impl<G, T, O, S> Player<'_, G, T, O, S>
where
    G: Notation,
    T: Fn(&G::Position) -> u32,
    O: Fn(&G::Position) -> u32,
    S: Fn(&G::Position) -> bool,
{
    fn play(&mut self, mut luck: ChaCha8Rng) {
        let mut position = self.game.start();
        let (mut throws, mut first_turn) = (0, 0);
        loop {
            match self.game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    let thrown = (self.hooks.throws)(&position);
                    throws += thrown;
                    if (self.hooks.turns_over)(&position) == 0 {
                        first_turn += thrown;
                    }
                    let result =
                        self.dice.throw(self.game, &position, luck.next_u64(), &mut self.tally.faces);
                    self.game.apply(&mut position, result);
                }
                Turn::Seat(_) | Turn::Simultaneous(_) => {
                    let word = if (self.hooks.stops)(&position) { ":stop" } else { ":throw" };
                    let action = self.dice.decision(self.game, &position, word);
                    self.game.apply(&mut position, action);
                }
            }
        }
        let outcome = self.game.outcome(&position);
        let tally = &mut self.tally;
        tally.games += 1;
        let nobody = tally.winners.len() - 1;
        tally.winners[outcome.winner().map_or(nobody, torneo_contract::Seat::index)] += 1;
        *tally.lengths.entry(first_turn).or_default() += 1;
        tally.throws.add(i64::from(throws));
        let points: SeatVec<f64> = outcome.points.unwrap_or_default();
        // Money is whole.
        tally.points.iter_mut().zip(points).for_each(|(sums, points)| sums.add(points as i64));
    }
}

/// Throws dice, fair or loaded, and counts their faces.
struct Dice<G: Notation> {
    load: Option<Load>,
    scratch: Scratch<G::Action>,
    /// For each set of results, told apart by size: the faces of each result and, if the dice are loaded, the
    /// cumulated weights.
    sets: HashMap<usize, Set<G::Action>>,
}

struct Set<A> {
    faces: HashMap<A, Vec<u8>>,
    cumulated: Vec<(f64, A)>,
}

impl<G: Notation> Dice<G> {
    fn new(load: Option<Load>) -> Dice<G> {
        Dice { load, scratch: Scratch::default(), sets: HashMap::new() }
    }

    fn throw(&mut self, game: &G, position: &G::Position, word: u64, counts: &mut [u64; 6]) -> G::Action {
        self.scratch.outcomes.clear();
        game.chance(position, &mut self.scratch.outcomes);
        let outcomes = &self.scratch.outcomes;
        let load = self.load;
        let set = self.sets.entry(outcomes.len()).or_insert_with(|| Set::new(game, position, outcomes, load));
        let result = match load {
            None => torneo_contract::random::pick_weighted(word, outcomes),
            Some(_) => set.pick(word),
        };
        set.faces[&result].iter().for_each(|&face| counts[usize::from(face) - 1] += 1);
        result
    }

    fn decision(&mut self, game: &G, position: &G::Position, word: &str) -> G::Action {
        let Turn::Seat(seat) = game.turn(position) else { unreachable!("a decision is due") };
        self.scratch.actions.clear();
        game.actions(position, seat, &mut self.scratch.actions);
        let named = |action: &&G::Action| {
            let mut text = String::new();
            game.write_action(position, **action, &mut text);
            text.ends_with(word)
        };
        *self.scratch.actions.iter().find(named).expect("the thrower goes on or stops")
    }
}

impl<A: Copy + Eq + std::hash::Hash> Set<A> {
    fn new<G: Notation<Action = A>>(
        game: &G,
        position: &G::Position,
        outcomes: &[(A, u64)],
        load: Option<Load>,
    ) -> Set<A> {
        let mut set = Set { faces: HashMap::new(), cumulated: Vec::new() };
        let mut sum = 0.0;
        for &(result, weight) in outcomes {
            let mut text = String::new();
            game.write_action(position, result, &mut text);
            let dice = text.split_once(':').map_or("", |(_, dice)| dice);
            let faces: Vec<u8> = dice.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
            sum += weight as f64 * load.map_or(1.0, |load| load.factor(faces.iter().copied()));
            set.faces.insert(result, faces);
            set.cumulated.push((sum, result));
        }
        set
    }

    fn pick(&self, word: u64) -> A {
        let (total, last) = self.cumulated[self.cumulated.len() - 1];
        let target = (word >> 11) as f64 / (1u64 << 53) as f64 * total;
        let index = self.cumulated.partition_point(|(sum, _)| *sum <= target);
        self.cumulated.get(index).map_or(last, |(_, result)| *result)
    }
}

impl Check<'_> {
    fn verdict(&self, tally: &Tally) -> Verdict {
        let odds = self.odds;
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
            chi_square("length of turn 0", &self.lengths(tally)),
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
    fn lengths(&self, tally: &Tally) -> Vec<(f64, u64)> {
        let games = tally.games as f64;
        let mut classes: Vec<(f64, u64)> = Vec::new();
        let (mut sum, mut counted) = (0.0, 0);
        for &(length, p) in &self.odds.length.decimals {
            let observed = tally.lengths.get(&length).copied().unwrap_or(0);
            classes.push((p * games, observed));
            sum += p;
            counted += observed;
        }
        classes.push(((1.0 - sum).max(0.0) * games, tally.games - counted));
        classes
    }
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
    let p = match ChiSquared::new(degrees as f64) {
        _ if impossible => 0.0,
        Ok(distribution) => distribution.sf(statistic),
        Err(_) => 1.0,
    };
    Test {
        name: name.to_owned(),
        expected: None,
        observed: None,
        kind: "chi-square",
        statistic,
        degrees: Some(degrees),
        p,
        refuted: false,
    }
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
    let normal = Normal::standard();
    Test {
        name: name.to_owned(),
        expected: Some(expected),
        observed: Some(observed),
        kind: "z",
        statistic,
        degrees: None,
        p: 2.0 * normal.sf(statistic.abs()),
        refuted: false,
    }
}
