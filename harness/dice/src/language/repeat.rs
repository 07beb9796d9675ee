//! How often dice are thrown up to an end: `repeat`.
//!
//! The values of the variable are the states of an absorbing chain. Its equations give the mean and the variance, and
//! one roll after the other gives the distribution.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use torneo_contract::refuse_if;

use super::run::{Machine, Read, Rolls, at};
use super::tree::Repeat;
use super::value::Value;
use crate::Exact;
use crate::distribution::Distribution;
use crate::error::Made;
use crate::fault::Fault;
use crate::linear::{Endless, Equation, Solution};
use crate::meter::{Meter, product};

/// Most values that the variable can take.
const MOST_STATES: usize = 20_000;
/// Most rolls that the distribution holds one by one.
const MOST_ROLLS: usize = 1_000;

/// The states before the end, each with the weights of the next ones; those that end have no number.
struct Chain {
    next: Vec<Vec<(Option<usize>, BigUint)>>,
}

impl Machine {
    /// The number of rolls: its distribution, and what is known beside it.
    pub(super) fn repeat(&mut self, repeat: &Repeat) -> Read<(Distribution, Rolls)> {
        let Value::Number(start) = self.value(&repeat.from)? else {
            return Err(Fault::new(&repeat.from.span, "expected a number to start from"));
        };
        let hidden = self.variables().insert(repeat.name.clone(), Value::Number(start));
        let chain = self.chain(repeat, start);
        match hidden {
            Some(value) => self.variables().insert(repeat.name.clone(), value),
            None => self.variables().remove(&repeat.name),
        };
        let chain = chain?;
        if chain.next.is_empty() {
            let rolls = Rolls { mean: Exact::whole(0), variance: Exact::whole(0), is_open: false };
            return Ok((Distribution::certain(0), rolls));
        }
        let (value, is_open) = chain.lengths(&self.meter).map_err(at(&repeat.until.span))?;
        let (mean, variance) = match is_open {
            true => chain.moments(&self.meter, &repeat.until.span)?,
            false => (value.mean(), value.variance()),
        };
        Ok((value, Rolls { mean: Exact(mean), variance: Exact(variance), is_open }))
    }

    /// Everything that can follow the first value.
    fn chain(&mut self, repeat: &Repeat, start: i64) -> Read<Chain> {
        let mut numbers: HashMap<i64, Option<usize>> = HashMap::new();
        let mut values = Vec::new();
        let mut next = Vec::new();
        self.number_of(repeat, start, &mut numbers, &mut values)?;
        let begun = self.meter.taken();
        while next.len() < values.len() {
            self.meter.foresee_rest(begun, next.len(), values.len()).map_err(at(&repeat.by.span))?;
            self.variables().insert(repeat.name.clone(), Value::Number(values[next.len()]));
            let total = self.value(&repeat.by)?.total(&self.meter).map_err(at(&repeat.by.span))?;
            refuse_if!(total.is_empty(), Fault::new(&repeat.by.span, "the next value is impossible"));
            let mut follow = Vec::with_capacity(total.weights().len());
            for (value, weight) in total.weights() {
                follow.push((self.number_of(repeat, *value, &mut numbers, &mut values)?, weight.clone()));
            }
            let edge = 64.0 + total.total().bits() as f64 / 8.0;
            let bytes = edge * follow.len() as f64 * values.len() as f64;
            self.meter.bytes(bytes).map_err(at(&repeat.by.span))?;
            next.push(follow);
        }
        Ok(Chain { next })
    }

    /// The number of a state, new ones included; none where it is the end.
    fn number_of(
        &mut self,
        repeat: &Repeat,
        value: i64,
        numbers: &mut HashMap<i64, Option<usize>>,
        values: &mut Vec<i64>,
    ) -> Read<Option<usize>> {
        if let Some(number) = numbers.get(&value) {
            return Ok(*number);
        }
        let span = &repeat.until.span;
        self.variables().insert(repeat.name.clone(), Value::Number(value));
        let number = match self.value(&repeat.until)? {
            Value::Number(0) if values.len() == MOST_STATES => {
                let message = format!("`{}` takes too many values (at most {MOST_STATES})", repeat.name);
                return Err(Fault::new(span, message));
            }
            Value::Number(0) => Some(values.len()),
            Value::Number(_) => None,
            other => {
                let message = format!("expected a number as a condition, found {}", other.kind());
                return Err(Fault::new(span, message));
            }
        };
        if number.is_some() {
            values.push(value);
        }
        numbers.insert(value, number);
        Ok(number)
    }

    /// The variables of the function that runs, or of the program.
    pub(super) fn variables(&mut self) -> &mut HashMap<String, Value> {
        self.locals.last_mut().unwrap_or(&mut self.globals)
    }
}

impl Chain {
    /// The mean and the variance of the number of rolls.
    fn moments(&self, meter: &Meter, span: &Range<usize>) -> Read<(BigRational, BigRational)> {
        let states = self.next.len();
        let is_forward = self
            .next
            .iter()
            .enumerate()
            .all(|(state, next)| next.iter().all(|(to, _)| to.is_none_or(|to| to >= state)));
        let endless = |_| Fault::new(span, "some value leads to no end: the rolls never stop");
        if is_forward {
            return self.forward_moments(meter).map_err(at(span))?.ok_or_else(|| endless(Endless));
        }
        let edges: usize = self.next.iter().map(Vec::len).sum();
        let bits = self.next.iter().map(|next| total(next).bits()).max().unwrap_or(1) as f64 * states as f64;
        let steps = (states as f64).powi(3).max(edges as f64) * (50.0 + bits / 64.0);
        meter.steps(steps).map_err(at(span))?;
        meter.values(states as f64, bits).map_err(at(span))?;
        let first = self.equations(|state| total(&self.next[state]));
        let mut solution = Solution::new(&first, 1, 0).map_err(endless)?;
        let means: Vec<BigRational> =
            (0..states).map(|state| solution.value(state).pop().unwrap_or_default()).collect();
        // With T the number of rolls: E[T^2] = 1 + sum of p (E[T'^2] + 2 E[T']).
        let common = means.iter().fold(BigInt::one(), |common, mean| common.lcm(mean.denom()));
        meter.values(states as f64, common.bits() as f64 * 2.0).map_err(at(span))?;
        let scaled: Vec<BigInt> = means.iter().map(|mean| mean.numer() * (&common / mean.denom())).collect();
        let second = self.equations(|state| {
            let next = self.next[state].iter();
            let further = next.filter_map(|(to, weight)| Some(scaled[(*to)?].magnitude() * weight * 2u32));
            total(&self.next[state]) * common.magnitude() + further.sum::<BigUint>()
        });
        let mut solution = Solution::new(&second, 1, 0).map_err(endless)?;
        let square = solution.value(0).pop().unwrap_or_default() / &common;
        let mean = means[0].clone();
        let variance = square - &mean * &mean;
        Ok((mean, variance))
    }

    /// The same of a chain in which every value leads to itself and to later ones only; none if it need not end.
    fn forward_moments(&self, meter: &Meter) -> Made<Option<(BigRational, BigRational)>> {
        let leaves = |(state, next): (usize, &Vec<(Option<usize>, BigUint)>)| -> BigUint {
            next.iter().filter(|(to, _)| *to != Some(state)).map(|(_, weight)| weight).sum()
        };
        let leaves: Vec<BigUint> = self.next.iter().enumerate().map(leaves).collect();
        if leaves.iter().any(BigUint::is_zero) {
            return Ok(None);
        }
        let base = leaves.iter().fold(BigUint::one(), |base, leaves| base.lcm(leaves));
        let totals = |state: usize| vec![(total(&self.next[state]), 0)];
        let means = self.backward(&leaves, &base, totals, meter)?;
        // With T the number of rolls: E[T^2] = 1 + sum of p (E[T'^2] + 2 E[T']).
        let further = |state: usize| {
            let next = self.next[state].iter();
            let further = next.filter_map(|(to, weight)| {
                let (mean, power) = &means[(*to)?];
                Some((mean * weight * 2u32, *power))
            });
            further.chain(totals(state)).collect()
        };
        let squares = self.backward(&leaves, &base, further, meter)?;
        let of = |(numerator, power): &(BigUint, usize)| {
            BigRational::new(numerator.clone().into(), base.pow(*power as u32).into())
        };
        let mean = of(&means[0]);
        let variance = of(&squares[0]) - &mean * &mean;
        Ok(Some((mean, variance)))
    }

    /// The solution of a chain that goes forward, from its last value on: numerators, each over a power of `base`.
    ///
    /// `leaves`: the weights that lead from each value to another; `constants`: what is added there.
    fn backward(
        &self,
        leaves: &[BigUint],
        base: &BigUint,
        constants: impl Fn(usize) -> Vec<(BigUint, usize)>,
        meter: &Meter,
    ) -> Made<Vec<(BigUint, usize)>> {
        let mut solved = vec![(BigUint::zero(), 0); leaves.len()];
        let mut held = 0.0;
        for (state, leaves) in leaves.iter().enumerate().rev() {
            let mut by_power: BTreeMap<usize, BigUint> = BTreeMap::new();
            constants(state)
                .into_iter()
                .for_each(|(number, power)| *by_power.entry(power).or_default() += number);
            for (to, weight) in &self.next[state] {
                if let Some((number, power)) = to.filter(|to| *to != state).map(|to| &solved[to]) {
                    *by_power.entry(*power).or_default() += number * weight;
                }
            }
            let last = by_power.keys().next_back().copied().unwrap_or(0);
            let limbs = base.bits() as f64 / 64.0 * (last + 1) as f64;
            meter.steps(2.0 * self.next[state].len() as f64 * (20.0 + limbs / 5.0))?;
            meter.product(limbs * last as f64 / 2.0, base.bits() as f64 / 64.0)?;
            held += 8.0 * limbs;
            meter.bytes(held)?;
            let sum = (0..=last)
                .fold(BigUint::zero(), |sum, power| sum * base + by_power.remove(&power).unwrap_or_default());
            solved[state] = (sum * (base / leaves), last + 1);
        }
        Ok(solved)
    }

    fn equations(&self, constant: impl Fn(usize) -> BigUint) -> Vec<Equation<BigUint>> {
        let of = |(state, next): (usize, &Vec<(Option<usize>, BigUint)>)| {
            let mut weights: HashMap<usize, BigUint> = HashMap::new();
            for (to, weight) in next {
                if let Some(to) = to {
                    *weights.entry(*to).or_default() += weight;
                }
            }
            let mut next_states: Vec<(usize, BigUint)> = weights.into_iter().collect();
            next_states.sort_unstable_by_key(|(to, _)| *to);
            Equation { next: next_states, constants: vec![(0, constant(state))], total: total(next) }
        };
        self.next.iter().enumerate().map(of).collect()
    }

    /// The distribution of the number of rolls; whether its last value stands for that number or more.
    fn lengths(&self, meter: &Meter) -> Made<(Distribution, bool)> {
        let common = self.next.iter().fold(BigUint::one(), |common, next| common.lcm(&total(next)));
        let scales: Vec<BigUint> = self.next.iter().map(|next| &common / total(next)).collect();
        let mut states: HashMap<usize, BigUint> = HashMap::from([(0, BigUint::one())]);
        let mut ended: Vec<BigUint> = Vec::new();
        let mut whole = BigUint::one();
        let mut rest = BigUint::one();
        while !rest.is_zero() && ended.len() < MOST_ROLLS && &rest * 1_000_000_000u32 >= whole {
            let edges: usize = states.keys().map(|state| self.next[*state].len()).sum();
            let bits = whole.bits() as f64;
            let limbs = [bits, common.bits() as f64].map(|bits| bits / 64.0);
            meter.steps(edges as f64 * (50.0 + product(limbs[0], limbs[1])))?;
            meter.bytes((edges + ended.len()) as f64 * (64.0 + bits / 8.0))?;
            let mut end = BigUint::zero();
            let mut after: HashMap<usize, BigUint> = HashMap::new();
            for (state, ways) in &states {
                let ways = ways * &scales[*state];
                for (to, weight) in &self.next[*state] {
                    match to {
                        Some(to) => *after.entry(*to).or_default() += &ways * weight,
                        None => end += &ways * weight,
                    }
                }
            }
            states = after;
            whole *= &common;
            ended.push(end);
            rest = states.values().sum();
        }
        let is_open = !rest.is_zero();
        // All weights over the same total: that of the last roll.
        let mut weights = Vec::new();
        let mut scale = BigUint::one();
        if is_open {
            weights.push((ended.len() as i64 + 1, rest));
        }
        for (place, end) in ended.into_iter().enumerate().rev() {
            weights.push((place as i64 + 1, end * &scale));
            scale *= &common;
        }
        weights.reverse();
        Ok((Distribution::ascending(weights), is_open))
    }
}

fn total(next: &[(Option<usize>, BigUint)]) -> BigUint {
    next.iter().map(|(_, weight)| weight).sum()
}
