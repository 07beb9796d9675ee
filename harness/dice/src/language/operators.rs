//! What signs do with values.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use torneo_contract::refuse_if;

use super::tree::{Binary, Unary};
use super::value::{MAX_DICE, MAX_FACES, Parts, Value, of_tuples, sum};
use crate::expression::Distribution;
use crate::meter::Meter;
use crate::meter::checked;
use crate::pools::{Dice, Pool, Reading, Source, read};

type Done = Result<Value, String>;

/// A sign before a value.
///
/// # Errors
/// The text says why there is no value.
pub fn unary(unary: Unary, value: &Value, meter: &Meter) -> Done {
    match (unary, value) {
        (Unary::Length, Value::Pool(pool)) => match pool.size() {
            Some(size) => Ok(Value::Number(size as i64)),
            None => read(&[pool], &Reading::Size, meter).map(Value::die),
        },
        (Unary::Length, Value::Tuples(tuples)) => {
            of_tuples(tuples, |tuple| Ok(tuple.len() as i64)).map(Value::die)
        }
        (Unary::Plus, value @ (Value::Pool(_) | Value::Tuples(_))) => Ok(value.clone()),
        (_, Value::Pool(_) | Value::Tuples(_)) => self::unary(unary, &summed(value, meter)?, meter),
        (Unary::Die, value) => dice(&Value::Number(1), value, meter),
        (Unary::Plus, value) => Ok(value.clone()),
        (Unary::Minus, Value::Dice(dice)) => Ok(Value::die(dice.total(meter)?.as_ref().clone().negated())),
        (Unary::Minus, Value::Number(number)) => Ok(Value::Number(-number)),
        (Unary::Minus, Value::Sequence(sequence)) => Ok(Value::Number(-sum(sequence)?)),
        (Unary::Not, Value::Number(number)) => Ok(Value::Number(i64::from(*number == 0))),
        (Unary::Not, Value::Sequence(sequence)) => Ok(Value::Number(i64::from(sum(sequence)? == 0))),
        (Unary::Not, value @ Value::Dice(_)) => {
            let weights = operand(value, meter)?.weights().to_vec();
            let not = weights.into_iter().map(|(value, weight)| (i64::from(value == 0), weight));
            Ok(Value::die(Distribution::of(not)))
        }
        (Unary::Length, Value::Number(number)) => Ok(Value::Number(digits(*number).len() as i64)),
        (Unary::Length, Value::Sequence(sequence)) => Ok(Value::Number(sequence.len() as i64)),
        (Unary::Length, Value::Dice(dice)) => Ok(Value::Number(i64::from(dice.count))),
    }
}

/// A sign between two values.
///
/// # Errors
/// The text says why there is no value.
pub fn binary(binary: Binary, left: &Value, right: &Value, lowest_first: bool, meter: &Meter) -> Done {
    if let (Binary::At, Value::Pool(_) | Value::Tuples(_)) = (binary, right) {
        return at(left, right, lowest_first, meter);
    }
    let (left, right) = (&summed(left, meter)?, &summed(right, meter)?);
    match binary {
        Binary::Dice => dice(left, right, meter),
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
                crossed(&a, &b, meter, &move |a, b| Ok(i64::from(comparison.holds(a, b))))
            }
        },
        _ => arithmetic(binary, left, right, meter),
    }
}

fn of_numbers(binary: Binary, a: i64, b: i64) -> Result<i64, String> {
    checked(match binary {
        Binary::Plus => a.checked_add(b),
        Binary::Minus => a.checked_sub(b),
        Binary::Times => a.checked_mul(b),
        Binary::And => Some(i64::from(a != 0 && b != 0)),
        Binary::Or => Some(i64::from(a != 0 || b != 0)),
        Binary::Divide if b == 0 => return Err("a number is divided by 0".to_owned()),
        Binary::Divide => a.checked_div(b),
        _ if b < 0 => return Err(format!("{a} cannot be raised to the power {b}: expected 0 or more")),
        _ if a.abs() <= 1 => Some(a.pow((b % 2 + 2 * i64::from(b > 1)) as u32)),
        _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
    })
}

fn arithmetic(binary: Binary, left: &Value, right: &Value, meter: &Meter) -> Done {
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
    crossed(&a, &b, meter, &move |a, b| of_numbers(binary, a, b))
}

/// The distribution of a value beside a sign; dice that show nothing count as 0.
fn operand(value: &Value, meter: &Meter) -> Result<Arc<Distribution>, String> {
    let total = value.total(meter)?;
    Ok(if total.is_empty() { Arc::new(Distribution::certain(0)) } else { total })
}

/// What becomes of an outcome of each side.
type Combine<'a> = dyn Fn(i64, i64) -> Result<i64, String> + 'a;

fn crossed(a: &Distribution, b: &Distribution, meter: &Meter, of: &Combine<'_>) -> Done {
    let (a, b) = (a.weights(), b.weights());
    let pairs = a.len() as f64 * b.len() as f64;
    let bits =
        [a, b].iter().flat_map(|side| side.first()).map(|(_, weight)| weight.bits() as f64).sum::<f64>();
    meter.steps(pairs * (50.0 + bits / 64.0))?;
    meter.values(pairs, bits)?;
    let mut weights = Vec::with_capacity(a.len() * b.len());
    for (a, left) in a {
        for (b, right) in b {
            weights.push((of(*a, *b)?, left * right));
        }
    }
    Ok(Value::die(Distribution::of(weights)))
}

/// The digits of a number from the first; below 0 each is below 0.
fn digits(number: i64) -> Vec<i64> {
    let digit = |c: char| i64::from(c.to_digit(10).unwrap_or(0)) * number.signum();
    number.unsigned_abs().to_string().chars().map(digit).collect()
}

/// A pool as the die of its sum, and any other value as it is.
fn summed(value: &Value, meter: &Meter) -> Done {
    match value {
        Value::Pool(_) | Value::Tuples(_) => Ok(Value::die(value.total(meter)?.as_ref().clone())),
        other => Ok(other.clone()),
    }
}

fn positions(value: &Value) -> Result<Vec<i64>, String> {
    match value {
        Value::Number(number) => Ok(vec![*number]),
        Value::Sequence(sequence) => Ok(sequence.clone()),
        Value::Dice(_) | Value::Pool(_) | Value::Tuples(_) => {
            Err("positions are numbers or sequences, found dice before `@`".to_owned())
        }
    }
}

fn at_pool(at: &Value, pool: &Pool, lowest_first: bool, meter: &Meter) -> Done {
    let places = positions(at)?.into_iter().filter_map(|position| usize::try_from(position - 1).ok());
    let mut ranks: Vec<usize> = match (lowest_first, pool.size()) {
        (false, _) => places.collect(),
        (true, Some(size)) => places.filter(|place| *place < size).map(|place| size - 1 - place).collect(),
        (true, None) => {
            return Err("positions from the lowest need a pool whose number of dice is fixed".to_owned());
        }
    };
    ranks.sort_unstable();
    ranks.dedup();
    read(&[pool], &Reading::Ranks(ranks), meter).map(Value::die)
}

fn at(positions: &Value, value: &Value, lowest_first: bool, meter: &Meter) -> Done {
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
            of_tuples(tuples, of).map(Value::die)
        }
    }
}

/// `left d right`
fn dice(left: &Value, right: &Value, meter: &Meter) -> Done {
    let die = match right {
        Value::Number(0) => Arc::new(Distribution::certain(0)),
        Value::Number(faces) if faces.abs() <= MAX_FACES => {
            meter.values(faces.unsigned_abs() as f64, 1.0)?;
            let (low, high) = if *faces > 0 { (1, *faces) } else { (*faces, -1) };
            Arc::new(Distribution::ascending((low..=high).map(|face| (face, BigUint::one())).collect()))
        }
        Value::Number(faces) => return Err(format!("expected at most {MAX_FACES} faces, found {faces}")),
        Value::Sequence(faces) => {
            Arc::new(Distribution::of(faces.iter().map(|face| (*face, BigUint::one()))))
        }
        value @ (Value::Dice(_) | Value::Pool(_) | Value::Tuples(_)) => value.total(meter)?,
    };
    let of = |count: i64| {
        refuse_if!(count.abs() > MAX_DICE, "expected at most {MAX_DICE} dice, found {count}");
        let die = if count < 0 { Arc::new(die.as_ref().clone().negated()) } else { die.clone() };
        Ok(Dice { source: Source::Thrown, count: count.unsigned_abs() as u32, die })
    };
    match left {
        Value::Number(count) => of(*count).map(Value::Dice),
        Value::Sequence(sequence) => of(sum(sequence)?).map(Value::Dice),
        counts @ (Value::Dice(_) | Value::Pool(_) | Value::Tuples(_)) => {
            let mut parts = Parts::default();
            for (count, weight) in counts.total(meter)?.weights() {
                parts.add(weight.clone(), of(*count)?.total(meter)?, meter)?;
            }
            parts.mixed(meter).map(Value::die)
        }
    }
}
