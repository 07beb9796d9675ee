//! Fits the weights of the evaluation of Fischerandom or Grand Chess to games whose positions a better player has valued:
//! `cargo run --release -p torneo-chess --example fit -- GAMES.csv... > WEIGHTS`. `teacher.py` makes such games.
//!
//! Logistic regression of four fifths of the value and one of the result on what the evaluation counts, over the positions of the games in which
//! no capture follows at once and nobody is in check (the method of Texel: P. Österlund, 2014,
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>), drawn towards the weights there are.

use std::error::Error;

use torneo_chess::{Fischerandom, GrandChess, Phased, Weights};
use torneo_contract::{Game, Heuristics, Notation, Options, Turn};

/// What an evaluation of this many hundredths of a pawn adds to the logarithm of the odds.
const SCALE: f64 = 1.0 / 200.0;
/// How much of what is learnt is the value that a position was given; the rest is the result.
const TOLD: f32 = 0.8;
/// Passes over all positions.
const PASSES: usize = 400;
/// How strongly weights are drawn to where they were, by the square of their distance in hundredths.
const DECAY: f64 = 1e-8;
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
            if ply > OPENING && !game.in_check(&position) && !game.is_noisy(&position, action) {
                let (terms, phase) = features(&position);
                let terms = terms.into_iter().map(|(term, count)| (term as u32, count as f32)).collect();
                let Ok(score) = scores[ply].parse::<f64>() else {
                    game.apply(&mut position, action);
                    continue;
                };
                let told = 1.0 / (1.0 + (-score * SCALE).exp());
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
    (1.0 / (1.0 + (-value * SCALE).exp()), phase)
}

/// Adam (Kingma and Ba, 2015) over all samples at once.
fn fit(samples: &[Sample], prior: &Weights) -> Weights {
    let start: Vec<[f64; 2]> = (0..Weights::COUNT)
        .map(|term| prior.get(term).parts())
        .map(|(middle, end)| [f64::from(middle), f64::from(end)])
        .collect();
    let mut at = start.clone();
    let (held, train) = samples.split_at(samples.len() / 10);
    eprintln!(
        "{} positions; error held out {:.5}, fitted {:.5}",
        samples.len(),
        error(held, &at),
        error(train, &at)
    );
    let mut moments = vec![[[0.0f64; 2]; 2]; at.len()];
    for pass in 1..=PASSES {
        let mut slope = vec![[0.0f64; 2]; at.len()];
        for sample in train {
            let (value, phase) = predict(sample, &at);
            let by = value - f64::from(sample.result);
            for &(term, count) in &sample.terms {
                slope[term as usize][0] += by * f64::from(count) * phase;
                slope[term as usize][1] += by * f64::from(count) * (1.0 - phase);
            }
        }
        let rate = 2.0 * (1.0 - pass as f64 / (PASSES + 1) as f64);
        for (term, slope) in slope.iter().enumerate() {
            for part in 0..2 {
                let slope =
                    slope[part] * SCALE / train.len() as f64 + DECAY * (at[term][part] - start[term][part]);
                let [first, second] = &mut moments[term][part];
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                let (first, second) =
                    (*first / (1.0 - 0.9f64.powi(pass as i32)), *second / (1.0 - 0.999f64.powi(pass as i32)));
                at[term][part] -= rate * first / (second.sqrt() + 1e-9);
            }
        }
        if pass % 50 == 0 {
            eprintln!("{pass}: error held out {:.5}, fitted {:.5}", error(held, &at), error(train, &at));
        }
    }
    Weights::of(|term| Phased::new(at[term][0].round() as i32, at[term][1].round() as i32))
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
