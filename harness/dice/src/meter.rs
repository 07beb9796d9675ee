//! How much a question or a pool may take.

use std::cell::Cell;

use num_bigint::BigUint;
use num_integer::Integer;
use torneo_contract::refuse_if;

use crate::error::{Error, Made};

/// The bounds of an expression or a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Steps of about five nanoseconds at most.
    pub steps: f64,
    /// Bytes at most of what is made with what is kept for it.
    pub bytes: f64,
}

impl Default for Bounds {
    /// Some ten seconds, and 384 MiB.
    fn default() -> Bounds {
        Bounds { steps: 2e9, bytes: 384.0 * 1048576.0 }
    }
}

/// Numbers up to this are reckoned with, whatever their sign.
pub const LARGEST: i64 = 1_000_000_000_000_000_000;
/// The number, if it can be reckoned with.
///
/// # Errors
/// It is too large.
pub fn checked(number: Option<i64>) -> Made<i64> {
    let fits = number.filter(|number| number.unsigned_abs() <= LARGEST as u64);
    fits.ok_or(Error::Large)
}

/// What a step that is made counts as, beside one that is foreseen: on processors that others share it takes up to eight nanoseconds
/// in place of five, and the bound is one of seconds.
const PACE: f64 = 1.4;

/// Operations on limbs that take a step.
const LIMBS: f64 = 5.0;

/// Counts what a question takes.
pub struct Meter {
    bounds: Bounds,
    taken: Cell<f64>,
    held: Cell<f64>,
}

/// Bytes that are kept for a while, beside all that is made meanwhile.
pub struct Held<'m> {
    meter: &'m Meter,
    bytes: f64,
}

impl Held<'_> {
    /// Keeps more.
    ///
    /// # Errors
    /// As [`Meter::bytes`].
    pub fn add(&mut self, bytes: f64) -> Made<()> {
        self.meter.bytes(bytes)?;
        self.bytes += bytes;
        self.meter.held.set(self.meter.held.get() + bytes);
        Ok(())
    }

    /// Refuses the rest of equal pieces if those kept are so large that together they would be three times too large.
    ///
    /// # Errors
    /// As [`Meter::bytes`].
    pub fn foresee_rest(&self, done: usize, all: usize) -> Made<()> {
        let rest = self.bytes * (all as f64 / done.max(1) as f64 - 1.0);
        let is_early = self.bytes < self.meter.bounds.bytes / 20.0;
        if is_early { Ok(()) } else { self.meter.bytes(rest / 3.0) }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.meter.held.set(self.meter.held.get() - self.bytes);
    }
}

impl Meter {
    /// Nothing is taken yet.
    pub fn new(bounds: Bounds) -> Meter {
        Meter { bounds, taken: Cell::new(0.0), held: Cell::new(0.0) }
    }

    /// Nothing that is kept yet.
    pub fn held(&self) -> Held<'_> {
        Held { meter: self, bytes: 0.0 }
    }

    /// Counts steps before they are made.
    ///
    /// # Errors
    /// All steps together are too many; the text says so.
    pub fn steps(&self, steps: f64) -> Made<()> {
        let steps = PACE * steps;
        self.foresee(steps)?;
        self.taken.set(self.taken.get() + steps);
        Ok(())
    }

    /// Refuses steps that would be too many, without counting them: they are counted one by one when they are made.
    ///
    /// # Errors
    /// All steps together would be too many; the text says so.
    pub fn foresee(&self, steps: f64) -> Made<()> {
        let all = self.taken.get() + steps;
        refuse_if!(all > self.bounds.steps, Error::Steps { all, most: self.bounds.steps });
        Ok(())
    }

    /// The steps that are counted so far.
    pub fn taken(&self) -> f64 {
        self.taken.get()
    }

    /// Refuses the rest of equal pieces of work if those done since `start` show that it would be too much: three times too much
    /// after a hundredth of all that may be done, a fifth too much after a tenth.
    ///
    /// # Errors
    /// As [`Meter::steps`].
    pub fn foresee_rest(&self, start: f64, done: usize, all: usize) -> Made<()> {
        let spent = self.taken.get() - start;
        let share = spent / self.bounds.steps;
        let rest = spent * (all as f64 / done.max(1) as f64 - 1.0);
        if share < 0.01 { Ok(()) } else { self.foresee(rest / (3.2 - 20.0 * share).max(1.2)) }
    }

    /// Refuses the rest of a loop whose last three rounds cost this, the last one last, if it would be far too much: if three more
    /// rounds that grow as they did would be twice too much, or all that are left at the cost of the last.
    ///
    /// # Errors
    /// As [`Meter::steps`].
    pub fn foresee_growth(&self, [first, second, third]: [f64; 3], rounds: usize) -> Made<()> {
        let growth = (second / first).min(third / second);
        let more = if growth < 1.0 { 1.0 } else { growth.powi(rounds.min(3) as i32).max(rounds as f64) };
        let rest = third * more / 2.0;
        let is_early = first == 0.0 || self.taken.get() < self.bounds.steps / 100.0;
        if is_early { Ok(()) } else { self.foresee(rest) }
    }

    /// Counts a product of two numbers with `a` and `b` limbs.
    ///
    /// # Errors
    /// As [`Meter::steps`].
    pub fn product(&self, a: f64, b: f64) -> Made<()> {
        self.steps(product(a, b))
    }

    /// Counts this many products of the weights of two distributions that are added to `held` weights.
    ///
    /// # Errors
    /// As [`Meter::rows`].
    pub fn products(&self, count: f64, held: f64, a: &BigUint, b: &BigUint) -> Made<()> {
        let [a, b] = [a, b].map(|total| total.bits() as f64);
        self.rows(count, held, a + b)?;
        self.steps(count * product(a / 64.0, b / 64.0))
    }

    /// Counts weights with this number of bits that are put into a map, `held` of them together.
    ///
    /// # Errors
    /// As [`Meter::steps`] and [`Meter::bytes`].
    pub fn rows(&self, rows: f64, held: f64, bits: f64) -> Made<()> {
        let held = bytes(held, bits);
        self.bytes(held)?;
        self.steps(rows * (20.0 + beyond_caches(held) + bits / 64.0 / LIMBS))
    }

    /// Counts what is told of a distribution: moments, quantiles and fractions. `values`: how many it has; `bits`: of its total.
    ///
    /// # Errors
    /// As [`Meter::steps`].
    pub fn told(&self, values: f64, bits: f64) -> Made<()> {
        // A fraction is reduced in about the square of its length.
        self.steps(values * (10.0 + bits / 64.0) + 6.0 * bits * bits / 64.0 / LIMBS / 2.0)
    }

    /// Checks the size of a distribution before it is made: its values, and the bits of a weight.
    ///
    /// # Errors
    /// It is too large; the text says so.
    pub fn values(&self, values: f64, bits: f64) -> Made<()> {
        self.bytes(bytes(values, bits))?;
        self.steps(values)
    }

    /// Checks the bytes of what is made, together with what is kept.
    ///
    /// # Errors
    /// They are too many; the text says so.
    pub fn bytes(&self, bytes: f64) -> Made<()> {
        let bytes = bytes + self.held.get();
        let [all, most] = [bytes, self.bounds.bytes].map(|bytes| bytes / 1048576.0);
        refuse_if!(bytes > self.bounds.bytes, Error::Memory { all, most });
        Ok(())
    }
}

/// The steps of a product of two numbers with `a` and `b` limbs.
pub fn product(a: f64, b: f64) -> f64 {
    let (few, many) = (a.min(b) + 1.0, a.max(b) + 1.0);
    // Long numbers are multiplied in about the power 1.5 of their length.
    4.0 + many * few.min(6.0 * libm::pow(few, 0.55)) / LIMBS
}

/// Steps that an entry of a map of this size takes beside its own: large maps lie beyond the caches of a processor.
pub fn beyond_caches(bytes: f64) -> f64 {
    if bytes > 4e6 { 20.0 * libm::log(bytes / 4e6) } else { 0.0 }
}

/// The bytes of values whose weights have this number of bits.
pub fn bytes(values: f64, bits: f64) -> f64 {
    values * (40.0 + bits / 8.0)
}

/// Pieces of work in an order in which the first ones are like all of them.
pub fn spread<T>(work: Vec<T>) -> impl Iterator<Item = T> {
    let mut work: Vec<Option<T>> = work.into_iter().map(Some).collect();
    spread_places(work.len()).filter_map(move |place| work[place].take())
}

/// The places of `count` pieces of work in that order.
pub fn spread_places(count: usize) -> impl Iterator<Item = usize> {
    let most = (count as f64 * 8.0 / 13.0) as usize;
    let step = (1..=most.max(1)).rev().find(|step| count.gcd(step) == 1).unwrap_or(1);
    (0..count).map(move |at| (at as u128 * step as u128 % count as u128) as usize)
}
