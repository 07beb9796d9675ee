//! Combinations of several equal dice: how many there are, how likely each is, and the same for each sum.
//!
//! A *combination* is a multiset of faces. Totals come from generating functions in exact integers, without
//! listing. The orderings of each sum are the coefficients of `((1 - q^S) / (1 - q))^N`. The combinations of
//! each sum are those of the Gaussian binomial coefficient `[N + S - 1 choose N]` in `q`. In both the
//! exponent is shifted by `N`.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_integer::binomial;
use num_traits::One;
use serde::Serialize;
use torneo_contract::refuse_if;

use super::listing::{Combination, MAX_LISTED, orderings};
use super::report::{self, Statistics};
use crate::distribution::{Distribution, packed};
use crate::number::{Count, Exact};

/// Several equal dice, such as `3d6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice {
    /// How many dice.
    pub count: u32,
    /// How many faces each has; they show 1 to `faces`.
    pub faces: u32,
}

/// A text that does not stand for dice, or too many of them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiceError {
    /// Another form than `NdS`.
    #[error("expected dice such as `3d6`, found `{0}`")]
    Form(String),
    /// A number of dice or faces that is not allowed.
    #[error("`{text}`: expected {min} to {max} {what}, found {found}")]
    Range {
        /// The whole text.
        text: String,
        /// `dice` or `faces`.
        what: &'static str,
        /// The smallest number allowed.
        min: u32,
        /// The largest number allowed.
        max: u32,
        /// The number found.
        found: String,
    },
}

/// Most dice.
pub const MAX_DICE: u32 = 200;
/// Most faces of a die.
pub const MAX_FACES: u32 = 1000;

impl FromStr for Dice {
    type Err = DiceError;

    /// Reads `NdS`: N dice with S faces.
    fn from_str(text: &str) -> Result<Dice, DiceError> {
        let form = || DiceError::Form(text.to_owned());
        let (count, faces) = text.split_once(['d', 'D']).ok_or_else(form)?;
        let number = |digits: &str, what: &'static str, min: u32, max: u32| {
            refuse_if!(digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()), form());
            let value = digits.parse().ok().filter(|value| (min..=max).contains(value));
            value.ok_or_else(|| {
                let found = digits.to_owned();
                DiceError::Range { text: text.to_owned(), what, min, max, found }
            })
        };
        let count = number(count, "dice", 1, MAX_DICE)?;
        let faces = number(faces, "faces", 2, MAX_FACES)?;
        Ok(Dice { count, faces })
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.faces)
    }
}

/// The combinations of one sum, in the form that the JSON of a single sum has.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SumReport {
    /// The dice, such as `3d6`.
    pub dice: String,
    /// The sum.
    pub sum: u32,
    /// How many combinations have this sum.
    pub combinations: Count,
    /// How many throws have it.
    pub orderings: Count,
    /// The combinations, faces in descending order; none if they are too many.
    pub list: Option<Vec<Combination>>,
    /// Why there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_omitted: Option<String>,
}

/// The totals of one sum.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SumTotals {
    /// The sum.
    pub sum: u32,
    /// How many combinations have this sum.
    pub combinations: Count,
    /// How many throws have it.
    pub orderings: Count,
    /// How likely it is.
    pub probability: Exact,
    /// The combinations, faces in descending order; none if all combinations together are too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<Combination>>,
}

/// All combinations.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The dice, such as `3d6`.
    pub dice: String,
    /// How many combinations there are: `C(N + S - 1, N)`.
    pub combinations: Count,
    /// How many throws there are: `S^N`.
    pub orderings: Count,
    /// Each sum.
    pub sums: Vec<SumTotals>,
    /// The same as the distribution of an expression.
    pub distribution: Vec<report::Outcome>,
    /// Numbers that describe it.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// Why there are no lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_omitted: Option<String>,
}

impl Dice {
    /// The number of throws.
    pub fn throws(self) -> BigUint {
        BigUint::from(self.faces).pow(self.count)
    }

    /// The number of combinations.
    pub fn combinations(self) -> BigUint {
        binomial(BigUint::from(self.count + self.faces - 1), BigUint::from(self.count))
    }

    /// The smallest and the largest sum.
    pub fn sums(self) -> (u32, u32) {
        (self.count, self.count * self.faces)
    }

    /// The number of orderings of each sum, from the smallest.
    pub fn orderings_by_sum(self) -> Vec<BigUint> {
        let faces: Vec<(usize, BigUint)> =
            (0..self.faces as usize).map(|face| (face, BigUint::one())).collect();
        packed::power(&faces, self.count)
    }

    /// The number of combinations of each sum, from the smallest.
    pub fn combinations_by_sum(self) -> Vec<BigUint> {
        gaussian_binomial(self.count + self.faces - 1, self.count)
    }

    /// The distribution of the sum.
    pub fn distribution(self) -> Distribution {
        let sums = i64::from(self.count)..;
        Distribution::ascending(sums.zip(self.orderings_by_sum()).collect())
    }

    /// The probability of `orderings` throws together.
    pub fn probability(self, orderings: &BigUint) -> Exact {
        Exact::ratio(orderings.clone(), self.throws())
    }

    /// The combinations of a sum in descending order of their faces.
    pub fn list(self, sum: u32) -> Vec<Combination> {
        let mut list = Vec::new();
        let mut faces = Vec::with_capacity(self.count as usize);
        self.extend(sum, self.faces, &mut faces, &mut |faces| {
            list.push(Combination(self.notation(faces), Count(orderings(faces))));
        });
        list
    }

    /// Visits every way to go on with faces of at most `highest` that add up to `rest`.
    fn extend(self, rest: u32, highest: u32, faces: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
        let left = self.count - faces.len() as u32;
        if left == 0 {
            return visit(faces);
        }
        // The next face is the highest of those left, so at least their mean; each other shows at least 1.
        let lowest = rest.div_ceil(left);
        for face in (lowest..=highest.min(rest + 1 - left)).rev() {
            faces.push(face);
            self.extend(rest - face, face, faces, visit);
            faces.pop();
        }
    }

    /// The faces as digits; with more than nine faces separated by `-`.
    pub fn notation(self, faces: &[u32]) -> String {
        let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
        faces.join(if self.faces > 9 { "-" } else { "" })
    }

    /// Everything about one sum, which must be between the smallest and the largest.
    pub fn report_sum(self, sum: u32) -> SumReport {
        let index = (sum - self.count) as usize;
        let combinations = self.combinations_by_sum()[index].clone();
        let list_omitted = too_many(&combinations);
        SumReport {
            dice: self.to_string(),
            sum,
            orderings: Count(self.orderings_by_sum()[index].clone()),
            list: list_omitted.is_none().then(|| self.list(sum)),
            list_omitted,
            combinations: Count(combinations),
        }
    }

    /// Everything about all sums.
    pub fn report(self) -> Report {
        let all = self.combinations();
        let list_omitted = too_many(&all);
        let sums = self.distribution();
        let distribution = report::outcomes(&sums);
        let counts = self.combinations_by_sum().into_iter().zip(sums.weights().iter().zip(&distribution));
        let totals =
            (self.count..).zip(counts).map(|(sum, (combinations, ((_, orderings), outcome)))| SumTotals {
                sum,
                combinations: Count(combinations),
                probability: outcome.probability.clone(),
                orderings: Count(orderings.clone()),
                list: list_omitted.is_none().then(|| self.list(sum)),
            });
        Report {
            dice: self.to_string(),
            sums: totals.collect(),
            distribution,
            statistics: Statistics::of(&sums),
            combinations: Count(all),
            orderings: Count(self.throws()),
            list_omitted,
        }
    }
}

fn too_many(combinations: &BigUint) -> Option<String> {
    (*combinations > BigUint::from(MAX_LISTED))
        .then(|| format!("{combinations} combinations are too many to list (at most {MAX_LISTED})"))
}

/// The Gaussian binomial coefficient `[top choose bottom]` in `q`: how many combinations of `bottom` dice
/// with `top - bottom + 1` faces have each sum (Andrews, "The Theory of Partitions", chapter 3).
///
/// Every number has as many limbs as the largest needs, and is reckoned modulo that power of two. So products
/// with `1 - q^i` and quotients by it are additions in place. Only half of the coefficients are worked out:
/// the rest mirrors them.
fn gaussian_binomial(top: u32, bottom: u32) -> Vec<BigUint> {
    let (top, bottom) = (top as usize, bottom as usize);
    let rows = top - bottom;
    let last = rows * bottom;
    let wanted = last / 2;
    let width = packed::width(&binomial(BigUint::from(top), BigUint::from(bottom)));
    let mut limbs = vec![0u64; (wanted + 1) * width];
    limbs[0] = 1;
    for i in 1..=bottom.min(rows) {
        let step = bottom.max(rows) + i;
        for at in (step..=wanted).rev() {
            let (low, high) = limbs.split_at_mut(at * width);
            let what = &low[(at - step) * width..(at - step + 1) * width];
            limb_by_limb(&mut high[..width], what, u64::overflowing_sub);
        }
        for at in i..=wanted {
            let (low, high) = limbs.split_at_mut(at * width);
            let what = &low[(at - i) * width..(at - i + 1) * width];
            limb_by_limb(&mut high[..width], what, u64::overflowing_add);
        }
    }
    let mut coefficients: Vec<BigUint> = limbs.chunks(width).map(packed::from_limbs).collect();
    for exponent in wanted + 1..=last {
        coefficients.push(coefficients[last - exponent].clone());
    }
    coefficients
}

/// Adds or subtracts limb by limb: `one` does so with one limb, and says whether the next one changes by 1 more.
fn limb_by_limb(to: &mut [u64], what: &[u64], one: impl Fn(u64, u64) -> (u64, bool)) {
    let mut carry = false;
    for (to, what) in to.iter_mut().zip(what) {
        let (result, first) = one(*to, *what);
        let (result, second) = one(result, u64::from(carry));
        (*to, carry) = (result, first || second);
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;

    fn dice(text: &str) -> Dice {
        text.parse().unwrap()
    }

    fn numbers(counts: &[BigUint]) -> Vec<u64> {
        counts.iter().map(|count| count.try_into().unwrap()).collect()
    }

    #[test]
    fn totals_agree_with_the_lists() {
        for text in ["1d6", "2d6", "3d6", "5d6", "4d9", "3d12", "7d2"] {
            let report = dice(text).report();
            let (mut combinations, mut throws) = (BigUint::zero(), BigUint::zero());
            for sum in report.sums {
                let list = sum.list.unwrap();
                assert_eq!(BigUint::from(list.len()), sum.combinations.0, "{text} {}", sum.sum);
                assert_eq!(list.iter().map(|c| &c.1.0).sum::<BigUint>(), sum.orderings.0);
                combinations += sum.combinations.0;
                throws += sum.orderings.0;
            }
            assert_eq!((combinations, throws), (dice(text).combinations(), dice(text).throws()));
        }
    }

    #[test]
    fn known_totals() {
        let orderings = numbers(&dice("3d6").orderings_by_sum());
        assert_eq!(orderings, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]);
        let combinations = numbers(&dice("3d6").combinations_by_sum());
        assert_eq!(combinations, [1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 5, 4, 3, 2, 1, 1]);
        assert_eq!(numbers(&dice("4d6").orderings_by_sum())[10], 146);
        assert_eq!(numbers(&dice("5d6").orderings_by_sum())[12..14], [780, 780]);
    }

    #[test]
    fn gaussian_binomials() {
        assert_eq!(numbers(&gaussian_binomial(4, 2)), [1, 1, 2, 1, 1]);
        assert_eq!(numbers(&gaussian_binomial(8, 3)), [1, 1, 2, 3, 4, 5, 6, 6, 6, 6, 5, 4, 3, 2, 1, 1]);
    }

    #[test]
    fn large_dice() {
        let dice = dice("20d100");
        assert_eq!(dice.orderings_by_sum().iter().sum::<BigUint>(), dice.throws());
        assert_eq!(dice.combinations_by_sum().iter().sum::<BigUint>(), dice.combinations());
        assert!(dice.report_sum(1010).list.is_none());
        assert_eq!(dice.report_sum(21).list.unwrap()[0].0, "2-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1");
    }

    #[test]
    fn json_of_a_sum_is_as_fixed() {
        let json = serde_json::to_string(&dice("3d6").report_sum(9)).unwrap();
        assert_eq!(
            json,
            r#"{"dice":"3d6","sum":9,"combinations":6,"orderings":25,"list":[["621",6],["531",6],["522",3],["441",3],["432",6],["333",1]]}"#
        );
    }

    #[test]
    fn bad_dice_are_refused() {
        for text in ["", "d6", "3d", "3x6", "0d6", "3d1", "3d0", "-1d6", "+3d6", "201d6", "3d1001", "3d6d6"] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
    }
}
