//! A distribution as a chart of bars in the terminal.

use torneo_dice::bars::{Bar, bars};
use torneo_dice::distribution::Distribution;
use torneo_dice::graph::Graph;
use torneo_present::numbers::percent;
use torneo_present::table::{Column, aligned};

/// Most and fewest characters of the longest bar.
const LONGEST: usize = 40;
const SHORTEST: usize = 10;

/// A bar to scale, of at most `longest` characters.
pub fn bar(chance: f64, most: f64, longest: usize) -> String {
    let length = if most > 0.0 { (chance / most * longest as f64).round() as usize } else { 0 };
    "#".repeat(length)
}

/// How long the longest bar may be behind lines of this text, in `width` columns.
pub fn longest_bar(before: &str, width: usize) -> usize {
    let taken = before.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    width.saturating_sub(taken).clamp(SHORTEST, LONGEST)
}

/// The chart: a heading and at most 20 bars, a line each, in `width` columns.
pub fn chart(distribution: &Distribution, graph: Graph, width: usize) -> String {
    let bars = bars(distribution);
    let shown = |bar: &Bar| match graph {
        Graph::AtLeast => bar.at_least,
        Graph::AtMost => bar.at_most,
        Graph::Normal | Graph::Transposed => bar.chance,
    };
    let most = bars.iter().map(shown).fold(0.0, f64::max);
    let row = |one: &Bar| {
        let [chance, at_least, at_most] = [one.chance, one.at_least, one.at_most].map(percent);
        vec![one.label.clone(), chance, at_least, at_most]
    };
    let titles = ["value", "chance", "at least", "at most"].map(|title| (title, Column::Right(0)));
    let mut rows: Vec<Vec<String>> = bars.iter().map(row).collect();
    let longest = longest_bar(&aligned(&titles, rows.clone()), width);
    rows.iter_mut().zip(&bars).for_each(|(row, one)| row.push(bar(shown(one), most, longest)));
    aligned(&[&titles[..], &[("", Column::Left(0))]].concat(), rows)
}

#[cfg(test)]
mod tests {
    use torneo_dice::language::{Bounds, Expression, evaluate};

    use super::*;

    #[test]
    fn bars_are_drawn_to_scale() {
        let expression: Expression = "d{1..2}".parse().unwrap();
        let value = evaluate(&expression, &[], 0, Bounds::default()).unwrap();
        let bar = format!("\n    1   50.0%    100.0%    50.0%  {}\n", "#".repeat(40));
        assert!(chart(&value, Graph::Normal, 100).contains(&bar));
        let narrow = chart(&value, Graph::Normal, 60);
        assert_eq!(narrow.lines().map(str::len).max(), Some(60), "{narrow}");
    }
}
