//! Reading functions.

use winnow::stream::Location;

use super::super::faces;
use super::super::fault::FaultKind;
use super::super::syntax::{Expression, Modifier, Operator, Pool, Reading, Rounding};
use super::token::{Input, Read, blanks, condition, fault, nearest, required, sign, word};
use super::{MAX_DEPTH, both, comparison, parenthesis, phrase};

/// The functions other than readings of dice.
const NAMES: [&str; 11] =
    ["max", "min", "if", "abs", "ceil", "floor", "count", "highest", "lowest", "middle", "adv"];
/// The functions, for who wrote something else.
const KNOWN: &str =
    "the functions are max, min, if, abs, ceil, floor, count, sets, pairs, straight, distinct";

pub fn function(input: &mut Input, depth: usize) -> Read<Expression> {
    let start = input.current_token_start();
    let name = word(input)?.to_lowercase();
    if let Some((function, reading)) = Reading::FUNCTIONS.into_iter().find(|(known, _)| *known == name) {
        let start = input.current_token_start();
        return match parenthesis(input, depth)? {
            Expression::Throw(Reading::Value, pool) if pool.counts().is_none() => {
                Ok(Expression::Throw(reading, pool))
            }
            _ => Err(fault(start, input, FaultKind::NotDice { function })),
        };
    }
    match name.as_str() {
        "max" => fold(input, depth, Operator::Larger),
        "min" => fold(input, depth, Operator::Smaller),
        "if" => choice(input, depth),
        "abs" => Ok(Expression::Absolute(Box::new(parenthesis(input, depth)?))),
        "ceil" => rounded(input, depth, "ceil", Rounding::Up),
        "floor" => rounded(input, depth, "floor", Rounding::Down),
        "count" => count(input),
        "highest" => phrase::chosen(input, "highest"),
        "lowest" => phrase::chosen(input, "lowest"),
        "middle" => phrase::chosen(input, "middle"),
        "adv" => Ok(twenties(Modifier::KeepHighest(1), start..input.current_token_start())),
        "dis" => Ok(twenties(Modifier::KeepLowest(1), start..input.current_token_start())),
        _ => {
            let nearest = nearest(&name, NAMES.into_iter().chain(Reading::FUNCTIONS.map(|(name, _)| name)));
            let found = format!("function `{name}`");
            Err(fault(start, input, FaultKind::Unknown { found, known: KNOWN, nearest }))
        }
    }
}

/// Two dice of twenty faces, the better or the worse of which counts.
fn twenties(keep: Modifier, span: std::ops::Range<usize>) -> Expression {
    Expression::Throw(
        Reading::Value,
        Pool { count: 2, die: faces::numbered(20), modifiers: vec![keep], span },
    )
}

fn check_depth(input: &Input, depth: usize) -> Read<()> {
    match depth >= MAX_DEPTH {
        true => Err(fault(input.current_token_start(), input, FaultKind::TooDeep(MAX_DEPTH))),
        false => Ok(()),
    }
}

fn fold(input: &mut Input, depth: usize, operator: Operator) -> Read<Expression> {
    check_depth(input, depth)?;
    required(input, "(", "`(`")?;
    let mut value = comparison(input, depth + 1)?;
    while sign(input, ",")? {
        value = both(operator, value, comparison(input, depth + 1)?);
    }
    required(input, ")", "`,` or `)`")?;
    Ok(value)
}

fn choice(input: &mut Input, depth: usize) -> Read<Expression> {
    check_depth(input, depth)?;
    required(input, "(", "`(`, as in `if(1d6 > 3, 1, 0)`")?;
    let condition = comparison(input, depth + 1)?;
    required(input, ",", "`,` and the value where the condition holds")?;
    let then = comparison(input, depth + 1)?;
    required(input, ",", "`,` and the value where the condition does not hold")?;
    let otherwise = comparison(input, depth + 1)?;
    required(input, ")", "`)`")?;
    Ok(Expression::If(Box::new([condition, then, otherwise])))
}

/// A quotient that is rounded in one direction.
fn rounded(input: &mut Input, depth: usize, function: &'static str, rounding: Rounding) -> Read<Expression> {
    let start = input.current_token_start();
    let is_quotient = |part: &Expression| matches!(part, Expression::Both(Operator::Divide(_), ..));
    match parenthesis(input, depth)? {
        Expression::Both(Operator::Divide(Rounding::Zero), a, b)
            if !a.any(&is_quotient) && !b.any(&is_quotient) =>
        {
            Ok(Expression::Both(Operator::Divide(rounding), a, b))
        }
        _ => Err(fault(start, input, FaultKind::NotQuotient { function })),
    }
}

fn count(input: &mut Input) -> Read<Expression> {
    required(input, "(", "`(`, as in `count(5d6, >=5)`")?;
    let mut pool = phrase::pool(input, "count")?;
    required(input, ",", "`,` and a condition, as in `count(5d6, >=5)`")?;
    blanks(input)?;
    pool.modifiers.push(Modifier::Count(condition(input, None)?));
    required(input, ")", "`)`")?;
    Ok(Expression::Throw(Reading::Value, pool))
}
