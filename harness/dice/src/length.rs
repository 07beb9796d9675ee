//! How long a turn lasts.

use std::ops::AddAssign;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde::Serialize;

use torneo_exact::{Graph, To};

use super::number::{Number, decimal};

/// The length of a turn in throws.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Length {
    /// The probabilities of the shortest lengths.
    pub head: Vec<LengthProbability>,
    /// The probability of a longer turn than those of the head.
    pub longer: Number,
    /// The factor by which the probability of going on falls with each further throw, after many throws.
    pub tail_ratio: f64,
    /// The shortest length that is not exceeded with probability 1/2, 9/10, 99/100 and 999/1000.
    pub quantiles: Vec<Quantile>,
    /// The probabilities of all lengths that are not too unlikely, as decimals.
    #[serde(skip)]
    pub decimals: Vec<(u32, f64)>,
}

/// The probability of one length.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LengthProbability {
    /// How many throws.
    pub throws: u32,
    /// How likely.
    pub probability: Number,
}

/// A quantile of the length.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Quantile {
    /// The probability of no longer turn.
    pub probability: f64,
    /// The length in throws.
    pub throws: u32,
}

/// Most lengths of the head.
const HEAD: usize = 20;
/// Edges that the exact evolution follows at most: about a second.
const EXACT_WORK: usize = 4_000_000;
/// The decimals stop where a turn goes on with less probability.
const NEGLIGIBLE: f64 = 1e-12;
/// Edges that the decimal evolution follows at most.
const DECIMAL_WORK: usize = 1_000_000_000;

impl Length {
    /// The distribution of the length of a turn.
    pub fn of(turn: &Graph) -> Length {
        let throws = turn.nodes.first().map_or(1, |node| node.throws);
        let edges: usize = turn.nodes.iter().map(|node| node.edges.len()).sum();
        let decimals = decimal_lengths(turn, (DECIMAL_WORK / edges.max(1)).max(HEAD));
        let steps = HEAD.min(decimals.len()).min(EXACT_WORK / edges.max(1));
        let head: Vec<Number> = match steps {
            0 => decimals.iter().take(HEAD).map(|&p| decimal(p)).collect(),
            steps => exact_lengths(turn, steps).into_iter().map(Number::from).collect(),
        };
        let longer = match steps {
            0 => decimal(1.0 - decimals.iter().take(HEAD).sum::<f64>()),
            _ => Number::from(
                head.iter().filter_map(Number::exact).fold(BigRational::one(), |rest, p| rest - p),
            ),
        };
        let lengths = (1..).map(|step| step * throws);
        Length {
            head: lengths
                .clone()
                .zip(head)
                .map(|(throws, probability)| LengthProbability { throws, probability })
                .collect(),
            longer,
            tail_ratio: libm::pow(tail_ratio(&decimals), 1.0 / f64::from(throws)),
            quantiles: [0.5, 0.9, 0.99, 0.999].into_iter().map(|p| quantile(&decimals, p, throws)).collect(),
            decimals: lengths.zip(decimals).collect(),
        }
    }
}

/// The probabilities that the turn ends with chance turn 1, 2, ... `steps`.
fn exact_lengths(turn: &Graph, steps: usize) -> Vec<BigRational> {
    let common = turn.nodes.iter().fold(1u64, |common, node| common.lcm(&node.total));
    let mut mass = vec![BigUint::zero(); turn.nodes.len()];
    mass[0] = BigUint::one();
    let mut whole = BigUint::one();
    let mut lengths = Vec::new();
    for _ in 0..steps {
        let ended;
        (mass, ended) = step(turn, &mass, |mass, weight, total| mass * (weight * (common / total)));
        whole *= common;
        lengths.push(BigRational::new(BigInt::from(ended), BigInt::from(whole.clone())));
    }
    lengths
}

/// The same as decimals, until going on is negligible.
fn decimal_lengths(turn: &Graph, most: usize) -> Vec<f64> {
    let mut mass = vec![0.0; turn.nodes.len()];
    mass[0] = 1.0;
    let mut lengths = Vec::new();
    while lengths.len() < most {
        let ended;
        (mass, ended) = step(turn, &mass, |mass, weight, total| mass * weight as f64 / total as f64);
        lengths.push(ended);
        if mass.iter().sum::<f64>() < NEGLIGIBLE {
            break;
        }
    }
    lengths
}

/// What is where after one more chance turn, and what has ended with it: `flow` is the share of a node's mass that takes an edge of
/// a weight, of the node's total.
fn step<M: Zero + AddAssign + Clone>(
    turn: &Graph,
    mass: &[M],
    flow: impl Fn(&M, u64, u64) -> M,
) -> (Vec<M>, M) {
    let (mut next, mut ended) = (vec![M::zero(); mass.len()], M::zero());
    for (node, mass) in turn.nodes.iter().zip(mass).filter(|(_, mass)| !mass.is_zero()) {
        for &(to, weight) in &node.edges {
            let flow = flow(mass, weight, node.total);
            match to {
                To::Node(node) => next[node] += flow,
                To::Result(_) => ended += flow,
            }
        }
    }
    (next, ended)
}

/// How the probability of going on falls in the last half of the lengths.
fn tail_ratio(lengths: &[f64]) -> f64 {
    let mut on = vec![0.0];
    for &p in lengths.iter().rev() {
        on.push(on[on.len() - 1] + p);
    }
    // on[k] is the probability of one of the last k lengths.
    let (far, near) = (lengths.len() / 4, lengths.len() / 2);
    if far == near || on[far] == 0.0 { 0.0 } else { libm::pow(on[far] / on[near], 1.0 / (near - far) as f64) }
}

fn quantile(lengths: &[f64], probability: f64, throws: u32) -> Quantile {
    let mut sum = 0.0;
    let steps = lengths.iter().take_while(|&&p| {
        let short = sum < probability;
        sum += p;
        short
    });
    Quantile { probability, throws: steps.count() as u32 * throws }
}
