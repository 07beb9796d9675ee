//! Reading what people say in words: `at least 2 6 in 5d6`, `highest 3 of 4d6`.

use winnow::stream::Location;

use super::super::fault::FaultKind;
use super::super::syntax::{Comparison, Expression, Modifier, Operator, Pool, Reading};
use super::both;
use super::pool::{MAX_DICE, dice};
use super::token::{Input, Read, blanks, condition, digits, expected, fault, required_word, words};

/// Reads `at least N V in POOL` or `at most N V in POOL` if it comes next.
pub fn counted(input: &mut Input) -> Read<Option<Expression>> {
    let comparison = if words(input, &["at", "least"])? {
        Comparison::AtLeast
    } else if words(input, &["at", "most"])? {
        Comparison::AtMost
    } else {
        return Ok(None);
    };
    let number = number(input)?;
    blanks(input)?;
    let condition = condition(input, None)?;
    required_word(input, "in", "`in` and dice, such as `at least 2 6 in 5d6`")?;
    let mut pool = pool(input, "at least")?;
    pool.modifiers.push(Modifier::Count(condition));
    let counted = Expression::Throw(Reading::Value, pool);
    Ok(Some(both(Operator::Compare(comparison), counted, Expression::Number(i64::from(number)))))
}

/// Reads what follows `highest`, `lowest` or `middle`: `N of POOL`.
pub fn chosen(input: &mut Input, name: &'static str) -> Read<Expression> {
    blanks(input)?;
    let start = input.current_token_start();
    let number = number(input)?;
    required_word(input, "of", "`of` and dice, such as `highest 3 of 4d6`")?;
    let mut pool = pool(input, name)?;
    let left = pool.left();
    match name {
        "highest" => pool.modifiers.push(Modifier::KeepHighest(number)),
        "lowest" => pool.modifiers.push(Modifier::KeepLowest(number)),
        _ => {
            let Some(dice) = left.filter(|dice| *dice >= number) else {
                let kind = FaultKind::NoMiddle { wanted: number, dice: left };
                return Err(fault(start, input, kind));
            };
            // Where the others cannot be shared evenly, one more of the low dice is left out.
            let above = (dice - number) / 2;
            pool.modifiers.push(Modifier::KeepHighest(number + above));
            pool.modifiers.push(Modifier::KeepLowest(number));
        }
    }
    Ok(Expression::Throw(Reading::Value, pool))
}

/// Reads what follows `N@`: the N-th highest of dice.
pub fn ranked(input: &mut Input, rank: u32, start: usize) -> Read<Expression> {
    let mut pool = pool(input, "@")?;
    if let Some(dice) = pool.left().filter(|dice| *dice < rank) {
        return Err(fault(start, input, FaultKind::NoRank { rank, dice }));
    }
    pool.modifiers.push(Modifier::KeepHighest(rank));
    pool.modifiers.push(Modifier::KeepLowest(1));
    Ok(Expression::Throw(Reading::Value, pool))
}

fn number(input: &mut Input) -> Read<u32> {
    blanks(input)?;
    match digits(input, "dice", 1, MAX_DICE)? {
        Some(number) => Ok(number as u32),
        None => Err(expected(input, "a number of dice")),
    }
}

/// Reads dice whose values are added.
pub fn pool(input: &mut Input, function: &'static str) -> Read<Pool> {
    blanks(input)?;
    let start = input.current_token_start();
    match dice(input, 0)? {
        Expression::Throw(Reading::Value, pool) if pool.counts().is_none() => Ok(pool),
        _ => Err(fault(start, input, FaultKind::NotDice { function })),
    }
}
