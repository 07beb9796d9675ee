//! Reading dice.

use winnow::ascii::digit1;
use winnow::combinator::{alt, opt, peek};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::any;

use super::super::syntax::{Die, Expression, Modifier, Pool, Reading, Sides};
use super::token::{Input, MAX_NUMBER, Read, digits, peek_rest, sign, words};
use super::{begins_die, die, given, modifier, parenthesis, phrase};

/// Most dice of a throw that are tried.
pub const MAX_DICE: i64 = 1_000_000;

fn is_die(input: &mut Input) -> Read<bool> {
    Ok(opt(alt(("d", "D"))).parse_next(input)?.is_some())
}

/// Dice, or a number where no `d` follows.
pub fn dice(input: &mut Input, depth: usize) -> Read<Expression> {
    let start = input.current_token_start();
    let before = *input;
    let number = opt(digit1).parse_next(input)?;
    let (has_die, is_rank) = (is_die(input)?, sign(input, "@")?);
    *input = before;
    if is_rank && !has_die && number.is_some() {
        let rank = digits(input, "as a rank", 1, MAX_DICE)?.unwrap_or(1) as u32;
        sign(input, "@")?;
        return phrase::ranked(input, rank, start);
    }
    if !has_die && number.is_some() {
        let value = digits(input, "as a number", 0, MAX_NUMBER)?;
        return Ok(Expression::Number(value.unwrap_or(0)));
    }
    let count = digits(input, "dice", 1, MAX_DICE)?.unwrap_or(1) as u32;
    is_die(input)?;
    if peek(opt(any)).parse_next(input)? == Some('(') {
        let sides = Sides::Value(Box::new(parenthesis(input, depth)?));
        return thrown(input, Expression::Number(i64::from(count)), sides, start);
    }
    let die = die::die(input)?;
    let modifiers = modifiers(input, Some(&die), Some(count))?;
    let pool = Pool { count, die, modifiers, span: start..input.current_token_start() };
    if words(input, &["given"])? {
        return Ok(Expression::Given(Reading::Value, pool, given::conditions(input, false)?));
    }
    Ok(Expression::Throw(Reading::Value, pool))
}

/// Reads the faces of dice if they come next; the value read before, which begins at `start`, is their number.
pub fn several(input: &mut Input, count: Expression, start: usize, depth: usize) -> Read<Expression> {
    if !begins_die(peek_rest(input)) {
        return Ok(count);
    }
    is_die(input)?;
    let sides = match peek(opt(any)).parse_next(input)? {
        Some('(') => Sides::Value(Box::new(parenthesis(input, depth)?)),
        _ => Sides::Die(die::die(input)?),
    };
    thrown(input, count, sides, start)
}

fn thrown(input: &mut Input, count: Expression, sides: Sides, start: usize) -> Read<Expression> {
    let die = match &sides {
        Sides::Die(die) => Some(die),
        Sides::Value(_) => None,
    };
    let modifiers = modifiers(input, die, None)?;
    let span = start..input.current_token_start();
    Ok(Expression::Several { count: Box::new(count), sides, modifiers, span })
}

fn modifiers(input: &mut Input, die: Option<&Die>, count: Option<u32>) -> Read<Vec<Modifier>> {
    let mut modifiers = Vec::new();
    while let Some(modifier) = modifier::modifier(input, die, count, &modifiers)? {
        modifiers.push(modifier);
    }
    Ok(modifiers)
}
