//! Questions as people type them into a field: an expression on each line, or a program of the [`language`].

use serde::Serialize;

use crate::answer::report::outcomes;
use crate::answer::{hint, notes};
use crate::bars::{Bar, bars};
use crate::distribution::Distribution;
use crate::expression::EXPLOSIONS;
use crate::language::{self, Bounds, Door, Expression, Fault, Output, evaluate};
use crate::words;

/// Most values whose fractions are listed.
const MOST_LISTED: usize = 200;
/// Characters of the longest fraction that is listed.
const LONGEST_FRACTION: usize = 40;
/// Most lines with an expression.
const MOST_LINES: usize = 20;

/// The answer to one expression or output.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answer {
    /// The expression, or the name of the output.
    pub title: String,
    /// A line for the question: a probability, or mean and standard deviation.
    pub line: String,
    /// What to know beside the answer.
    pub notes: Vec<String>,
    /// The distribution in few bars.
    #[serde(skip)]
    pub bars: Vec<Bar>,
    /// Each value with its fraction, where these are few and short.
    pub values: Vec<(i64, String)>,
    /// The distribution; empty where nothing is possible.
    #[serde(skip)]
    pub value: Distribution,
}

/// A text that is not answered: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// What is wrong, and what was expected.
    pub message: String,
    /// What to type instead, where that is known.
    pub help: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How many characters of this line are wrong; 0 at an end.
    pub length: usize,
}

impl Refusal {
    /// What is wrong with a whole line.
    fn of_line(number: usize, line: &str, message: String) -> Refusal {
        Refusal { message, help: None, line: number, column: 1, length: line.chars().count() }
    }
}

/// Answers a text. It is a program if it has a statement that puts something out or sets something up; else each line that is
/// not empty is an expression.
///
/// # Errors
/// The first thing that is wrong, or would take too long.
pub fn answers(text: &str, bounds: Bounds) -> Result<Vec<Answer>, Refusal> {
    if is_program(text) {
        let outputs = language::run(text, bounds).map_err(|fault| refusal(text, 1, &fault, Door::Program))?;
        return Ok(outputs.into_iter().map(of_output).collect());
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.collect();
    if let Some((number, line)) = lines.get(MOST_LINES) {
        let message = format!("too many expressions (at most {MOST_LINES})");
        return Err(Refusal::of_line(number + 1, line, message));
    }
    lines.into_iter().map(|(number, line)| of_line(number + 1, line, bounds)).collect()
}

/// Words of statements, with what follows them in a program.
const STATEMENTS: [(&str, &[char]); 5] =
    [("output", &[]), ("repeat", &[]), ("function", &[':']), ("set", &['"']), ("loop", &[])];

fn is_program(text: &str) -> bool {
    let is_statement = |(word, then): &(&str, &[char])| {
        text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].trim_start().chars().next();
            let goes_on = text[at + word.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric)
                && !goes_on.is_some_and(|next| next.is_alphanumeric() || next == '(')
                && (then.is_empty() || after.is_some_and(|after| then.contains(&after)))
        })
    };
    STATEMENTS.iter().any(is_statement)
}

fn of_line(number: usize, line: &str, bounds: Bounds) -> Result<Answer, Refusal> {
    let refused = |fault| refusal(line, number, &fault, Door::Expression);
    let expression: Expression = line.parse().map_err(refused)?;
    let value = evaluate(&expression, &[], EXPLOSIONS, bounds).map_err(refused)?;
    let notes = notes(&expression, line, EXPLOSIONS, &value);
    Ok(answer(line.trim().to_owned(), value, notes, expression.is_question()))
}

fn of_output(output: Output) -> Answer {
    let notes = output.rolls.as_ref().map(words::rolls).into_iter().collect();
    let is_chance = matches!(output.value.weights(), [(0, _), (1, _)]);
    answer(output.name, output.value, notes, is_chance)
}

fn answer(title: String, value: Distribution, notes: Vec<String>, is_chance: bool) -> Answer {
    let line = match value.weights() {
        [] => "nothing is possible".to_owned(),
        _ if is_chance => words::chance(&value.probability(1).unwrap_or_else(|| crate::Exact::whole(0))),
        [(only, _)] => format!("always {only}"),
        _ => words::summary(&value),
    };
    let bars = if value.is_empty() { Vec::new() } else { bars(&value) };
    Answer { title, line, notes, bars, values: fractions(&value), value }
}

/// Each value with its fraction; none where they are many or long.
fn fractions(value: &Distribution) -> Vec<(i64, String)> {
    let digits = value.total().bits() as f64 * std::f64::consts::LOG10_2;
    if value.weights().len() > MOST_LISTED || digits > 4.0 * LONGEST_FRACTION as f64 {
        return Vec::new();
    }
    let all: Vec<(i64, String)> =
        outcomes(value).into_iter().map(|outcome| (outcome.value, outcome.probability.fraction())).collect();
    let are_short = all.iter().all(|(_, fraction)| fraction.len() <= LONGEST_FRACTION);
    if are_short { all } else { Vec::new() }
}

/// A fault in a text whose first line has this number.
fn refusal(text: &str, first: usize, fault: &Fault, door: Door) -> Refusal {
    let (line, column) = fault.place(text);
    let wrong = text.get(fault.span.clone()).and_then(|wrong| wrong.lines().next()).unwrap_or("");
    // Programs run here without the command.
    let here = |hint: String| hint.replace("torneo dice run -e \"", "").replace("\"`", "`");
    Refusal {
        message: fault.message.clone(),
        help: hint(text, fault, door).map(here),
        line: line + first - 1,
        column,
        length: wrong.chars().count(),
    }
}
