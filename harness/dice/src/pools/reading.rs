//! What is read of pools.

use super::walk::{Order, walk};
use super::{Combination, Pool, parts_of};
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::{Meter, checked};

/// What is read of a pool, or of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The sum of the dice.
    Sum,
    /// The sum of the dice at these ranks from the highest on, 0 for the highest; in ascending order.
    Ranks(Vec<usize>),
    /// The sum of this number of lowest dice.
    Lowest(usize),
    /// How many dice show one of these faces (ascending); a face that stands twice counts twice.
    Count(Vec<i64>),
    /// How many dice there are.
    Size,
    /// The size of the largest set of equal dice.
    Set,
    /// How many pairs of equal dice can be put aside.
    Pairs,
    /// The length of the longest run of consecutive faces.
    Straight,
    /// How many different faces there are.
    Distinct,
    /// Of two pools, how often the first is higher where both are compared from the highest die on.
    Wins,
}

/// What is known of the faces so far; what the numbers mean depends on the reading.
type State = [i64; 3];

/// The distribution of a reading.
///
/// # Errors
/// It would take too much, or numbers are too large; the text says so.
pub fn read(pools: &[&Pool], reading: &Reading, meter: &Meter) -> Made<Distribution> {
    if let (Reading::Sum, [pool]) = (reading, pools)
        && let Some(sum) = independent_sum(pool, meter)?
    {
        return Ok(sum);
    }
    // From the highest face on, dice of different kinds become alike.
    if let (Reading::Lowest(count), [pool @ Pool::Both(..)]) = (reading, pools)
        && let Some(size) = pool.size()
    {
        let ranks = Reading::Ranks((size - (*count).min(size)..size).collect());
        return read(pools, &ranks, meter);
    }
    if let [Pool::Dice(dice)] = pools {
        let all = dice.count as usize;
        let ranks = match reading {
            Reading::Ranks(ranks) => ranks.clone(),
            Reading::Lowest(count) => (all - (*count).min(all)..all).collect(),
            _ => Vec::new(),
        };
        if let Some(sum) = dice.adjacent(&ranks, meter)? {
            return Ok(sum);
        }
    }
    // To count faces is to add dice that show how often each counts.
    if let (Reading::Count(faces), [pool]) = (reading, pools)
        && let Some(counts) = pool.relabelled(&|face| times(faces, face))
    {
        return read(&[&counts], &Reading::Sum, meter);
    }
    let (parts, bags) = parts_of(pools);
    let dice: i64 = parts.iter().map(|part| i64::from(part.count)).sum();
    for part in &parts {
        let (low, high) = part.die.range();
        checked(low.checked_mul(dice).and(high.checked_mul(dice)))?;
    }
    let order = if matches!(reading, Reading::Lowest(_)) { Order::Ascending } else { Order::Descending };
    let states = walk((&parts, &bags), order, State::default(), 0.0, meter, &mut |state, face, shown| {
        let mut shown = shown;
        let first = i64::from(pools.first().map_or(0, |pool| pool.count(&mut shown)));
        let second = i64::from(pools.get(1).map_or(0, |pool| pool.count(&mut shown)));
        Ok(reading.next(*state, face, first, second))
    })?;
    Ok(Distribution::of(states.into_iter().map(|([value, ..], ways)| (value, ways))))
}

impl Reading {
    fn next(&self, [value, a, b]: State, face: i64, count: i64, second: i64) -> State {
        match self {
            Reading::Sum => [value + face * count, 0, 0],
            Reading::Size => [value + count, 0, 0],
            Reading::Ranks(ranks) => {
                // All dice beyond the last rank are alike.
                let end = ranks.last().map_or(0, |last| *last as i64 + 1);
                let reached = (a + count).min(end);
                let place = |rank: i64| ranks.partition_point(|one| (*one as i64) < rank) as i64;
                [value + face * (place(reached) - place(a)), reached, 0]
            }
            Reading::Lowest(wanted) => {
                let reached = (a + count).min(*wanted as i64);
                [value + face * (reached - a), reached, 0]
            }
            Reading::Count(faces) => [value + count * times(faces, face), 0, 0],
            Reading::Set => [value.max(count), 0, 0],
            Reading::Pairs => [value + count / 2, 0, 0],
            Reading::Distinct => [value + i64::from(count > 0), 0, 0],
            // `a`: the length of the run that ends at the face `b`.
            Reading::Straight if count == 0 => [value, 0, 0],
            Reading::Straight => {
                let run = if a > 0 && b == face + 1 { a + 1 } else { 1 };
                [value.max(run), run, face]
            }
            // `a`: how many more dice of the first pool than of the second have been compared or wait for it.
            Reading::Wins => {
                let beaten = second.min(a.max(0));
                [value + beaten, a + count - second, 0]
            }
        }
    }
}

/// How often a face stands among faces in ascending order.
fn times(faces: &[i64], face: i64) -> i64 {
    let from = faces.partition_point(|one| *one < face);
    faces[from..].partition_point(|one| *one == face) as i64
}

/// The sum of a pool whose dice and cards do not depend on each other: a product of polynomials.
fn independent_sum(pool: &Pool, meter: &Meter) -> Made<Option<Distribution>> {
    match pool {
        Pool::Dice(dice) => Ok(Some(dice.total(meter)?.as_ref().clone())),
        Pool::Both(Combination::Sum, a, b) => {
            let (Some(a), Some(b)) = (independent_sum(a, meter)?, independent_sum(b, meter)?) else {
                return Ok(None);
            };
            Ok(Some(sum(&a, &b, meter)?))
        }
        _ => Ok(None),
    }
}

/// The sum of two independent numbers.
///
/// # Errors
/// It would take too much, or numbers are too large; the text says so.
pub fn sum(a: &Distribution, b: &Distribution, meter: &Meter) -> Made<Distribution> {
    checked(a.range().0.checked_add(b.range().0))?;
    checked(a.range().1.checked_add(b.range().1))?;
    let bits = (a.total().bits() + b.total().bits()) as f64;
    let pairs = a.weights().len() as f64 * b.weights().len() as f64;
    let range = (a.range().1 - a.range().0 + b.range().1 - b.range().0) as f64 + 1.0;
    meter.values(range.min(pairs), bits)?;
    meter.steps((a.weights().len() + b.weights().len()) as f64)?;
    match a.packs(b) {
        Some((_, slots)) => {
            meter.product(
                slots as f64 / 2.0 * (bits / 64.0 + 1.0),
                slots as f64 / 2.0 * (bits / 64.0 + 1.0),
            )?;
        }
        None => meter.products(pairs, range.min(pairs), a.total(), b.total())?,
    }
    Ok(a.plus(b))
}
