//! Running programs.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use torneo_contract::refuse_if;

use super::builtin::as_dice;
use super::fault::ProgramFault;
use super::operators;
use super::tree::{Expression, Function, Item, Kind, Statement};
use super::value::{MAX_SEQUENCE, Value, sum};
use crate::Exact;
use crate::expression::Distribution;
use crate::meter::{Bounds, Meter};

/// What a program puts out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its name: what stands after `named`, or `output` with its number.
    pub name: String,
    /// Its distribution; empty where nothing is possible.
    pub value: Distribution,
    /// What is known beside the distribution where numbers of rolls have no end; `None` for any other output.
    pub rolls: Option<Rolls>,
}

/// The number of rolls up to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolls {
    /// The expected number of rolls, exactly.
    pub mean: Exact,
    /// The variance of the number of rolls, exactly.
    pub variance: Exact,
    /// Whether the last value of the distribution stands for this number of rolls or more.
    pub is_open: bool,
}

/// Most outputs.
const MAX_OUTPUTS: usize = 1000;
/// The deepest recursion that may be set.
const MAX_FUNCTION_DEPTH: i64 = 200;
/// The most explosions that may be set.
const MAX_EXPLODE_DEPTH: i64 = 1000;

pub type Read<T> = Result<T, ProgramFault>;
type Variables = HashMap<String, Value>;

/// Runs a program.
///
/// # Errors
/// Something in it is wrong or would take too much; the fault names the place.
pub fn run(statements: &[Statement], bounds: Bounds) -> Read<Vec<Output>> {
    let mut machine = Machine {
        meter: Rc::new(Meter::new(bounds)),
        globals: Variables::new(),
        locals: Vec::new(),
        functions: HashMap::new(),
        outputs: Vec::new(),
        explode_depth: 2,
        function_depth: 10,
        lowest_first: false,
    };
    machine.block(statements)?;
    Ok(machine.outputs)
}

pub struct Machine {
    pub(super) meter: Rc<Meter>,
    pub(super) globals: Variables,
    /// The variables of the functions that run, the innermost last.
    pub(super) locals: Vec<Variables>,
    pub(super) functions: HashMap<String, Rc<Function>>,
    pub(super) outputs: Vec<Output>,
    pub(super) explode_depth: u32,
    pub(super) function_depth: usize,
    pub(super) lowest_first: bool,
}

impl Machine {
    /// Runs statements up to a result, if there is one.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Read<Option<Value>> {
        for statement in statements {
            if let Some(result) = self.statement(statement)? {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    fn statement(&mut self, statement: &Statement) -> Read<Option<Value>> {
        match statement {
            Statement::Assign(name, value) => {
                let value = self.value(value)?;
                self.variables().insert(name.clone(), value);
            }
            Statement::Output(expression, name) => self.output(expression, name.as_deref())?,
            Statement::Result(value) => {
                let why = "`result:` stands in functions only";
                refuse_if!(self.locals.is_empty(), ProgramFault::new(&value.span, why));
                return self.value(value).map(Some);
            }
            Statement::Define(name, function) => {
                self.functions.insert(name.clone(), function.clone());
            }
            Statement::If(condition, then, otherwise) => {
                let holds = match self.value(condition)? {
                    Value::Number(number) => number != 0,
                    other => {
                        let message = format!(
                            "expected a number as a condition, found {}: hand it to a function as `NAME:n`, which looks at every throw",
                            other.kind()
                        );
                        return Err(ProgramFault::new(&condition.span, message));
                    }
                };
                return self.block(if holds { then } else { otherwise });
            }
            Statement::Loop(name, over, body) => {
                let Value::Sequence(sequence) = self.value(over)? else {
                    return Err(ProgramFault::new(
                        &over.span,
                        "expected a sequence to loop over, such as `{1..3}`",
                    ));
                };
                for number in sequence {
                    self.steps(&over.span, 10.0)?;
                    self.variables().insert(name.clone(), Value::Number(number));
                    if let Some(result) = self.block(body)? {
                        return Ok(Some(result));
                    }
                }
            }
            Statement::ExplodeDepth(depth) => {
                self.explode_depth = self.setting(depth, 0, MAX_EXPLODE_DEPTH)? as u32;
            }
            Statement::FunctionDepth(depth) => {
                self.function_depth = self.setting(depth, 1, MAX_FUNCTION_DEPTH)? as usize;
            }
            Statement::Repeat(repeat) => self.repeat(repeat)?,
            Statement::PositionOrder(lowest_first) => self.lowest_first = *lowest_first,
        }
        Ok(None)
    }

    fn setting(&mut self, value: &Expression, least: i64, most: i64) -> Read<i64> {
        match self.value(value)? {
            Value::Number(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(ProgramFault::new(&value.span, format!("expected a number from {least} to {most}"))),
        }
    }

    fn output(&mut self, expression: &Expression, name: Option<&str>) -> Read<()> {
        self.check_outputs(&expression.span)?;
        // A sequence is shown as the die with its numbers as faces.
        let value = match self.value(expression)? {
            Value::Tuples(tuples) => return self.output_tuples(&tuples, name, &expression.span),
            sequence @ Value::Sequence(_) => as_dice(sequence),
            value => value,
        };
        let value = value.total(&self.meter).map_err(at(&expression.span))?.as_ref().clone();
        let name = self.output_name(name);
        self.outputs.push(Output { name, value, rolls: None });
        Ok(())
    }

    /// Refuses one output more than there may be.
    pub(super) fn check_outputs(&self, span: &Range<usize>) -> Read<()> {
        match self.outputs.len() < MAX_OUTPUTS {
            true => Ok(()),
            false => Err(ProgramFault::new(span, format!("too many outputs (at most {MAX_OUTPUTS})"))),
        }
    }

    /// The name of the next output.
    pub(super) fn output_name(&self, named: Option<&str>) -> String {
        match named {
            None => format!("output {}", self.outputs.len() + 1),
            Some(name) => self.filled_in(name),
        }
    }

    /// A name with the values of the variables in brackets.
    fn filled_in(&self, name: &str) -> String {
        let mut filled = String::new();
        let mut rest = name;
        while let Some((before, after)) = rest.split_once('[') {
            let Some((variable, behind)) = after.split_once(']') else { break };
            filled.push_str(before);
            match self.variable(variable) {
                Some(Value::Number(number)) => filled.push_str(&number.to_string()),
                Some(Value::Sequence(sequence)) => {
                    let numbers: Vec<String> = sequence.iter().take(20).map(i64::to_string).collect();
                    filled.push_str(&format!("{{{}}}", numbers.join(",")));
                }
                Some(Value::Dice(dice)) => {
                    let (low, high) = dice.die.range();
                    filled.push_str(&format!("{}d{{{low}..{high}}}", dice.count));
                }
                Some(value @ (Value::Pool(_) | Value::Tuples(_))) => filled.push_str(value.kind()),
                None => filled.push_str(&format!("[{variable}]")),
            }
            rest = behind;
        }
        filled + rest
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        self.locals.last().and_then(|variables| variables.get(name)).or_else(|| self.globals.get(name))
    }

    pub(super) fn steps(&self, span: &Range<usize>, steps: f64) -> Read<()> {
        self.meter.steps(steps).map_err(at(span))
    }

    pub(super) fn value(&mut self, expression: &Expression) -> Read<Value> {
        let span = &expression.span;
        self.steps(span, 100.0)?;
        match &expression.kind {
            Kind::Number(number) => Ok(Value::Number(*number)),
            Kind::Variable(name) => self.variable(name).cloned().ok_or_else(|| {
                ProgramFault::new(
                    span,
                    format!("the variable `{name}` has no value: expected `{name}: ...` before"),
                )
            }),
            Kind::Sequence(items) => self.sequence(items),
            Kind::Unary(unary, value) => {
                let value = self.value(value)?;
                operators::unary(*unary, &value, &self.meter).map_err(at(span))
            }
            Kind::Binary(binary, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                operators::binary(*binary, &left, &right, self.lowest_first, &self.meter).map_err(at(span))
            }
            Kind::Call(name, arguments) => {
                let arguments = arguments.iter().map(|one| self.value(one)).collect::<Read<Vec<_>>>()?;
                self.call(name, arguments, span)
            }
        }
    }

    fn sequence(&mut self, items: &[Item]) -> Read<Value> {
        let mut sequence = Vec::new();
        for item in items {
            let part = match (self.value(&item.first)?, &item.last) {
                (Value::Number(number), None) => vec![number],
                (Value::Sequence(part), None) => part,
                (Value::Number(first), Some(last)) => {
                    let last = self.number(last)?;
                    refuse_if!(last.saturating_sub(first) >= MAX_SEQUENCE as i64, too_long(&item.first.span));
                    (first..=last).collect()
                }
                (other, _) => {
                    let message = format!("expected numbers in a sequence, found {}", other.kind());
                    return Err(ProgramFault::new(&item.first.span, message));
                }
            };
            let times = item.times.as_ref().map_or(Ok(1), |times| self.number(times))?.max(0);
            let length = (part.len() as u64).saturating_mul(times.unsigned_abs()) as f64;
            refuse_if!(length + sequence.len() as f64 > MAX_SEQUENCE as f64, too_long(&item.first.span));
            self.steps(&item.first.span, length)?;
            for _ in 0..if part.is_empty() { 0 } else { times } {
                sequence.extend_from_slice(&part);
            }
        }
        Ok(Value::Sequence(sequence))
    }

    fn number(&mut self, expression: &Expression) -> Read<i64> {
        match self.value(expression)? {
            Value::Number(number) => Ok(number),
            Value::Sequence(sequence) => sum(&sequence).map_err(at(&expression.span)),
            other => {
                let message = format!("expected a number, found {}", other.kind());
                Err(ProgramFault::new(&expression.span, message))
            }
        }
    }
}

/// Names the place of a fault.
pub fn at(span: &Range<usize>) -> impl Fn(String) -> ProgramFault + '_ {
    move |message| ProgramFault::new(span, message)
}

fn too_long(span: &Range<usize>) -> ProgramFault {
    ProgramFault::new(span, format!("the sequence is too long (at most {MAX_SEQUENCE} numbers)"))
}
