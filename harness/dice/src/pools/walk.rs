//! Faces one after the other.

use std::hash::Hash;
use std::ops::{AddAssign, Mul};

use hashbrown::HashMap;
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Dice, Pool, Source};
use crate::meter::Meter;

/// The order in which faces are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// From the lowest face on.
    Ascending,
    /// From the highest face on.
    Descending,
}

/// Leads from a state to the next one, for a face and how many of each part show it.
pub type Next<'a, S> = dyn FnMut(&S, i64, &[u32]) -> Result<S, String> + 'a;
/// Called with how many of each part show a face, the same as a difference of places, and the ways.
type Visit<'a, W> = dyn FnMut(&[u32], u64, &W) -> Result<(), String> + 'a;

/// A number of ways: 128 bits where they are enough.
trait Ways: Clone + Zero + One + AddAssign + for<'a> Mul<&'a Self, Output = Self> + Into<BigUint> {
    fn of(number: &BigUint) -> Self;
}

impl Ways for u128 {
    fn of(number: &BigUint) -> u128 {
        number.try_into().unwrap_or(u128::MAX)
    }
}

impl Ways for BigUint {
    fn of(number: &BigUint) -> BigUint {
        number.clone()
    }
}

/// Every last state with its number of ways.
///
/// `next` is called for every face
/// of every part, also where no die shows it. `heap`: bytes that a state takes at most beside its own size.
///
/// Memory: two generations of states at a time, counted in advance against the meter.
///
/// # Errors
/// It would take too much, or `next` fails; the text says so.
pub fn walk<S: Clone + Eq + Hash>(
    parts: &[&Dice],
    order: Order,
    start: S,
    heap: f64,
    meter: &Meter,
    next: &mut Next<S>,
) -> Result<Vec<(S, BigUint)>, String> {
    if parts.iter().any(|part| part.count > 0 && part.die.is_empty()) {
        return Ok(Vec::new());
    }
    let bits: f64 = parts.iter().map(|part| part.die.total().bits() as f64 * f64::from(part.count)).sum();
    let squares: f64 = parts.iter().map(|part| f64::from(part.count).powi(2)).sum();
    meter.values(squares, bits)?;
    let work = Work { state: heap + size_of::<S>() as f64 + 24.0, bits, meter };
    match bits < 127.0 {
        true => run::<S, u128>(parts, order, start, &work, next),
        false => run::<S, BigUint>(parts, order, start, &work, next),
    }
}

/// The throws of a pool, each from its highest face on.
///
/// # Errors
/// There are too many.
pub fn listed(pool: &Pool, meter: &Meter) -> Result<Vec<(Vec<i64>, BigUint)>, String> {
    let parts = pool.parts();
    let dice: f64 = parts.iter().map(|part| f64::from(part.count)).sum();
    walk(&parts, Order::Descending, Vec::new(), 8.0 * dice, meter, &mut |throw, face, shown| {
        let count = pool.count(&mut &*shown) as usize;
        Ok([&throw[..], &vec![face; count]].concat())
    })
}

struct Work<'a> {
    /// Bytes of a state.
    state: f64,
    /// Bits of a weight at most.
    bits: f64,
    meter: &'a Meter,
}

impl Work<'_> {
    fn check(&self, states: usize, steps: f64) -> Result<(), String> {
        let weight = if self.bits < 127.0 { 16.0 } else { 24.0 + self.bits / 8.0 };
        self.meter.bytes(2.0 * states as f64 * (self.state + weight))?;
        self.meter.steps(steps * (10.0 + self.bits / 64.0))
    }
}

/// The states after some faces, by how many dice of each part have shown one of them (as one number).
type States<S, W> = HashMap<u64, HashMap<S, W>>;

fn run<S: Clone + Eq + Hash, W: Ways>(
    parts: &[&Dice],
    order: Order,
    start: S,
    work: &Work,
    next: &mut Next<S>,
) -> Result<Vec<(S, BigUint)>, String> {
    let mut faces: Vec<i64> =
        parts.iter().flat_map(|part| part.die.weights().iter().map(|(face, _)| *face)).collect();
    faces.sort_unstable();
    faces.dedup();
    if order == Order::Descending {
        faces.reverse();
    }
    let all = parts.iter().try_fold(1u64, |all, part| all.checked_mul(u64::from(part.count) + 1));
    if all.is_none() {
        return Err("the pool has too many dice of different kinds".to_owned());
    }
    let mut walked: Vec<Part<W>> = parts.iter().map(|part| Part::new(part)).collect();
    let mut states: States<S, W> = HashMap::from([(0, HashMap::from([(start, W::one())]))]);
    for face in faces {
        for part in &mut walked {
            part.take(face);
        }
        let mut after: States<S, W> = HashMap::new();
        let mut held = 0;
        for (placed, states) in states {
            let mut left = Vec::with_capacity(walked.len());
            let mut rest = placed;
            for part in &walked {
                left.push(part.dice.count - (rest % (u64::from(part.dice.count) + 1)) as u32);
                rest /= u64::from(part.dice.count) + 1;
            }
            each(&walked, &left, &mut |shown, placed_now, ways| {
                let target = after.entry(placed + placed_now).or_default();
                let before = target.len();
                for (state, so_far) in &states {
                    *target.entry(next(state, face, shown)?).or_insert_with(W::zero) += so_far.clone() * ways;
                }
                held += target.len() - before;
                work.check(held, states.len() as f64)
            })?;
        }
        states = after;
    }
    let last = states.into_values().flatten();
    Ok(last.map(|(state, ways)| (state, ways.into())).collect())
}

/// Calls with every number of dice of each part that can show the face, as a difference of places, and its ways.
fn each<W: Ways>(parts: &[Part<W>], left: &[u32], visit: &mut Visit<W>) -> Result<(), String> {
    from(parts, left, 1, &mut Vec::with_capacity(parts.len()), 0, &W::one(), visit)
}

fn from<W: Ways>(
    parts: &[Part<W>],
    left: &[u32],
    unit: u64,
    shown: &mut Vec<u32>,
    placed: u64,
    ways: &W,
    visit: &mut Visit<W>,
) -> Result<(), String> {
    let at = shown.len();
    let Some(part) = parts.get(at) else { return visit(shown, placed, ways) };
    let (least, most) = part.possible(left[at]);
    for more in least..=most {
        shown.push(more);
        let ways = part.ways(left[at], more) * ways;
        let next = unit * (u64::from(part.dice.count) + 1);
        from(parts, left, next, shown, placed + u64::from(more) * unit, &ways, visit)?;
        shown.pop();
    }
    Ok(())
}

/// What a part can show of a face.
struct Part<'a, W> {
    dice: &'a Dice,
    /// Thrown dice: binomial coefficients.
    choose: Vec<Vec<W>>,
    /// By how many show the face: powers of its weight, or the ways to choose cards.
    powers: Vec<W>,
    /// Weight of the faces that are not taken yet.
    rest: BigUint,
}

impl<'a, W: Ways> Part<'a, W> {
    fn new(dice: &'a Dice) -> Part<'a, W> {
        let mut choose: Vec<Vec<W>> = vec![vec![W::one()]];
        if dice.source == Source::Thrown {
            for n in 1..=dice.count as usize {
                let above = &choose[n - 1];
                let mut row = vec![W::one(); n + 1];
                for k in 1..n {
                    row[k] = above[k - 1].clone() + above[k].clone();
                }
                choose.push(row);
            }
        }
        Part { dice, choose, powers: Vec::new(), rest: dice.die.total().clone() }
    }

    /// Goes on to a face.
    fn take(&mut self, face: i64) {
        let weights = self.dice.die.weights();
        let place = weights.binary_search_by_key(&face, |(value, _)| *value);
        let weight = place.map_or_else(|_| BigUint::zero(), |place| weights[place].1.clone());
        self.rest -= &weight;
        let (mut ways, mut powers) = (BigUint::one(), vec![W::one()]);
        for more in 0..self.dice.count {
            match self.dice.source {
                Source::Thrown => ways *= &weight,
                Source::Dealt if weight > more.into() => ways = ways * (&weight - more) / (more + 1),
                Source::Dealt => ways = BigUint::zero(),
            }
            if ways.is_zero() {
                break;
            }
            powers.push(W::of(&ways));
        }
        self.powers = powers;
    }

    /// How many of those left can show the face: at least and at most. The others must find a place behind it.
    fn possible(&self, left: u32) -> (u32, u32) {
        let most = left.min(self.powers.len() as u32 - 1);
        let least = match self.dice.source {
            Source::Thrown if self.rest.is_zero() => left,
            Source::Thrown => 0,
            Source::Dealt => u32::try_from(&self.rest).map_or(0, |rest| left.saturating_sub(rest)),
        };
        (least, most)
    }

    fn ways(&self, left: u32, more: u32) -> W {
        match self.dice.source {
            Source::Thrown => self.choose[left as usize][more as usize].clone() * &self.powers[more as usize],
            Source::Dealt => self.powers[more as usize].clone(),
        }
    }
}
