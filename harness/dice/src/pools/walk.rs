//! Faces one after the other.

use std::hash::Hash;

use hashbrown::HashMap;
use num_bigint::BigUint;
use num_traits::{NumAssignRef, NumRef, One, Zero};

use super::{Dice, Pool, Source, parts_of};
use crate::distribution::packed::Pascal;
use crate::error::{Error, Made};
use crate::meter::{Meter, beyond_caches};

/// The order in which faces are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// From the lowest face on.
    Ascending,
    /// From the highest face on.
    Descending,
}

/// Leads from a state to the next one, for a face and how many of each part show it.
pub type Next<'a, S> = dyn FnMut(&S, i64, &[u32]) -> Made<S> + 'a;
/// Called with how many of each part show a face, the same as a difference of places, and the ways.
type Visit<'a, W> = dyn FnMut(&[u32], u64, &W) -> Made<()> + 'a;

/// A number of ways: 128 bits where they are enough.
trait Ways: Clone + NumRef + NumAssignRef + Into<BigUint> {
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
/// of every part, also where no die shows it. Dice in one bag (a number for each part) whose further faces are equally
/// likely are counted with the first of them. `heap`: bytes that a state takes at most beside its own size.
///
/// Memory: two generations of states at a time, counted in advance against the meter.
///
/// # Errors
/// It would take too much, or `next` fails; the text says so.
pub fn walk<S: Clone + Eq + Hash>(
    (parts, bags): (&[&Dice], &[usize]),
    order: Order,
    start: S,
    heap: f64,
    meter: &Meter,
    next: &mut Next<S>,
) -> Made<Vec<(S, BigUint)>> {
    if parts.iter().any(|part| part.count > 0 && part.die.is_empty()) {
        return Ok(Vec::new());
    }
    let bits: f64 = parts.iter().map(|part| part.die.total().bits() as f64 * f64::from(part.count)).sum();
    let squares: f64 = (0..parts.len()).map(|at| f64::from(capacity(parts, bags, at)).powi(2)).sum();
    meter.values(squares, bits)?;
    let work = Work { state: heap + size_of::<S>() as f64 + 24.0, bits, meter };
    match bits < 127.0 {
        true => run::<S, u128>((parts, bags), order, start, &work, next),
        false => run::<S, BigUint>((parts, bags), order, start, &work, next),
    }
}

/// How many dice a part can stand for: its own, and those of later parts in its bag.
fn capacity(parts: &[&Dice], bags: &[usize], at: usize) -> u32 {
    let later = parts.iter().zip(bags).skip(at).filter(|(part, bag)| {
        **bag == bags[at] && part.source == Source::Thrown && parts[at].source == Source::Thrown
    });
    later.map(|(part, _)| part.count).sum::<u32>().max(parts[at].count)
}

/// As `walk` for one pool: `next` gets a state, a face, and how often it is in the pool.
///
/// # Errors
/// As `walk`.
pub fn walk_pool<S: Clone + Eq + Hash>(
    pool: &Pool,
    order: Order,
    start: S,
    heap: f64,
    meter: &Meter,
    next: &mut dyn FnMut(&S, i64, u32) -> Made<S>,
) -> Made<Vec<(S, BigUint)>> {
    let (parts, bags) = parts_of(&[pool]);
    walk((&parts, &bags), order, start, heap, meter, &mut |state, face, shown| {
        next(state, face, pool.count(&mut &*shown))
    })
}

/// The throws of a pool, each from its highest face on.
///
/// # Errors
/// There are too many.
pub fn listed(pool: &Pool, meter: &Meter) -> Made<Vec<(Vec<i64>, BigUint)>> {
    let dice: f64 = pool.parts().iter().map(|part| f64::from(part.count)).sum();
    walk_pool(pool, Order::Descending, Vec::new(), 8.0 * dice, meter, &mut |throw, face, count| {
        Ok([&throw[..], &vec![face; count as usize]].concat())
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
    fn check(&self, states: usize, steps: f64) -> Made<()> {
        let weight = if self.bits < 127.0 { 16.0 } else { 24.0 + self.bits / 8.0 };
        let bytes = 2.0 * states as f64 * (self.state + weight);
        self.meter.bytes(bytes)?;
        // On average half of the dice are counted in a weight.
        let product = (self.bits / 128.0).powi(2) / 4.0;
        // Long numbers are allocated.
        let number = if self.bits < 127.0 { 0.0 } else { 15.0 };
        let entry = 12.0 + self.state / 10.0 + number + beyond_caches(bytes);
        self.meter.steps(steps * (entry + self.bits / 64.0 + product))
    }
}

/// The states after some faces, by how many dice of each part are left (as one number).
type States<S, W> = HashMap<u64, HashMap<S, W>>;

fn run<S: Clone + Eq + Hash, W: Ways>(
    (parts, bags): (&[&Dice], &[usize]),
    order: Order,
    start: S,
    work: &Work,
    next: &mut Next<S>,
) -> Made<Vec<(S, BigUint)>> {
    let mut faces: Vec<i64> =
        parts.iter().flat_map(|part| part.die.weights().iter().map(|(face, _)| *face)).collect();
    faces.sort_unstable();
    faces.dedup();
    if order == Order::Descending {
        faces.reverse();
    }
    let (mut unit, mut key, mut walked) = (1u64, 0u64, Vec::with_capacity(parts.len()));
    for (at, dice) in parts.iter().enumerate() {
        let capacity = capacity(parts, bags, at);
        key += unit * u64::from(dice.count);
        walked.push(Part::<W>::new(dice, capacity, unit, order));
        let more = unit.checked_mul(u64::from(capacity) + 1);
        unit = more.ok_or(Error::Kinds)?;
    }
    let mut states: States<S, W> = HashMap::from([(key, HashMap::from([(start, W::one())]))]);
    let (begun, all) = (work.meter.taken(), faces.len());
    for (done, face) in faces.into_iter().enumerate() {
        // The faces of one part take about the same; of several, some parts may have no more at the end.
        if parts.len() == 1 {
            work.meter.foresee_rest(begun, done, all)?;
        }
        states = merged(states, &mut walked, bags);
        for part in &mut walked {
            part.take(face);
        }
        let mut after: States<S, W> = HashMap::new();
        let mut held = 0;
        for (key, states) in states {
            let left: Vec<u32> = walked.iter().map(|part| part.left(key)).collect();
            each(&walked, &left, &mut |shown, placed, ways| {
                let target = after.entry(key - placed).or_default();
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

/// Counts dice with those of an earlier part of their bag whose further faces have the same weights.
fn merged<S: Eq + Hash, W: Ways>(
    states: States<S, W>,
    parts: &mut [Part<W>],
    bags: &[usize],
) -> States<S, W> {
    let mut moves = Vec::new();
    for later in 1..parts.len() {
        let is_same = |&at: &usize| bags[at] == bags[later] && parts[at].is_like(&parts[later]);
        if let Some(earlier) = (0..later).find(is_same) {
            parts[later].is_merged = true;
            moves.push((earlier, later));
        }
    }
    if moves.is_empty() {
        return states;
    }
    let mut after: States<S, W> = HashMap::new();
    for (mut key, states) in states {
        for &(earlier, later) in &moves {
            let left = u64::from(parts[later].left(key));
            key = key - left * parts[later].unit + left * parts[earlier].unit;
        }
        let target = after.entry(key).or_default();
        for (state, ways) in states {
            *target.entry(state).or_insert_with(W::zero) += ways;
        }
    }
    after
}

/// Calls with every number of dice of each part that can show the face, as a difference of places, and its ways.
fn each<W: Ways>(parts: &[Part<W>], left: &[u32], visit: &mut Visit<W>) -> Made<()> {
    from(parts, left, &mut Vec::with_capacity(parts.len()), 0, &W::one(), visit)
}

fn from<W: Ways>(
    parts: &[Part<W>],
    left: &[u32],
    shown: &mut Vec<u32>,
    placed: u64,
    ways: &W,
    visit: &mut Visit<W>,
) -> Made<()> {
    let at = shown.len();
    let Some(part) = parts.get(at) else { return visit(shown, placed, ways) };
    let (least, most) = part.possible(left[at]);
    for more in least..=most {
        shown.push(more);
        let ways = part.ways(left[at], more) * ways;
        from(parts, left, shown, placed + u64::from(more) * part.unit, &ways, visit)?;
        shown.pop();
    }
    Ok(())
}

/// What a part can show of a face.
struct Part<'a, W> {
    dice: &'a Dice,
    /// The most dice that are counted here, and what one of them counts in the number of all that are left.
    capacity: u32,
    unit: u64,
    /// Whether its dice are counted with those of an earlier part.
    is_merged: bool,
    /// The faces that are not taken yet, with their weights.
    ahead: &'a [(i64, BigUint)],
    order: Order,
    /// Thrown dice: binomial coefficients.
    pascal: Pascal<W>,
    /// By how many show the face: powers of its weight, or the ways to choose cards.
    powers: Vec<W>,
    /// Weight of the faces that are not taken yet.
    rest: BigUint,
}

impl<'a, W: Ways> Part<'a, W> {
    fn new(dice: &'a Dice, capacity: u32, unit: u64, order: Order) -> Part<'a, W> {
        let pascal = Pascal::new(if dice.source == Source::Thrown { capacity as usize } else { 0 });
        let (ahead, rest) = (dice.die.weights(), dice.die.total().clone());
        Part { dice, capacity, unit, is_merged: false, ahead, order, pascal, powers: Vec::new(), rest }
    }

    /// How many dice are left of those counted here.
    fn left(&self, key: u64) -> u32 {
        (key / self.unit % (u64::from(self.capacity) + 1)) as u32
    }

    /// Whether dice of both are thrown, and go on in the same way.
    fn is_like(&self, other: &Part<W>) -> bool {
        let are_thrown = self.dice.source == Source::Thrown && other.dice.source == Source::Thrown;
        are_thrown
            && !self.is_merged
            && !other.is_merged
            && self.rest == other.rest
            && !self.ahead.is_empty()
            && self.ahead == other.ahead
    }

    /// Goes on to a face.
    fn take(&mut self, face: i64) {
        let weight = self.dice.die.weight(face).cloned().unwrap_or_default();
        self.rest -= &weight;
        if !weight.is_zero() {
            let last = self.ahead.len() - 1;
            self.ahead = if self.order == Order::Ascending { &self.ahead[1..] } else { &self.ahead[..last] };
        }
        let (mut ways, mut powers) = (BigUint::one(), vec![W::one()]);
        for more in 0..self.capacity {
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
            Source::Thrown => {
                self.pascal.choose(left as usize, more as usize).clone() * &self.powers[more as usize]
            }
            Source::Dealt => self.powers[more as usize].clone(),
        }
    }
}
