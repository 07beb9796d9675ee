//! Functions of pools: cards from a deck, sets, straights, and what two pools make together.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use torneo_contract::refuse_if;

use super::builtin::{Settings, number, sequence};
use super::value::{Value, of_tuples, sum};
use crate::distribution::Distribution;
use crate::error::{Error, Made};
use crate::meter::Meter;
use crate::pools::{Combination, Dice, Pool, Reading, Source, listed, read};

/// `[deal N from DECK]`: cards of one deck without replacement.
///
/// # Errors
/// The deck has fewer cards, or fewer than none are dealt.
pub fn deal(arguments: &[Value], settings: &Settings) -> Made<Value> {
    let (wanted, deck) = (number(arguments, 0), sequence(arguments, 1));
    settings.meter.steps(deck.len() as f64)?;
    let count = usize::try_from(wanted).ok().filter(|count| *count <= deck.len());
    let Some(count) = count else {
        return Err(Error::Deal { deck: deck.len(), found: wanted });
    };
    let copies = Distribution::of(deck.iter().map(|card| (*card, BigUint::one())));
    Ok(Value::Dice(Dice { source: Source::Dealt, count: count as u32, die: Arc::new(copies) }))
}

/// A value as a pool. The numbers of a sequence are cards that are all there.
///
/// # Errors
/// Numbers are too large.
pub fn pool(value: &Value, meter: &Meter) -> Made<Pool> {
    Ok(match value {
        Value::Number(number) => Pool::certain(&[*number]),
        Value::Sequence(numbers) => Pool::certain(numbers),
        Value::Dice(dice) => Pool::Dice(dice.clone()),
        Value::Pool(pool) => pool.as_ref().clone(),
        // The sum of a tuple is a die.
        Value::Tuples(tuples) => Pool::Dice(Dice::single(of_tuples(tuples, sum, meter)?)),
    })
}

fn are_thrown(arguments: &[Value]) -> bool {
    arguments.iter().any(Value::is_thrown)
}

/// A reading of all arguments: a number where nothing is thrown.
///
/// # Errors
/// It would take too much.
pub fn reading(arguments: &[Value], reading: &Reading, settings: &Settings) -> Made<Value> {
    let pools: Vec<Pool> =
        arguments.iter().map(|value| pool(value, settings.meter)).collect::<Result<_, _>>()?;
    let value = read(&pools.iter().collect::<Vec<_>>(), reading, settings.meter)?;
    Ok(if are_thrown(arguments) { Value::die(value) } else { Value::Number(value.range().0) })
}

/// `[count S in A]`
///
/// # Errors
/// It would take too much.
pub fn count(arguments: &[Value], settings: &Settings) -> Made<Value> {
    let mut faces = sequence(arguments, 0).to_vec();
    faces.sort_unstable();
    settings.meter.steps(10.0 * faces.len() as f64)?;
    reading(&arguments[1..], &Reading::Count(faces), settings)
}

/// `[A contains N]`
///
/// # Errors
/// It would take too much.
pub fn contains(arguments: &[Value], settings: &Settings) -> Made<Value> {
    let often = reading(&arguments[..1], &Reading::Count(vec![number(arguments, 1)]), settings)?;
    Ok(match often {
        Value::Number(often) => Value::Number(i64::from(often > 0)),
        dice => {
            let often = dice.total(settings.meter)?;
            let weights = often.weights().iter().map(|(often, ways)| (i64::from(*often > 0), ways.clone()));
            Value::die(Distribution::of(weights))
        }
    })
}

/// Two pools as one: a sequence where nothing is thrown.
///
/// # Errors
/// It would take too much.
pub fn both(arguments: &[Value], combination: Combination, settings: &Settings) -> Made<Value> {
    let [first, second] = arguments else { return Ok(Value::Sequence(Vec::new())) };
    made(
        Pool::Both(
            combination,
            Box::new(pool(first, settings.meter)?),
            Box::new(pool(second, settings.meter)?),
        ),
        arguments,
        settings,
    )
}

/// `[at most N of each in A]`
///
/// # Errors
/// It would take too much.
pub fn at_most(arguments: &[Value], settings: &Settings) -> Made<Value> {
    let most = u32::try_from(number(arguments, 0).max(0)).unwrap_or(u32::MAX);
    made(Pool::AtMost(most, Box::new(pool(&arguments[1], settings.meter)?)), arguments, settings)
}

/// Most collections of one pool.
const MOST_PARTS: usize = 50;

fn made(pool: Pool, arguments: &[Value], settings: &Settings) -> Made<Value> {
    refuse_if!(pool.parts().len() > MOST_PARTS, Error::Parts(MOST_PARTS));
    if are_thrown(arguments) {
        return Ok(Value::Pool(Arc::new(pool)));
    }
    let only = listed(&pool, settings.meter)?.pop();
    Ok(Value::Sequence(only.map_or_else(Vec::new, |(numbers, _)| numbers)))
}

/// Which dice are chosen of those that are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
    /// Those in the middle.
    Middle,
}

/// The same of several kinds of dice thrown together.
///
/// # Errors
/// As [`chosen`].
pub fn chosen_together(arguments: &[Value], which: Chosen, settings: &Settings) -> Made<Value> {
    let Some((number, dice)) = arguments.split_first() else { return Ok(Value::Number(0)) };
    let mut all = dice.first().cloned().unwrap_or(Value::Number(0));
    for more in dice.iter().skip(1) {
        all = both(&[all, more.clone()], Combination::Sum, settings)?;
    }
    chosen(&[number.clone(), all], which, settings)
}

/// The sum of some of the dice, of which at most all are kept.
///
/// # Errors
/// It would take too much, or nobody knows which dice are in the middle.
pub fn chosen(arguments: &[Value], chosen: Chosen, settings: &Settings) -> Made<Value> {
    let pool = pool(&arguments[1], settings.meter)?;
    let dice: usize = pool.parts().iter().map(|part| part.count as usize).sum();
    let kept = usize::try_from(number(arguments, 0)).unwrap_or(0).min(dice);
    let reading = match (chosen, pool.size()) {
        (Chosen::Highest, _) => Reading::Ranks((0..kept).collect()),
        (Chosen::Lowest, _) => Reading::Lowest(kept),
        (Chosen::Middle, Some(size)) => {
            let above = (size - kept) / 2;
            Reading::Ranks((above..above + kept).collect())
        }
        (Chosen::Middle, None) => {
            return Err(Error::Middle);
        }
    };
    read(&[&pool], &reading, settings.meter).map(Value::die)
}
