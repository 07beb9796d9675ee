//! Reading conditions on a throw.

use winnow::combinator::opt;
use winnow::prelude::*;
use winnow::stream::Location;

use super::super::fault::{Fault, FaultKind};
use super::super::given::{Aspect, Given};
use super::super::syntax::{Comparison, Condition};
use super::token::{
    Input, Read, blanks, condition, expected, fault, integer, nearest, read, sign, word, words,
};

/// Most conditions.
const MOST: usize = 32;

/// Reads conditions separated by commas or `and`, such as `>=10, distinct=3`.
///
/// # Errors
/// A text that is no list of conditions; the fault names the place.
pub fn given(text: &str) -> Result<Vec<Given>, Fault> {
    read(text, |input| {
        let conditions = conditions(input, true)?;
        blanks(input)?;
        if input.is_empty() { Ok(conditions) } else { Err(expected(input, "`,` or the end")) }
    })
}

/// Reads conditions separated by `and` or, if `commas`, by commas.
pub fn conditions(input: &mut Input, commas: bool) -> Read<Vec<Given>> {
    let mut conditions = vec![one(input)?];
    while commas && sign(input, ",")? || words(input, &["and"])? {
        if conditions.len() == MOST {
            let found = (MOST + 1).to_string();
            let kind = FaultKind::Range { what: "conditions", min: 1, max: MOST as i64, found };
            return Err(fault(input.current_token_start(), input, kind));
        }
        conditions.push(one(input)?);
    }
    Ok(conditions)
}

fn one(input: &mut Input) -> Read<Given> {
    blanks(input)?;
    let start = input.current_token_start();
    if words(input, &["any"])? {
        blanks(input)?;
        let shown = condition(input, None)?;
        let once = Condition { comparison: Comparison::AtLeast, value: 1 };
        let span = start..input.current_token_start();
        return Ok(Given { aspect: Aspect::Any(shown), condition: once, span });
    }
    let mut aspect = Aspect::Value;
    if let Some(name) = opt(word).parse_next(input)? {
        let name = name.to_lowercase();
        let known = Aspect::NAMES.into_iter().find(|(known, _)| *known == name);
        aspect = match known {
            Some((_, aspect)) => aspect,
            None => {
                let nearest = nearest(&name, Aspect::NAMES.map(|(name, _)| name));
                let known = "known are any, sum, sets, pairs, straight, distinct, high, low";
                let found = format!("`{name}` to be given");
                return Err(fault(start, input, FaultKind::Unknown { found, known, nearest }));
            }
        };
    }
    for (text, comparison) in Comparison::SIGNS {
        if sign(input, text)? {
            blanks(input)?;
            let condition = Condition { comparison, value: integer(input)? };
            return Ok(Given { aspect, condition, span: start..input.current_token_start() });
        }
    }
    blanks(input)?;
    Err(expected(input, "a comparison such as `>=10`"))
}
