//! What one throw of a pool shows.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;

use super::distribution::Distribution;
use super::kept::{self, Ranks};
use super::listed::listed;
use super::one_die::{OneDie, changed};
use super::size::{Budget, TooLarge, combinations, pascal_bytes};
use super::syntax::{Modifier, Pool, Reading};
use super::tally::{self, Wanted};
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
/// It would take too long.
pub fn throw(
    pool: &Pool,
    wanted: &Wanted,
    explosions: u32,
    budget: &Budget,
) -> Result<Distribution, TooLarge> {
    let parts = Parts::of(&pool.modifiers);
    let plain = wanted.reading == Reading::Value && wanted.given.is_empty();
    let count = pool.count as usize;
    if parts.last.iter().any(|modifier| modifier.keeps()) {
        return listed(pool, wanted, explosions, budget);
    }
    if plain && parts.choice.is_empty() {
        let die = OneDie::new(&pool.die, &pool.modifiers, explosions).thrown();
        budget.check(power_work(&die, pool.count), "sum of the dice")?;
        return Ok(die.times(pool.count));
    }
    if plain && parts.chain.is_empty() {
        let die = changed(&pool.die, parts.first, explosions);
        let ranks = ranks(count, parts.choice);
        if ranks.count() == 0 {
            return Ok(Distribution::certain(0));
        }
        let mut single = OneDie::new(&pool.die, parts.last, explosions);
        let adds: Vec<Distribution> =
            die.weights().iter().map(|(face, _)| single.shown(*face).as_ref().clone()).collect();
        let (low, high) = ends(&adds);
        let values = (high - low) as f64 * ranks.count() as f64 + 1.0;
        let bits = die.total().bits() as f64 * count as f64;
        TooLarge::check_bytes(pascal_bytes(count), "choice of dice")?;
        budget.check(kept::work(die.weights().len() as f64, ranks, values, bits), "choice of dice")?;
        return Ok(kept::sum(&die, &adds, ranks));
    }
    let counted = matches!(parts.last, [] | [Modifier::Count(_)]);
    if !counted || parts.chain.iter().skip(1).any(|modifier| modifier.adds().is_some()) {
        return listed(pool, wanted, explosions, budget);
    }
    let thrown = match parts.chain {
        [] => vec![(vec![dice(pool.count, &changed(&pool.die, parts.first, explosions))], BigUint::one())],
        chain => chains(pool, parts.first, chain, explosions)?,
    };
    let all = |dice: &[Dice]| dice.iter().map(|kind| kind.count as usize).sum();
    let work = |(dice, _): &(Vec<Dice>, BigUint)| tally::work(dice, ranks(all(dice), parts.choice), wanted);
    budget.check(thrown.iter().map(work).sum(), "reading of the dice")?;
    let most = thrown.iter().map(|(dice, _)| all(dice)).max().unwrap_or(0);
    TooLarge::check_bytes(pascal_bytes(most), "reading of the dice")?;
    let mut weights = Vec::new();
    for (dice, ways) in &thrown {
        let read = tally::read(dice, ranks(all(dice), parts.choice), wanted);
        weights.extend(read.weighed(ways));
    }
    Ok(Distribution::of(weights))
}

fn ends(distributions: &[Distribution]) -> (i64, i64) {
    let low = distributions.iter().map(|one| one.range().0).min().unwrap_or(0);
    (low, distributions.iter().map(|one| one.range().1).max().unwrap_or(0))
}

/// Additions of limbs for the sum of equal dice.
pub fn power_work(die: &Distribution, count: u32) -> f64 {
    let (low, high) = die.range();
    let weights = die.weights();
    let sums = (high - low) as f64 * f64::from(count) + 1.0;
    let values = sums.min(combinations(f64::from(count), weights.len() as f64));
    let is_uniform = weights.iter().all(|(_, weight)| *weight == weights[0].1);
    let terms = if is_uniform { 3.0 } else { weights.len() as f64 };
    let limbs = die.total().bits() as f64 * f64::from(count) / 64.0 + 1.0;
    if weights.len() == 1 { limbs } else { values * (terms * (20.0 + limbs) + limbs) }
}

/// The dice of a throw in which dice explode, by how many there are of each kind: first dice that explode and that do
/// not, further dice that explode and that do not, and further dice that may not explode any more.
fn chains(
    pool: &Pool,
    first: &[Modifier],
    chain: &[Modifier],
    explosions: u32,
) -> Result<Vec<(Vec<Dice>, BigUint)>, TooLarge> {
    let Some((explosion, after)) = chain.split_first() else { return Ok(Vec::new()) };
    let Some((condition, more)) = explosion.adds() else { return Ok(Vec::new()) };
    let begun = changed(&pool.die, first, explosions);
    let fresh = changed(&pool.die, &[], explosions);
    let after = |die: &Distribution, explodes: Option<bool>, more: i64| {
        let part = die.given(|face| explodes.is_none_or(|explodes| condition.holds(face) == explodes));
        let faces = part.weights().iter().map(|(face, weight)| (face + more, weight));
        OneDie::new(&pool.die, after, explosions).over(0, faces)
    };
    let kinds = vec![
        after(&begun, Some(true), 0),
        after(&begun, Some(false), 0),
        after(&fresh, Some(true), more),
        after(&fresh, Some(false), more),
        after(&fresh, None, more),
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
    let thrown = several(&one, pool.count)?;
    let mixed = |(counts, ways): ([usize; 5], BigUint)| {
        let there = counts.iter().zip(&kinds).filter(|(count, _)| **count > 0);
        (there.map(|(&count, kind)| dice(count as u32, kind)).collect(), ways)
    };
    Ok(thrown.into_iter().map(mixed).collect())
}

fn dice(count: u32, die: &Distribution) -> Dice {
    Dice { source: Source::Thrown, count, die: Arc::new(die.clone()) }
}

/// Most ways in which chains can turn out that are gone through.
const MOST_CHAINS: usize = 20_000;

/// So many independent chains together.
fn several(one: &[([usize; 5], BigUint)], count: u32) -> Result<HashMap<[usize; 5], BigUint>, TooLarge> {
    let mut sums: HashMap<[usize; 5], BigUint> = HashMap::from([([0; 5], BigUint::one())]);
    for _ in 0..count {
        let mut next: HashMap<[usize; 5], BigUint> = HashMap::new();
        for (counts, ways) in &sums {
            for (more, weight) in one {
                let sum = std::array::from_fn(|kind| counts[kind] + more[kind]);
                *next.entry(sum).or_default() += ways * weight;
            }
        }
        if next.len() > MOST_CHAINS {
            return Err(TooLarge::of(next.len() as f64 * f64::from(count) * 1e6, "chains of exploding dice"));
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
