//! Fits the evaluation of Catch the Rabbit to exact values:
//!
//! ```sh
//! torneo solve catch-the-rabbit --table rabbit.table
//! cargo run --release -p torneo-learning --example fit_catch_the_rabbit -- rabbit.table > fitted.weights
//! ```
//!
//! Two sums are fitted to positions drawn at random: the plies in which the hunters win, to those that they win, and the odds that
//! they do not, to all. Then alpha-beta with these weights plays games, and the weights are fitted to what its games come to as
//! well. This is done several times (Ross, Gordon and Bagnell, "A Reduction of Imitation Learning and Structured Prediction to
//! No-Regret Online Learning", 2011). The same table gives the same weights.

use std::error::Error;

use rand_core::{Rng as _, SeedableRng};
use rayon::prelude::*;
use torneo_contract::random::{self, Generator};
use torneo_contract::{Described, Game, Number, NumberedSpace, Options, Seat, Solving, SpecError, Turn};
use torneo_games::hunt::{CatchTheRabbit, RabbitWeights, RabbitWorth};
use torneo_search::{AlphaBeta, AlphaBetaOptions, Budget, Engine};

/// Positions drawn at random with ten hunters, and with each larger number of them.
const DRAWN: [usize; 3] = [1_600_000, 600_000, 600_000];
/// Rounds of games, and games in each.
const ROUNDS: usize = 3;
const GAMES: u64 = 1200;
/// What the games have in turn: hunters, and nodes of the search for each choice.
const SETTINGS: [(u32, u64); 4] = [(12, 150), (10, 300), (11, 500), (10, 150)];
/// A game begins with up to so many plies at random.
const OPENING: usize = 20;
/// Plies after which a game is left.
const LONGEST: usize = 200;
/// Passes over all positions, and how far a step goes at first.
const PASSES: usize = 6;
const RATE: f32 = 0.3;
/// Plies of a unit of the first sum while it is fitted.
const PLIES: f32 = 20.0;
/// How likely the hunters count to win: at once, less for each ply, and where they cannot.
const WON: f32 = 0.98;
const LATER: f32 = 0.0038;
const LOST: f32 = 0.02;
/// Weights of a unit of both sums.
const UNIT: f32 = 100.0;

/// The game with so many hunters.
fn rules(hunters: u32) -> Result<CatchTheRabbit, SpecError> {
    let spec = format!("catch-the-rabbit(hunters={hunters})").parse()?;
    CatchTheRabbit::new(&Options::check(&spec, CatchTheRabbit::INFO.options)?)
}

type Position = <CatchTheRabbit as Game>::Position;

/// The rules and the value of every position.
struct Solved {
    game: CatchTheRabbit,
    numbers: Box<dyn NumberedSpace<Position>>,
    /// By layer and number: 0 where play goes on for ever, 255 where nothing has the number, else one more than the plies to the end.
    values: Vec<Vec<u8>>,
}

impl Solved {
    /// Reads a table, whose format is told in `docs/solving.md`.
    fn read(path: &str) -> Result<Solved, Box<dyn Error>> {
        const HASH: usize = 32;
        let game = rules(12)?;
        let numbers = game.numbering().ok_or("the positions have no numbers")?;
        let bytes = std::fs::read(path)?;
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or("no table")? + 2 + HASH;
        let (mut values, mut rest) = (Vec::new(), bytes.get(end..).ok_or("no table")?);
        while let Some((header, layers)) = rest.split_at_checked(8 + HASH) {
            let size = u32::from_le_bytes(header[4..8].try_into()?) as usize;
            let (layer, next) = layers.split_at_checked(size).ok_or("the table ends within a layer")?;
            values.push(layer.to_vec());
            rest = next;
        }
        if values.len() != numbers.layers() as usize {
            return Err("the table does not have all layers".into());
        }
        Ok(Solved { game, numbers, values })
    }

    /// The plies in which the hunters win, or none.
    fn plies(&self, number: Number) -> Option<u32> {
        let value = u32::from(self.values[number.layer as usize][number.index as usize]);
        let is_lost = value % 2 == 1;
        let hunters_move = self.numbers.to_move(number) == Seat::SECOND;
        (number.layer > 0 && value > 0 && is_lost != hunters_move).then(|| value - 1)
    }
}

/// What a position has, and the plies in which the hunters win.
struct Sample {
    features: Vec<(u16, i8)>,
    plies: Option<u32>,
}

/// The two sums while they are fitted.
struct Sums {
    plies: Vec<f32>,
    odds: Vec<f32>,
}

impl Sums {
    fn weights(&self) -> RabbitWeights {
        let whole = |weight: f32| (weight * UNIT).round() as i32;
        let worth = |(&plies, &odds)| RabbitWorth { plies: whole(plies), odds: whole(odds) };
        RabbitWeights::of(self.plies.iter().zip(&self.odds).map(worth))
    }
}

/// One more for each position that a game comes to.
struct Samples<'a> {
    solved: &'a Solved,
    found: Vec<Sample>,
    features: Vec<(usize, i32)>,
}

impl Samples<'_> {
    fn of(solved: &Solved) -> Samples<'_> {
        Samples { solved, found: Vec::new(), features: Vec::new() }
    }

    fn add(&mut self, position: &Position) {
        let number = self.solved.numbers.number_of(position);
        if number.layer == 0 || self.solved.game.turn(position) == Turn::Over {
            return;
        }
        self.features.clear();
        self.solved.game.features(position, &mut self.features);
        let features = self.features.iter().map(|&(at, count)| (at as u16, count as i8)).collect();
        self.found.push(Sample { features, plies: self.solved.plies(number) });
    }

    /// Positions drawn from all.
    fn draw(&mut self, rng: &mut Generator) {
        for (layer, count) in (1..).zip(DRAWN) {
            let size = self.solved.numbers.size(layer) as usize;
            let enough = self.found.len() + count;
            while self.found.len() < enough {
                let number = Number { layer, index: random::below(rng, size) as u32 };
                if self.solved.numbers.weight(number) > 0 {
                    self.add(&self.solved.numbers.position_of(number));
                }
            }
        }
    }
}

/// The positions of a game that alpha-beta plays against itself, those after every legal action, and one after each of these.
fn play<'a>(
    solved: &'a Solved,
    weights: &RabbitWeights,
    (hunters, nodes): (u32, u64),
    seed: u64,
) -> Samples<'a> {
    let mut samples = Samples::of(solved);
    let mut rng = Generator::seed_from_u64(seed);
    let game = rules(hunters).expect("a game").with_weights(weights.clone());
    let budget = Budget { steps: Some(nodes), seconds: None };
    let options = AlphaBetaOptions { budget, ..AlphaBetaOptions::default() };
    let mut engines = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let mut engine = AlphaBeta::new(options);
        engine.begin(&game, seat, Generator::seed_from_u64(rng.next_u64()));
        engine
    });
    let (mut position, mut actions) = (game.start(), Vec::new());
    let opening = random::below(&mut rng, OPENING);
    for ply in 0..LONGEST {
        let Turn::Seat(seat) = game.turn(&position) else { break };
        actions.clear();
        game.actions(&position, seat, &mut actions);
        if ply < opening {
            game.apply(&mut position, actions[random::below(&mut rng, actions.len())]);
            continue;
        }
        samples.add(&position);
        for &action in &actions {
            let mut after = position.clone();
            game.apply(&mut after, action);
            samples.add(&after);
            if let Turn::Seat(next) = game.turn(&after) {
                let mut replies = Vec::new();
                game.actions(&after, next, &mut replies);
                game.apply(&mut after, replies[random::below(&mut rng, replies.len())]);
                samples.add(&after);
            }
        }
        let choice = engines[seat.index()].choose(&game, &position);
        game.apply(&mut position, choice.action);
    }
    samples
}

/// Fits a sum by gradient steps whose size adapts to each weight (AdaGrad: Duchi, Hazan and Singer, 2011). `slope` tells how an
/// error grows with the sum, if the sample counts.
fn fit(samples: &[Sample], order: &[u32], slope: impl Fn(&Sample, f32) -> Option<f32>) -> Vec<f32> {
    let (mut weights, mut squares) =
        (vec![0.0f32; RabbitWeights::COUNT], vec![1e-6f32; RabbitWeights::COUNT]);
    for pass in 0..PASSES {
        let rate = RATE * (1.0 - pass as f32 / PASSES as f32);
        for &at in order {
            let sample = &samples[at as usize];
            let sum =
                sample.features.iter().map(|&(at, count)| weights[usize::from(at)] * f32::from(count)).sum();
            let Some(slope) = slope(sample, sum) else { continue };
            let rate = rate / (sample.features.len() as f32).sqrt();
            for &(at, count) in &sample.features {
                let (at, slope) = (usize::from(at), slope * f32::from(count));
                squares[at] += slope * slope;
                weights[at] -= rate * slope / squares[at].sqrt();
            }
        }
    }
    weights
}

fn sums(samples: &[Sample], rng: &mut Generator) -> Sums {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random::below(rng, last + 1));
    }
    let plies = |sample: &Sample, sum: f32| Some((sum - sample.plies? as f32 / PLIES).clamp(-1.0, 1.0));
    let odds = |sample: &Sample, sum: f32| {
        let wins = sample.plies.map_or(LOST, |plies| WON - LATER * plies as f32);
        Some(1.0 / (1.0 + libm::expf(-sum)) - (1.0 - wins))
    };
    let (plies, odds) = rayon::join(|| fit(samples, &order, plies), || fit(samples, &order, odds));
    Sums { plies, odds }
}

/// How well the sums tell apart what the hunters win, and the mean error of plies.
fn tell(round: usize, samples: &[Sample], sums: &Sums) {
    let sum = |sample: &Sample, weights: &[f32]| -> f32 {
        sample.features.iter().map(|&(at, count)| weights[usize::from(at)] * f32::from(count)).sum()
    };
    let (mut right, mut error, mut won) = (0u32, 0.0, 0u32);
    for sample in samples {
        right += u32::from(sample.plies.is_none() == (sum(sample, &sums.odds) > 0.0));
        if let Some(plies) = sample.plies {
            won += 1;
            error += f64::from((sum(sample, &sums.plies) * PLIES - plies as f32).abs());
        }
    }
    let (share, error) = (f64::from(right) / samples.len() as f64, error / f64::from(won));
    eprintln!("round {round}: {} positions, {share:.3} told apart, plies wrong by {error:.2}", samples.len());
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected the path of a table")?;
    let solved = Solved::read(&path)?;
    let mut rng = Generator::seed_from_u64(1);
    let mut samples = Samples::of(&solved);
    samples.draw(&mut rng);
    let mut found = sums(&samples.found, &mut rng);
    tell(0, &samples.found, &found);
    samples.found.clear();
    for round in 1..=ROUNDS {
        let (weights, seeds) = (found.weights(), (GAMES * round as u64..).take(GAMES as usize));
        let game = |seed: u64| play(&solved, &weights, SETTINGS[seed as usize % SETTINGS.len()], seed).found;
        let seeds: Vec<u64> = seeds.collect();
        let games: Vec<Vec<Sample>> = seeds.into_par_iter().map(game).collect();
        samples.found.extend(games.into_iter().flatten());
        found = sums(&samples.found, &mut rng);
        tell(round, &samples.found, &found);
    }
    println!(
        "# Fitted by the example `fit_catch_the_rabbit` of `torneo-learning` to exact values of positions."
    );
    print!("{}", found.weights().write());
    Ok(())
}
