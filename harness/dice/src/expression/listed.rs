//! Throws with modifiers in any order: all combinations of dice, changed step by step.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::distribution::Distribution;
use super::one_die::OneDie;
use super::size::{Budget, TooLarge, combinations};
use super::syntax::{Die, Modifier, Pool};
use super::tally::Wanted;
use super::throw::ranks;
use crate::pools::{Dice, Source};

/// Most combinations that are listed to find a distribution.
const MOST_LISTED: f64 = 200_000.0;
/// Most dice of all of them together.
const MOST_DICE: f64 = 2e7;

/// What it takes to make a list of dice, in additions: that of an allocation and a look into a map.
const STEPS_OF_LIST: f64 = 1000.0;
/// What one more of its dice takes.
const STEPS_OF_DIE: f64 = 20.0;

/// Counts lists of dice before they are made.
fn count(budget: &Budget, lists: usize, dice: usize) -> Result<(), TooLarge> {
    let steps = lists as f64 * (STEPS_OF_LIST + STEPS_OF_DIE * dice as f64);
    budget.check(steps, "list of combinations")
}

/// The same for any order of modifiers: all combinations of dice are listed and changed step by step.
pub fn listed(
    pool: &Pool,
    wanted: &Wanted,
    explosions: u32,
    budget: &Budget,
) -> Result<Distribution, TooLarge> {
    let faces = pool.die.faces.len() as f64;
    let combinations = combinations(f64::from(pool.count), faces);
    if combinations > MOST_LISTED || combinations * f64::from(pool.count) > MOST_DICE {
        return Err(TooLarge::of(combinations * f64::from(pool.count) * 1e3, "list of combinations"));
    }
    let mut dice: HashMap<Vec<i64>, BigUint> = combinations_of(&pool.die, pool.count).into_iter().collect();
    for modifier in &pool.modifiers {
        dice = match *modifier {
            Modifier::Count(_) => dice,
            modifier if modifier.keeps() => chosen(dice, modifier),
            modifier => each(dice, modifier, &pool.die, explosions, budget)?,
        };
    }
    let read = |(dice, ways): (Vec<i64>, BigUint)| Some((wanted.read(&dice)?, ways));
    Ok(Distribution::of(dice.into_iter().filter_map(read)))
}

/// All combinations of dice, each in ascending order of its faces, with their weights.
pub fn combinations_of(die: &Die, count: u32) -> Vec<(Vec<i64>, BigUint)> {
    let weights = die.faces.iter().map(|face| (face.value, face.weight.clone()));
    let die = Arc::new(Distribution::ascending(weights.collect()));
    let mut combinations = Dice { source: Source::Thrown, count, die }.descending();
    combinations.iter_mut().for_each(|(dice, _)| dice.reverse());
    combinations
}

fn chosen(dice: HashMap<Vec<i64>, BigUint>, modifier: Modifier) -> HashMap<Vec<i64>, BigUint> {
    let mut next: HashMap<Vec<i64>, BigUint> = HashMap::new();
    for (dice, ways) in dice {
        let ranks = ranks(dice.len(), &[modifier]);
        *next.entry(dice[ranks.from..ranks.to].to_vec()).or_default() += ways;
    }
    next
}

/// What becomes of dice under a modifier that looks at one die at a time.
fn each(
    dice: HashMap<Vec<i64>, BigUint>,
    modifier: Modifier,
    die: &Die,
    explosions: u32,
    budget: &Budget,
) -> Result<HashMap<Vec<i64>, BigUint>, TooLarge> {
    let most = dice.keys().map(Vec::len).max().unwrap_or(0);
    let mut known: HashMap<i64, Vec<(Vec<i64>, BigUint)>> = HashMap::new();
    let mut sums: HashMap<Vec<i64>, BigUint> = HashMap::new();
    for (dice, ways) in dice {
        let mut made: HashMap<Vec<i64>, BigUint> = HashMap::from([(Vec::new(), ways)]);
        let mut total = BigUint::one();
        for &face in &dice {
            let results = match known.entry(face) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(results(face, modifier, die, explosions, budget)?),
            };
            let longest = results.iter().map(|(more, _)| more.len()).max().unwrap_or(0);
            count(budget, made.len() * results.len(), dice.len() + longest)?;
            total = results.iter().map(|(_, weight)| weight).sum();
            let mut next: HashMap<Vec<i64>, BigUint> = HashMap::new();
            for (before, ways) in &made {
                for (more, weight) in &*results {
                    let mut all = [&before[..], more].concat();
                    all.sort_unstable();
                    *next.entry(all).or_default() += ways * weight;
                }
            }
            made = next;
        }
        // All combinations get the same total, however many dice they have.
        let scale = total.pow((most - dice.len()) as u32);
        for (dice, ways) in made {
            *sums.entry(dice).or_default() += ways * &scale;
        }
        if sums.len() as f64 > MOST_LISTED {
            return Err(TooLarge::of(sums.len() as f64 * 1e5, "list of combinations"));
        }
    }
    Ok(sums)
}

/// The dice that a die becomes; the total is the same for all faces.
fn results(
    face: i64,
    modifier: Modifier,
    die: &Die,
    explosions: u32,
    budget: &Budget,
) -> Result<Vec<(Vec<i64>, BigUint)>, TooLarge> {
    let Some((condition, more)) = modifier.adds() else {
        let shown = OneDie::new(die, &[modifier], explosions).shown(face);
        let shown = shown.weights().iter().map(|(value, weight)| (vec![*value], weight.clone()));
        return Ok(shown.collect());
    };
    let whole = die.total();
    if !condition.holds(face) {
        return Ok(vec![(vec![face], whole.pow(explosions))]);
    }
    let mut open = vec![(vec![face], BigUint::one())];
    let mut closed = Vec::new();
    for left in (0..explosions).rev() {
        let mut next: HashMap<Vec<i64>, BigUint> = HashMap::new();
        count(budget, open.len() * die.faces.len(), (explosions - left) as usize)?;
        for (dice, ways) in open {
            for face in &die.faces {
                let mut dice = dice.clone();
                dice.push(face.value + more);
                dice.sort_unstable();
                let ways = &ways * &face.weight;
                match condition.holds(face.value) {
                    true => *next.entry(dice).or_default() += ways,
                    false => closed.push((dice, ways * whole.pow(left))),
                }
            }
        }
        open = next.into_iter().collect();
    }
    closed.extend(open);
    closed.retain(|(_, ways)| !ways.is_zero());
    Ok(closed)
}
