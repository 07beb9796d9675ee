//! Fits the weights of the evaluation of Fischerandom or Grand Chess to games whose positions a better player
//! has valued: `cargo run --release -p torneo-chess --example fit -- GAMES.csv... > WEIGHTS`. `teacher.py`
//! makes such games.
//!
//! The method is Texel's: a logistic regression on what the evaluation counts (P. Österlund, 2014,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>). What it fits is four fifths of the value and
//! one fifth of the result. It takes the positions in which no capture follows at once and nobody is in
//! check. It begins with the present weights. The weights of material are drawn to these, all others to 0.

use std::error::Error;

use rand_core::SeedableRng;
use torneo_chess::{Fischerandom, GrandChess, Phased, Weights};
use torneo_contract::random::{self, Generator};
use torneo_contract::{Described, Heuristics, Notation, Options, Turn};

/// What an evaluation of this many hundredths of a pawn adds to the logarithm of the odds.
const SCALE: f64 = 1.0 / 200.0;
/// How much of what is learnt is the value that a position was given; the rest is the result.
const TOLD: f32 = 0.8;
/// Passes over all positions, and positions of a step.
const PASSES: usize = 40;
const BATCH: usize = 2048;
/// How far a step moves a weight at first, in hundredths of a pawn; at the end not at all.
const RATE: f64 = 3.0;
/// How strongly weights are drawn to where they are expected, by the square of their distance in hundredths.
const DECAY: f64 = 1e-9;
/// How fast the means of slopes and of their squares follow.
const FOLLOW: [f64; 2] = [0.1, 0.001];
/// One position in so many, the first ones, is held out to see what the weights foretell.
const HELD: usize = 20;
/// Plies at the beginning that are left out.
const OPENING: usize = 12;

/// A position: counts, phase and the result for White.
struct Sample {
    terms: Vec<(u32, f32)>,
    phase: f32,
    result: f32,
}

/// The positions of games.
fn samples<G: Heuristics + Notation>(
    game: &G,
    path: &str,
    features: impl Fn(&G::Position) -> (Vec<(usize, i32)>, f64),
    samples: &mut Vec<Sample>,
) -> Result<(), Box<dyn Error>> {
    for row in csv::Reader::from_path(path)?.records() {
        let row = row?;
        let result: f32 = row[3].parse()?;
        let scores: Vec<&str> = row[2].split(' ').collect();
        let mut position = game.start();
        let mut legal = Vec::new();
        for (ply, token) in row[1].split(' ').enumerate() {
            legal.clear();
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Seat(seat) => game.actions(&position, seat, &mut legal),
                _ => {
                    let mut outcomes = Vec::new();
                    game.chance(&position, &mut outcomes);
                    legal.extend(outcomes.into_iter().map(|outcome| outcome.0));
                }
            }
            let action =
                game.parse_action(&position, token, &legal).ok_or_else(|| format!("no move: {token}"))?;
            if ply > OPENING && !game.in_check(&position) && game.gain(&position)(action).is_none() {
                let (terms, phase) = features(&position);
                let terms = terms.into_iter().map(|(term, count)| (term as u32, count as f32)).collect();
                let Ok(score) = scores[ply].parse::<f64>() else {
                    game.apply(&mut position, action);
                    continue;
                };
                let told = 1.0 / (1.0 + libm::exp(-score * SCALE));
                let result = TOLD * told as f32 + (1.0 - TOLD) * result;
                samples.push(Sample { terms, phase: phase as f32, result });
            }
            game.apply(&mut position, action);
        }
    }
    Ok(())
}

fn error(samples: &[Sample], at: &[[f64; 2]]) -> f64 {
    let losses = samples.iter().map(|sample| {
        let (value, _) = predict(sample, at);
        (value - f64::from(sample.result)).powi(2)
    });
    losses.sum::<f64>() / samples.len() as f64
}

fn predict(sample: &Sample, at: &[[f64; 2]]) -> (f64, f64) {
    let phase = f64::from(sample.phase);
    let value: f64 = sample
        .terms
        .iter()
        .map(|&(term, count)| {
            let [middle, end] = at[term as usize];
            f64::from(count) * (middle * phase + end * (1.0 - phase))
        })
        .sum();
    (1.0 / (1.0 + libm::exp(-value * SCALE)), phase)
}

/// Adam (Kingma and Ba, 2015) with positions in random order.
fn fit(samples: &[Sample], prior: &Weights) -> Weights {
    let material = Weights::range("material").expect("there is material");
    let start: Vec<[f64; 2]> = (0..Weights::COUNT)
        .map(|term| prior.get(term).parts())
        .map(|(middle, end)| [f64::from(middle), f64::from(end)])
        .collect();
    let expected = |term: usize| if material.contains(&term) { start[term] } else { [0.0; 2] };
    let expected: Vec<[f64; 2]> = (0..start.len()).map(expected).collect();
    let mut at = start;
    let (held, train) = samples.split_at(samples.len() / HELD);
    let tell = |pass: usize, at: &[[f64; 2]]| {
        eprintln!("{pass}: error held out {:.6}, fitted {:.6}", error(held, at), error(train, at));
    };
    eprintln!("{} positions", samples.len());
    tell(0, &at);
    let mut means = vec![[[0.0; 2]; 2]; at.len()];
    // What the means still lack because they began with nothing.
    let mut lack = [1.0; 2];
    let (mut order, mut rng): (Vec<usize>, _) = ((0..train.len()).collect(), Generator::seed_from_u64(1));
    let (mut step, steps) = (0, PASSES * train.len().div_ceil(BATCH));
    for pass in 1..=PASSES {
        for last in (1..order.len()).rev() {
            order.swap(last, random::below(&mut rng, last + 1));
        }
        for batch in order.chunks(BATCH) {
            let slopes = slopes(batch.iter().map(|&number| &train[number]), &at);
            let rate = RATE * (1.0 - step as f64 / steps as f64);
            step += 1;
            lack.iter_mut().zip(FOLLOW).for_each(|(lack, follow)| *lack *= 1.0 - follow);
            for (term, slopes) in slopes.iter().enumerate() {
                for part in 0..2 {
                    let weight = &mut at[term][part];
                    let drawn = DECAY * (*weight - expected[term][part]);
                    let slope = slopes[part] / batch.len() as f64 + drawn;
                    let [mean, square] = &mut means[term][part];
                    *mean += FOLLOW[0] * (slope - *mean);
                    *square += FOLLOW[1] * (slope * slope - *square);
                    *weight -= rate * *mean / (1.0 - lack[0]) / ((*square / (1.0 - lack[1])).sqrt() + 1e-9);
                }
            }
        }
        if pass % 10 == 0 {
            tell(pass, &at);
        }
    }
    Weights::of(|term| Phased::new(at[term][0].round() as i32, at[term][1].round() as i32))
}

/// The sums over positions of how fast half the squared error grows with each weight.
fn slopes<'a>(samples: impl Iterator<Item = &'a Sample>, at: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut slopes = vec![[0.0; 2]; at.len()];
    for sample in samples {
        let (value, phase) = predict(sample, at);
        let by = (value - f64::from(sample.result)) * SCALE;
        for &(term, count) in &sample.terms {
            slopes[term as usize][0] += by * f64::from(count) * phase;
            slopes[term as usize][1] += by * f64::from(count) * (1.0 - phase);
        }
    }
    slopes
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let first = paths.first().ok_or("expected files games.csv")?;
    let name = csv::Reader::from_path(first)?.records().next().ok_or("no games")??[0].to_owned();
    let options = Options::check(&name.parse()?, &[])?;
    let mut all = Vec::new();
    if name.starts_with("grand-chess") {
        let game = GrandChess::new(&options)?;
        for path in &paths {
            samples(&game, path, |position| game.features(position), &mut all)?;
        }
        print!("{}", fit(&all, game.term_weights()).write(&GrandChess::letters()));
    } else {
        let options = Options::check(&"fischerandom".parse()?, Fischerandom::INFO.options)?;
        let game = Fischerandom::new(&options)?;
        for path in &paths {
            samples(&game, path, |position| game.features(position), &mut all)?;
        }
        print!("{}", fit(&all, game.term_weights()).write(&Fischerandom::letters()));
    }
    Ok(())
}
