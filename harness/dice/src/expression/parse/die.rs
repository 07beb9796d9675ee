//! Reading one die: its faces and its loads.

use torneo_contract::refuse_if;
use winnow::ascii::digit1;
use winnow::combinator::{alt, opt};
use winnow::error::ErrMode;
use winnow::prelude::*;
use winnow::stream::Location;

use super::super::faces::{self, Load};
use super::super::fault::{Fault, FaultKind};
use super::super::syntax::Die;
use super::token::{Input, Read, blanks, digits, expected, fault, integer, required, sign};

/// Most faces of a die.
pub const MAX_FACES: i64 = 100_000;

pub fn die(input: &mut Input) -> Read<Die> {
    let start = input.current_token_start();
    let mut die = if opt("%").parse_next(input)?.is_some() {
        faces::numbered(100)
    } else if opt(alt(("F", "f"))).parse_next(input)?.is_some() {
        faces::custom(&[-1, 0, 1], "F".to_owned())
    } else if sign(input, "{")? {
        let values = face_list(input)?;
        let text = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        faces::custom(&values, format!("{{{text}}}"))
    } else if let Some(sides) = digits(input, "faces", 2, MAX_FACES)? {
        faces::numbered(sides as u64)
    } else {
        return Err(expected(input, "a number of faces, `%` or `{`"));
    };
    if opt("{").parse_next(input)?.is_some() {
        let loads = load_list(input)?;
        die = faces::loaded(die, &loads).map_err(|kind| fault(start, input, kind))?;
    }
    Ok(die)
}

/// Items separated by commas up to a brace; `item` reads one and adds what it stands for.
fn list<T>(input: &mut Input, item: impl Fn(&mut Input, &mut Vec<T>) -> Read<()>) -> Read<Vec<T>> {
    let mut items = Vec::new();
    loop {
        blanks(input)?;
        item(input, &mut items)?;
        if !sign(input, ",")? {
            required(input, "}", "`,` or `}`")?;
            return Ok(items);
        }
    }
}

fn face_list(input: &mut Input) -> Read<Vec<i64>> {
    list(input, |input, values| {
        let start = input.current_token_start();
        let first = integer(input)?;
        let last = if opt("..").parse_next(input)?.is_some() { integer(input)? } else { first };
        let more = last.saturating_sub(first).saturating_add(1);
        let kind = || FaultKind::Range { what: "faces", min: 1, max: MAX_FACES, found: more.to_string() };
        refuse_if!(more < 1 || values.len() as i64 + more > MAX_FACES, fault(start, input, kind()));
        values.extend(first..=last);
        Ok(())
    })
}

fn load_list(input: &mut Input) -> Read<Vec<Load>> {
    list(input, |input, loads| {
        let face = integer(input)?;
        required(input, ":", "`:` and how much more often the face comes, such as `6:+1%`")?;
        loads.push(Load { face, more: percent(input)? });
        Ok(())
    })
}

/// A percentage with at most six decimals, in millionths of a percent.
fn percent(input: &mut Input) -> Read<i64> {
    blanks(input)?;
    let negative = match opt(alt(("+", "-"))).parse_next(input)? {
        Some(sign) => sign == "-",
        None => return Err(expected(input, "`+` or `-` and a percentage")),
    };
    let Some(whole) = digits(input, "percent", 0, 100_000)? else {
        return Err(expected(input, "a percentage"));
    };
    let mut millionths = whole * 1_000_000;
    if opt(".").parse_next(input)?.is_some() {
        let start = input.current_token_start();
        let decimals: &str =
            digit1.parse_next(input).map_err(|_: ErrMode<Fault>| expected(input, "digits"))?;
        if decimals.len() > 6 {
            let found = decimals.len().to_string();
            return Err(fault(start, input, FaultKind::Range { what: "decimals", min: 1, max: 6, found }));
        }
        let scale = 10i64.pow(6 - decimals.len() as u32);
        millionths += decimals.parse::<i64>().unwrap_or(0) * scale;
    }
    required(input, "%", "`%`")?;
    Ok(if negative { -millionths } else { millionths })
}
