//! Functions of pools: cards from a deck, sets, straights, and sorted pairs.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::One;

use super::builtin::{Settings, number, sequence};
use super::value::{Dice, Source, Value};
use crate::expression::Distribution;

/// `[deal N from DECK]`: cards of one deck without replacement.
///
/// # Errors
/// The deck has fewer cards, or fewer than none are dealt.
pub fn deal(arguments: &[Value], settings: &Settings) -> Result<Value, String> {
    let (wanted, deck) = (number(arguments, 0), sequence(arguments, 1));
    settings.meter.steps(deck.len() as f64)?;
    let count = usize::try_from(wanted).ok().filter(|count| *count <= deck.len());
    let Some(count) = count else {
        return Err(format!("expected to deal 0 to {} cards of this deck, found {wanted}", deck.len()));
    };
    let copies = Distribution::of(deck.iter().map(|card| (*card, BigUint::one())));
    Ok(Value::Dice(Dice { source: Source::Dealt, count: count as u32, die: Rc::new(copies) }))
}

fn sorted(numbers: &[i64]) -> Vec<i64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted
}

/// How many numbers are equal at most.
pub fn set(numbers: &[i64]) -> i64 {
    sorted(numbers).chunk_by(|a, b| a == b).map(<[i64]>::len).max().unwrap_or(0) as i64
}

/// How many pairs of equal numbers can be put aside.
pub fn pairs(numbers: &[i64]) -> i64 {
    sorted(numbers).chunk_by(|a, b| a == b).map(|equal| equal.len() / 2).sum::<usize>() as i64
}

/// The length of the longest run of consecutive numbers.
pub fn straight(numbers: &[i64]) -> i64 {
    let mut different = sorted(numbers);
    different.dedup();
    different.chunk_by(|a, b| *a - 1 == *b).map(<[i64]>::len).max().unwrap_or(0) as i64
}

/// How often the first side is higher where both are sorted and compared from the highest number on, as in RISK.
pub fn wins(first: &[i64], second: &[i64]) -> i64 {
    sorted(first).iter().zip(sorted(second)).filter(|(a, b)| **a > *b).count() as i64
}
