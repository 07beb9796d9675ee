//! Dice with numbered, stated and loaded faces.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

use super::syntax::{Die, Face};
use crate::distribution::Distribution;
use crate::error::{Error, Made};

/// How much more often a face comes than with an honest die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// The face.
    pub face: i64,
    /// In millionths of a percent.
    pub more: i64,
}

/// A load of so much is a hundred percent.
const WHOLE: i64 = 100_000_000;

/// A die that shows 1 to `sides`.
pub fn numbered(sides: u64) -> Die {
    let face = |value| Face { value, sides: 1, weight: BigUint::from(1u32) };
    Die { faces: (1..=sides as i64).map(face).collect(), text: sides.to_string() }
}

/// A die with a side for each of these numbers.
pub fn custom(values: &[i64], text: String) -> Die {
    let mut sides: BTreeMap<i64, u64> = BTreeMap::new();
    for value in values {
        *sides.entry(*value).or_default() += 1;
    }
    let face = |(value, sides)| Face { value, sides, weight: BigUint::from(sides) };
    Die { faces: sides.into_iter().map(face).collect(), text }
}

/// A die that shows values as often as a distribution says.
pub fn shown(distribution: &Distribution) -> Die {
    let face = |(value, weight): &(i64, BigUint)| Face { value: *value, sides: 1, weight: weight.clone() };
    Die { faces: distribution.weights().iter().map(face).collect(), text: String::new() }
}

/// The die with the opposite number on each side.
pub fn negated(die: &Die) -> Die {
    let face = |face: &Face| Face { value: -face.value, ..face.clone() };
    Die { faces: die.faces.iter().rev().map(face).collect(), text: format!("-{}", die.text) }
}

/// The die with some faces more or less likely; the others share the rest as before.
///
/// # Errors
/// A face that the die does not have or that is loaded twice; loads that leave no possible rest.
pub fn loaded(mut die: Die, loads: &[Load]) -> Made<Die> {
    let mut factors: Vec<Option<i64>> = vec![None; die.faces.len()];
    for load in loads {
        let place = die.faces.iter().position(|face| face.value == load.face);
        match place.filter(|&place| factors[place].is_none()) {
            Some(place) => factors[place] = Some(WHOLE + load.more),
            None => {
                let face = load.face;
                return Err(Error::Face(face));
            }
        }
    }
    let sides = |face: &Face| i128::from(face.sides);
    let all: i128 = die.faces.iter().map(sides).sum::<i128>() * i128::from(WHOLE);
    let with = || die.faces.iter().zip(&factors);
    let taken: i128 = with().filter_map(|(face, factor)| Some(sides(face) * i128::from((*factor)?))).sum();
    let unloaded: i128 = with().filter(|(_, factor)| factor.is_none()).map(|(face, _)| sides(face)).sum();
    let rest = all - taken;
    if factors.iter().flatten().any(|&factor| factor < 0)
        || rest < 0
        || (unloaded == 0) != (rest == 0) && unloaded == 0
    {
        return Err(Error::Loads);
    }
    let weights: Vec<u128> = with()
        .map(|(face, factor)| match factor {
            Some(factor) => (sides(face) * i128::from(*factor) * unloaded.max(1)) as u128,
            None => (sides(face) * rest) as u128,
        })
        .collect();
    let common = weights.iter().fold(0u128, |common, weight| common.gcd(weight)).max(1);
    for (face, weight) in die.faces.iter_mut().zip(weights) {
        face.weight = BigUint::from(weight / common);
    }
    die.faces.retain(|face| !face.weight.is_zero());
    let text: Vec<String> =
        loads.iter().map(|load| format!("{}:{:+}%", load.face, percent(load.more))).collect();
    die.text = format!("{}{{{}}}", die.text, text.join(","));
    Ok(die)
}

fn percent(millionths: i64) -> f64 {
    millionths as f64 / 1e6
}
