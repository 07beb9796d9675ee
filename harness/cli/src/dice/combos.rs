//! `torneo dice combos`.

use crate::Failure;
use crate::picture::PlotFiles;
use clap::Args;
use torneo_dice::combos::{Dice, MAX_DICE, MAX_FACES};
use torneo_dice::expression::{self, EXPLOSIONS, EvaluationError, Expression, Fault, Given};
use torneo_dice::plot;

use super::super::print_json;
use super::combos_text::{self as text, Form};
use super::drawn;

/// Count combinations.
#[derive(Args)]
#[command(
    after_help = "Examples: torneo dice combos 3d6 --sum 9 --json; torneo dice combos 4d6kh3 --given \">=15\""
)]
pub struct Combos {
    /// The dice: `NdS` for N dice with S faces, or an expression such as `2d6+1d8+3`, `4d6kh3`, `10d10cs>=7`, `3d6x`,
    /// `3d6 > 2d8` or `sets(5d6)`
    #[arg(value_name = "DICE")]
    dice: String,
    /// Only this value
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    sum: Option<i64>,
    /// Only throws that fulfil conditions: on the value (`>=10`), or on the dice that count (`distinct=3`, `high=6`)
    #[arg(long, value_name = "CONDITIONS")]
    given: Option<String>,
    /// Explosions of a die at most
    #[arg(long, value_name = "N", default_value_t = EXPLOSIONS, value_parser = clap::value_parser!(u32).range(0..=1000))]
    explosions: u32,
    #[command(flatten)]
    plot: PlotFiles,
    /// Print CSV: a row for each combination, or for each value if combinations are not listed
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Combos {
    pub fn execute(self) -> Result<(), Failure> {
        let expression: Expression = self.dice.parse().map_err(|fault| at("<DICE>", &self.dice, &fault))?;
        match self.plain() {
            Some(dice) if self.given.is_none() => self.plain_dice(dice),
            _ => self.expression(&expression),
        }
    }

    /// The dice, where they are plain ones and not too many for everything that is told of those.
    fn plain(&self) -> Option<Dice> {
        let dice: Dice = self.dice.trim().parse().ok()?;
        (dice.count <= MAX_DICE && dice.faces <= MAX_FACES).then_some(dice)
    }

    fn form(&self) -> Form {
        match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Text,
        }
    }

    fn plain_dice(&self, dice: Dice) -> Result<(), Failure> {
        self.plot.write(|| drawn(plot::distribution(&dice.to_string(), &dice.distribution())))?;
        match self.sum {
            None => text::all_sums(dice, self.form()),
            Some(sum) => text::one_sum(dice, checked_sum(dice, sum)?, self.form()),
        }
        Ok(())
    }

    fn expression(&self, expression: &Expression) -> Result<(), Failure> {
        let given = match &self.given {
            None => Vec::new(),
            Some(text) => expression::read_given(text).map_err(|fault| at("--given", text, &fault))?,
        };
        let failure = |error| self.refusal(&error);
        self.plot.write(|| {
            let distribution = expression::evaluate(expression, &given, self.explosions).map_err(failure)?;
            let title = match &self.given {
                None => self.dice.clone(),
                Some(given) => format!("{} given {given}", self.dice),
            };
            drawn(plot::distribution(&title, &distribution))
        })?;
        let report = self.report(expression, &given).map_err(failure)?;
        match self.sum {
            Some(value) => {
                let outcome = report.distribution.iter().find(|outcome| outcome.value == value);
                let missing = || {
                    Failure::input(format!("argument --sum: {value} is no possible value of {}", self.dice))
                };
                text::one_value(&report, outcome.ok_or_else(missing)?, self.form());
            }
            None if self.json => print_json(&report),
            None => text::expression(&report, self.form()),
        }
        Ok(())
    }

    fn report(
        &self,
        expression: &Expression,
        given: &[Given],
    ) -> Result<expression::Report, EvaluationError> {
        expression::report(expression, &self.dice, given, self.given.as_deref(), self.explosions)
    }

    fn refusal(&self, error: &EvaluationError) -> Failure {
        match (error, &self.given) {
            (EvaluationError::Given(fault), Some(text)) => at("--given", text, fault),
            _ => Failure::input(format!("argument <DICE>: {error}")),
        }
    }
}

/// A fault in an argument, shown at its place.
fn at(argument: &str, text: &str, fault: &Fault) -> Failure {
    let help = fault.kind.nearest().map(|nearest| format!("did you mean `{nearest}`?"));
    let message = format!("argument {argument}: {fault}");
    Failure::in_file(argument, text, fault.span.clone(), message, help)
}

fn checked_sum(dice: Dice, sum: i64) -> Result<u32, Failure> {
    let (low, high) = dice.sums();
    let fits = u32::try_from(sum).ok().filter(|sum| (low..=high).contains(sum));
    fits.ok_or_else(|| {
        Failure::input(format!("argument --sum: the sums of {dice} are {low} to {high}, found {sum}"))
    })
}
