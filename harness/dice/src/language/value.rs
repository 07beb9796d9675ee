//! The values of a program: numbers, sequences, and dice.

use std::sync::Arc;

use hashbrown::HashMap;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::{Held, Meter, checked, product, spread};
use crate::pools::{Dice, Pool, Reading, listed, read};

/// Most numbers of a sequence.
pub const MAX_SEQUENCE: usize = 100_000;

/// A value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Numbers in order.
    Sequence(Vec<i64>),
    /// A collection of equal dice; a single die is a collection of one.
    Dice(Dice),
    /// Several collections as one.
    Pool(Arc<Pool>),
    /// Sequences, each with the number of its ways.
    Tuples(Arc<Vec<(Vec<i64>, BigUint)>>),
}

/// The sum of a sequence.
///
/// # Errors
/// It is too large.
pub fn sum(sequence: &[i64]) -> Made<i64> {
    checked(sequence.iter().try_fold(0i64, |sum, number| sum.checked_add(*number)))
}

impl Value {
    /// A die with this distribution.
    pub fn die(die: Distribution) -> Value {
        Value::Dice(Dice::single(die))
    }

    /// Whether it is thrown, not known.
    pub fn is_thrown(&self) -> bool {
        matches!(self, Value::Dice(_) | Value::Pool(_) | Value::Tuples(_))
    }

    /// All throws of what is thrown, with their weights; none of what is known.
    ///
    /// # Errors
    /// Too many throws.
    pub fn throws(&self, meter: &Meter) -> Made<Vec<(Vec<i64>, BigUint)>> {
        match self {
            Value::Dice(dice) => dice.throws(meter),
            Value::Pool(pool) => listed(pool, meter),
            Value::Tuples(tuples) => Ok(tuples.to_vec()),
            Value::Number(_) | Value::Sequence(_) => Ok(Vec::new()),
        }
    }

    /// What kind of value it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Number(_) => "a number",
            Value::Sequence(_) => "a sequence",
            Value::Dice(_) | Value::Pool(_) => "dice",
            Value::Tuples(_) => "tuples",
        }
    }

    /// The distribution of the value: of a sequence its sum, of dice their sum.
    ///
    /// # Errors
    /// It would take too much.
    pub fn total(&self, meter: &Meter) -> Made<Arc<Distribution>> {
        match self {
            Value::Number(number) => Ok(Arc::new(Distribution::certain(*number))),
            Value::Sequence(sequence) => Ok(Arc::new(Distribution::certain(sum(sequence)?))),
            Value::Dice(dice) => dice.total(meter),
            Value::Pool(pool) => read(&[pool], &Reading::Sum, meter).map(Arc::new),
            Value::Tuples(tuples) => of_tuples(tuples, sum, meter).map(Arc::new),
        }
    }
}

/// The distribution of a number that tuples have.
///
/// # Errors
/// Some tuple has no such number.
pub fn of_tuples(
    tuples: &[(Vec<i64>, BigUint)],
    number: impl Fn(&[i64]) -> Made<i64>,
    meter: &Meter,
) -> Made<Distribution> {
    let all = tuples.iter().map(|(tuple, ways)| Ok((number(tuple)?, ways.clone())));
    reduced(Distribution::of(all.collect::<Made<Vec<_>>>()?), meter)
}

/// Distributions with their weights, kept until they are mixed.
pub struct Parts<'m> {
    parts: Vec<(BigUint, Arc<Distribution>)>,
    held: Held<'m>,
    meter: &'m Meter,
}

impl Parts<'_> {
    /// None yet.
    pub fn new(meter: &Meter) -> Parts<'_> {
        Parts { parts: Vec::new(), held: meter.held(), meter }
    }

    /// Adds a distribution; `all` are expected.
    ///
    /// # Errors
    /// All together would take too much, or would once all are there if this one and those before are like the others.
    pub fn add(&mut self, weight: BigUint, part: Arc<Distribution>, all: usize) -> Made<()> {
        self.held.add(part.bytes())?;
        self.parts.push((weight, part));
        self.held.foresee_rest(self.parts.len(), all)
    }

    /// Mixes them.
    ///
    /// # Errors
    /// It would take too much.
    pub fn mixed(self) -> Made<Distribution> {
        mixed(self.parts, self.meter)
    }
}

/// Distributions as likely as their weights; what is impossible is left out.
///
/// # Errors
/// It would take too much.
pub fn mixed(mut parts: Vec<(BigUint, Arc<Distribution>)>, meter: &Meter) -> Made<Distribution> {
    parts.retain(|(weight, part)| !weight.is_zero() && !part.is_empty());
    if parts.is_empty() {
        return Ok(Distribution::of([]));
    }
    parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.total().bits()));
    let mut common = BigUint::one();
    for (_, part) in &parts {
        let (all, bits) = (common.bits() as f64, part.total().bits() as f64);
        meter.product(all / 64.0, bits / 64.0)?;
        if !common.is_multiple_of(part.total()) {
            meter.told(1.0, all.max(bits))?;
            common = common.lcm(part.total());
        }
    }
    let mut weights: HashMap<i64, BigUint> = HashMap::new();
    let (start, all) = (meter.taken(), parts.len());
    for (done, (weight, part)) in spread(parts).enumerate() {
        meter.foresee_rest(start, done, all)?;
        let scale = weight * (&common / part.total());
        let rows = part.weights().len() as f64;
        meter.products(rows, rows + weights.len() as f64, part.total(), &scale)?;
        part.weighed(&scale).for_each(|(value, weight)| *weights.entry(value).or_default() += weight);
    }
    reduced(Distribution::of_sums(weights), meter)
}

/// The same distribution with weights that have no common divisor.
fn reduced(distribution: Distribution, meter: &Meter) -> Made<Distribution> {
    let limbs = |number: &BigUint| number.bits() as f64 / 64.0;
    let mut divisor = BigUint::zero();
    for (_, weight) in distribution.weights() {
        // Most weights are multiples of what those before have in common: that is seen sooner than a common divisor is found.
        let (short, long) = (limbs(&divisor), limbs(weight));
        meter.product(short, (long - short).max(0.0))?;
        if divisor.is_zero() || !weight.is_multiple_of(&divisor) {
            meter.told(1.0, 64.0 * short.min(long))?;
            divisor = divisor.gcd(weight);
        }
    }
    if divisor.is_zero() || divisor.is_one() {
        return Ok(distribution);
    }
    let (short, long) = (limbs(&divisor), limbs(distribution.total()));
    meter.steps(distribution.weights().len() as f64 * product(short, (long - short).max(0.0)))?;
    let parts = distribution.weights().iter().map(|(value, weight)| (*value, weight / &divisor));
    Ok(Distribution::ascending(parts.collect()))
}
