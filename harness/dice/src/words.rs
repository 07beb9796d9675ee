//! Answers in words for people.

use torneo_present::numbers::percent;

use crate::Exact;
use crate::distribution::Distribution;
use crate::language::Rolls;

/// A probability as a decimal and in percent.
pub fn chance(probability: &Exact) -> String {
    let decimal = probability.decimal();
    match decimal != 0.0 && decimal < 1e-3 {
        true => format!("probability {decimal:.4e}"),
        false => format!("probability {decimal:.6} ({})", percent(decimal)),
    }
}

/// The mean, the standard deviation and the median of a distribution that is not empty.
pub fn summary(value: &Distribution) -> String {
    let mean = Exact(value.mean()).decimal();
    let sd = Exact(value.variance()).decimal().sqrt();
    let median = value.quantile(50).unwrap_or(0);
    format!("mean {mean:.2}, standard deviation {sd:.2}, median {median}")
}

/// The exact mean and standard deviation of a number of rolls, and what its last value stands for.
pub fn rolls(rolls: &Rolls) -> String {
    let (mean, sd) = (rolls.mean.decimal(), rolls.variance.decimal().sqrt());
    let exact = rolls.mean.fraction();
    let exact = if exact.len() <= 40 { format!(" ({exact})") } else { String::new() };
    let open = if rolls.is_open { "; the last value means that number or more" } else { "" };
    format!("rolls, mean {mean:.6}{exact}, standard deviation {sd:.6}{open}")
}
