//! A distribution as a chart of bars in the terminal.

use torneo_dice::bars::{Bar, bars};
use torneo_dice::distribution::Distribution;
use torneo_dice::graph::Graph;
use torneo_dice::words::percent;

/// Characters of the longest bar.
const LONGEST: f64 = 40.0;

/// A bar to scale.
pub fn bar(chance: f64, most: f64) -> String {
    let length = if most > 0.0 { (chance / most * LONGEST).round() as usize } else { 0 };
    "#".repeat(length)
}

/// The lines of the chart: a heading and at most 20 bars.
pub fn lines(distribution: &Distribution, graph: Graph) -> Vec<String> {
    let bars = bars(distribution);
    let shown = |bar: &Bar| match graph {
        Graph::AtLeast => bar.at_least,
        Graph::AtMost => bar.at_most,
        Graph::Normal | Graph::Transposed => bar.chance,
    };
    let width = bars.iter().map(|bar| bar.label.len()).max().unwrap_or(0).max("value".len());
    let most = bars.iter().map(shown).fold(0.0, f64::max);
    let mut lines = vec![format!("{:>width$}  chance  at least  at most", "value")];
    lines.extend(bars.iter().map(|one| {
        let line = format!(
            "{:>width$}  {:>6}  {:>8}  {:>7}  {}",
            one.label,
            percent(one.chance),
            percent(one.at_least),
            percent(one.at_most),
            bar(shown(one), most)
        );
        line.trim_end().to_owned()
    }));
    lines
}

#[cfg(test)]
mod tests {
    use torneo_dice::language::{Bounds, Expression, evaluate};

    use super::*;

    #[test]
    fn bars_are_drawn_to_scale() {
        let expression: Expression = "d{1..2}".parse().unwrap();
        let value = evaluate(&expression, &[], 0, Bounds::default()).unwrap();
        let lines = lines(&value, Graph::Normal);
        assert_eq!(lines[1], format!("    1   50.0%    100.0%    50.0%  {}", "#".repeat(40)));
    }
}
