//! Reading expressions.
//!
//! ```text
//! expression = sum [(comparison | "vs") sum] | "at" ("least" | "most") number condition "in" dice
//! sum        = product {("+" | "-") product}
//! product    = factor {("*" | "/") factor}
//! factor     = {"-"} (number | dice | function | several | "(" expression ")")
//! several    = "(" expression ")" "d" sides {modifier} | [number] "d" "(" expression ")" {modifier}
//! function   = ("max" | "min") "(" expression {"," expression} ")" | ("sets" | ...) "(" dice ")"
//!            | "if" "(" expression "," expression "," expression ")" | ("abs" | "ceil" | "floor") "(" expression ")"
//!            | "count" "(" dice "," condition ")" | ("highest" | "lowest" | "middle") number "of" dice
//!            | "adv" | "dis"
//! dice       = [number "@"] [number] "d" (number | "%" | "F" | "{" faces "}") ["{" loads "}"] {modifier}
//!              ["given" conditions]
//! ```

mod die;
mod function;
mod given;
mod modifier;
mod phrase;
mod pool;
mod token;

use winnow::ascii::multispace0;
use winnow::combinator::{opt, peek, preceded};
use winnow::error::ErrMode;
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::any;

pub use given::given;
use token::{Input, Read, blanks, expected, peek_rest, read, required, sign, unexpected, words};

use super::fault::{Fault, FaultKind};
use super::syntax::{Comparison, Expression, Operator, Rounding};

/// Most levels of parentheses.
const MAX_DEPTH: usize = 50;

/// Reads an expression.
///
/// # Errors
/// A text that is no expression; the fault names the place.
pub fn expression(text: &str) -> Result<Expression, Fault> {
    read(text, |input| {
        let expression = comparison(input, 0)?;
        match opt(preceded(multispace0, any)).parse_next(input)? {
            None => Ok(expression),
            Some(_) => Err(unexpected(input, text, "an operator or the end")),
        }
    })
}

fn comparison(input: &mut Input, depth: usize) -> Read<Expression> {
    if let Some(expression) = phrase::counted(input)? {
        return Ok(expression);
    }
    let left = sum(input, depth)?;
    for (text, comparison) in Comparison::SIGNS {
        if sign(input, text)? {
            let right = sum(input, depth)?;
            return Ok(both(Operator::Compare(comparison), left, right));
        }
    }
    if words(input, &["vs"])? {
        return Ok(both(Operator::Compare(Comparison::AtLeast), left, sum(input, depth)?));
    }
    Ok(left)
}

fn both(operator: Operator, a: Expression, b: Expression) -> Expression {
    Expression::Both(operator, Box::new(a), Box::new(b))
}

fn sum(input: &mut Input, depth: usize) -> Read<Expression> {
    chain(input, [("+", Operator::Plus), ("-", Operator::Minus)], |input| product(input, depth))
}

fn product(input: &mut Input, depth: usize) -> Read<Expression> {
    let operators = [("*", Operator::Times), ("/", Operator::Divide(Rounding::Zero))];
    chain(input, operators, |input| factor(input, depth))
}

/// Parts with these operators between them, taken from left to right.
fn chain(
    input: &mut Input,
    operators: [(&'static str, Operator); 2],
    part: impl Fn(&mut Input) -> Read<Expression>,
) -> Read<Expression> {
    let mut value = part(input)?;
    'part: loop {
        for (text, operator) in operators {
            if sign(input, text)? {
                value = both(operator, value, part(input)?);
                continue 'part;
            }
        }
        return Ok(value);
    }
}

fn factor(input: &mut Input, depth: usize) -> Read<Expression> {
    let mut negative = false;
    while sign(input, "-")? {
        negative = !negative;
    }
    blanks(input)?;
    let value = match peek(opt(any)).parse_next(input)? {
        Some('(') => {
            let start = input.current_token_start();
            let inner = parenthesis(input, depth)?;
            pool::several(input, inner, start, depth)?
        }
        Some(c) if c.is_ascii_digit() || begins_die(peek_rest(input)) => pool::dice(input, depth)?,
        Some(c) if c.is_ascii_alphabetic() => function::function(input, depth)?,
        _ => return Err(expected(input, "dice, a number, a function or `(`")),
    };
    Ok(if negative { Expression::Negative(Box::new(value)) } else { value })
}

/// Whether a text begins with a die and not with a word such as `distinct` or `dis`.
fn begins_die(text: &str) -> bool {
    let mut letters = text.chars();
    matches!(letters.next(), Some('d' | 'D'))
        && letters.next().is_none_or(|next| !next.is_ascii_alphabetic() || matches!(next, 'f' | 'F'))
}

fn parenthesis(input: &mut Input, depth: usize) -> Read<Expression> {
    if depth >= MAX_DEPTH {
        let start = input.current_token_start();
        return Err(ErrMode::Cut(Fault { span: start..start + 1, kind: FaultKind::TooDeep(MAX_DEPTH) }));
    }
    required(input, "(", "`(`")?;
    let value = comparison(input, depth + 1)?;
    required(input, ")", "`)` or an operator")?;
    Ok(value)
}
