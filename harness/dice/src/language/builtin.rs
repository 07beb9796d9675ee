//! The functions that every program has.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::One;

use super::meter::Meter;
use super::pools;
use super::tree::Type;
use super::value::{Dice, Source, Value, checked, mixed};
use crate::expression::Distribution;

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

use Type::{Dice as D, Number as N, Sequence as S};

/// The functions of AnyDice's library, and behind them those of pools.
pub const BUILTINS: [Builtin; 18] = [
    Builtin { name: "absolute ?", types: &[N], run: |a, _| Ok(Value::Number(number(a, 0).abs())) },
    Builtin {
        name: "? contains ?",
        types: &[S, N],
        run: |a, _| Ok(Value::Number(i64::from(sequence(a, 0).contains(&number(a, 1))))),
    },
    Builtin { name: "count ? in ?", types: &[S, S], run: count },
    Builtin { name: "explode ?", types: &[D], run: explode },
    Builtin { name: "highest ? of ?", types: &[N, D], run: |a, s| chosen(a, s, |kept, _| 0..kept) },
    Builtin { name: "lowest ? of ?", types: &[N, D], run: |a, s| chosen(a, s, |kept, all| all - kept..all) },
    Builtin {
        name: "middle ? of ?",
        types: &[N, D],
        run: |a, s| chosen(a, s, |kept, all| (all - kept) / 2..(all - kept) / 2 + kept),
    },
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
        run: |a, s| {
            let (dice, meter) = (dice(a, 0), s.meter);
            Ok(Value::Number(dice.total(meter)?.range().1))
        },
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
    Builtin {
        name: "largest set in ?",
        types: &[S],
        run: |a, _| Ok(Value::Number(pools::set(sequence(a, 0)))),
    },
    Builtin { name: "pairs in ?", types: &[S], run: |a, _| Ok(Value::Number(pools::pairs(sequence(a, 0)))) },
    Builtin {
        name: "longest straight in ?",
        types: &[S],
        run: |a, _| Ok(Value::Number(pools::straight(sequence(a, 0)))),
    },
    Builtin {
        name: "wins of ? over ?",
        types: &[S, S],
        run: |a, _| Ok(Value::Number(pools::wins(sequence(a, 0), sequence(a, 1)))),
    },
];

pub fn number(arguments: &[Value], at: usize) -> i64 {
    if let Some(Value::Number(number)) = arguments.get(at) { *number } else { 0 }
}

pub fn sequence(arguments: &[Value], at: usize) -> &[i64] {
    if let Some(Value::Sequence(sequence)) = arguments.get(at) { sequence } else { &[] }
}

fn dice(arguments: &[Value], at: usize) -> Dice {
    match arguments.get(at) {
        Some(Value::Dice(dice)) => dice.clone(),
        _ => Dice::single(Distribution::certain(0)),
    }
}

fn count(arguments: &[Value], settings: &Settings) -> Done {
    let (wanted, all) = (sequence(arguments, 0), sequence(arguments, 1));
    settings.meter.steps(wanted.len() as f64 * all.len() as f64)?;
    let often = wanted.iter().map(|wanted| all.iter().filter(|one| *one == wanted).count() as i64);
    Ok(Value::Number(often.sum()))
}

fn explode(arguments: &[Value], settings: &Settings) -> Done {
    let (dice, meter) = (dice(arguments, 0), settings.meter);
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
            parts.push((weight.clone(), Rc::new(shown)));
        }
        exploded = Rc::new(mixed(parts, meter)?);
    }
    Ok(Value::Dice(Dice { source: Source::Thrown, count: 1, die: exploded }))
}

fn reroll(arguments: &[Value], settings: &Settings) -> Done {
    let die = dice(arguments, 0).total(settings.meter)?;
    let again = sequence(arguments, 1);
    let parts = die.weights().iter().map(|(face, weight)| {
        let shown = if again.contains(face) { die.clone() } else { Rc::new(Distribution::certain(*face)) };
        (weight.clone(), shown)
    });
    mixed(parts.collect(), settings.meter).map(Value::die)
}

/// The sum of the dice at these ranks, 0 for the highest, of which at most all are kept.
fn chosen(
    arguments: &[Value],
    settings: &Settings,
    ranks: fn(usize, usize) -> std::ops::Range<usize>,
) -> Done {
    let dice = dice(arguments, 1);
    let all = dice.count as usize;
    let kept = usize::try_from(number(arguments, 0)).unwrap_or(0).min(all);
    let ranks: Vec<usize> = ranks(kept, all).collect();
    dice.at(&ranks, settings.meter).map(Value::die)
}

/// A value as dice: a number or a sequence is a die that always shows its sum, or a number of the sequence.
pub fn as_dice(value: &Value) -> Dice {
    match value {
        Value::Dice(dice) => dice.clone(),
        Value::Number(number) => Dice::single(Distribution::certain(*number)),
        Value::Sequence(faces) => {
            Dice::single(Distribution::of(faces.iter().map(|face| (*face, BigUint::one()))))
        }
    }
}
