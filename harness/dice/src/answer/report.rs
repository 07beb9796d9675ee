//! Everything about the distribution of an expression.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use serde::Serialize;

use super::listing::{Combination, Listed, Unlisted};
use crate::distribution::Distribution;
use crate::expression::given::Given;
use crate::expression::syntax::{Comparison, Condition};
use crate::language::tree::Expression;
use crate::language::{Bounds, Fault, evaluate};
use crate::number::{Count, Exact, Reducer, ratio};

/// The distribution of an expression and its summary.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The expression.
    pub dice: String,
    /// What is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The probability of what is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_probability: Option<Exact>,
    /// How many combinations the dice can show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<Count>,
    /// In how many ways the dice can fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orderings: Option<Count>,
    /// The values in ascending order, without impossible ones.
    pub distribution: Vec<Outcome>,
    /// The statistics.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// Why combinations are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_omitted: Option<String>,
}

/// A value that is possible.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    /// The value.
    pub value: i64,
    /// How likely it is.
    #[serde(flatten)]
    pub probability: Exact,
    /// The probability of this value or a lower one, as the nearest decimal.
    pub at_most: f64,
    /// The probability of this value or a higher one, as the nearest decimal.
    pub at_least: f64,
    /// How many combinations have this value, where they are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<Count>,
    /// In how many ways the dice show one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orderings: Option<Count>,
    /// The combinations, faces in descending order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<Combination>>,
}

/// Numbers that describe a distribution.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statistics {
    /// The expected value.
    pub mean: Exact,
    /// The expected squared difference from it.
    pub variance: Exact,
    /// The square root of the variance.
    pub sd: f64,
    /// The third standardised moment; none where nothing varies.
    pub skewness: Option<f64>,
    /// The most likely values.
    pub mode: Vec<i64>,
    /// The smallest values that are not exceeded with these probabilities.
    pub quantiles: Vec<Quantile>,
}

/// A quantile.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Quantile {
    /// The probability of no higher value, at least.
    pub probability: f64,
    /// The value.
    pub value: i64,
}

/// The quantiles that are told, in percent.
const PERCENT: [u32; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

impl Statistics {
    /// Of a distribution that is not empty.
    pub fn of(distribution: &Distribution) -> Statistics {
        let variance = distribution.variance();
        let quantile = |percent: u32| {
            let value = distribution.quantile(percent)?;
            Some(Quantile { probability: f64::from(percent) / 100.0, value })
        };
        Statistics {
            mean: Exact(distribution.mean()),
            sd: variance.to_f64().unwrap_or(f64::NAN).sqrt(),
            variance: Exact(variance),
            skewness: distribution.skewness(),
            mode: distribution.modes(),
            quantiles: PERCENT.into_iter().filter_map(quantile).collect(),
        }
    }
}

/// The probabilities of a distribution, without lists.
pub fn outcomes(distribution: &Distribution) -> Vec<Outcome> {
    let total = distribution.total();
    let mut reducer = Reducer::new(total);
    let mut below = BigUint::zero();
    let outcome = |(value, weight): &(i64, BigUint)| {
        let at_least = ratio(&(total - &below), total);
        below += weight;
        Outcome {
            value: *value,
            probability: reducer.reduced(weight),
            at_most: ratio(&below, total),
            at_least,
            combinations: None,
            orderings: None,
            list: None,
        }
    };
    distribution.weights().iter().map(outcome).collect()
}

/// Everything about an expression with this distribution; `text` and `given_text` are how it was written.
///
/// # Errors
/// As [`evaluate`].
pub fn report(
    expression: &Expression,
    text: &str,
    distribution: &Distribution,
    given: &[Given],
    given_text: Option<&str>,
    explosions: u32,
) -> Result<Report, Fault> {
    let mut report = Report {
        dice: text.to_owned(),
        given: given_text.map(str::to_owned),
        given_probability: None,
        combinations: None,
        orderings: None,
        distribution: outcomes(distribution),
        statistics: Statistics::of(distribution),
        list_omitted: None,
    };
    if !expression.throws_again() {
        report.combinations = Some(Count(expression.combinations()));
        report.orderings = Some(Count(expression.orderings()));
    }
    if given.is_empty() {
        report.add_list(expression.list());
    } else {
        report.given_probability = Some(probability_of(expression, given, explosions, distribution)?);
        report.list_omitted = Some("combinations are listed where nothing is given".to_owned());
    }
    Ok(report)
}

/// The probability of conditions that leave a distribution.
///
/// # Errors
/// As [`evaluate`].
pub fn probability_of(
    expression: &Expression,
    given: &[Given],
    explosions: u32,
    left: &Distribution,
) -> Result<Exact, Fault> {
    // The same conditions with numbers that always fulfil them: the total is that of all throws.
    let always = Condition { comparison: Comparison::AtLeast, value: i64::MIN };
    let all: Vec<Given> = given.iter().map(|given| Given { condition: always, ..given.clone() }).collect();
    let whole = evaluate(expression, &all, explosions, Bounds::default())?;
    Ok(Exact::ratio(left.total().clone(), whole.total().clone()))
}

impl Report {
    fn add_list(&mut self, list: Result<Vec<Listed>, Unlisted>) {
        let list = match list {
            Ok(list) => list,
            Err(why) => return self.list_omitted = Some(why.to_string()),
        };
        for listed in list {
            let place = self.distribution.binary_search_by_key(&listed.value, |outcome| outcome.value);
            let Some(outcome) = place.ok().map(|place| &mut self.distribution[place]) else { continue };
            let combinations = outcome.combinations.get_or_insert_with(|| Count(BigUint::zero()));
            combinations.0 += BigUint::one();
            outcome.orderings.get_or_insert_with(|| Count(BigUint::zero())).0 += &listed.orderings;
            let rows = outcome.list.get_or_insert_default();
            rows.push(Combination(listed.dice, Count(listed.orderings)));
        }
    }
}
