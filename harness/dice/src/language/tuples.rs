//! Pools read face by face by a function of the program, and tuples as outcomes.

use std::ops::Range;

use num_bigint::BigUint;

use super::pools::pool;
use super::run::{Machine, Output, Read, at};
use super::value::{Value, of_tuples};
use crate::distribution::Distribution;
use crate::error::{Error, Made};
use crate::fault::Fault;
use crate::pools::{Order, walk_pool};

/// Most numbers of a state.
const MOST_NUMBERS: usize = 64;

/// The words of the function in `read ? by WORDS from ?`; none where the name is another.
pub fn read_by(name: &str) -> Option<&str> {
    name.strip_prefix("read ? by ")?.strip_suffix(" from ?").filter(|words| !words.contains('?'))
}

impl Machine {
    /// `[read POOL by NAME from START]`: the function `NAME STATE FACE COUNT` leads from state to state, for each face from
    /// the highest on, also where no die shows it. States that are sequences make tuples.
    pub(super) fn read_by(
        &mut self,
        name: &str,
        pool: &Value,
        start: &Value,
        span: &Range<usize>,
    ) -> Read<Value> {
        let function = format!("{name} ? ? ?");
        if !self.functions.contains_key(&function) {
            let message = format!(
                "expected a function of three parameters before: `function: {name} STATE FACE COUNT {{ result: ... }}`"
            );
            return Err(Fault::new(span, message));
        }
        let pool = self::pool(pool, &self.meter).map_err(at(span))?;
        let start = state(start.clone()).map_err(at(span))?;
        let meter = self.meter.clone();
        let walked = walk_pool(
            &pool,
            Order::Descending,
            start,
            8.0 * MOST_NUMBERS as f64,
            &meter,
            &mut |before, face, count| {
                let arguments = vec![before.clone(), Value::Number(face), Value::Number(count.into())];
                let after = self.call(&function, arguments, span).map_err(Box::new);
                state(after?)
            },
        );
        let states = walked.map_err(at(span))?;
        let mut numbers = Vec::new();
        let mut tuples = Vec::new();
        for (state, ways) in states {
            match state {
                Value::Number(number) => numbers.push((number, ways)),
                Value::Sequence(tuple) => tuples.push((tuple, ways)),
                _ => unreachable!("no other value is a state"),
            }
        }
        match (tuples.is_empty(), numbers.is_empty()) {
            (true, _) => Ok(Value::die(Distribution::of(numbers))),
            (_, true) => {
                tuples.sort_unstable();
                Ok(Value::Tuples(tuples.into()))
            }
            _ => Err(Fault::new(span, "the last states are numbers and sequences: expected one kind")),
        }
    }

    /// Tuples are put out number by number: their marginals.
    pub(super) fn output_tuples(
        &mut self,
        tuples: &[(Vec<i64>, BigUint)],
        named: Option<&str>,
        span: &Range<usize>,
    ) -> Read<()> {
        let name = self.output_name(named);
        let longest = tuples.iter().map(|(tuple, _)| tuple.len()).max().unwrap_or(0);
        for place in 0..longest {
            self.check_outputs(span)?;
            self.steps(span, 10.0 * tuples.len() as f64)?;
            let number = |tuple: &[i64]| Ok(tuple.get(place).copied().unwrap_or(0));
            let value = of_tuples(tuples, number, &self.meter).map_err(at(span))?;
            let name = format!("{name}, number {}", place + 1);
            self.outputs.push(Output { name, value, rolls: None });
        }
        Ok(())
    }
}

/// The value, if it is a state: what is known of the faces so far.
fn state(value: Value) -> Made<Value> {
    match value {
        Value::Sequence(ref numbers) if numbers.len() > MOST_NUMBERS => Err(Error::State(MOST_NUMBERS)),
        Value::Number(_) | Value::Sequence(_) => Ok(value),
        other => Err(Error::Kind(other.kind())),
    }
}
