//! The optimal policy: found by value iteration in decimals, proved in the exact values of its chain.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};
use torneo_contract::Seat;
use torneo_exact::{Event, Process, Step};

use super::evaluation::Evaluation;
use super::turn::{self, Places};
use super::{Choices, Whole};
use crate::number::ratio;
use crate::odds::OddsError;

/// Decimals that differ by less are taken as equal until the exact values tell.
const INDIFFERENT: f64 = 1e-12;
/// Value iteration stops when no value changes by more.
const CONVERGED: f64 = 1e-15;
/// Gains above this, as a share of the largest value, are told by decimals made of exact values.
const CLEAR: f64 = 1e-9;

/// What the seats try to get as much of as they can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Objective {
    Score,
    Points,
}

impl Objective {
    /// How good an outcome is for seat 0.
    fn value(self, winner: Option<Seat>, points: i64) -> f64 {
        match self {
            Objective::Points => points as f64,
            Objective::Score => winner.map_or(0.5, |seat| 1.0 - seat.index() as f64),
        }
    }
}

impl Whole<'_> {
    /// A pair of optimal strategies with its exact values.
    pub(super) fn optimum(&self, objective: Objective) -> Result<(Choices, Evaluation), OddsError> {
        if !self.has_decisions() {
            let nobody = vec![false; self.process.events.len()];
            let evaluation = self.evaluate(&nobody, false)?;
            return Ok((nobody, evaluation));
        }
        let mut policy = in_decimals(self.process, |winner, points| objective.value(winner, points)).0;
        loop {
            let evaluation = self.evaluate(&policy, true)?;
            let better = self.improvements(&policy, &evaluation, objective);
            if better.is_empty() {
                return Ok((policy, evaluation));
            }
            better.into_iter().for_each(|position| policy[position] = !policy[position]);
        }
    }

    /// The decisions that another choice would strictly improve for the seat that decides.
    fn improvements(&self, policy: &Choices, evaluation: &Evaluation, objective: Objective) -> Vec<usize> {
        let values: HashMap<usize, BigRational> =
            self.starts.iter().map(|&start| (start, evaluation.of(start, objective))).collect();
        let decimals: HashMap<usize, f64> =
            values.iter().map(|(start, value)| (*start, value.to_f64().unwrap_or(0.0))).collect();
        let clear = CLEAR * decimals.values().fold(0.0, |most: f64, value| most.max(value.abs()));
        let mut better = Vec::new();
        for (places, solved) in self.turns.iter().zip(&evaluation.turns) {
            for &position in &places.positions {
                let Event::Decision { seat, go_on, stop, .. } = &self.process.events[position] else {
                    continue;
                };
                let go_on = Side { step: *go_on, places, solved };
                let stop = Side { step: *stop, places, solved };
                let mut gain = go_on.decimal(&decimals) - stop.decimal(&decimals);
                if gain.abs() <= clear {
                    let exact = go_on.exact(&values) - stop.exact(&values);
                    gain = exact.signum().to_f64().unwrap_or(0.0);
                }
                let own = if *seat == Seat::FIRST { gain } else { -gain };
                let chosen = if policy[position] { -own } else { own };
                if chosen < 0.0 {
                    better.push(position);
                }
            }
        }
        better
    }
}

/// A policy that is optimal as far as decimals tell, and what seat 0 can expect at each position if both follow it; it stops
/// where going on gains nothing. `over` is how good the end of a game is for seat 0, by its winner and the points.
pub(super) fn in_decimals(process: &Process, over: impl Fn(Option<Seat>, i64) -> f64) -> (Choices, Vec<f64>) {
    let mut policy = vec![false; process.events.len()];
    let values = iterated(process, over, |position, seat, go_on, stop| {
        let loss = if seat == Seat::FIRST { go_on - stop } else { stop - go_on };
        policy[position] = loss < INDIFFERENT;
        loss < 0.0
    });
    (policy, values)
}

/// What seat 0 can expect at each position if both seats follow a policy.
pub(super) fn expected(
    process: &Process,
    policy: &Choices,
    over: impl Fn(Option<Seat>, i64) -> f64,
) -> Vec<f64> {
    iterated(process, over, |position, _, _, _| policy[position])
}

/// Value iteration; `stops` tells whether a seat stops at a position, by what going on and stopping are worth. Positions are
/// visited in the opposite of the order in which they were found, so that most values are known before they are needed.
fn iterated(
    process: &Process,
    over: impl Fn(Option<Seat>, i64) -> f64,
    mut stops: impl FnMut(usize, Seat, f64, f64) -> bool,
) -> Vec<f64> {
    let mut values = vec![0.0f64; process.events.len()];
    loop {
        let mut change = 0.0f64;
        for (position, event) in process.events.iter().enumerate().rev() {
            let value = match event {
                Event::Over { winner, points } => over(*winner, *points),
                Event::Chance { steps, total, .. } => {
                    steps.iter().map(|(step, w)| values[step.to] * *w as f64).sum::<f64>() / *total as f64
                }
                Event::Decision { seat, go_on, stop, .. } => {
                    let (go_on, stop) = (values[go_on.to], values[stop.to]);
                    if stops(position, *seat, go_on, stop) { stop } else { go_on }
                }
            };
            change = change.max((value - values[position]).abs());
            values[position] = value;
        }
        if change <= CONVERGED * values.iter().fold(1.0, |most, value| value.abs().max(most)) {
            return values;
        }
    }
}

/// One side of a decision.
struct Side<'a> {
    step: Step,
    places: &'a Places,
    solved: &'a turn::Solved,
}

impl Side<'_> {
    /// The weights of the ends of the turn from there, and their sum; none where the turn is over.
    fn exits(&self) -> Option<(&[BigUint], &BigUint)> {
        let place = self.places.at.get(&self.step.to).filter(|_| !self.step.ends_turn)?;
        self.solved.exits_from(*place)
    }

    fn decimal(&self, values: &HashMap<usize, f64>) -> f64 {
        let Some((weights, total)) = self.exits() else { return values[&self.step.to] };
        let exits = self.places.exits.iter().zip(weights);
        exits.map(|(exit, weight)| ratio(weight, total) * values[&exit.to]).sum()
    }

    fn exact(&self, values: &HashMap<usize, BigRational>) -> BigRational {
        let Some((weights, total)) = self.exits() else { return values[&self.step.to].clone() };
        let natural = |number: &BigUint| BigRational::from_integer(BigInt::from(number.clone()));
        let exits = self.places.exits.iter().zip(weights);
        let sum: BigRational = exits.map(|(exit, weight)| natural(weight) * &values[&exit.to]).sum();
        sum / natural(total)
    }
}
