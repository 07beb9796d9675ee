//! Equal dice that are thrown, and cards that are dealt from one deck.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::kept::{self, Ranks};
use super::{Pool, Reading, read, sum};
use crate::distribution::Distribution;
use crate::error::Made;
use crate::meter::{Meter, checked};

/// How the values of a collection come about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Dice are thrown: they do not depend on each other.
    Thrown,
    /// Cards are dealt from one deck without replacement: the weights are the copies of each card.
    Dealt,
}

/// A collection of equal dice, or of cards from one deck.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    /// Whether they are thrown or dealt.
    pub source: Source,
    /// How many.
    pub count: u32,
    /// What one of them shows.
    pub die: Arc<Distribution>,
}

impl Dice {
    /// One die.
    pub fn single(die: Distribution) -> Dice {
        Dice { source: Source::Thrown, count: 1, die: Arc::new(die) }
    }

    /// The distribution of the sum.
    ///
    /// # Errors
    /// It would take too much.
    pub fn total(&self, meter: &Meter) -> Made<Arc<Distribution>> {
        if self.source == Source::Dealt {
            let ranks: Vec<usize> = (0..self.count as usize).collect();
            return self.at(&ranks, meter).map(Arc::new);
        }
        if self.count == 1 {
            return Ok(self.die.clone());
        }
        if self.die.is_empty() {
            return Ok(Arc::new(if self.count == 0 {
                Distribution::certain(0)
            } else {
                self.die.as_ref().clone()
            }));
        }
        let (low, high) = self.die.range();
        let count = i64::from(self.count);
        checked(low.checked_mul(count))?;
        checked(high.checked_mul(count))?;
        let bits = self.die.total().bits() as f64 * f64::from(self.count);
        let range = (high - low) as f64 * f64::from(self.count) + 1.0;
        let listed = combinations(f64::from(self.count), self.die.weights().len() as f64);
        meter.values(range.min(listed), bits)?;
        meter.steps(power_work(&self.die, self.count))?;
        if let Some(sum) = self.die.times(self.count) {
            return Ok(Arc::new(sum));
        }
        let half = Dice { count: self.count / 2, ..self.clone() }.total(meter)?;
        let even = sum(&half, &half, meter)?;
        Ok(Arc::new(if self.count.is_multiple_of(2) { even } else { sum(&even, &self.die, meter)? }))
    }

    /// Every throw as a sequence from the highest die to the lowest, with its weight.
    ///
    /// # Errors
    /// There are too many.
    pub fn throws(&self, meter: &Meter) -> Made<Vec<(Vec<i64>, BigUint)>> {
        let (count, faces) = (f64::from(self.count), self.die.weights().len() as f64);
        let combinations = combinations(count, faces.max(1.0));
        let bits = self.die.total().bits() as f64 * count;
        meter.values(combinations, bits + 64.0 * count)?;
        meter.steps(20.0 * combinations * (count + 1.0))?;
        Ok(self.descending())
    }

    /// The same, however many there are.
    pub fn descending(&self) -> Vec<(Vec<i64>, BigUint)> {
        let mut throws = Vec::new();
        self.descend(self.die.weights(), self.count as usize, &mut Vec::new(), BigUint::one(), &mut throws);
        throws
    }

    /// The sum of the dice at these ranks, 0 for the highest.
    ///
    /// # Errors
    /// It would take too much.
    pub fn at(&self, ranks: &[usize], meter: &Meter) -> Made<Distribution> {
        let mut ranks = ranks.to_vec();
        ranks.sort_unstable();
        ranks.dedup();
        read(&[&Pool::Dice(self.clone())], &Reading::Ranks(ranks), meter)
    }

    /// The sum of thrown dice at neighbouring ranks whose faces lie close together: polynomials as large numbers.
    pub(super) fn adjacent(&self, ranks: &[usize], meter: &Meter) -> Made<Option<Distribution>> {
        let (Some(first), Some(last)) = (ranks.iter().min(), ranks.iter().max()) else { return Ok(None) };
        let faces = self.die.weights();
        let (low, high) = self.die.range();
        let is_dense = high.saturating_sub(low) < 8 * faces.len() as i64;
        let (kept, dice) = (last + 1 - first, self.count as usize);
        let are_neighbours = (*first..=*last).all(|rank| ranks.contains(&rank)) && *last < dice;
        if self.source == Source::Dealt || faces.is_empty() || !is_dense || !are_neighbours {
            return Ok(None);
        }
        checked(low.checked_mul(kept as i64).and(high.checked_mul(kept as i64)))?;
        let chosen = Ranks { dice, from: dice - 1 - last, to: dice - first };
        let adds: Vec<Distribution> = faces.iter().map(|(face, _)| Distribution::certain(*face)).collect();
        kept::sum(&self.die, &adds, chosen, meter).map(Some)
    }

    /// The ways in which `more + 1` of `left` dice or cards show a face, from those in which `more` do.
    fn more(&self, ways: BigUint, left: usize, more: usize, weight: &BigUint) -> BigUint {
        match self.source {
            Source::Thrown => ways * (left - more) * weight / (more + 1),
            Source::Dealt if *weight > more.into() => ways * (weight - more) / (more + 1),
            Source::Dealt => BigUint::zero(),
        }
    }

    /// Adds every way in which `left` more dice show faces up to these, from the highest.
    fn descend(
        &self,
        faces: &[(i64, BigUint)],
        left: usize,
        dice: &mut Vec<i64>,
        ways: BigUint,
        throws: &mut Vec<(Vec<i64>, BigUint)>,
    ) {
        if left == 0 {
            return throws.push((dice.clone(), ways));
        }
        for (place, (face, weight)) in faces.iter().enumerate().rev() {
            let (before, below) = (dice.len(), &faces[..place]);
            let mut ways = ways.clone();
            for more in 1..=left {
                ways = self.more(ways, left, more - 1, weight);
                dice.push(*face);
                if ways.is_zero() {
                    break;
                }
                if more == left || !below.is_empty() {
                    self.descend(below, left - more, dice, ways.clone(), throws);
                }
            }
            dice.truncate(before);
        }
    }
}

/// The number of combinations of this number of dice; 10^18 where there are more.
pub fn combinations(dice: f64, faces: f64) -> f64 {
    let few = dice.min(faces - 1.0);
    let mut product = 1.0;
    let mut at = 1.0;
    while at <= few && product < 1e18 {
        product *= (dice + faces - at) / at;
        at += 1.0;
    }
    product
}

/// Steps for the sum of equal dice.
fn power_work(die: &Distribution, count: u32) -> f64 {
    let (low, high) = die.range();
    let weights = die.weights();
    let sums = (high - low) as f64 * f64::from(count) + 1.0;
    let values = sums.min(combinations(f64::from(count), weights.len() as f64));
    let is_uniform = weights.iter().all(|(_, weight)| *weight == weights[0].1);
    let terms = if is_uniform { 3.0 } else { weights.len() as f64 };
    let limbs = die.total().bits() as f64 * f64::from(count) / 64.0 + 1.0;
    let single = (die.total().bits() as f64 / 64.0).max(1.0);
    // Where not all faces are equally likely, each term is a product of its own; of long numbers it takes less a limb.
    let term = (40.0 + limbs * single)
        / if is_uniform {
            2.5
        } else if single > 1.0 {
            4.0
        } else {
            3.0
        };
    if weights.len() == 1 { limbs } else { values * (terms * term + limbs / 10.0) }
}
