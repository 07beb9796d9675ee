//! `torneo dice combos`.

use crate::failure::Failure;
use clap::Args;
use serde_json::{Value, json};
use torneo_dice::answer::combos::{Dice, MAX_DICE, MAX_FACES};
use torneo_dice::answer::listing::MAX_LISTED;
use torneo_dice::answer::report::Outcome;
use torneo_dice::answer::{self, Report};
use torneo_dice::distribution::Distribution;
use torneo_dice::expression::EXPLOSIONS;
use torneo_dice::expression::given::Given;
use torneo_dice::language::{self, Bounds, Door, Expression, Fault};

use super::super::memory::memory;
use super::super::{print_json, say, tell};
use super::answer::Answer;
use super::combos_text::{self as text, Form};
use super::compare;
use super::graph::Graphs;

/// Count combinations.
#[derive(Args, Default)]
#[command(after_help = "Examples: torneo dice 3d6 --sum 9 --json; torneo dice 4d6kh3 --given \">=15\"")]
pub struct Combos {
    /// The dice: `NdS` for N dice with S faces, or an expression such as `2d6+1d8+3`, `4d6kh3`, `10d10cs>=7`, `3d6x`,
    /// `3d6 > 2d8`, `sets(5d6)`, `highest 3 of 4d6` or `at least 2 6 in 5d6`
    #[arg(value_name = "DICE", default_value = "", hide_default_value = true)]
    dice: String,
    /// Further expressions to compare with the first one
    #[arg(value_name = "MORE", requires = "compare")]
    more: Vec<String>,
    /// Compare several expressions: their means, their differences, and who is higher
    #[arg(long, requires = "more", conflicts_with_all = ["sum", "given", "list", "csv"])]
    compare: bool,
    /// Only this value
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    sum: Option<i64>,
    /// Only throws that meet these conditions: on the value (`>=10`), or on the dice that count (`distinct=3`, `high=6`)
    #[arg(long, value_name = "CONDITIONS")]
    given: Option<String>,
    /// Explosions of a die at most
    #[arg(long, value_name = "N", default_value_t = EXPLOSIONS, value_parser = clap::value_parser!(u32).range(0..=1000))]
    explosions: u32,
    /// MiB that --json may take
    #[arg(long, value_name = "MIB", default_value_t = MEMORY, value_parser = memory)]
    memory: u64,
    /// Print fractions
    #[arg(long)]
    exact: bool,
    /// Print every combination
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    graphs: Graphs,
    /// Print CSV: a row for each combination, or for each value if combinations are not listed
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// MiB that JSON may take, where nothing else is said.
const MEMORY: u64 = 1024;

impl Combos {
    /// The combinations of an expression, with the default bounds.
    pub fn of(dice: &str, sum: Option<i64>, given: Option<&str>) -> Combos {
        let (dice, given) = (dice.to_owned(), given.map(str::to_owned));
        let (explosions, memory) = (EXPLOSIONS, MEMORY);
        Combos { dice, sum, given, explosions, memory, json: true, ..Combos::default() }
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.dice.is_empty()
    }

    pub fn execute(self) -> Result<(), Failure> {
        if self.compare {
            let all = [std::slice::from_ref(&self.dice), &self.more].concat();
            return compare::execute(&all, self.explosions, self.exact, self.json, &self.graphs);
        }
        let expression = self.parsed()?;
        let given = self.conditions(&expression)?;
        let value = self.distribution(&expression, &given)?;
        self.graphs.write("", &[(&self.title(), &value)])?;
        if !(self.json || self.csv || self.list) {
            return self.answer(&expression, &given, &value);
        }
        match self.plain() {
            _ if self.json => print_json(&self.json_of(&expression, &given, &value)?),
            Some(dice) if self.given.is_none() => match self.sum {
                None => text::all_sums(dice, self.form()),
                Some(sum) => text::one_sum(dice, checked_sum(dice, sum)?, self.form()),
            },
            _ => {
                let report = self.report(&expression, &given, &value)?;
                match self.sum {
                    Some(value) => text::one_value(&report, self.outcome(&report, value)?, self.form()),
                    None => text::expression(&report, self.form()),
                }
            }
        }
        for note in self.notes(&expression, &value) {
            // Beside results that programs read.
            if self.json || self.csv {
                tell(&format!("Note: {note}"));
            } else {
                say(&format!("Note: {note}"));
            }
        }
        Ok(())
    }

    /// The answer for people.
    fn answer(&self, expression: &Expression, given: &[Given], value: &Distribution) -> Result<(), Failure> {
        let probability = (!given.is_empty())
            .then(|| answer::report::probability_of(expression, given, self.explosions, value))
            .transpose()
            .map_err(|fault| at("<DICE>", &self.dice, &fault))?;
        let answer = Answer {
            title: self.title(),
            value,
            given: probability.as_ref(),
            notes: self.notes(expression, value),
            graph: self.graphs.kind(),
            is_comparison: expression.is_question(),
            combinations: self.listed(expression),
        };
        match self.sum {
            Some(sum) => {
                let fraction = value.probability(sum).ok_or_else(|| self.no_value(sum))?;
                answer.print_one(sum, &fraction, self.exact);
            }
            None if self.exact => answer.print_exact(),
            None => answer.print(&self.dice),
        }
        Ok(())
    }

    fn notes(&self, expression: &Expression, value: &Distribution) -> Vec<String> {
        answer::notes(expression, &self.dice, self.explosions, value)
    }

    /// How many combinations `--list` prints; none where it lists none, or the only one.
    fn listed(&self, expression: &Expression) -> Option<String> {
        let is_listed = !expression.throws_again() && self.given.is_none();
        let combinations = is_listed.then(|| expression.combinations())?;
        (2u32.into()..=MAX_LISTED.into()).contains(&combinations).then(|| combinations.to_string())
    }

    fn title(&self) -> String {
        match &self.given {
            None => self.dice.clone(),
            Some(given) => format!("{} given {given}", self.dice),
        }
    }

    fn distribution(&self, expression: &Expression, given: &[Given]) -> Result<Distribution, Failure> {
        language::evaluate(expression, given, self.explosions, Bounds::default())
            .map_err(|fault| at("<DICE>", &self.dice, &fault))
    }

    fn no_value(&self, value: i64) -> Failure {
        match self.plain() {
            Some(dice) => no_sum(self.dice.trim(), dice, value),
            None => Failure::input(format!("argument --sum: {value} is no possible value of {}", self.dice)),
        }
    }

    fn parsed(&self) -> Result<Expression, Failure> {
        parsed(&self.dice)
    }

    /// What `--json` prints.
    pub fn value(&self) -> Result<Value, Failure> {
        let expression = self.parsed()?;
        let given = self.conditions(&expression)?;
        self.json_of(&expression, &given, &self.distribution(&expression, &given)?)
    }

    fn json_of(
        &self,
        expression: &Expression,
        given: &[Given],
        value: &Distribution,
    ) -> Result<Value, Failure> {
        match (self.plain(), self.sum) {
            (Some(dice), None) if self.given.is_none() => {
                // Sums are told of twice: as sums, and as a distribution.
                self.check_json(2.0, value)?;
                Ok(json!(dice.report()))
            }
            (Some(dice), Some(sum)) if self.given.is_none() => {
                Ok(json!(dice.report_sum(checked_sum(dice, sum)?)))
            }
            (_, sum) => {
                self.check_json(1.0, value)?;
                let report = self.report(expression, given, value)?;
                match sum {
                    None => Ok(json!(report)),
                    Some(value) => self.value_of(&report, value),
                }
            }
        }
    }

    /// Refuses JSON that tells so often of a distribution, if it takes more memory than is allowed.
    fn check_json(&self, times: f64, value: &Distribution) -> Result<(), Failure> {
        let (values, bits) = (times * value.weights().len() as f64, value.total().bits() as f64);
        // A fraction in decimal digits, and what stands around it; kept as a number, as JSON and as text.
        let each = 4.0 * (2.0 * bits * std::f64::consts::LOG10_2 + 250.0);
        let needed = values * each / f64::from(1 << 20);
        if needed <= self.memory as f64 {
            return Ok(());
        }
        let message = format!(
            "argument <DICE>: the JSON of {} would take about {needed:.0} MiB (at most {})",
            self.dice, self.memory
        );
        Err(Failure::input_with_help(message, "allow more with --memory (MiB), or print text or --csv"))
    }

    /// The JSON of one value of an expression.
    fn value_of(&self, report: &Report, value: i64) -> Result<Value, Failure> {
        let mut json = json!({ "dice": report.dice });
        if let (Some(all), Value::Object(one)) = (json.as_object_mut(), json!(self.outcome(report, value)?)) {
            all.extend(one);
        }
        Ok(json)
    }

    fn conditions(&self, expression: &Expression) -> Result<Vec<Given>, Failure> {
        let Some(text) = &self.given else { return Ok(Vec::new()) };
        let given = language::given(text).and_then(|given| language::fit(expression, &given).map(|()| given));
        given.map_err(|fault| at("--given", text, &fault))
    }

    /// The result of an expression that has this value.
    fn outcome<'a>(&self, report: &'a Report, value: i64) -> Result<&'a Outcome, Failure> {
        let outcome = report.distribution.iter().find(|outcome| outcome.value == value);
        outcome.ok_or_else(|| self.no_value(value))
    }

    /// The dice, where they are plain ones and not too many for everything that is told of those.
    fn plain(&self) -> Option<Dice> {
        let dice: Dice = self.dice.trim().parse().ok()?;
        (dice.count <= MAX_DICE && dice.faces <= MAX_FACES).then_some(dice)
    }

    fn form(&self) -> Form {
        if self.csv { Form::Csv } else { Form::Text }
    }

    fn report(
        &self,
        expression: &Expression,
        given: &[Given],
        value: &Distribution,
    ) -> Result<Report, Failure> {
        answer::report(expression, &self.dice, value, given, self.given.as_deref(), self.explosions)
            .map_err(|fault| at("<DICE>", &self.dice, &fault))
    }
}

/// A fault in an argument, shown at its place.
pub fn at(argument: &str, text: &str, fault: &Fault) -> Failure {
    let (_, column) = fault.place(text);
    let message = format!("argument {argument}: character {column}: {fault}");
    Failure::in_file(argument, text, fault.span.clone(), message, answer::hint(text, fault, Door::Expression))
}

/// The expression in an argument.
pub fn parsed(text: &str) -> Result<Expression, Failure> {
    text.parse().map_err(|fault| at("<DICE>", text, &fault))
}

fn checked_sum(dice: Dice, sum: i64) -> Result<u32, Failure> {
    let (low, high) = dice.sums();
    let fits = u32::try_from(sum).ok().filter(|sum| (low..=high).contains(sum));
    fits.ok_or_else(|| no_sum(&dice.to_string(), dice, sum))
}

fn no_sum(text: &str, dice: Dice, found: i64) -> Failure {
    let (low, high) = dice.sums();
    Failure::input(format!("argument --sum: the sums of {text} are {low} to {high}, found {found}"))
}
