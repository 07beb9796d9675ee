//! The answer of `torneo dice combos` for people: a line for the question, and a chart.

use torneo_dice::answer::report::{self, Statistics};
use torneo_dice::distribution::Distribution;
use torneo_dice::graph::Graph;
use torneo_dice::{Exact, words};

use super::super::{print, say, table_width};
use super::chart::chart;
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
    /// What the chart shows.
    pub graph: Graph,
    /// Whether the values 0 and 1 mean no and yes.
    pub is_comparison: bool,
    /// How many combinations of dice there are, where they can be listed.
    pub combinations: Option<String>,
}

impl Answer<'_> {
    /// Prints one value.
    pub fn print_one(&self, at: i64, probability: &Exact, exact: bool) {
        say(&format!("{} = {at}: {}", self.title, chance(probability, exact)));
        self.print_given(exact);
        self.print_notes();
        if let Some(combinations) = &self.combinations {
            say(&format!("All {combinations} combinations of the dice: --list."));
        }
    }

    /// Prints a line and a chart.
    pub fn print(&self, dice: &str) {
        if self.is_comparison {
            let holds = self.value.probability(1).unwrap_or_else(|| Exact::whole(0));
            say(&format!("{}: {}", self.title, chance(&holds, false)));
            self.print_given(false);
            self.print_notes();
            say("The exact fraction: --exact.");
            return;
        }
        self.print_chart();
        let list = match &self.combinations {
            Some(combinations) => format!(" The {combinations} combinations: --list."),
            None => String::new(),
        };
        let median = self.value.quantile(50).unwrap_or(0);
        let question = match self.given {
            None => format!(" A chance: torneo dice \"{dice} >= {median}\""),
            Some(_) => String::new(),
        };
        say(&format!("Exact fractions: --exact.{list}{question}"));
    }

    /// Prints a line and a chart, without what else to ask.
    pub fn print_chart(&self) {
        say(&format!("{}: {}", self.title, words::summary(self.value)));
        self.print_given(false);
        print(&chart(self.value, self.graph, table_width()));
        self.print_notes();
    }

    /// Prints the fraction of every value.
    pub fn print_exact(&self) {
        say(&self.title);
        self.print_given(true);
        combos_text::statistics(&Statistics::of(self.value));
        report::outcomes(self.value).iter().for_each(combos_text::value);
        self.print_notes();
    }

    fn print_given(&self, exact: bool) {
        if let Some(given) = self.given {
            say(&format!("What is given has {}", chance(given, exact)));
        }
    }

    fn print_notes(&self) {
        self.notes.iter().for_each(|note| say(&format!("Note: {note}")));
    }
}

/// A probability for people, or as a fraction.
fn chance(probability: &Exact, exact: bool) -> String {
    if exact { format!("probability {probability}") } else { words::chance(probability) }
}
