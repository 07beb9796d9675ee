//! Reading modifiers.

use torneo_contract::refuse_if;
use winnow::ascii::multispace0;
use winnow::combinator::opt;
use winnow::error::ErrMode;
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{literal, take};

use super::super::fault::{Fault, FaultKind};
use super::super::syntax::{Condition, Die, Modifier, left};
use super::pool::MAX_DICE;
use super::token::{Input, Read, blanks, condition, digits, fault, integer, nearest, peek_rest, words};

/// The names of the modifiers; one that begins with another comes first.
const NAMES: [&str; 13] = ["kh", "kl", "dh", "dl", "rr", "ro", "cs", "min", "max", "r", "x", "k", "d"];
/// The modifiers, for who wrote something else.
const KNOWN: &str = "the modifiers are kh, kl, dh, dl, x, !!, !p, r, rr, cs, min, max";
/// The signs of the modifiers that throw dice.
const SIGNS: [&str; 3] = ["!!", "!p", "!"];
/// Modifiers in words, with their names. The longer one comes first.
const WORDS: [(&[&str], &str); 6] = [
    (&["drop", "lowest"], "dl"),
    (&["drop", "highest"], "dh"),
    (&["keep", "highest"], "kh"),
    (&["keep", "lowest"], "kl"),
    (&["keep"], "kh"),
    (&["drop"], "dl"),
];

/// Reads a modifier if one comes next. `count` is how many dice are thrown, where that is known. The die is not known
/// where its faces are a value.
pub fn modifier(
    input: &mut Input,
    die: Option<&Die>,
    count: Option<u32>,
    before: &[Modifier],
) -> Read<Option<Modifier>> {
    let begin = *input;
    let Some((name, start)) = name(input)? else {
        *input = begin;
        return Ok(None);
    };
    if before.iter().any(|modifier| matches!(modifier, Modifier::Count(_))) {
        return Err(fault(start, input, FaultKind::NotLast));
    }
    let highest = die.map(Die::highest);
    let modifier = match name {
        "x" | "!" | "!!" | "!p" | "rr" if die.is_none() => {
            return Err(fault(start, input, FaultKind::UnknownFaces));
        }
        "x" | "!" => Modifier::Explode(condition(input, highest)?),
        "!!" => Modifier::Compound(condition(input, highest)?),
        "!p" => Modifier::Penetrate(condition(input, highest)?),
        "r" | "ro" => Modifier::Reroll(condition(input, None)?),
        "rr" => Modifier::RerollAlways(condition(input, None)?),
        "cs" => Modifier::Count(condition(input, None)?),
        "min" => Modifier::Min(integer(input)?),
        "max" => Modifier::Max(integer(input)?),
        _ => choice(input, name, start, count, before)?,
    };
    let always = |condition: Condition| {
        die.is_some_and(|die| die.faces.iter().all(|face| condition.holds(face.value)))
    };
    let again = matches!(modifier, Modifier::RerollAlways(condition) if always(condition));
    refuse_if!(again, fault(start, input, FaultKind::NeverEnds));
    refuse_if!(modifier.chain().is_some_and(always), fault(start, input, FaultKind::AlwaysExplodes));
    Ok(Some(modifier))
}

/// Reads the name of a modifier, and tells where it begins.
fn name(input: &mut Input) -> Read<Option<(&'static str, usize)>> {
    let start = input.current_token_start();
    if !peek_rest(input).starts_with("!=") {
        for sign in SIGNS {
            if opt(literal(sign)).parse_next(input)?.is_some() {
                return Ok(Some((sign, start)));
            }
        }
    }
    blanks(input)?;
    let is_apart = input.current_token_start() > start;
    let start = input.current_token_start();
    for (text, name) in WORDS {
        if words(input, text)? {
            opt(multispace0).parse_next(input)?;
            return Ok(Some((name, start)));
        }
    }
    let tail = peek_rest(input);
    let letters: String = tail.chars().take_while(char::is_ascii_alphabetic).collect();
    let lower = letters.to_lowercase();
    let begins = |word: &str| NAMES.into_iter().find(|name| word.starts_with(name));
    // Letters after a name have to begin with a name too.
    let found =
        begins(&lower).filter(|name| lower.len() == name.len() || begins(&lower[name.len()..]).is_some());
    match found {
        _ if letters.is_empty() => Ok(None),
        Some(name) => {
            take(name.len()).void().parse_next(input)?;
            Ok(Some((name, start)))
        }
        // Another word may go on with the expression.
        None if is_apart => Ok(None),
        None => {
            let known = NAMES.into_iter().filter(|name| !["k", "d"].contains(name));
            let nearest = nearest(&lower, known);
            let (span, found) = (start..start + letters.len(), format!("modifier `{letters}`"));
            Err(ErrMode::Cut(Fault { span, kind: FaultKind::Unknown { found, known: KNOWN, nearest } }))
        }
    }
}

/// The rest of a modifier that chooses dice.
fn choice(
    input: &mut Input,
    name: &str,
    start: usize,
    dice: Option<u32>,
    before: &[Modifier],
) -> Read<Modifier> {
    let count = digits(input, "dice", 1, MAX_DICE)?.unwrap_or(1) as u32;
    let modifier = match name {
        "kh" | "k" => Modifier::KeepHighest(count),
        "kl" => Modifier::KeepLowest(count),
        "dh" => Modifier::DropHighest(count),
        _ => Modifier::DropLowest(count),
    };
    let drops = matches!(modifier, Modifier::DropHighest(_) | Modifier::DropLowest(_));
    match dice.and_then(|dice| left(dice, before)).filter(|dice| drops && *dice <= count) {
        Some(dice) => Err(fault(start, input, FaultKind::NothingLeft { dice })),
        None => Ok(modifier),
    }
}
