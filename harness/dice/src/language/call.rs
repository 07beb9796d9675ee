//! Calls of functions, for every throw of the dice that they throw.

use std::ops::Range;

use num_bigint::BigUint;
use num_traits::One;

use super::builtin::{BUILTINS, Settings, as_dice};
use super::run::{Machine, Read, at};
use super::tree::Type;
use super::tuples::read_by;
use super::value::{Parts, Value, sum};
use crate::distribution::Distribution;
use crate::fault::Fault;
use crate::meter::spread;

impl Machine {
    pub fn call(&mut self, name: &str, arguments: Vec<Value>, span: &Range<usize>) -> Read<Value> {
        if let Some(function) = self.functions.get(name).cloned() {
            if self.locals.len() >= self.function_depth {
                return Ok(Value::die(Distribution::of([])));
            }
            let types: Vec<Type> = function.parameters.iter().map(|(_, kind)| *kind).collect();
            return self.throw(&types, arguments, span, &mut |machine, arguments| {
                let names = function.parameters.iter().map(|(name, _)| name.clone());
                machine.locals.push(names.zip(arguments.iter().cloned()).collect());
                let result = machine.block(&function.body);
                machine.locals.pop();
                Ok(result?.unwrap_or_else(|| Value::die(Distribution::of([]))))
            });
        }
        if let (Some(by), [pool, start]) = (read_by(name), &arguments[..]) {
            return self.read_by(by, pool, start, span);
        }
        let Some(builtin) = BUILTINS.iter().find(|builtin| builtin.name == name) else {
            let own = self.functions.keys().map(String::as_str);
            let known = own.chain(BUILTINS.iter().map(|one| one.name)).chain(["read ? by FUNCTION from ?"]);
            let nearest = known.min_by_key(|known| (strsim::damerau_levenshtein(known, name), *known));
            let hint = nearest.map_or(String::new(), |nearest| format!("; the nearest is `[{nearest}]`"));
            return Err(Fault::new(span, format!("there is no function `[{name}]`{hint}")));
        };
        self.throw(builtin.types, arguments, span, &mut |machine, arguments| {
            let settings = Settings {
                explode_depth: machine.explode_depth,
                lowest_first: machine.lowest_first,
                meter: &machine.meter,
            };
            (builtin.run)(arguments, &settings).map_err(at(span))
        })
    }

    /// Calls a function for every throw of the dice that its parameters throw; the results are one die.
    fn throw(
        &mut self,
        types: &[Type],
        arguments: Vec<Value>,
        span: &Range<usize>,
        run: &mut dyn FnMut(&mut Machine, &[Value]) -> Read<Value>,
    ) -> Read<Value> {
        let mut throws: Vec<(Vec<Value>, BigUint)> = vec![(Vec::new(), BigUint::one())];
        let mut is_thrown = false;
        for (kind, argument) in types.iter().zip(arguments) {
            is_thrown |= matches!(kind, Type::Number | Type::Sequence) && argument.is_thrown();
            let choices: Vec<(Value, BigUint)> = match (kind, argument) {
                (Type::Number, dice) if dice.is_thrown() => {
                    let all = dice.total(&self.meter).map_err(at(span))?;
                    all.weights()
                        .iter()
                        .map(|(number, weight)| (Value::Number(*number), weight.clone()))
                        .collect()
                }
                (Type::Sequence, dice) if dice.is_thrown() => {
                    let all = dice.throws(&self.meter).map_err(at(span))?;
                    all.into_iter().map(|(throw, weight)| (Value::Sequence(throw), weight)).collect()
                }
                (Type::Number, Value::Sequence(sequence)) => {
                    vec![(Value::Number(sum(&sequence).map_err(at(span))?), BigUint::one())]
                }
                (Type::Sequence, Value::Number(number)) => {
                    vec![(Value::Sequence(vec![number]), BigUint::one())]
                }
                (Type::Dice, value) => vec![(as_dice(value), BigUint::one())],
                (_, value) => vec![(value, BigUint::one())],
            };
            let all = choices.len() as f64 * throws.len() as f64;
            let weight = |ways: Option<&BigUint>| ways.map_or(0, BigUint::bits) as f64;
            let bits =
                weight(choices.first().map(|(_, ways)| ways)) + weight(throws.first().map(|(_, ways)| ways));
            // Beside its weight an entry has a value for each parameter, with their allocations.
            self.meter.values(all, bits + 1024.0 * types.len() as f64).map_err(at(span))?;
            self.steps(span, 100.0 * all)?;
            throws = throws
                .iter()
                .flat_map(|(values, weight)| {
                    choices.iter().map(move |(value, more)| {
                        ([&values[..], std::slice::from_ref(value)].concat(), weight * more)
                    })
                })
                .collect();
        }
        if !is_thrown {
            return match throws.first() {
                Some((arguments, _)) => run(self, arguments),
                None => Ok(Value::die(Distribution::of([]))),
            };
        }
        let meter = self.meter.clone();
        let mut parts = Parts::new(&meter);
        let (start, all) = (self.meter.taken(), throws.len());
        for (done, (arguments, weight)) in spread(throws).enumerate() {
            self.meter.foresee_rest(start, done, all).map_err(at(span))?;
            let result = run(self, &arguments)?;
            let total = result.total(&self.meter).map_err(at(span))?;
            parts.add(weight, total, all).map_err(at(span))?;
        }
        parts.mixed().map(Value::die).map_err(at(span))
    }
}
