//! What one throw of a pool shows.

use hashbrown::HashMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use super::listed::listed;
use super::one_die::{OneDie, changed};
use super::syntax::{Modifier, Pool, Reading};
use super::tally::{self, Wanted};
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::{LARGEST, Meter, checked, spread};
use crate::pools::kept::{self, Ranks};
use crate::pools::{Dice, Source};

/// The modifiers of a pool in the order in which the methods take them.
struct Parts<'a> {
    /// Those before dice are chosen, up to the first explosion.
    first: &'a [Modifier],
    /// Those before dice are chosen, from the first explosion on.
    chain: &'a [Modifier],
    /// Those that choose dice.
    choice: &'a [Modifier],
    /// Those after that.
    last: &'a [Modifier],
}

impl<'a> Parts<'a> {
    fn of(modifiers: &'a [Modifier]) -> Parts<'a> {
        let is_single = |modifier: &Modifier| !modifier.keeps() && !matches!(modifier, Modifier::Count(_));
        let end = modifiers.iter().position(|modifier| !is_single(modifier)).unwrap_or(modifiers.len());
        let (single, rest) = modifiers.split_at(end);
        let explodes = |modifier: &Modifier| modifier.adds().is_some();
        let (first, chain) = single.split_at(single.iter().position(explodes).unwrap_or(single.len()));
        let end = rest.iter().position(|modifier| !modifier.keeps()).unwrap_or(rest.len());
        let (choice, last) = rest.split_at(end);
        Parts { first, chain, choice, last }
    }
}

/// The ranks that count after modifiers that choose among `dice` dice.
pub fn ranks(dice: usize, choice: &[Modifier]) -> Ranks {
    let mut ranks = Ranks::all(dice);
    for modifier in choice {
        let dice = ranks.count();
        let number = |count: u32| dice.min(count as usize);
        match *modifier {
            Modifier::KeepHighest(count) => ranks.from = ranks.to - number(count),
            Modifier::KeepLowest(count) => ranks.to = ranks.from + number(count),
            Modifier::DropHighest(count) => ranks.to -= number(count),
            Modifier::DropLowest(count) => ranks.from += number(count),
            _ => {}
        }
    }
    ranks
}

/// The distribution of what is wanted of a pool; conditions leave only a part of the total.
///
/// # Errors
/// It would take too long or too much memory, or numbers are too large.
pub fn throw(pool: &Pool, wanted: &Wanted, explosions: u32, meter: &Meter) -> Made<Distribution> {
    check_range(pool, explosions)?;
    let parts = Parts::of(&pool.modifiers);
    let plain = wanted.reading == Reading::Value && wanted.given.is_empty();
    let count = pool.count as usize;
    if count == 0 {
        let value = wanted.read(&[]).map(|value| (value, BigUint::one()));
        return Ok(Distribution::ascending(value.into_iter().collect()));
    }
    if parts.last.iter().any(|modifier| modifier.keeps()) {
        return listed(pool, wanted, explosions, meter);
    }
    if plain && parts.choice.is_empty() {
        let die = changed(&pool.die, &pool.modifiers, explosions, meter)?;
        return Ok(dice(pool.count, &die).total(meter)?.as_ref().clone());
    }
    if plain && parts.chain.is_empty() {
        let die = changed(&pool.die, parts.first, explosions, meter)?;
        let ranks = ranks(count, parts.choice);
        if ranks.count() == 0 {
            return Ok(Distribution::certain(0));
        }
        let mut single = OneDie::new(&pool.die, parts.last, explosions, meter)?;
        let shown = die.weights().iter().map(|(face, _)| Ok(single.shown(*face)?.as_ref().clone()));
        return kept::sum(&die, &shown.collect::<Made<Vec<_>>>()?, ranks, meter);
    }
    let counted = matches!(parts.last, [] | [Modifier::Count(_)]);
    if !counted || parts.chain.iter().skip(1).any(|modifier| modifier.adds().is_some()) {
        return listed(pool, wanted, explosions, meter);
    }
    let thrown = match parts.chain {
        [] => {
            let die = changed(&pool.die, parts.first, explosions, meter)?;
            vec![(vec![dice(pool.count, &die)], BigUint::one())]
        }
        chain => chains(pool, parts.first, chain, explosions, meter)?,
    };
    let mut weights: HashMap<i64, BigUint> = HashMap::new();
    let (start, throws) = (meter.taken(), thrown.len());
    for (done, (dice, ways)) in spread(thrown).enumerate() {
        meter.foresee_rest(start, done, throws)?;
        let all = dice.iter().map(|kind| kind.count as usize).sum();
        let read = tally::read(&dice, ranks(all, parts.choice), wanted, meter)?;
        let rows = read.weights().len() as f64;
        meter.rows(rows, rows + weights.len() as f64, (ways.bits() + read.total().bits()) as f64)?;
        read.weighed(&ways).for_each(|(value, weight)| *weights.entry(value).or_default() += weight);
    }
    Ok(Distribution::of_sums(weights))
}

/// Refuses dice whose values may be too large.
fn check_range(pool: &Pool, explosions: u32) -> Made<()> {
    let clamps = pool.modifiers.iter().filter_map(|modifier| match modifier {
        Modifier::Min(value) | Modifier::Max(value) => Some(value.unsigned_abs()),
        _ => None,
    });
    let face = clamps.chain(pool.die.faces.iter().map(|face| face.value.unsigned_abs())).max().unwrap_or(0);
    let chains = pool.modifiers.iter().filter(|modifier| modifier.chain().is_some()).count();
    let dice = (f64::from(explosions) + 1.0).powi(chains as i32) * f64::from(pool.count);
    let largest = (face as f64 + 1.0) * dice;
    checked((largest < LARGEST as f64).then_some(0)).map(drop)
}

/// The dice of a throw in which dice explode, by how many there are of each kind: first dice that explode and that do
/// not, further dice that explode and that do not, and further dice that may not explode any more.
fn chains(
    pool: &Pool,
    first: &[Modifier],
    chain: &[Modifier],
    explosions: u32,
    meter: &Meter,
) -> Made<Vec<(Vec<Dice>, BigUint)>> {
    let Some((explosion, after)) = chain.split_first() else { return Ok(Vec::new()) };
    let Some((condition, more)) = explosion.adds() else { return Ok(Vec::new()) };
    let begun = changed(&pool.die, first, explosions, meter)?;
    let fresh = changed(&pool.die, &[], explosions, meter)?;
    let after = |die: &Distribution, explodes: Option<bool>, more: i64| {
        let part = die.given(|face| explodes.is_none_or(|explodes| condition.holds(face) == explodes));
        let faces = part.weights().iter().map(|(face, weight)| (face + more, weight));
        OneDie::new(&pool.die, after, explosions, meter)?.over(0, faces)
    };
    let kinds = [
        after(&begun, Some(true), 0)?,
        after(&begun, Some(false), 0)?,
        after(&fresh, Some(true), more)?,
        after(&fresh, Some(false), more)?,
        after(&fresh, None, more)?,
    ];
    // Every chain is given the same total: what is not thrown counts as thrown and not looked at.
    let whole = kinds[4].total();
    let most = explosions as usize;
    let mut one: Vec<([usize; 5], BigUint)> = vec![([0, 1, 0, 0, 0], whole.pow(explosions))];
    for further in 0..most.saturating_sub(1) {
        one.push(([1, 0, further, 1, 0], whole.pow((most - 1 - further) as u32)));
    }
    match most {
        0 => one.push(([1, 0, 0, 0, 0], BigUint::one())),
        most => one.push(([1, 0, most - 1, 0, 1], BigUint::one())),
    }
    let possible =
        |counts: &[usize; 5]| counts.iter().zip(&kinds).all(|(&n, kind)| n == 0 || !kind.is_empty());
    one.retain(|(counts, _)| possible(counts));
    let mut thrown: Vec<([usize; 5], BigUint)> = several(&one, pool.count, meter)?.into_iter().collect();
    thrown.sort_unstable();
    let mixed = |(counts, ways): ([usize; 5], BigUint)| {
        let there = counts.iter().zip(&kinds).filter(|(count, _)| **count > 0);
        (there.map(|(&count, kind)| dice(count as u32, kind)).collect(), ways)
    };
    Ok(thrown.into_iter().map(mixed).collect())
}

fn dice(count: u32, die: &Distribution) -> Dice {
    Dice { source: Source::Thrown, count, die: Arc::new(die.clone()) }
}

/// The numbers of dice of each kind, with their ways.
type Kinds = HashMap<[usize; 5], BigUint>;

/// So many independent chains together.
fn several(one: &[([usize; 5], BigUint)], count: u32, meter: &Meter) -> Made<Kinds> {
    let mut sums = Kinds::from([([0; 5], BigUint::one())]);
    let start = meter.taken();
    for done in 0..count {
        // With every die there are more ways than with the one before.
        meter.foresee_rest(start, (done as usize).pow(2), (count as usize).pow(2))?;
        let mut next = Kinds::new();
        for (counts, ways) in &sums {
            let bits = (ways.bits() + one[0].1.bits()) as f64;
            meter.rows(2.0 * one.len() as f64, next.len() as f64, bits)?;
            for (more, weight) in one {
                let sum = std::array::from_fn(|kind| counts[kind] + more[kind]);
                *next.entry(sum).or_default() += ways * weight;
            }
        }
        sums = next;
    }
    Ok(sums)
}

/// The dice that count of a throw that shows these faces, where no dice are thrown because of modifiers.
pub fn counted(pool: &Pool, mut dice: Vec<i64>) -> Vec<i64> {
    for modifier in &pool.modifiers {
        match *modifier {
            Modifier::Min(least) => dice.iter_mut().for_each(|die| *die = (*die).max(least)),
            Modifier::Max(most) => dice.iter_mut().for_each(|die| *die = (*die).min(most)),
            modifier if modifier.keeps() => {
                dice.sort_unstable();
                let ranks = ranks(dice.len(), &[modifier]);
                dice = dice[ranks.from..ranks.to].to_vec();
            }
            _ => {}
        }
    }
    dice
}
