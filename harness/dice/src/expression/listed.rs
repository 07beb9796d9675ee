//! Throws with modifiers in any order: all combinations of dice, changed step by step.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::one_die::OneDie;
use super::syntax::{Die, Modifier, Pool};
use super::tally::Wanted;
use super::throw::ranks;
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::{Meter, spread};
use crate::pools::{Dice, Source, combinations};

/// The same for any order of modifiers: all combinations of dice are listed and changed step by step.
///
/// # Errors
/// It would take too long, or too much memory.
pub fn listed(pool: &Pool, wanted: &Wanted, explosions: u32, meter: &Meter) -> Made<Distribution> {
    let (count, faces) = (f64::from(pool.count), pool.die.faces.len() as f64);
    let combinations = combinations(count, faces);
    meter.rows(combinations, combinations, pool.die.total().bits() as f64 * count + 64.0 * count + ENTRY)?;
    meter.steps(combinations * (count + 20.0))?;
    let mut dice: HashMap<Vec<i64>, BigUint> = combinations_of(&pool.die, pool.count).into_iter().collect();
    for modifier in &pool.modifiers {
        dice = match *modifier {
            Modifier::Count(_) => dice,
            modifier if modifier.keeps() => chosen(dice, modifier, meter)?,
            modifier => each(dice, modifier, &pool.die, explosions, meter)?,
        };
    }
    let read = |(dice, ways): (Vec<i64>, BigUint)| Some((wanted.read(&dice)?, ways));
    Ok(Distribution::of(dice.into_iter().filter_map(read)))
}

/// All combinations of dice, each in ascending order of its faces, with their weights.
pub fn combinations_of(die: &Die, count: u32) -> Vec<(Vec<i64>, BigUint)> {
    let mut combinations = Dice { source: Source::Thrown, count, die: Arc::new(die.shown()) }.descending();
    combinations.iter_mut().for_each(|(dice, _)| dice.reverse());
    combinations
}

/// Bits that an entry takes beside its faces and its ways: their allocations, and the place in the map.
const ENTRY: f64 = 1024.0;

type Sums = HashMap<Vec<i64>, BigUint>;

/// Adds to the ways of some dice, counted before.
fn add(sums: &mut Sums, dice: Vec<i64>, ways: BigUint, meter: &Meter) -> Made<()> {
    let bits = 64.0 * dice.len() as f64 + ways.bits() as f64 + ENTRY;
    meter.rows(1.0, sums.len() as f64, bits)?;
    meter.steps(30.0 + 2.0 * dice.len() as f64)?;
    *sums.entry(dice).or_default() += ways;
    Ok(())
}

fn chosen(dice: Sums, modifier: Modifier, meter: &Meter) -> Made<Sums> {
    let mut next = Sums::new();
    for (dice, ways) in dice {
        let ranks = ranks(dice.len(), &[modifier]);
        add(&mut next, dice[ranks.from..ranks.to].to_vec(), ways, meter)?;
    }
    Ok(next)
}

/// What becomes of dice under a modifier that looks at one die at a time.
fn each(dice: Sums, modifier: Modifier, die: &Die, explosions: u32, meter: &Meter) -> Made<Sums> {
    let most = dice.keys().map(Vec::len).max().unwrap_or(0);
    let mut known: HashMap<i64, Vec<(Vec<i64>, BigUint)>> = HashMap::new();
    let mut sums = Sums::new();
    let mut all: Vec<(Vec<i64>, BigUint)> = dice.into_iter().collect();
    all.sort_unstable();
    let (start, count) = (meter.taken(), all.len());
    for (done, (dice, ways)) in spread(all).enumerate() {
        meter.foresee_rest(start, done, count)?;
        let mut made = Sums::from([(Vec::new(), ways)]);
        let mut total = BigUint::one();
        for &face in &dice {
            if let Entry::Vacant(new) = known.entry(face) {
                new.insert(results(face, modifier, die, explosions, meter)?);
            }
        }
        let wide = dice.iter().filter(|face| known[*face].len() > 1).count() as f64;
        let mut met = 1.0;
        for &face in &dice {
            let results = &known[&face];
            total = results.iter().map(|(_, weight)| weight).sum();
            if results.len() > 1 {
                // Sums of j equal sets grow at least as j does (Lev, "Structure theorem for multiple addition", 1996).
                let steps = 1.0 + (wide * wide - met * met) / (2.0 * met);
                meter.foresee(100.0 * steps * made.len() as f64 * results.len() as f64)?;
                met += 1.0;
            }
            let mut next = Sums::new();
            for (before, ways) in &made {
                for (more, weight) in results {
                    let mut all = [&before[..], more].concat();
                    all.sort_unstable();
                    add(&mut next, all, ways * weight, meter)?;
                }
            }
            made = next;
        }
        // All combinations get the same total, however many dice they have.
        let scale = total.pow((most - dice.len()) as u32);
        for (dice, ways) in made {
            add(&mut sums, dice, ways * &scale, meter)?;
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
    meter: &Meter,
) -> Made<Vec<(Vec<i64>, BigUint)>> {
    let Some((condition, more)) = modifier.adds() else {
        let shown = OneDie::new(die, &[modifier], explosions, meter)?.shown(face)?;
        return Ok(shown.weights().iter().map(|(value, weight)| (vec![*value], weight.clone())).collect());
    };
    let whole = die.total();
    if !condition.holds(face) {
        return Ok(vec![(vec![face], whole.pow(explosions))]);
    }
    let mut open = Sums::from([(vec![face], BigUint::one())]);
    let mut closed = Sums::new();
    for left in (0..explosions).rev() {
        let mut next = Sums::new();
        for (dice, ways) in open {
            for face in &die.faces {
                let mut dice = dice.clone();
                dice.push(face.value + more);
                dice.sort_unstable();
                let ways = &ways * &face.weight;
                match condition.holds(face.value) {
                    true => add(&mut next, dice, ways, meter)?,
                    false => add(&mut closed, dice, ways * whole.pow(left), meter)?,
                }
            }
        }
        open = next;
    }
    for (dice, ways) in open {
        add(&mut closed, dice, ways, meter)?;
    }
    closed.retain(|_, ways| !ways.is_zero());
    Ok(closed.into_iter().collect())
}
