//! Sums of the highest, the lowest or the middle ones of equal dice.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::distribution::Distribution;
use crate::distribution::packed::{self, Pascal};
use crate::error::Made;
use crate::meter::{Meter, bytes, product};

/// Dice, only some of them counted: those of these ranks, from the lowest die on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// How many dice there are.
    pub dice: usize,
    /// The rank of the lowest die that counts.
    pub from: usize,
    /// One above the rank of the highest die that counts.
    pub to: usize,
}

impl Ranks {
    /// All of this number of dice.
    pub fn all(dice: usize) -> Ranks {
        Ranks { dice, from: 0, to: dice }
    }

    /// How many dice count.
    pub fn count(self) -> usize {
        self.to - self.from
    }

    /// How many dice count of `more` equal ones above `below` others.
    pub fn counted(self, below: usize, more: usize) -> usize {
        (below + more).min(self.to).saturating_sub(below.max(self.from))
    }

    /// The same counted from the highest die on.
    fn mirrored(self) -> Ranks {
        Ranks { dice: self.dice, from: self.dice - self.to, to: self.dice - self.from }
    }
}

/// The sum of what the counted dice add: the dice show the values of `die`, and one that shows the value at a place
/// adds the distribution at the same place of `adds`, all of the same total.
///
/// Method: faces are taken in ascending order, with polynomials in the sum for each number of dice that have shown one
/// of them (as for the multiset algorithm of icepool: Liu, "Icepool: Efficient Computation of Dice Pool
/// Probabilities", AIIDE 2022). Where all counted dice are found, the others can show any face above. If fewer dice
/// are left out at the top than at the bottom, faces are taken in descending order.
///
/// # Errors
/// It would take too long, or too much memory.
pub fn sum(die: &Distribution, adds: &[Distribution], ranks: Ranks, meter: &Meter) -> Made<Distribution> {
    let (low, high) =
        (adds.iter().map(|add| add.range().0).min(), adds.iter().map(|add| add.range().1).max());
    let values = (high.unwrap_or(0) - low.unwrap_or(0)) as f64 * ranks.count() as f64 + 1.0;
    let scale = adds.first().map_or(0, |add| add.total().bits()) as f64;
    let bits = die.total().bits() as f64 * ranks.dice as f64 + scale * ranks.count() as f64;
    meter.bytes(pascal_bytes(ranks.dice))?;
    meter.steps((ranks.dice as f64).powi(2) / 2.0 * (8.0 + ranks.dice as f64 / 200.0))?;
    // Polynomials of the dice found so far, of the next ones, and of the powers.
    meter.values(values * 3.0 * (ranks.count() as f64 + 1.0), bits)?;
    let order: Vec<usize> = (0..die.weights().len()).collect();
    if ranks.dice - ranks.from < ranks.to {
        let order: Vec<usize> = order.into_iter().rev().collect();
        return Walk::new(die, adds, ranks.mirrored(), meter).sum(&order);
    }
    Walk::new(die, adds, ranks, meter).sum(&order)
}

/// Bytes of the binomial coefficients up to a row.
pub fn pascal_bytes(rows: usize) -> f64 {
    let rows = rows as f64;
    bytes(rows * rows / 2.0, rows * 2.0 / 3.0)
}

struct Walk<'a> {
    weights: &'a [(i64, BigUint)],
    adds: &'a [Distribution],
    ranks: Ranks,
    /// The least that a die adds.
    low: i64,
    pascal: Pascal,
    /// Limbs of a coefficient.
    width: usize,
    meter: &'a Meter,
}

impl Walk<'_> {
    fn new<'a>(die: &'a Distribution, adds: &'a [Distribution], ranks: Ranks, meter: &'a Meter) -> Walk<'a> {
        let low = adds.iter().map(|add| add.range().0).min().unwrap_or(0);
        let scale = adds.first().map_or_else(BigUint::one, |add| add.total().clone());
        let largest = die.total().pow(ranks.dice as u32) * scale.pow(ranks.count() as u32);
        let width = packed::width(&largest);
        Walk { weights: die.weights(), adds, ranks, low, pascal: Pascal::new(ranks.dice), width, meter }
    }

    /// The steps of [`Walk::sum`], about: two polynomials of a third of the dice that are to be found, for each pair.
    fn work(&self, order: &[usize]) -> f64 {
        let (to, dice) = (self.ranks.to as f64, self.ranks.dice as f64);
        let length = |span: i64| to / 3.0 * (span as f64 + 1.0) * self.width as f64;
        let mut found = 0;
        let steps = order.iter().map(|&place| {
            let factor = dice * (1.0 + self.weights[place].1.bits() as f64) / 128.0;
            let span = self.adds[place].range().1 - self.low;
            let multiplied = match self.adds[place].weights().len() {
                1 => product(length(found), factor),
                _ => product(length(found), length(span)) + product(length(found.max(span)), factor),
            };
            found = found.max(span);
            40.0 + multiplied
        });
        to * to / 2.0 * steps.sum::<f64>()
    }

    fn sum(&self, order: &[usize]) -> Made<Distribution> {
        self.meter.foresee(self.work(order) / 2.0)?;
        let Ranks { dice, to, .. } = self.ranks;
        let mut rest: BigUint = self.weights.iter().map(|(_, weight)| weight).sum();
        let mut found = vec![BigUint::zero(); to];
        found[0] = BigUint::one();
        let mut result = BigUint::zero();
        let start = self.meter.taken();
        for (done, &place) in order.iter().enumerate() {
            self.meter.foresee_rest(start, done, order.len())?;
            let weight = &self.weights[place].1;
            rest -= weight;
            let powers = self.powers(place)?;
            let mut next = vec![BigUint::zero(); to];
            for (below, so_far) in found.iter().enumerate().filter(|(_, so_far)| !so_far.is_zero()) {
                let mut shown = BigUint::one();
                for more in 0..to - below {
                    let factor = self.pascal.choose(dice - below, more) * &shown;
                    next[below + more] +=
                        self.times(so_far, &powers[self.ranks.counted(below, more)], &factor)?;
                    shown *= weight;
                }
                let factor = self.last(below, weight, &rest)?;
                if !factor.is_zero() {
                    result += self.times(so_far, &powers[self.ranks.counted(below, to)], &factor)?;
                }
            }
            found = next;
        }
        let low = self.low * self.ranks.count() as i64;
        Ok(Distribution::ascending((low..).zip(packed::unpack(&result, self.width)).collect()))
    }

    /// In how many ways the dice above `below` show this face and higher ones so that all that count are found.
    fn last(&self, below: usize, weight: &BigUint, rest: &BigUint) -> Made<BigUint> {
        let left = self.ranks.dice - below;
        let mut sum = BigUint::zero();
        let limbs = limbs(rest).max(limbs(weight)) * left as f64;
        for more in (self.ranks.to - below)..=left {
            self.meter.steps(3.0 * product(limbs, limbs))?;
            sum += self.pascal.choose(left, more) * weight.pow(more as u32) * rest.pow((left - more) as u32);
        }
        Ok(sum)
    }

    /// What 0, 1, 2, ... dice with this face add.
    fn powers(&self, place: usize) -> Made<Vec<Packed>> {
        let add = &self.adds[place];
        let most = self.ranks.count();
        if let [(value, weight)] = add.weights() {
            let shift = |count: usize| (value - self.low) as usize * count * self.width * 64;
            return Ok((0..=most).map(|count| Packed::One(weight.pow(count as u32), shift(count))).collect());
        }
        let terms = add.weights().iter().map(|(value, weight)| ((value - self.low) as usize, weight));
        let once = packed::pack(terms, self.width);
        let mut powers = vec![BigUint::one()];
        for count in 0..most {
            self.meter.product(limbs(&powers[count]), limbs(&once))?;
            powers.push(&powers[count] * &once);
        }
        Ok(powers.into_iter().map(Packed::Many).collect())
    }

    /// A polynomial times what dice add, times a factor.
    fn times(&self, polynomial: &BigUint, by: &Packed, factor: &BigUint) -> Made<BigUint> {
        self.meter.steps(40.0)?;
        match by {
            Packed::One(weight, shift) => {
                let factor = weight * factor;
                self.meter.product(limbs(polynomial) + *shift as f64 / 64.0, limbs(&factor))?;
                Ok((polynomial * factor) << shift)
            }
            Packed::Many(many) => {
                self.meter.product(limbs(polynomial), limbs(many))?;
                self.meter.product(limbs(polynomial) + limbs(many), limbs(factor))?;
                Ok(polynomial * many * factor)
            }
        }
    }
}

fn limbs(number: &BigUint) -> f64 {
    number.bits() as f64 / 64.0
}

/// A polynomial of one or of several terms.
enum Packed {
    /// A coefficient and how many bits it is shifted.
    One(BigUint, usize),
    Many(BigUint),
}
