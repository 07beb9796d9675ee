//! A distribution as a chart of bars in the terminal.

use torneo_dice::bars::bars;
use torneo_dice::expression::Distribution;
use torneo_dice::words::percent;

/// Characters of the longest bar.
const LONGEST: f64 = 40.0;

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

#[cfg(test)]
mod tests {
    use torneo_dice::expression::{Expression, evaluate};

    use super::*;

    #[test]
    fn bars_are_drawn_to_scale() {
        let expression: Expression = "d{1..2}".parse().unwrap();
        let lines = lines(&evaluate(&expression, &[], 0).unwrap());
        assert_eq!(lines[1], format!("    1   50.0%    100.0%    50.0%  {}", "#".repeat(40)));
    }
}
