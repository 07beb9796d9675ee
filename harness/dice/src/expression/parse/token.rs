//! The smallest parts of a text: signs, numbers, words, and faults at a place.

use torneo_contract::refuse_if;
use winnow::LocatingSlice;
use winnow::ascii::{digit1, multispace0};
use winnow::combinator::{opt, peek};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{literal, rest, take_while};

use super::super::fault::{Fault, FaultKind};
use super::super::syntax::{Comparison, Condition};

/// Most characters of an expression.
const MAX_LENGTH: usize = 2000;
/// The largest number that may be written.
pub const MAX_NUMBER: i64 = 1_000_000_000;

pub type Input<'a> = LocatingSlice<&'a str>;
pub type Read<T> = Result<T, ErrMode<Fault>>;

impl<'a> ParserError<Input<'a>> for Fault {
    type Inner = Fault;

    fn from_input(input: &Input<'a>) -> Fault {
        let at = input.current_token_start();
        Fault { span: at..at, kind: FaultKind::Expected { expected: "an expression", found: String::new() } }
    }

    fn into_inner(self) -> Result<Fault, Fault> {
        Ok(self)
    }
}

pub fn read<T>(text: &str, parse: impl FnOnce(&mut Input) -> Read<T>) -> Result<T, Fault> {
    refuse_if!(text.len() > MAX_LENGTH, Fault { span: 0..text.len(), kind: FaultKind::TooLong(MAX_LENGTH) });
    let mut input = LocatingSlice::new(text);
    parse(&mut input).map_err(|error| match error {
        ErrMode::Backtrack(fault) | ErrMode::Cut(fault) => fault,
        ErrMode::Incomplete(_) => unreachable!("texts are complete"),
    })
}

/// The fault that the last character read, blanks left out, should not be there.
pub fn unexpected(input: &mut Input, text: &str, what: &'static str) -> ErrMode<Fault> {
    let end = input.current_token_start();
    let start = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    let kind = FaultKind::Expected { expected: what, found: text[start..].chars().take(12).collect() };
    ErrMode::Cut(Fault { span: start..end, kind })
}

/// The fault that something else should come next.
pub fn expected(input: &mut Input, what: &'static str) -> ErrMode<Fault> {
    let start = input.current_token_start();
    let found: &str = peek_rest(input);
    let length = found.chars().next().map_or(0, char::len_utf8);
    let kind = FaultKind::Expected { expected: what, found: found.chars().take(12).collect() };
    ErrMode::Cut(Fault { span: start..start + length, kind })
}

pub fn peek_rest<'a>(input: &mut Input<'a>) -> &'a str {
    let read: Read<&str> = peek(rest).parse_next(input);
    read.unwrap_or_default()
}

pub fn fault(start: usize, input: &Input, kind: FaultKind) -> ErrMode<Fault> {
    ErrMode::Cut(Fault { span: start..input.current_token_start(), kind })
}

pub fn blanks(input: &mut Input) -> Read<()> {
    multispace0.void().parse_next(input)
}

/// Reads a sign if it comes next, blanks left out.
pub fn sign(input: &mut Input, sign: &'static str) -> Read<bool> {
    Ok(opt((multispace0, literal(sign))).parse_next(input)?.is_some())
}

pub fn required(input: &mut Input, wanted: &'static str, what: &'static str) -> Read<()> {
    if sign(input, wanted)? {
        return Ok(());
    }
    blanks(input)?;
    Err(expected(input, what))
}

/// Reads words, whatever their case, if they come next with blanks between them and no letter after them.
pub fn words(input: &mut Input, wanted: &[&str]) -> Read<bool> {
    let before = *input;
    for wanted in wanted {
        blanks(input)?;
        if !opt(word).parse_next(input)?.is_some_and(|found| found.eq_ignore_ascii_case(wanted)) {
            *input = before;
            return Ok(false);
        }
    }
    Ok(true)
}

pub fn required_word(input: &mut Input, wanted: &str, what: &'static str) -> Read<()> {
    if words(input, &[wanted])? {
        return Ok(());
    }
    blanks(input)?;
    Err(expected(input, what))
}

pub fn word<'a>(input: &mut Input<'a>) -> Read<&'a str> {
    take_while(1.., |c: char| c.is_ascii_alphabetic()).parse_next(input)
}

/// The name most like a word: at most a third of its letters, and one, are different.
pub fn nearest(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<String> {
    let distances = names.into_iter().map(|name| (strsim::damerau_levenshtein(word, name), name));
    let close = distances.filter(|(distance, name)| *distance <= 1 + name.len() / 3);
    close.min().map(|(_, name)| name.to_owned())
}

/// Reads a number of digits if one comes next.
pub fn digits(input: &mut Input, what: &'static str, min: i64, max: i64) -> Read<Option<i64>> {
    let start = input.current_token_start();
    let Some(digits) = opt(digit1).parse_next(input)? else { return Ok(None) };
    match digits.parse::<i64>().ok().filter(|value| (min..=max).contains(value)) {
        Some(value) => Ok(Some(value)),
        None => {
            let found = digits.chars().take(24).collect();
            Err(fault(start, input, FaultKind::Range { what, min, max, found }))
        }
    }
}

/// Reads a number, possibly below 0.
pub fn integer(input: &mut Input) -> Read<i64> {
    let negative = opt("-").parse_next(input)?.is_some();
    match digits(input, "as a number", 0, MAX_NUMBER)? {
        Some(value) => Ok(if negative { -value } else { value }),
        None => Err(expected(input, "a number")),
    }
}

/// A comparison with a number, or a number that is to be equal; else equal to `or`.
pub fn condition(input: &mut Input, or: Option<i64>) -> Read<Condition> {
    for (text, comparison) in Comparison::SIGNS {
        if opt(text).parse_next(input)?.is_some() {
            return Ok(Condition { comparison, value: integer(input)? });
        }
    }
    let value = match or {
        None => integer(input)?,
        Some(or) => digits(input, "as a number", 0, MAX_NUMBER)?.unwrap_or(or),
    };
    Ok(Condition { comparison: Comparison::Equal, value })
}
