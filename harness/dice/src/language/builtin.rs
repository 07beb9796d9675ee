//! The functions that every program has.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use super::pools;
use super::tree::Type;
use super::value::{Value, mixed};
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::Meter;
use crate::pools::{Combination, Dice, Reading, Source, sum};

/// What functions may depend on.
pub struct Settings<'a> {
    /// How often a die can explode.
    pub explode_depth: u32,
    /// Whether positions begin at the lowest.
    pub lowest_first: bool,
    /// What is taken so far.
    pub meter: &'a Meter,
}

/// A function: its name with a `?` for each argument, what these are, and what it does.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// What its arguments are.
    pub types: &'static [Type],
    /// What it does with arguments of these types.
    pub run: fn(&[Value], &Settings) -> Made<Value>,
}

use Type::{Any, Dice as D, Number as N, Sequence as S};

const fn builtin(
    name: &'static str,
    types: &'static [Type],
    run: fn(&[Value], &Settings) -> Made<Value>,
) -> Builtin {
    Builtin { name, types, run }
}

/// The functions of AnyDice's library, and behind them those of pools.
pub const BUILTINS: [Builtin; 28] = [
    builtin("absolute ?", &[N], |a, _| Ok(Value::Number(number(a, 0).abs()))),
    builtin("? contains ?", &[Any, N], pools::contains),
    builtin("count ? in ?", &[S, Any], pools::count),
    builtin("explode ?", &[D], explode),
    builtin("highest ? of ?", &[N, D], |a, s| pools::chosen(a, pools::Chosen::Highest, s)),
    builtin("lowest ? of ?", &[N, D], |a, s| pools::chosen(a, pools::Chosen::Lowest, s)),
    builtin("middle ? of ?", &[N, D], |a, s| pools::chosen(a, pools::Chosen::Middle, s)),
    builtin("highest ? of ? and ?", &[N, D, D], |a, s| pools::chosen_together(a, pools::Chosen::Highest, s)),
    builtin("highest ? of ? and ? and ?", &[N, D, D, D], |a, s| {
        pools::chosen_together(a, pools::Chosen::Highest, s)
    }),
    builtin("lowest ? of ? and ?", &[N, D, D], |a, s| pools::chosen_together(a, pools::Chosen::Lowest, s)),
    builtin("lowest ? of ? and ? and ?", &[N, D, D, D], |a, s| {
        pools::chosen_together(a, pools::Chosen::Lowest, s)
    }),
    builtin("highest of ? and ?", &[N, N], |a, _| Ok(Value::Number(number(a, 0).max(number(a, 1))))),
    builtin("lowest of ? and ?", &[N, N], |a, _| Ok(Value::Number(number(a, 0).min(number(a, 1))))),
    builtin("maximum of ?", &[D], |a, s| Ok(Value::Number(dice(a, 0, s.meter)?.total(s.meter)?.range().1))),
    builtin("reverse ?", &[S], |a, _| Ok(Value::Sequence(sequence(a, 0).iter().rev().copied().collect()))),
    builtin("sort ?", &[S], |a, s| {
        let mut sorted = sequence(a, 0).to_vec();
        sorted.sort_unstable();
        if !s.lowest_first {
            sorted.reverse();
        }
        Ok(Value::Sequence(sorted))
    }),
    builtin("reroll ? on ?", &[D, S], reroll),
    builtin("deal ? from ?", &[N, S], pools::deal),
    builtin("largest set in ?", &[Any], |a, s| pools::reading(a, &Reading::Set, s)),
    builtin("pairs in ?", &[Any], |a, s| pools::reading(a, &Reading::Pairs, s)),
    builtin("longest straight in ?", &[Any], |a, s| pools::reading(a, &Reading::Straight, s)),
    builtin("different numbers in ?", &[Any], |a, s| pools::reading(a, &Reading::Distinct, s)),
    builtin("wins of ? over ?", &[Any, Any], |a, s| pools::reading(a, &Reading::Wins, s)),
    builtin("pool of ? and ?", &[Any, Any], |a, s| pools::both(a, Combination::Sum, s)),
    builtin("union of ? and ?", &[Any, Any], |a, s| pools::both(a, Combination::Union, s)),
    builtin("intersection of ? and ?", &[Any, Any], |a, s| pools::both(a, Combination::Intersection, s)),
    builtin("difference of ? and ?", &[Any, Any], |a, s| pools::both(a, Combination::Difference, s)),
    builtin("at most ? of each in ?", &[N, Any], pools::at_most),
];

pub fn number(arguments: &[Value], at: usize) -> i64 {
    if let Some(Value::Number(number)) = arguments.get(at) { *number } else { 0 }
}

pub fn sequence(arguments: &[Value], at: usize) -> &[i64] {
    if let Some(Value::Sequence(sequence)) = arguments.get(at) { sequence } else { &[] }
}

fn dice(arguments: &[Value], at: usize, meter: &Meter) -> Made<Dice> {
    match arguments.get(at) {
        Some(Value::Dice(dice)) => Ok(dice.clone()),
        Some(value) => Ok(Dice::single(value.total(meter)?.as_ref().clone())),
        None => Ok(Dice::single(Distribution::certain(0))),
    }
}

fn explode(arguments: &[Value], settings: &Settings) -> Made<Value> {
    let meter = settings.meter;
    let dice = dice(arguments, 0, meter)?;
    let die = dice.total(meter)?;
    if die.is_empty() {
        return Ok(Value::Dice(dice));
    }
    let highest = die.range().1;
    let mut exploded = die.clone();
    let (start, all) = (meter.taken(), settings.explode_depth as usize);
    for done in 0..all {
        meter.foresee_rest(start, done.pow(2), all.pow(2))?;
        let mut parts = Vec::new();
        for (face, weight) in die.weights() {
            let certain = Distribution::certain(*face);
            let shown = if *face == highest { sum(&exploded, &certain, meter)? } else { certain };
            parts.push((weight.clone(), Arc::new(shown)));
        }
        exploded = Arc::new(mixed(parts, meter)?);
    }
    Ok(Value::Dice(Dice { source: Source::Thrown, count: 1, die: exploded }))
}

fn reroll(arguments: &[Value], settings: &Settings) -> Made<Value> {
    let die = dice(arguments, 0, settings.meter)?.total(settings.meter)?;
    let again = sequence(arguments, 1);
    let parts = die.weights().iter().map(|(face, weight)| {
        let shown = if again.contains(face) { die.clone() } else { Arc::new(Distribution::certain(*face)) };
        (weight.clone(), shown)
    });
    mixed(parts.collect(), settings.meter).map(Value::die)
}

/// A value as dice: a number or a sequence is a die that always shows the number, or a number of the sequence.
pub fn as_dice(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::die(Distribution::certain(number)),
        Value::Sequence(faces) => {
            Value::die(Distribution::of(faces.iter().map(|face| (*face, BigUint::one()))))
        }
        dice => dice,
    }
}
