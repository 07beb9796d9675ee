//! What `torneo dice combos` prints, other than JSON.

use torneo_dice::answer::Report;
use torneo_dice::answer::combos::Dice;
use torneo_dice::answer::listing::Combination;
use torneo_dice::answer::report::{Outcome, Statistics};
use torneo_present::english::{self, Joined as _};

use super::super::{print, tell};

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// CSV.
    Csv,
}

const CSV_COMBINATIONS: &str = "sum,combination,orderings,probability_exact,probability";
const CSV_SUMS: &str = "sum,combinations,orderings,probability_exact,probability";
const CSV_VALUES: &str = "value,probability_exact,probability,at_most,at_least";

/// All sums of plain dice.
pub fn all_sums(dice: Dice, form: Form) {
    let report = dice.report();
    match (form, &report.list_omitted) {
        (Form::Csv, Some(why)) => {
            tell(&format!("{why}; a row for each sum instead"));
            print(CSV_SUMS);
            for sum in &report.sums {
                let (p, combinations, orderings) = (&sum.probability, &sum.combinations, &sum.orderings);
                let (fraction, decimal) = (p.fraction(), p.decimal());
                print(&format!("{},{combinations},{orderings},{fraction},{decimal}", sum.sum));
            }
        }
        (Form::Csv, None) => {
            print(CSV_COMBINATIONS);
            for sum in &report.sums {
                csv_rows(dice, sum.sum, sum.list.iter().flatten());
            }
        }
        (Form::Text, omitted) => {
            let (combinations, orderings) = (&report.combinations, &report.orderings);
            print(&format!("{}: {combinations} combinations, {orderings} orderings", report.dice));
            statistics(&report.statistics);
            for (sum, outcome) in report.sums.iter().zip(&report.distribution) {
                print(&format!(
                    "sum {}: {} combinations, {} orderings, probability {}, {}",
                    sum.sum,
                    sum.combinations,
                    sum.orderings,
                    sum.probability,
                    cumulated(outcome)
                ));
                lines(dice, sum.list.iter().flatten());
            }
            omitted.iter().for_each(|why| print(why));
        }
    }
}

/// One sum of plain dice.
pub fn one_sum(dice: Dice, sum: u32, form: Form) {
    let report = dice.report_sum(sum);
    let probability = dice.probability(&report.orderings.0);
    match form {
        Form::Csv if report.list.is_some() => {
            print(CSV_COMBINATIONS);
            csv_rows(dice, report.sum, report.list.iter().flatten());
        }
        Form::Csv => {
            report.list_omitted.iter().for_each(|why| tell(&format!("{why}; one row for the sum instead")));
            print(CSV_SUMS);
            let (fraction, decimal) = (probability.fraction(), probability.decimal());
            let (combinations, orderings) = (&report.combinations, &report.orderings);
            print(&format!("{},{combinations},{orderings},{fraction},{decimal}", report.sum));
        }
        Form::Text => {
            print(&format!(
                "{}, sum {}: {} combinations, {} orderings, probability {probability}",
                report.dice, report.sum, report.combinations, report.orderings
            ));
            lines(dice, report.list.iter().flatten());
            report.list_omitted.iter().for_each(|why| print(why));
        }
    }
}

/// All values of an expression, in text or CSV.
pub fn expression(report: &Report, form: Form) {
    if form == Form::Csv {
        report.list_omitted.iter().for_each(|why| tell(&format!("{why}; a row for each value instead")));
        return csv_values(&report.distribution);
    }
    match (&report.combinations, &report.orderings) {
        (Some(combinations), Some(orderings)) => {
            print(&format!("{}: {combinations} combinations, {orderings} orderings", report.dice));
        }
        _ => print(&report.dice),
    }
    if let (Some(given), Some(probability)) = (&report.given, &report.given_probability) {
        print(&format!("given {given}, which has probability {probability}"));
    }
    statistics(&report.statistics);
    report.distribution.iter().for_each(value);
    report.list_omitted.iter().for_each(|why| print(why));
}

/// One value of an expression.
pub fn one_value(report: &Report, outcome: &Outcome, form: Form) {
    match form {
        Form::Csv => csv_values(std::slice::from_ref(outcome)),
        Form::Text => {
            print(&report.dice);
            value(outcome);
        }
    }
}

fn csv_values(outcomes: &[Outcome]) {
    if outcomes.iter().all(|outcome| outcome.list.is_none()) {
        print(CSV_VALUES);
        for outcome in outcomes {
            let p = &outcome.probability;
            let (fraction, decimal) = (p.fraction(), p.decimal());
            print(&format!(
                "{},{fraction},{decimal},{},{}",
                outcome.value, outcome.at_most, outcome.at_least
            ));
        }
        return;
    }
    print("value,combination,orderings,value_probability_exact,value_probability");
    for outcome in outcomes {
        let p = &outcome.probability;
        for Combination(faces, orderings) in outcome.list.iter().flatten() {
            print(&format!(
                "{},{},{orderings},{},{}",
                outcome.value,
                quoted(faces),
                p.fraction(),
                p.decimal()
            ));
        }
    }
}

/// Faces below 0 are separated by commas.
fn quoted(faces: &str) -> String {
    if faces.contains(',') { format!("\"{faces}\"") } else { faces.to_owned() }
}

pub fn value(outcome: &Outcome) {
    let counts = match (&outcome.combinations, &outcome.orderings) {
        (Some(combinations), Some(orderings)) => {
            format!("{combinations} combinations, {orderings} orderings, ")
        }
        _ => String::new(),
    };
    let probability = &outcome.probability;
    print(&format!("value {}: {counts}probability {probability}, {}", outcome.value, cumulated(outcome)));
    for Combination(faces, orderings) in outcome.list.iter().flatten() {
        print(&format!("  {faces}  {orderings}"));
    }
}

fn cumulated(outcome: &Outcome) -> String {
    format!("at most {}, at least {}", digits(outcome.at_most), digits(outcome.at_least))
}

/// Numbers from here on show enough digits with eight after the point.
const SMALL: f64 = 1e-3;

fn digits(number: f64) -> String {
    if number == 0.0 || number >= SMALL { format!("{number:.8}") } else { format!("{number:.7e}") }
}

pub fn statistics(statistics: &Statistics) {
    print(&format!("mean {}", statistics.mean));
    print(&format!("variance {}", statistics.variance));
    let skewness = statistics.skewness.map_or("none".to_owned(), |skewness| format!("{skewness:.12}"));
    print(&format!("standard deviation {:.12}, skewness {skewness}", statistics.sd));
    print(&format!("mode {}", english::first(&statistics.mode, MODES)));
    let quantile =
        |q: &torneo_dice::answer::report::Quantile| format!("{} ({} %)", q.value, 100.0 * q.probability);
    let quantiles = statistics.quantiles.iter().map(quantile);
    print(&format!("not exceeded: {}", quantiles.joined(", ")));
}

/// Most modes that are printed.
const MODES: usize = 10;

fn csv_rows<'a>(dice: Dice, sum: u32, list: impl Iterator<Item = &'a Combination>) {
    for Combination(faces, orderings) in list {
        let p = dice.probability(&orderings.0);
        print(&format!("{sum},{faces},{orderings},{},{}", p.fraction(), p.decimal()));
    }
}

fn lines<'a>(dice: Dice, list: impl Iterator<Item = &'a Combination>) {
    for Combination(faces, orderings) in list {
        print(&format!("  {faces}  {orderings}  {}", dice.probability(&orderings.0)));
    }
}
