//! The answer of `torneo dice combos` for people: a line for the question, and a chart.

use torneo_dice::Exact;
use torneo_dice::expression::report::Statistics;
use torneo_dice::expression::{Distribution, report};

use super::super::print;
use super::chart::{lines, percent};
use super::combos_text;

/// What is answered.
pub struct Answer<'a> {
    /// The question.
    pub title: String,
    /// The distribution.
    pub value: &'a Distribution,
    /// The probability of what is given.
    pub given: Option<&'a Exact>,
    /// What to tell beside the answer.
    pub notes: Vec<String>,
    /// Whether the values 0 and 1 mean no and yes.
    pub is_comparison: bool,
    /// How many combinations of dice there are, where they can be listed.
    pub combinations: Option<String>,
}

/// The probability of a value; none where it is impossible.
pub fn probability_at(value: &Distribution, at: i64) -> Option<Exact> {
    let weights = value.weights();
    let place = weights.binary_search_by_key(&at, |(value, _)| *value).ok()?;
    Some(Exact::ratio(weights[place].1.clone(), value.total().clone()))
}

impl Answer<'_> {
    /// Prints one value.
    pub fn print_one(&self, at: i64, probability: &Exact, exact: bool) {
        print(&format!("{} = {at}: {}", self.title, chance(probability, exact)));
        self.print_given(exact);
        self.print_notes();
        if let Some(combinations) = &self.combinations {
            print(&format!("All {combinations} combinations of the dice: --list."));
        }
    }

    /// Prints a line and a chart.
    pub fn print(&self, dice: &str) {
        if self.is_comparison {
            let holds = probability_at(self.value, 1).unwrap_or_else(|| Exact::whole(0));
            print(&format!("{}: {}", self.title, chance(&holds, false)));
            self.print_given(false);
            self.print_notes();
            print("The exact fraction: --exact.");
            return;
        }
        self.print_chart();
        let list = match &self.combinations {
            Some(combinations) => format!(" The {combinations} combinations: --list."),
            None => String::new(),
        };
        let median = self.value.quantile(50).unwrap_or(0);
        let question = match self.given {
            None => format!(" A chance: torneo dice combos \"{dice} >= {median}\""),
            Some(_) => String::new(),
        };
        print(&format!("Exact fractions: --exact.{list}{question}"));
    }

    /// Prints a line and a chart, without what else to ask.
    pub fn print_chart(&self) {
        print(&summary(&self.title, self.value));
        self.print_given(false);
        lines(self.value).iter().for_each(|line| print(line));
        self.print_notes();
    }

    /// Prints the fraction of every value.
    pub fn print_exact(&self) {
        print(&self.title);
        self.print_given(true);
        combos_text::statistics(&Statistics::of(self.value));
        report::outcomes(self.value).iter().for_each(combos_text::value);
        self.print_notes();
    }

    fn print_given(&self, exact: bool) {
        if let Some(given) = self.given {
            print(&format!("What is given has {}", chance(given, exact)));
        }
    }

    fn print_notes(&self) {
        self.notes.iter().for_each(|note| print(&format!("Note: {note}")));
    }
}

fn chance(probability: &Exact, exact: bool) -> String {
    let decimal = probability.decimal();
    match exact {
        true => format!("probability {probability}"),
        false if decimal != 0.0 && decimal < 1e-3 => format!("probability {decimal:.4e}"),
        false => format!("probability {decimal:.6} ({})", percent(decimal)),
    }
}

/// A line on a distribution: its mean, its standard deviation, its median.
fn summary(title: &str, value: &Distribution) -> String {
    let mean = Exact(value.mean()).decimal();
    let sd = Exact(value.variance()).decimal().sqrt();
    let median = value.quantile(50).unwrap_or(0);
    format!("{title}: mean {mean:.2}, standard deviation {sd:.2}, median {median}")
}
