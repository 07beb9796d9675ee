//! The functions that every program has.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use super::pools;
use super::tree::Type;
use super::value::{Value, mixed};
use crate::expression::Distribution;
use crate::meter::Meter;
use crate::meter::checked;
use crate::pools::{Combination, Dice, Reading, Source};

/// What functions may depend on.
pub struct Settings<'a> {
    /// How often a die can explode.
    pub explode_depth: u32,
    /// What is taken so far.
    pub meter: &'a Meter,
}

type Done = Result<Value, String>;

/// A function: its name with a `?` for each argument, what these are, and what it does.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// What its arguments are.
    pub types: &'static [Type],
    /// What it does with arguments of these types.
    pub run: fn(&[Value], &Settings) -> Done,
}

use Type::{Any, Dice as D, Number as N, Sequence as S};

/// The functions of AnyDice's library, and behind them those of pools.
pub const BUILTINS: [Builtin; 24] = [
    Builtin { name: "absolute ?", types: &[N], run: |a, _| Ok(Value::Number(number(a, 0).abs())) },
    Builtin { name: "? contains ?", types: &[Any, N], run: pools::contains },
    Builtin { name: "count ? in ?", types: &[S, Any], run: pools::count },
    Builtin { name: "explode ?", types: &[D], run: explode },
    Builtin { name: "highest ? of ?", types: &[N, D], run: |a, s| chosen(a, s, pools::Chosen::Highest) },
    Builtin { name: "lowest ? of ?", types: &[N, D], run: |a, s| chosen(a, s, pools::Chosen::Lowest) },
    Builtin { name: "middle ? of ?", types: &[N, D], run: |a, s| chosen(a, s, pools::Chosen::Middle) },
    Builtin {
        name: "highest of ? and ?",
        types: &[N, N],
        run: |a, _| Ok(Value::Number(number(a, 0).max(number(a, 1)))),
    },
    Builtin {
        name: "lowest of ? and ?",
        types: &[N, N],
        run: |a, _| Ok(Value::Number(number(a, 0).min(number(a, 1)))),
    },
    Builtin {
        name: "maximum of ?",
        types: &[D],
        run: |a, s| Ok(Value::Number(dice(a, 0, s.meter)?.total(s.meter)?.range().1)),
    },
    Builtin {
        name: "reverse ?",
        types: &[S],
        run: |a, _| Ok(Value::Sequence(sequence(a, 0).iter().rev().copied().collect())),
    },
    Builtin {
        name: "sort ?",
        types: &[S],
        run: |a, _| {
            let mut sorted = sequence(a, 0).to_vec();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            Ok(Value::Sequence(sorted))
        },
    },
    Builtin { name: "reroll ? on ?", types: &[D, S], run: reroll },
    Builtin { name: "deal ? from ?", types: &[N, S], run: pools::deal },
    Builtin { name: "largest set in ?", types: &[Any], run: |a, s| pools::reading(a, &Reading::Set, s) },
    Builtin { name: "pairs in ?", types: &[Any], run: |a, s| pools::reading(a, &Reading::Pairs, s) },
    Builtin {
        name: "longest straight in ?",
        types: &[Any],
        run: |a, s| pools::reading(a, &Reading::Straight, s),
    },
    Builtin {
        name: "different numbers in ?",
        types: &[Any],
        run: |a, s| pools::reading(a, &Reading::Distinct, s),
    },
    Builtin {
        name: "wins of ? over ?",
        types: &[Any, Any],
        run: |a, s| pools::reading(a, &Reading::Wins, s),
    },
    Builtin { name: "pool of ? and ?", types: &[Any, Any], run: |a, s| pools::both(a, Combination::Sum, s) },
    Builtin {
        name: "union of ? and ?",
        types: &[Any, Any],
        run: |a, s| pools::both(a, Combination::Union, s),
    },
    Builtin {
        name: "intersection of ? and ?",
        types: &[Any, Any],
        run: |a, s| pools::both(a, Combination::Intersection, s),
    },
    Builtin {
        name: "difference of ? and ?",
        types: &[Any, Any],
        run: |a, s| pools::both(a, Combination::Difference, s),
    },
    Builtin { name: "at most ? of each in ?", types: &[N, Any], run: pools::at_most },
];

pub fn number(arguments: &[Value], at: usize) -> i64 {
    if let Some(Value::Number(number)) = arguments.get(at) { *number } else { 0 }
}

pub fn sequence(arguments: &[Value], at: usize) -> &[i64] {
    if let Some(Value::Sequence(sequence)) = arguments.get(at) { sequence } else { &[] }
}

fn dice(arguments: &[Value], at: usize, meter: &Meter) -> Result<Dice, String> {
    match arguments.get(at) {
        Some(Value::Dice(dice)) => Ok(dice.clone()),
        Some(value) => Ok(Dice::single(value.total(meter)?.as_ref().clone())),
        None => Ok(Dice::single(Distribution::certain(0))),
    }
}

fn explode(arguments: &[Value], settings: &Settings) -> Done {
    let meter = settings.meter;
    let dice = dice(arguments, 0, meter)?;
    let die = dice.total(meter)?;
    if die.is_empty() {
        return Ok(Value::Dice(dice));
    }
    let highest = die.range().1;
    let mut exploded = die.clone();
    for _ in 0..settings.explode_depth {
        let mut parts = Vec::new();
        for (face, weight) in die.weights() {
            let shown = match *face == highest {
                true => exploded.plus(&Distribution::certain(*face)),
                false => Distribution::certain(*face),
            };
            checked(Some(shown.range().1))?;
            parts.push((weight.clone(), Arc::new(shown)));
        }
        exploded = Arc::new(mixed(parts, meter)?);
    }
    Ok(Value::Dice(Dice { source: Source::Thrown, count: 1, die: exploded }))
}

fn reroll(arguments: &[Value], settings: &Settings) -> Done {
    let die = dice(arguments, 0, settings.meter)?.total(settings.meter)?;
    let again = sequence(arguments, 1);
    let parts = die.weights().iter().map(|(face, weight)| {
        let shown = if again.contains(face) { die.clone() } else { Arc::new(Distribution::certain(*face)) };
        (weight.clone(), shown)
    });
    mixed(parts.collect(), settings.meter).map(Value::die)
}

/// The sum of the dice at these ranks, 0 for the highest, of which at most all are kept.
fn chosen(arguments: &[Value], settings: &Settings, ranks: pools::Chosen) -> Done {
    if let Some(Value::Pool(pool)) = arguments.get(1) {
        return pools::chosen(pool, number(arguments, 0), settings, ranks);
    }
    let dice = dice(arguments, 1, settings.meter)?;
    let all = dice.count as usize;
    let kept = usize::try_from(number(arguments, 0)).unwrap_or(0).min(all);
    let ranks: Vec<usize> = ranks.ranks(kept, all).collect();
    dice.at(&ranks, settings.meter).map(Value::die)
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
