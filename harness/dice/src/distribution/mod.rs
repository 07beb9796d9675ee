//! Distributions in exact integers: values with weights over their sum.

pub mod packed;

use std::collections::BTreeSet;

use hashbrown::HashMap;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::Exact;
use crate::meter::bytes;

/// Values with their weights.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Distribution {
    /// Values in ascending order with weights above 0.
    weights: Vec<(i64, BigUint)>,
    total: BigUint,
}

impl Distribution {
    /// A value that is certain.
    pub fn certain(value: i64) -> Distribution {
        Distribution { weights: vec![(value, BigUint::one())], total: BigUint::one() }
    }

    /// Of weights in any order; those of equal values are added.
    pub fn of(weights: impl IntoIterator<Item = (i64, BigUint)>) -> Distribution {
        let mut sums: HashMap<i64, BigUint> = HashMap::new();
        for (value, weight) in weights {
            *sums.entry(value).or_default() += weight;
        }
        Distribution::of_sums(sums)
    }

    /// Of the weight of each value.
    pub fn of_sums(sums: HashMap<i64, BigUint>) -> Distribution {
        let mut weights: Vec<(i64, BigUint)> = sums.into_iter().collect();
        weights.sort_unstable_by_key(|(value, _)| *value);
        Distribution::ascending(weights)
    }

    /// Of weights by ascending value, each value once.
    pub fn ascending(mut weights: Vec<(i64, BigUint)>) -> Distribution {
        weights.retain(|(_, weight)| !weight.is_zero());
        let total = weights.iter().map(|(_, weight)| weight).sum();
        Distribution { weights, total }
    }

    /// The values in ascending order with their weights, all above 0.
    pub fn weights(&self) -> &[(i64, BigUint)] {
        &self.weights
    }

    /// The sum of the weights.
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The bytes that it takes, about.
    pub fn bytes(&self) -> f64 {
        bytes(self.weights.len() as f64, self.total.bits() as f64)
    }

    /// Whether nothing is possible: a condition that never holds.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The smallest and the largest value; 0 where nothing is possible.
    pub fn range(&self) -> (i64, i64) {
        let end = |item: Option<&(i64, BigUint)>| item.map_or(0, |(value, _)| *value);
        (end(self.weights.first()), end(self.weights.last()))
    }

    /// The part that fulfils a condition.
    pub fn given(&self, holds: impl Fn(i64) -> bool) -> Distribution {
        Distribution::ascending(self.weights.iter().filter(|(value, _)| holds(*value)).cloned().collect())
    }

    /// One of several distributions, each as likely as its weight says.
    pub fn mixed(parts: Vec<(BigUint, Distribution)>) -> Distribution {
        let common = parts.iter().fold(BigUint::one(), |common, (_, part)| common.lcm(&part.total));
        let scaled = |(weight, part): (BigUint, Distribution)| {
            part.weighed(&(weight * (&common / &part.total))).collect::<Vec<_>>()
        };
        Distribution::of(parts.into_iter().flat_map(scaled))
    }

    /// The values with their weights, each times a factor.
    pub fn weighed<'a>(&'a self, factor: &'a BigUint) -> impl Iterator<Item = (i64, BigUint)> + 'a {
        self.weights.iter().map(move |(value, weight)| (*value, weight * factor))
    }

    /// The opposite value.
    pub fn negated(mut self) -> Distribution {
        self.weights.reverse();
        self.weights.iter_mut().for_each(|(value, _)| *value = -*value);
        self
    }

    /// The sum of two independent values.
    pub fn plus(&self, other: &Distribution) -> Distribution {
        let (few, many) =
            if self.weights.len() <= other.weights.len() { (self, other) } else { (other, self) };
        if let [(shift, weight)] = &few.weights[..] {
            let shifted = many.weights.iter().map(|(value, w)| (value + shift, w * weight));
            return Distribution::ascending(shifted.collect());
        }
        let Some((step, _)) = few.packs(many) else { return few.combined(many, |a, b| a + b) };
        let width = packed::width(&(&few.total * &many.total));
        let low = few.range().0 + many.range().0;
        let pack = |d: &Distribution| {
            let low = d.range().0;
            packed::pack(d.weights.iter().map(|(v, w)| (((v - low) / step) as usize, w)), width)
        };
        let product = pack(few) * pack(many);
        let weights = packed::unpack(&product, width);
        Distribution::ascending((low..).step_by(step as usize).zip(weights).collect())
    }

    /// Where the sum is worked out as a product of two large numbers: the step between values, and how many steps both ranges have.
    pub fn packs(&self, other: &Distribution) -> Option<(i64, i64)> {
        let step = self.step().gcd(&other.step());
        let slots = |d: &Distribution| (d.range().1 - d.range().0) / step + 1;
        let (few, all) =
            (self.weights.len().min(other.weights.len()), (self.weights.len() + other.weights.len()) as i64);
        let slots = slots(self) + slots(other);
        (few >= 8 && slots < 8 * all).then_some((step, slots))
    }

    /// The largest number that divides all differences of values; 1 for a single value.
    fn step(&self) -> i64 {
        let low = self.range().0;
        self.weights.iter().fold(0i64, |step, (value, _)| step.gcd(&(value - low))).max(1)
    }

    /// Any function of two independent values.
    pub fn combined(&self, other: &Distribution, of: impl Fn(i64, i64) -> i64) -> Distribution {
        let pairs =
            self.weights.iter().flat_map(|(a, w)| other.weights.iter().map(move |(b, v)| (a, w, b, v)));
        Distribution::of(pairs.map(|(a, w, b, v)| (of(*a, *b), w * v)))
    }

    /// Whether a comparison of two independent values holds: 1 or 0.
    ///
    /// `holds`: of the order of the two, -1, 0 or 1.
    pub fn compared(&self, holds: impl Fn(i64) -> bool, other: &Distribution) -> Distribution {
        let (mut less, mut equal) = (BigUint::zero(), BigUint::zero());
        let (mut below, mut next) = (BigUint::zero(), 0);
        for (value, weight) in &other.weights {
            // The weight of the values of `self` that are smaller than `value`.
            while let Some((mine, mass)) = self.weights.get(next).filter(|(mine, _)| mine < value) {
                debug_assert!(mine < value);
                below += mass;
                next += 1;
            }
            less += &below * weight;
            if let Some((_, mass)) = self.weights.get(next).filter(|(mine, _)| mine == value) {
                equal += mass * weight;
            }
        }
        let total = &self.total * &other.total;
        let greater = &total - &less - &equal;
        let holds: BigUint = [(-1, &less), (0, &equal), (1, &greater)]
            .into_iter()
            .filter(|(sign, _)| holds(*sign))
            .map(|(_, weight)| weight)
            .sum();
        Distribution::ascending(vec![(0, total - &holds), (1, holds)])
    }

    /// The larger of two independent values.
    pub fn larger(&self, other: &Distribution) -> Distribution {
        let values: BTreeSet<i64> =
            self.weights.iter().chain(&other.weights).map(|(value, _)| *value).collect();
        let (mut mine, mut others) = (self.up_to(), other.up_to());
        let mut before = BigUint::zero();
        let weights = values.into_iter().map(|value| {
            let up_to = mine(value) * others(value);
            let weight = &up_to - &before;
            before = up_to;
            (value, weight)
        });
        Distribution::ascending(weights.collect())
    }

    /// The weight of the values up to one; to be asked for in ascending order.
    fn up_to(&self) -> impl FnMut(i64) -> BigUint {
        let (mut sum, mut next) = (BigUint::zero(), 0);
        move |limit| {
            while let Some((_, weight)) = self.weights.get(next).filter(|(value, _)| *value <= limit) {
                sum += weight;
                next += 1;
            }
            sum.clone()
        }
    }

    /// The sum of several independent values, as a power of a polynomial; none where the values lie too far apart for that.
    pub fn times(&self, count: u32) -> Option<Distribution> {
        let (low, high) = self.range();
        let step = self.step();
        if count == 0 || self.weights.len() == 1 {
            let weight = self.weights.first().map_or_else(BigUint::zero, |(_, weight)| weight.pow(count));
            return Some(Distribution::ascending(vec![(low * i64::from(count), weight)]));
        }
        if (high - low) / step >= 64 * self.weights.len() as i64 {
            return None;
        }
        let terms: Vec<(usize, BigUint)> =
            self.weights.iter().map(|(v, w)| (((v - low) / step) as usize, w.clone())).collect();
        let weights = packed::power(&terms, count);
        let values = (low * i64::from(count)..).step_by(step as usize);
        Some(Distribution::ascending(values.zip(weights).collect()))
    }

    /// The expected value.
    pub fn mean(&self) -> BigRational {
        let low = self.range().0;
        self.moment(1) + BigRational::from_integer(low.into())
    }

    /// The expectation of a power of what a value exceeds the smallest one by.
    fn moment(&self, power: u32) -> BigRational {
        let low = self.range().0;
        let term = |(value, weight): &(i64, BigUint)| {
            let excess = value.abs_diff(low);
            match u128::from(excess).checked_pow(power) {
                Some(power) => weight * power,
                None => weight * BigUint::from(excess).pow(power),
            }
        };
        let sum: BigUint = self.weights.iter().map(term).sum();
        if self.total.is_zero() {
            return BigRational::zero();
        }
        BigRational::new(BigInt::from(sum), BigInt::from(self.total.clone()))
    }

    /// The expected squared difference from the mean.
    pub fn variance(&self) -> BigRational {
        let mean = self.moment(1);
        self.moment(2) - &mean * &mean
    }

    /// The third standardised moment; none where nothing varies.
    pub fn skewness(&self) -> Option<f64> {
        let (first, second, third) = (self.moment(1), self.moment(2), self.moment(3));
        let square = &first * &first;
        let variance = (&second - &square).to_f64()?;
        let three = BigRational::from_integer(3.into());
        let two = BigRational::from_integer(2.into());
        let central = third - &three * &first * second + two * square * first;
        (variance > 0.0).then(|| central.to_f64().unwrap_or(f64::NAN) / libm::pow(variance, 1.5))
    }

    /// The probability of a value; none where it is impossible.
    pub fn probability(&self, value: i64) -> Option<Exact> {
        Some(Exact::ratio(self.weight(value)?.clone(), self.total.clone()))
    }

    /// The weight of a value; none for a value that is not possible.
    pub fn weight(&self, value: i64) -> Option<&BigUint> {
        let place = self.weights.binary_search_by_key(&value, |(value, _)| *value).ok()?;
        Some(&self.weights[place].1)
    }

    /// The smallest value that is not exceeded with a probability of at least `percent` of a hundred.
    pub fn quantile(&self, percent: u32) -> Option<i64> {
        let wanted = &self.total * percent;
        let mut sum = BigUint::zero();
        let reached = |(_, weight): &&(i64, BigUint)| {
            sum += weight;
            &sum * 100u32 >= wanted
        };
        self.weights.iter().find(reached).map(|(value, _)| *value)
    }

    /// The values of the largest weight.
    pub fn modes(&self) -> Vec<i64> {
        let most = self.weights.iter().map(|(_, weight)| weight).max();
        self.weights.iter().filter(|(_, weight)| Some(weight) == most).map(|(value, _)| *value).collect()
    }
}
