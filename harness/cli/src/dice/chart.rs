//! A distribution as a chart of bars in the terminal.

use torneo_dice::bars::{Bar, bars};
use torneo_dice::distribution::Distribution;
use torneo_dice::graph::Graph;
use torneo_present::numbers::percent;
use torneo_present::table::{Column, aligned};

/// Characters of the longest bar.
const LONGEST: f64 = 40.0;

/// A bar to scale.
pub fn bar(chance: f64, most: f64) -> String {
    let length = if most > 0.0 { (chance / most * LONGEST).round() as usize } else { 0 };
    "#".repeat(length)
}

/// The chart: a heading and at most 20 bars, a line each.
pub fn chart(distribution: &Distribution, graph: Graph) -> String {
    let bars = bars(distribution);
    let shown = |bar: &Bar| match graph {
        Graph::AtLeast => bar.at_least,
        Graph::AtMost => bar.at_most,
        Graph::Normal | Graph::Transposed => bar.chance,
    };
    let most = bars.iter().map(shown).fold(0.0, f64::max);
    let row = |one: &Bar| {
        let [chance, at_least, at_most] = [one.chance, one.at_least, one.at_most].map(percent);
        vec![one.label.clone(), chance, at_least, at_most, bar(shown(one), most)]
    };
    let titles = ["value", "chance", "at least", "at most"].map(|title| (title, Column::Right(0)));
    aligned(&[&titles[..], &[("", Column::Left(0))]].concat(), bars.iter().map(row).collect())
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
        assert!(chart(&value, Graph::Normal).contains(&bar));
    }
}
