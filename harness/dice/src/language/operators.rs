//! What signs do with values.

use std::sync::Arc;

use hashbrown::HashMap;
use num_bigint::BigUint;

use super::tree::{Binary, Unary};
use super::value::{Value, of_tuples, sum};
use crate::distribution::Distribution;
use crate::error::{Error, Made};
use crate::meter::{Meter, checked};
use crate::pools::{Pool, Reading, read};

/// A sign before a value.
///
/// # Errors
/// The text says why there is no value.
pub fn unary(unary: Unary, value: &Value, meter: &Meter) -> Made<Value> {
    match (unary, value) {
        (Unary::Length, Value::Pool(pool)) => match pool.size() {
            Some(size) => Ok(Value::Number(size as i64)),
            None => read(&[pool], &Reading::Size, meter).map(Value::die),
        },
        (Unary::Length, Value::Tuples(tuples)) => {
            of_tuples(tuples, |tuple| Ok(tuple.len() as i64), meter).map(Value::die)
        }
        (Unary::Plus, value @ (Value::Pool(_) | Value::Tuples(_))) => Ok(value.clone()),
        (_, Value::Pool(_) | Value::Tuples(_)) => self::unary(unary, &summed(value, meter)?, meter),
        (Unary::Die, value) => Ok(Value::die(value.total(meter)?.as_ref().clone())),
        (Unary::Plus, value) => Ok(value.clone()),
        (Unary::Minus, Value::Dice(dice)) => Ok(Value::die(dice.total(meter)?.as_ref().clone().negated())),
        (Unary::Minus, Value::Number(number)) => Ok(Value::Number(-number)),
        (Unary::Minus, Value::Sequence(sequence)) => Ok(Value::Number(-sum(sequence)?)),
        (Unary::Not, Value::Number(number)) => Ok(Value::Number(i64::from(*number == 0))),
        (Unary::Not, Value::Sequence(sequence)) => Ok(Value::Number(i64::from(sum(sequence)? == 0))),
        (Unary::Not | Unary::Absolute, value @ Value::Dice(_)) => {
            let of = |value: i64| if unary == Unary::Not { i64::from(value == 0) } else { value.abs() };
            let value = operand(value, meter)?;
            let weights = value.weights().iter().map(|(value, weight)| (of(*value), weight.clone()));
            Ok(Value::die(Distribution::of(weights)))
        }
        (Unary::Absolute, Value::Number(number)) => Ok(Value::Number(number.abs())),
        (Unary::Absolute, Value::Sequence(sequence)) => Ok(Value::Number(sum(sequence)?.abs())),
        (Unary::Length, Value::Number(number)) => Ok(Value::Number(digits(*number).len() as i64)),
        (Unary::Length, Value::Sequence(sequence)) => Ok(Value::Number(sequence.len() as i64)),
        (Unary::Length, Value::Dice(dice)) => Ok(Value::Number(i64::from(dice.count))),
    }
}

/// A sign between two values.
///
/// # Errors
/// The text says why there is no value.
pub fn binary(binary: Binary, left: &Value, right: &Value, lowest_first: bool, meter: &Meter) -> Made<Value> {
    if let (Binary::At, Value::Pool(_) | Value::Tuples(_)) = (binary, right) {
        return at(left, right, lowest_first, meter);
    }
    let (left, right) = (&summed(left, meter)?, &summed(right, meter)?);
    match binary {
        Binary::At => at(left, right, lowest_first, meter),
        Binary::Compare(comparison) => match (left, right) {
            (Value::Sequence(a), Value::Sequence(b)) => {
                // Sequences are compared like words: the first number that differs decides.
                let order = a.cmp(b) as i64;
                Ok(Value::Number(i64::from(comparison.holds(order, 0))))
            }
            (Value::Sequence(a), Value::Number(b)) => {
                Ok(Value::Number(a.iter().filter(|a| comparison.holds(**a, *b)).count() as i64))
            }
            (Value::Number(a), Value::Sequence(b)) => {
                Ok(Value::Number(b.iter().filter(|b| comparison.holds(*a, **b)).count() as i64))
            }
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(i64::from(comparison.holds(*a, *b)))),
            // With dice, a sequence counts as its sum.
            _ => {
                let (a, b) = (operand(left, meter)?, operand(right, meter)?);
                compare(&a, &b, meter)?;
                Ok(Value::die(a.compared(|order| comparison.holds(order, 0), &b)))
            }
        },
        _ => arithmetic(binary, left, right, meter),
    }
}

fn of_numbers(binary: Binary, a: i64, b: i64) -> Made<i64> {
    match binary {
        Binary::Divide(_) if b == 0 => Err(Error::Zero),
        Binary::Power if b < 0 => Err(Error::Power(a, b)),
        _ => checked(binary.apply(a, b)),
    }
}

/// Counts the values of both sides being compared one after the other.
fn compare(a: &Distribution, b: &Distribution, meter: &Meter) -> Made<()> {
    let (a_limbs, b_limbs) = (a.total().bits() as f64 / 64.0, b.total().bits() as f64 / 64.0);
    let values = (a.weights().len() + b.weights().len()) as f64;
    meter.values(values, 64.0 * (a_limbs + b_limbs))?;
    meter.product(values * a_limbs.max(b_limbs), a_limbs.min(b_limbs))?;
    meter.steps(10.0 * values)
}

fn arithmetic(binary: Binary, left: &Value, right: &Value, meter: &Meter) -> Made<Value> {
    let number = |value: &Value| match value {
        Value::Number(number) => Ok(Some(*number)),
        Value::Sequence(sequence) => sum(sequence).map(Some),
        Value::Dice(_) | Value::Pool(_) | Value::Tuples(_) => Ok(None),
    };
    if let (Some(a), Some(b)) = (number(left)?, number(right)?) {
        return of_numbers(binary, a, b).map(Value::Number);
    }
    let (a, b) = (operand(left, meter)?, operand(right, meter)?);
    if let Binary::Plus | Binary::Minus = binary {
        let b = if binary == Binary::Minus { Arc::new(b.as_ref().clone().negated()) } else { b };
        return Ok(Value::die(crate::pools::sum(&a, &b, meter)?));
    }
    match binary {
        Binary::Larger | Binary::Smaller => {
            compare(&a, &b, meter)?;
            let negated = |value: &Distribution| value.clone().negated();
            Ok(Value::die(match binary {
                Binary::Larger => a.larger(&b),
                _ => negated(&a).larger(&negated(&b)).negated(),
            }))
        }
        _ => crossed(&a, &b, meter, &move |a, b| of_numbers(binary, a, b)),
    }
}

/// The distribution of a value beside a sign; dice that show nothing count as 0.
fn operand(value: &Value, meter: &Meter) -> Made<Arc<Distribution>> {
    let total = value.total(meter)?;
    Ok(if total.is_empty() { Arc::new(Distribution::certain(0)) } else { total })
}

/// What becomes of an outcome of each side.
type Combine<'a> = dyn Fn(i64, i64) -> Made<i64> + 'a;

fn crossed(a: &Distribution, b: &Distribution, meter: &Meter, of: &Combine<'_>) -> Made<Value> {
    let (total, other) = (a.total(), b.total());
    let (a, b) = (a.weights(), b.weights());
    meter.foresee(20.0 * a.len() as f64 * b.len() as f64)?;
    let mut weights: HashMap<i64, BigUint> = HashMap::new();
    for (a, left) in a {
        let held = (weights.len() + b.len()) as f64;
        meter.products(b.len() as f64, held, total, other)?;
        for (b, right) in b {
            *weights.entry(of(*a, *b)?).or_default() += left * right;
        }
    }
    Ok(Value::die(Distribution::of_sums(weights)))
}

/// The digits of a number from the first; below 0 each is below 0.
fn digits(number: i64) -> Vec<i64> {
    let digit = |c: char| i64::from(c.to_digit(10).unwrap_or(0)) * number.signum();
    number.unsigned_abs().to_string().chars().map(digit).collect()
}

/// A pool as the die of its sum, and any other value as it is.
fn summed(value: &Value, meter: &Meter) -> Made<Value> {
    match value {
        Value::Pool(_) | Value::Tuples(_) => Ok(Value::die(value.total(meter)?.as_ref().clone())),
        other => Ok(other.clone()),
    }
}

fn positions(value: &Value) -> Made<Vec<i64>> {
    match value {
        Value::Number(number) => Ok(vec![*number]),
        Value::Sequence(sequence) => Ok(sequence.clone()),
        Value::Dice(_) | Value::Pool(_) | Value::Tuples(_) => Err(Error::Positions),
    }
}

fn at_pool(at: &Value, pool: &Pool, lowest_first: bool, meter: &Meter) -> Made<Value> {
    let places = positions(at)?.into_iter().filter_map(|position| usize::try_from(position - 1).ok());
    let mut ranks: Vec<usize> = match (lowest_first, pool.size()) {
        (false, _) => places.collect(),
        (true, Some(size)) => places.filter(|place| *place < size).map(|place| size - 1 - place).collect(),
        (true, None) => {
            return Err(Error::Lowest);
        }
    };
    ranks.sort_unstable();
    ranks.dedup();
    read(&[pool], &Reading::Ranks(ranks), meter).map(Value::die)
}

fn at(positions: &Value, value: &Value, lowest_first: bool, meter: &Meter) -> Made<Value> {
    if let Value::Pool(pool) = value {
        return at_pool(positions, pool, lowest_first, meter);
    }
    let positions = self::positions(positions)?;
    let of = |numbers: &[i64]| {
        let place =
            |position: &i64| usize::try_from(position - 1).ok().filter(|place| *place < numbers.len());
        sum(&positions.iter().filter_map(place).map(|place| numbers[place]).collect::<Vec<_>>())
    };
    meter.steps(positions.len() as f64)?;
    match value {
        Value::Number(number) => of(&digits(*number)).map(Value::Number),
        Value::Sequence(sequence) => of(sequence).map(Value::Number),
        Value::Dice(dice) => {
            let count = dice.count as usize;
            let place = |position: &i64| usize::try_from(position - 1).ok().filter(|place| *place < count);
            let turned = |place: usize| if lowest_first { count - 1 - place } else { place };
            let ranks: Vec<usize> = positions.iter().filter_map(place).map(turned).collect();
            dice.at(&ranks, meter).map(Value::die)
        }
        Value::Pool(pool) => read(&[pool], &Reading::Sum, meter).map(Value::die),
        Value::Tuples(tuples) => {
            meter.steps(positions.len() as f64 * tuples.len() as f64)?;
            of_tuples(tuples, of, meter).map(Value::die)
        }
    }
}
