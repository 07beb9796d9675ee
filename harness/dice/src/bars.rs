//! A distribution as a few bars: what charts and tables for people show.

use std::collections::BTreeMap;

use crate::distribution::Distribution;
use crate::number::ratio;

/// Most bars.
pub const MOST_BARS: usize = 20;
/// Sums of decimals that are as near to 1 as this are 1.
const ROUNDING: f64 = 1e-12;
/// Values at both ends that are all together less likely than this share a bar.
const TAIL: f64 = 0.0005;

/// A bar: some values and how likely they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The values: one, a range such as `3 to 5`, or all beyond one, such as `from 90`.
    pub label: String,
    /// The probability of these values.
    pub chance: f64,
    /// The probability of these values or higher ones.
    pub at_least: f64,
    /// The probability of these values or lower ones.
    pub at_most: f64,
}

/// At most [`MOST_BARS`] bars, by ascending value. Where there are more values, those of a bin share a bar.
pub fn bars(distribution: &Distribution) -> Vec<Bar> {
    let total = distribution.total();
    let mut below = 0.0;
    let values = distribution.weights().iter().map(|(value, weight)| {
        let chance = ratio(weight, total);
        let at_least = 1.0 - below;
        below += chance;
        if below > 1.0 - ROUNDING {
            below = 1.0;
        }
        (*value, Bar { label: value.to_string(), chance, at_least, at_most: below })
    });
    let values: Vec<(i64, Bar)> = values.collect();
    if values.len() <= MOST_BARS {
        return values.into_iter().map(|(_, bar)| bar).collect();
    }
    let low = values.iter().position(|(_, bar)| bar.at_most > TAIL).unwrap_or(0);
    let high = values.iter().rposition(|(_, bar)| bar.at_least > TAIL).unwrap_or(values.len() - 1);
    let (first, last) = (values[low].0, values[high.max(low)].0);
    // Two bars are left for the ends, and one for a first step that is cut.
    let bins = Bins::of(first, last, MOST_BARS - 3);
    let place = |value: i64| match value {
        value if value < first => i64::MIN,
        value if value > last => i64::MAX,
        value => bins.place(value),
    };
    let groups = values.chunk_by(|(a, _), (b, _)| place(*a) == place(*b));
    let bar = |group: &[(i64, Bar)]| {
        let ((from, begin), (to, end)) = (&group[0], &group[group.len() - 1]);
        let label = match place(*from) {
            i64::MIN => format!("to {to}"),
            i64::MAX => format!("from {from}"),
            place => bins.label(place),
        };
        let chance = group.iter().map(|(_, bar)| bar.chance).sum();
        Bar { label, chance, at_least: begin.at_least, at_most: end.at_most }
    };
    groups.map(bar).collect()
}

/// Bins of equal width on round bounds: 1 to 10, 11 to 20, and so on, or 0 to 9 where the values begin so.
struct Bins {
    first: i64,
    last: i64,
    step: i64,
    offset: i64,
}

impl Bins {
    fn of(first: i64, last: i64, most: usize) -> Bins {
        let range = last.abs_diff(first) as f64 + 1.0;
        let step = steps().find(|step| range / *step as f64 <= most as f64).unwrap_or(i64::MAX);
        let offset = i64::from(first.rem_euclid(step) != 0);
        Bins { first, last, step, offset }
    }

    fn place(&self, value: i64) -> i64 {
        (value - self.offset).div_euclid(self.step)
    }

    fn label(&self, place: i64) -> String {
        let from = (i128::from(place) * i128::from(self.step) + i128::from(self.offset)) as i64;
        let to = from.saturating_add(self.step - 1).min(self.last);
        let from = from.max(self.first);
        if from == to { from.to_string() } else { format!("{from} to {to}") }
    }
}

/// The values of several distributions in at most `most` bins, and how likely each is in each distribution.
pub fn table(values: &[&Distribution], most: usize) -> (Vec<String>, Vec<Vec<f64>>) {
    let ends = values.iter().map(|value| value.range());
    let (first, last) = ends.fold((i64::MAX, i64::MIN), |all, one| (all.0.min(one.0), all.1.max(one.1)));
    let bins = Bins::of(first, last, most.max(2) - 1);
    let mut chances: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for (at, value) in values.iter().enumerate() {
        for (number, weight) in value.weights() {
            let row = chances.entry(bins.place(*number)).or_insert_with(|| vec![0.0; values.len()]);
            row[at] += ratio(weight, value.total());
        }
    }
    chances.into_iter().map(|(place, row)| (bins.label(place), row)).unzip()
}

/// 1, 2, 5, 10, 20, ...
pub(crate) fn steps() -> impl Iterator<Item = i64> {
    (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i64.pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Bounds, Expression, evaluate};

    #[test]
    fn bars_are_few_and_hold_every_value() {
        for count in [1, 2, 19, 20, 21, 40, 100, 999, 100_000] {
            let expression: Expression = format!("d{{1..{count}}}").parse().unwrap();
            let bars = bars(&evaluate(&expression, &[], 0, Bounds::default()).unwrap());
            assert!(bars.len() <= MOST_BARS, "{count}: {}", bars.len());
            assert!((bars.iter().map(|bar| bar.chance).sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn bins_are_equally_wide() {
        let bars = |text: &str| {
            let expression: Expression = text.parse().unwrap();
            bars(&evaluate(&expression, &[], 0, Bounds::default()).unwrap())
        };
        let hundred = bars("d%");
        assert_eq!((hundred[0].label.as_str(), hundred[9].label.as_str()), ("1 to 10", "91 to 100"));
        assert!(hundred.iter().all(|bar| (bar.chance - 0.1).abs() < 1e-9));
        let from_zero = bars("d{0..99}");
        assert_eq!((from_zero[0].label.as_str(), from_zero.len()), ("0 to 9", 10));
    }
}
