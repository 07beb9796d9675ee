//! `torneo dice combos`.

use crate::failure::{Failure, did_you_mean};
use crate::picture::PlotFiles;
use clap::Args;
use serde_json::{Value, json};
use torneo_dice::combos::{Dice, MAX_DICE, MAX_FACES};
use torneo_dice::expression::Report;
use torneo_dice::expression::listing::MAX_LISTED;
use torneo_dice::expression::report::Outcome;
use torneo_dice::expression::syntax::Operator;
use torneo_dice::expression::{self, Distribution, EXPLOSIONS, EvaluationError, Expression, Fault, Given};
use torneo_dice::plot;

use super::super::memory::memory;
use super::super::{print, print_json, tell};
use super::answer::Answer;
use super::combos_text::{self as text, Form};
use super::{compare, drawn};

/// Count combinations.
#[derive(Args, Default)]
#[command(
    after_help = "Examples: torneo dice combos 3d6 --sum 9 --json; torneo dice combos 4d6kh3 --given \">=15\""
)]
pub struct Combos {
    /// The dice: `NdS` for N dice with S faces, or an expression such as `2d6+1d8+3`, `4d6kh3`, `10d10cs>=7`, `3d6x`,
    /// `3d6 > 2d8`, `sets(5d6)`, `highest 3 of 4d6` or `at least 2 6 in 5d6`
    #[arg(value_name = "DICE")]
    dice: String,
    /// Further expressions to compare with the first one
    #[arg(value_name = "MORE", requires = "compare")]
    more: Vec<String>,
    /// Compare several expressions: their means, their differences, and who is higher
    #[arg(long, requires = "more", conflicts_with_all = ["sum", "given", "list", "csv", "svg", "png"])]
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
    plot: PlotFiles,
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

    pub fn execute(self) -> Result<(), Failure> {
        if self.compare {
            let all = [std::slice::from_ref(&self.dice), &self.more].concat();
            return compare::execute(&all, self.explosions, self.exact, self.json);
        }
        let expression = self.parsed()?;
        if self.json || self.csv || self.list {
            match self.plain() {
                Some(dice) if self.given.is_none() => self.plain_dice(dice)?,
                _ => self.expression(&expression)?,
            }
            let value = self.distribution(&expression, &[])?;
            for note in expression::notes(&expression, &self.dice, self.explosions, &value) {
                // Beside results that programs read.
                if self.json || self.csv { tell(&format!("note: {note}")) } else { print(&note) }
            }
            return Ok(());
        }
        self.answer(&expression)
    }

    /// The answer for people.
    fn answer(&self, expression: &Expression) -> Result<(), Failure> {
        let given = self.conditions()?;
        let value = self.distribution(expression, &given)?;
        self.plot.write(|| drawn(plot::distribution(&self.title(), &value, plot::WIDTH)))?;
        let probability = (!given.is_empty())
            .then(|| expression::report::probability_of(expression, &given, self.explosions, &value))
            .transpose()
            .map_err(|error| self.refusal(&error))?;
        let answer = Answer {
            title: self.title(),
            value: &value,
            given: probability.as_ref(),
            notes: expression::notes(expression, &self.dice, self.explosions, &value),
            is_comparison: matches!(expression, Expression::Both(Operator::Compare(_), ..)),
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

    /// How many combinations `--list` prints; none where it lists none.
    fn listed(&self, expression: &Expression) -> Option<String> {
        let is_listed = !expression.throws_again() && self.given.is_none();
        let combinations = is_listed.then(|| expression.combinations())?;
        (combinations <= MAX_LISTED.into()).then(|| combinations.to_string())
    }

    fn title(&self) -> String {
        match &self.given {
            None => self.dice.clone(),
            Some(given) => format!("{} given {given}", self.dice),
        }
    }

    fn distribution(&self, expression: &Expression, given: &[Given]) -> Result<Distribution, Failure> {
        expression::evaluate(expression, given, self.explosions).map_err(|error| self.refusal(&error))
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
        match (self.plain(), self.sum) {
            (Some(dice), None) if self.given.is_none() => {
                let values = f64::from(dice.count) * f64::from(dice.faces - 1) + 1.0;
                // Sums are told of twice: as sums, and as a distribution.
                self.check_json(2.0 * values, dice.throws().bits() as f64)?;
                Ok(json!(dice.report()))
            }
            (Some(dice), Some(sum)) if self.given.is_none() => {
                Ok(json!(dice.report_sum(checked_sum(dice, sum)?)))
            }
            (_, sum) => {
                let given = self.conditions()?;
                let shape = expression::shape(&expression, self.explosions)
                    .map_err(|error| self.refusal(&error.into()))?;
                self.check_json(shape.values(), shape.bits())?;
                let report = self.report(&expression, &given)?;
                match sum {
                    None => Ok(json!(report)),
                    Some(value) => self.value_of(&report, value),
                }
            }
        }
    }

    /// Refuses JSON of this number of values, whose numbers of ways have at most this number of bits, if it takes more memory than
    /// is allowed.
    fn check_json(&self, values: f64, bits: f64) -> Result<(), Failure> {
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

    fn conditions(&self) -> Result<Vec<Given>, Failure> {
        match &self.given {
            None => Ok(Vec::new()),
            Some(text) => expression::read_given(text).map_err(|fault| at("--given", text, &fault)),
        }
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

    fn plain_dice(&self, dice: Dice) -> Result<(), Failure> {
        self.plot
            .write(|| drawn(plot::distribution(&dice.to_string(), &dice.distribution(), plot::WIDTH)))?;
        match self.sum {
            _ if self.json => print_json(&self.value()?),
            None => text::all_sums(dice, self.form()),
            Some(sum) => text::one_sum(dice, checked_sum(dice, sum)?, self.form()),
        }
        Ok(())
    }

    fn expression(&self, expression: &Expression) -> Result<(), Failure> {
        let given = self.conditions()?;
        self.plot.write(|| {
            let distribution = self.distribution(expression, &given)?;
            drawn(plot::distribution(&self.title(), &distribution, plot::WIDTH))
        })?;
        if self.json {
            print_json(&self.value()?);
            return Ok(());
        }
        let report = self.report(expression, &given)?;
        match self.sum {
            Some(value) => text::one_value(&report, self.outcome(&report, value)?, self.form()),
            None => text::expression(&report, self.form()),
        }
        Ok(())
    }

    fn report(&self, expression: &Expression, given: &[Given]) -> Result<Report, Failure> {
        expression::report(expression, &self.dice, given, self.given.as_deref(), self.explosions)
            .map_err(|error| self.refusal(&error))
    }

    fn refusal(&self, error: &EvaluationError) -> Failure {
        match (error, &self.given) {
            (EvaluationError::Given(fault), Some(text)) => at("--given", text, fault),
            _ => Failure::input(format!("argument <DICE>: {error}")),
        }
    }
}

/// A fault in an argument, shown at its place.
pub fn at(argument: &str, text: &str, fault: &Fault) -> Failure {
    let help = did_you_mean(fault.kind.nearest()).or_else(|| expression::hint(text).map(str::to_owned));
    let message = format!("argument {argument}: {fault}");
    Failure::in_file(argument, text, fault.span.clone(), message, help)
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
