//! Sums of the highest, the lowest or the middle ones of equal dice.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::distribution::Distribution;
use super::packed::{self, Pascal};

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
pub fn sum(die: &Distribution, adds: &[Distribution], ranks: Ranks) -> Distribution {
    let order: Vec<usize> = (0..die.weights().len()).collect();
    if ranks.dice - ranks.from < ranks.to {
        let order: Vec<usize> = order.into_iter().rev().collect();
        return Walk::new(die, adds, ranks.mirrored()).sum(&order);
    }
    Walk::new(die, adds, ranks).sum(&order)
}

/// Additions of limbs that [`sum`] takes at most.
pub fn work(faces: f64, ranks: Ranks, values: f64, bits: f64) -> f64 {
    let top = ranks.to.min(ranks.dice - ranks.from) as f64;
    let steps = faces * top * ranks.dice as f64;
    steps * (30.0 + values * (bits / 64.0 + 1.0))
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
}

impl Walk<'_> {
    fn new<'a>(die: &'a Distribution, adds: &'a [Distribution], ranks: Ranks) -> Walk<'a> {
        let low = adds.iter().map(|add| add.range().0).min().unwrap_or(0);
        let scale = adds.first().map_or_else(BigUint::one, |add| add.total().clone());
        let largest = die.total().pow(ranks.dice as u32) * scale.pow(ranks.count() as u32);
        let width = packed::width(&largest);
        Walk { weights: die.weights(), adds, ranks, low, pascal: Pascal::new(ranks.dice), width }
    }

    fn sum(&self, order: &[usize]) -> Distribution {
        let Ranks { dice, to, .. } = self.ranks;
        let mut rest: BigUint = self.weights.iter().map(|(_, weight)| weight).sum();
        let mut found = vec![BigUint::zero(); to];
        found[0] = BigUint::one();
        let mut result = BigUint::zero();
        for &place in order {
            let weight = &self.weights[place].1;
            rest -= weight;
            let powers = self.powers(place);
            let mut next = vec![BigUint::zero(); to];
            for (below, so_far) in found.iter().enumerate().filter(|(_, so_far)| !so_far.is_zero()) {
                let mut shown = BigUint::one();
                for more in 0..to - below {
                    let factor = self.pascal.choose(dice - below, more) * &shown;
                    next[below + more] += times(so_far, &powers[self.ranks.counted(below, more)]) * factor;
                    shown *= weight;
                }
                let factor = self.last(below, weight, &rest);
                if !factor.is_zero() {
                    result += times(so_far, &powers[self.ranks.counted(below, to)]) * factor;
                }
            }
            found = next;
        }
        let low = self.low * self.ranks.count() as i64;
        Distribution::ascending((low..).zip(packed::unpack(&result, self.width)).collect())
    }

    /// In how many ways the dice above `below` show this face and higher ones so that all that count are found.
    fn last(&self, below: usize, weight: &BigUint, rest: &BigUint) -> BigUint {
        let left = self.ranks.dice - below;
        let mut sum = BigUint::zero();
        for more in (self.ranks.to - below)..=left {
            sum += self.pascal.choose(left, more) * weight.pow(more as u32) * rest.pow((left - more) as u32);
        }
        sum
    }

    /// What 0, 1, 2, ... dice with this face add.
    fn powers(&self, place: usize) -> Vec<Packed> {
        let add = &self.adds[place];
        let most = self.ranks.count();
        if let [(value, weight)] = add.weights() {
            let shift = |count: usize| (value - self.low) as usize * count * self.width * 64;
            return (0..=most).map(|count| Packed::One(weight.pow(count as u32), shift(count))).collect();
        }
        let terms = add.weights().iter().map(|(value, weight)| ((value - self.low) as usize, weight));
        let once = packed::pack(terms, self.width);
        let mut powers = vec![BigUint::one()];
        for count in 0..most {
            powers.push(&powers[count] * &once);
        }
        powers.into_iter().map(Packed::Many).collect()
    }
}

/// A polynomial of one or of several terms.
enum Packed {
    /// A coefficient and how many bits it is shifted.
    One(BigUint, usize),
    Many(BigUint),
}

fn times(polynomial: &BigUint, by: &Packed) -> BigUint {
    match by {
        Packed::One(factor, shift) if factor.is_one() => polynomial << shift,
        Packed::One(factor, shift) => (polynomial * factor) << shift,
        Packed::Many(factor) => polynomial * factor,
    }
}
