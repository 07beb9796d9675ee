//! A distribution as a chart of bars in the terminal.

use torneo_dice::expression::Distribution;
use torneo_dice::number::ratio;

/// Most bars.
const MOST_BARS: usize = 20;
/// Characters of the longest bar.
const LONGEST: f64 = 40.0;
/// Sums of decimals that are as near to 1 as this are 1.
const ROUNDING: f64 = 1e-12;
/// Values at both ends that are all together less likely than this share a bar.
const TAIL: f64 = 0.0005;

/// A bar: some values and how likely they are.
struct Bar {
    label: String,
    chance: f64,
    at_least: f64,
    at_most: f64,
}

/// The lines of the chart: a heading and at most 20 bars.
pub fn lines(distribution: &Distribution) -> Vec<String> {
    let bars = bars(distribution);
    let width = bars.iter().map(|bar| bar.label.len()).max().unwrap_or(0).max("value".len());
    let most = bars.iter().map(|bar| bar.chance).fold(0.0, f64::max);
    let mut lines = vec![format!("{:>width$}  chance  at least  at most", "value")];
    lines.extend(bars.iter().map(|bar| {
        let length = (bar.chance / most * LONGEST).round() as usize;
        let line = format!(
            "{:>width$}  {:>6}  {:>8}  {:>7}  {}",
            bar.label,
            percent(bar.chance),
            percent(bar.at_least),
            percent(bar.at_most),
            "#".repeat(length)
        );
        line.trim_end().to_owned()
    }));
    lines
}

fn bars(distribution: &Distribution) -> Vec<Bar> {
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
    let range = last.abs_diff(first) as f64 + 1.0;
    // Two bars are left for the ends, and one for a first step that is cut.
    let step = steps().find(|step| range / *step as f64 <= (MOST_BARS - 3) as f64).unwrap_or(i64::MAX);
    let place = |value: i64| match value {
        value if value < first => i64::MIN,
        value if value > last => i64::MAX,
        value => value.div_euclid(step),
    };
    let groups = values.chunk_by(|(a, _), (b, _)| place(*a) == place(*b));
    let bar = |group: &[(i64, Bar)]| {
        let ((from, begin), (to, end)) = (&group[0], &group[group.len() - 1]);
        let label = match place(*from) {
            i64::MIN => format!("to {to}"),
            i64::MAX => format!("from {from}"),
            _ if from == to => from.to_string(),
            _ => format!("{from} to {to}"),
        };
        let chance = group.iter().map(|(_, bar)| bar.chance).sum();
        Bar { label, chance, at_least: begin.at_least, at_most: end.at_most }
    };
    groups.map(bar).collect()
}

/// 1, 2, 5, 10, 20, ...
fn steps() -> impl Iterator<Item = i64> {
    (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i64.pow(power)))
}

/// A probability in percent.
pub fn percent(p: f64) -> String {
    match 100.0 * p {
        0.0 => "0%".to_owned(),
        small if small < 0.05 => "<0.1%".to_owned(),
        almost if p < 1.0 && almost > 99.95 => ">99.9%".to_owned(),
        percent => format!("{percent:.1}%"),
    }
}

#[cfg(test)]
mod tests {
    use torneo_dice::expression::{Expression, evaluate};

    use super::*;

    fn uniform(count: i64) -> Distribution {
        let expression: Expression = format!("d{{1..{count}}}").parse().unwrap();
        evaluate(&expression, &[], 0).unwrap()
    }

    #[test]
    fn charts_are_short_and_show_every_value() {
        for count in [1, 2, 19, 20, 21, 40, 100, 999, 100_000] {
            let bars = bars(&uniform(count));
            assert!(bars.len() <= MOST_BARS, "{count}: {}", bars.len());
            assert!((bars.iter().map(|bar| bar.chance).sum::<f64>() - 1.0).abs() < 1e-9);
        }
        assert_eq!(lines(&uniform(2))[1], format!("    1   50.0%    100.0%    50.0%  {}", "#".repeat(40)));
        assert_eq!(
            (percent(1e-9), percent(0.9999), percent(1.0)),
            ("<0.1%".into(), ">99.9%".into(), "100.0%".into())
        );
    }
}
