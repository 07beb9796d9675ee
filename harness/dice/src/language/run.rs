//! Working out expressions and programs.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use torneo_contract::refuse_if;

use super::builtin::as_dice;
use super::operators;
use super::parse::Door;
use super::tree::{Expression, Function, Item, Kind, Several, Sides, Statement};
use super::value::{MAX_SEQUENCE, Parts, Value, sum};
use crate::Exact;
use crate::distribution::Distribution;
use crate::error::Error;
use crate::expression::given::{Aspect, Given};
use crate::expression::syntax::{Die, Pool, Reading};
use crate::expression::tally::Wanted;
use crate::expression::{EXPLOSIONS, faces, throw};
use crate::fault::Fault;
use crate::meter::{Bounds, Meter, spread_places};
use crate::pools::{Dice, Source};

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
/// Most dice of a collection.
const MAX_DICE: i64 = 1_000_000;
/// Most faces of a numbered die.
const MAX_FACES: i64 = 100_000;
/// The most explosions that may be set.
const MAX_EXPLODE_DEPTH: i64 = 1000;

pub type Read<T> = Result<T, Fault>;
type Variables = HashMap<String, Value>;

/// Runs a program.
///
/// # Errors
/// Something in it is wrong or would take too much; the fault names the place.
pub fn run(statements: &[Statement], bounds: Bounds) -> Read<Vec<Output>> {
    let mut machine = Machine::new(Door::Program, EXPLOSIONS, bounds);
    machine.block(statements)?;
    Ok(machine.outputs)
}

/// The distribution of an expression where conditions hold.
///
/// # Errors
/// As [`run`]; the conditions do not fit the expression, or never hold.
pub fn evaluate(
    expression: &Expression,
    given: &[Given],
    explosions: u32,
    bounds: Bounds,
) -> Read<Distribution> {
    let mut machine = Machine::new(Door::Expression, explosions, bounds);
    let span = &expression.span;
    fit(expression, given)?;
    let on_dice = given.iter().any(|given| given.aspect != Aspect::Value);
    let value = match &expression.kind {
        Kind::Throw(reading, pool, own) if on_dice => {
            machine.thrown(*reading, pool, &[own, given].concat(), span)?
        }
        _ => machine.value(expression)?,
    };
    let all = machine.told(value, span)?;
    refuse_if!(all.is_empty(), Fault::new(span, "nothing is possible: the dice have no faces"));
    let holds = |value: i64| given.iter().all(|given| given.condition.holds(value));
    let fitting = if on_dice { all } else { all.given(holds) };
    if fitting.is_empty() { Err(Fault::new(span, IMPOSSIBLE)) } else { Ok(fitting) }
}

/// Refuses conditions on dice for an expression that is no single throw; the fault is in the text of the conditions.
///
/// # Errors
/// There is such a condition.
pub fn fit(expression: &Expression, given: &[Given]) -> Read<()> {
    let on_dice = given.iter().find(|given| given.aspect != Aspect::Value);
    match (on_dice, &expression.kind) {
        (None, _) | (_, Kind::Throw(..)) => Ok(()),
        (Some(wrong), _) => {
            let why = "only the value of an expression of several throws can be given, such as `>=10`";
            Err(Fault::new(&wrong.span, why))
        }
    }
}

const IMPOSSIBLE: &str = "what is given never happens";

pub struct Machine {
    pub(super) door: Door,
    /// How often a die explodes at most, where it explodes without end.
    explosions: u32,
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
    fn new(door: Door, explosions: u32, bounds: Bounds) -> Machine {
        Machine {
            door,
            explosions,
            meter: Rc::new(Meter::new(bounds)),
            globals: Variables::new(),
            locals: Vec::new(),
            functions: HashMap::new(),
            outputs: Vec::new(),
            explode_depth: 2,
            function_depth: 10,
            lowest_first: false,
        }
    }

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
                refuse_if!(self.locals.is_empty(), Fault::new(&value.span, why));
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
                        return Err(Fault::new(&condition.span, message));
                    }
                };
                return self.block(if holds { then } else { otherwise });
            }
            Statement::Loop(name, over, body) => {
                let Value::Sequence(sequence) = self.value(over)? else {
                    return Err(Fault::new(&over.span, "expected a sequence to loop over, such as `{1..3}`"));
                };
                let (all, mut costs) = (sequence.len(), [0.0; 3]);
                for (done, number) in sequence.into_iter().enumerate() {
                    self.meter.foresee_growth(costs, all - done).map_err(at(&over.span))?;
                    let begun = self.meter.taken();
                    self.steps(&over.span, 10.0)?;
                    self.variables().insert(name.clone(), Value::Number(number));
                    if let Some(result) = self.block(body)? {
                        return Ok(Some(result));
                    }
                    costs = [costs[1], costs[2], self.meter.taken() - begun];
                }
            }
            Statement::ExplodeDepth(depth) => {
                self.explode_depth = self.setting(depth, 0, MAX_EXPLODE_DEPTH)? as u32;
            }
            Statement::FunctionDepth(depth) => {
                self.function_depth = self.setting(depth, 1, MAX_FUNCTION_DEPTH)? as usize;
            }
            Statement::PositionOrder(lowest_first) => self.lowest_first = *lowest_first,
        }
        Ok(None)
    }

    fn setting(&mut self, value: &Expression, least: i64, most: i64) -> Read<i64> {
        match self.value(value)? {
            Value::Number(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Fault::new(&value.span, format!("expected a number from {least} to {most}"))),
        }
    }

    fn output(&mut self, expression: &Expression, name: Option<&str>) -> Read<()> {
        self.check_outputs(&expression.span)?;
        let (value, rolls) = match &expression.kind {
            Kind::Repeat(repeat) => {
                let (value, rolls) = self.repeat(repeat)?;
                (Value::die(value), Some(rolls))
            }
            _ => (self.value(expression)?, None),
        };
        if let Value::Tuples(tuples) = &value {
            return self.output_tuples(tuples, name, &expression.span);
        }
        let value = self.told(value, &expression.span)?;
        let name = self.output_name(name);
        self.outputs.push(Output { name, value, rolls });
        Ok(())
    }

    /// The distribution that is told of a value; a sequence is the die with its numbers as faces.
    fn told(&self, value: Value, span: &Range<usize>) -> Read<Distribution> {
        let value = if let Value::Sequence(_) = value { as_dice(value) } else { value };
        let total = value.total(&self.meter).map_err(at(span))?;
        self.meter.told(total.weights().len() as f64, total.total().bits() as f64).map_err(at(span))?;
        Ok(total.as_ref().clone())
    }

    /// Refuses one output more than there may be.
    pub(super) fn check_outputs(&self, span: &Range<usize>) -> Read<()> {
        match self.outputs.len() < MAX_OUTPUTS {
            true => Ok(()),
            false => Err(Fault::new(span, format!("too many outputs (at most {MAX_OUTPUTS})"))),
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

    /// The value of a variable: of the function that runs, of its caller, and so on, or of the program.
    fn variable(&self, name: &str) -> Option<&Value> {
        let called = self.locals.iter().rev().find_map(|variables| variables.get(name));
        called.or_else(|| self.globals.get(name))
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
                Fault::new(span, format!("the variable `{name}` has no value: expected `{name}: ...` before"))
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
            Kind::Throw(reading, pool, given) => self.thrown(*reading, pool, given, span),
            Kind::Several(several) => self.several(several, span),
            Kind::If(parts) => self.choice(parts, span),
            Kind::Repeat(repeat) => Ok(Value::die(self.repeat(repeat)?.0)),
            Kind::Call(name, arguments) => {
                let arguments = arguments.iter().map(|one| self.value(one)).collect::<Read<Vec<_>>>()?;
                self.call(name, arguments, span)
            }
        }
    }

    /// Dice of a throw; their value where something is done with them.
    fn thrown(&self, reading: Reading, pool: &Pool, given: &[Given], span: &Range<usize>) -> Read<Value> {
        if reading == Reading::Value && pool.modifiers.is_empty() && given.is_empty() {
            self.steps(span, pool.die.faces.len() as f64)?;
            let die = pool.die.shown().into();
            return Ok(Value::Dice(Dice { source: Source::Thrown, count: pool.count, die }));
        }
        let conditions = given.iter().map(|given| (given.aspect, given.condition)).collect();
        let wanted = Wanted { reading, counts: pool.counts(), given: conditions };
        let thrown = throw::throw(pool, &wanted, self.explosions, &self.meter).map_err(at(span))?;
        refuse_if!(thrown.is_empty(), Fault::new(span, IMPOSSIBLE));
        Ok(Value::die(thrown))
    }

    /// Dice whose number or faces are values.
    fn several(&mut self, several: &Several, span: &Range<usize>) -> Read<Value> {
        let count = self.value(&several.count)?;
        let certain = Arc::new(Distribution::certain(0));
        // The die, or how many faces it has.
        let (die, sides) = match &several.sides {
            Sides::Die(die) => (Some(die.clone()), certain),
            Sides::Value(sides) => match (self.value(sides)?, self.door) {
                (value, Door::Expression) if value.is_thrown() => {
                    let faces = value.total(&self.meter).map_err(at(&sides.span))?;
                    let die = |end: &(i64, BigUint)| self.die(&Value::Number(end.0), &sides.span);
                    match faces.weights() {
                        [only] => (Some(die(only)?), certain),
                        // Too few faces, or too many, are told before anything is thrown.
                        [least, .., most] => (die(least).and(die(most)).map(|_| None)?, faces),
                        [] => (None, faces),
                    }
                }
                (value, _) => (Some(self.die(&value, &sides.span)?), certain),
            },
        };
        let counts = count.total(&self.meter).map_err(at(&several.count.span))?;
        let (least, most) = counts.range();
        if self.door == Door::Expression && least < 0 {
            let message =
                format!("the number of dice can be {least} (at least 0); one that cannot: `max(0, A)`");
            return Err(Fault::new(&several.count.span, message));
        }
        for count in [least, most] {
            let found = format!("expected at most {MAX_DICE} dice, found {count}");
            refuse_if!(count.abs() > MAX_DICE, Fault::new(&several.count.span, found));
        }
        let pool = |die: Die, count: i64| {
            let die = if count < 0 { faces::negated(&die) } else { die };
            let (count, modifiers) = (count.unsigned_abs() as u32, several.modifiers.clone());
            Pool { count, die, modifiers, span: span.clone() }
        };
        if let ([(count, _)], Some(die)) = (counts.weights(), &die) {
            return self.thrown(Reading::Value, &pool(die.clone(), *count), &[], span);
        }
        let meter = self.meter.clone();
        let mut parts = Parts::new(&meter);
        let (start, all) = (self.meter.taken(), counts.weights().len() * sides.weights().len());
        for (done, place) in spread_places(all).enumerate() {
            self.meter.foresee_rest(start, done, all).map_err(at(span))?;
            let (count, weight) = &counts.weights()[place / sides.weights().len()];
            let (faces, ways) = &sides.weights()[place % sides.weights().len()];
            let die = die.clone().map_or_else(|| self.die(&Value::Number(*faces), span), Ok)?;
            let thrown = self.thrown(Reading::Value, &pool(die, *count), &[], span)?;
            let total = thrown.total(&self.meter).map_err(at(span))?;
            parts.add(weight * ways, total, all).map_err(at(span))?;
        }
        parts.mixed().map(Value::die).map_err(at(span))
    }

    /// A die with these faces.
    fn die(&self, sides: &Value, span: &Range<usize>) -> Read<Die> {
        match sides {
            Value::Number(faces) if self.door == Door::Expression && *faces < 1 => {
                let message =
                    format!("the number of faces can be {faces} (at least 1); one that cannot: `max(1, A)`");
                Err(Fault::new(span, message))
            }
            Value::Number(faces) if faces.abs() > MAX_FACES => {
                Err(Fault::new(span, format!("expected at most {MAX_FACES} faces, found {faces}")))
            }
            Value::Number(0) => Ok(faces::custom(&[0], "0".to_owned())),
            Value::Number(number) => {
                self.meter.values(number.unsigned_abs() as f64, 1.0).map_err(at(span))?;
                let die = faces::numbered(number.unsigned_abs());
                Ok(if *number < 0 { faces::negated(&die) } else { die })
            }
            Value::Sequence(faces) => Ok(faces::custom(faces, String::new())),
            dice => Ok(faces::shown(dice.total(&self.meter).map_err(at(span))?.as_ref())),
        }
    }

    /// The second value where the first is not 0, else the third.
    fn choice(&mut self, parts: &[Expression; 3], span: &Range<usize>) -> Read<Value> {
        let [condition, then, otherwise] = parts;
        let condition = self.value(condition)?.total(&self.meter).map_err(at(&condition.span))?;
        let no = condition.weight(0).cloned().unwrap_or_default();
        let meter = self.meter.clone();
        let mut parts = Parts::new(&meter);
        for (weight, value) in [(condition.total() - &no, then), (no, otherwise)] {
            let total = self.value(value)?.total(&self.meter).map_err(at(&value.span))?;
            parts.add(weight, total, 2).map_err(at(span))?;
        }
        parts.mixed().map(Value::die).map_err(at(span))
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
                // Dice stand for their faces.
                (dice, None) => {
                    let total = dice.total(&self.meter).map_err(at(&item.first.span))?;
                    refuse_if!(*total.total() > MAX_SEQUENCE.into(), too_long(&item.first.span));
                    let often = |(face, weight): &(i64, BigUint)| {
                        vec![*face; usize::try_from(weight).unwrap_or(MAX_SEQUENCE)]
                    };
                    total.weights().iter().flat_map(often).collect()
                }
                (other, Some(_)) => {
                    let message = format!("expected numbers as ends of a range, found {}", other.kind());
                    return Err(Fault::new(&item.first.span, message));
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
                Err(Fault::new(&expression.span, message))
            }
        }
    }
}

/// Names the place of a fault.
pub fn at(span: &Range<usize>) -> impl Fn(Error) -> Fault + '_ {
    move |error| match error {
        Error::Fault(fault) => *fault,
        error => Fault::new(span, error.to_string()),
    }
}

fn too_long(span: &Range<usize>) -> Fault {
    Fault::new(span, format!("the sequence is too long (at most {MAX_SEQUENCE} numbers)"))
}
