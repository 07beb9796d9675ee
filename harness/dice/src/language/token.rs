//! The words, numbers and signs of a text, the same ones at both doors.

use std::ops::Range;

use torneo_contract::refuse_if;

use super::parse::Door;
use crate::fault::Fault;

/// A word, a number or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// Digits.
    Number(i64),
    /// Letters, as small ones: a notation, a keyword, or a part of a function's name.
    Word(String),
    /// Capital letters: a variable of a program.
    Name(String),
    /// What stands between `"`.
    Text(String),
    /// Anything else.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token and its bytes in the text.
pub type Placed = (Token, Range<usize>);

/// The signs, each before those that it begins with.
const SIGNS: [&str; 31] = [
    "..", "!!", "!=", "<=", ">=", "==", "**", "//", "<", ">", "=", "!", "#", "@", "&", "|", "+", "-", "*",
    "/", "^", "(", ")", "{", "}", "[", "]", ":", ",", ".", "%",
];
/// Signs that stand for others, as keyboards of telephones and books write them.
const TYPOGRAPHIC: [(char, &str); 10] = [
    ('−', "-"),
    ('–', "-"),
    ('—', "-"),
    ('×', "*"),
    ('·', "*"),
    ('÷', "/"),
    ('≥', ">="),
    ('≤', "<="),
    ('≠', "!="),
    ('…', ".."),
];
const QUOTES: [char; 5] = ['"', '“', '”', '„', '″'];
/// Most bytes of a program.
const MAX_PROGRAM: usize = 100_000;
/// Most bytes of an expression.
const MAX_EXPRESSION: usize = 2000;
/// The largest number that may be written.
pub const MAX_NUMBER: i64 = 1_000_000_000;

/// The tokens of a text with their places; the last one is the end.
///
/// # Errors
/// A sign that the language does not have, a quotation or a comment without an end, a number that is too large.
pub fn tokens(text: &str, door: Door) -> Result<Vec<Placed>, Fault> {
    let (what, most) = match door {
        Door::Program => ("program", MAX_PROGRAM),
        Door::Expression => ("expression", MAX_EXPRESSION),
    };
    refuse_if!(
        text.len() > most,
        Fault::new(&(0..0), format!("the {what} is too long (at most {most} bytes)"))
    );
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let place = |length: usize| at..at + length;
        let run = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (token, length) = match first {
            c if c.is_whitespace() => (None, c.len_utf8()),
            '\\' => match rest[1..].find('\\') {
                Some(end) => (None, end + 2),
                None => return Err(Fault::new(&place(1), "the comment has no end: expected `\\`")),
            },
            quote if QUOTES.contains(&quote) => {
                let inner = &rest[quote.len_utf8()..];
                let Some(end) = inner.find(QUOTES) else {
                    return Err(Fault::new(&place(quote.len_utf8()), "the text has no end: expected `\"`"));
                };
                let closing = inner[end..].chars().next().map_or(0, char::len_utf8);
                (Some(Token::Text(inner[..end].to_owned())), quote.len_utf8() + end + closing)
            }
            '0'..='9' => {
                let length = run(|c| c.is_ascii_digit());
                let number = rest[..length].parse().ok().filter(|number| *number <= MAX_NUMBER);
                let Some(number) = number else {
                    let message = format!("expected a number of at most {MAX_NUMBER}");
                    return Err(Fault::new(&place(length), message));
                };
                (Some(Token::Number(number)), length)
            }
            c if c.is_ascii_alphabetic() || c == '_' => word(rest, door),
            c => {
                let known = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let known = known.map(|sign| (sign, sign.len()));
                let typed = || TYPOGRAPHIC.into_iter().find(|(typed, _)| *typed == c);
                match known.or_else(|| typed().map(|(typed, sign)| (sign, typed.len_utf8()))) {
                    Some((sign, length)) => (Some(Token::Sign(sign)), length),
                    None => {
                        let message =
                            format!("expected dice, a number or a sign, found `{c}`, which is no sign here");
                        return Err(Fault::new(&place(c.len_utf8()), message));
                    }
                }
            }
        };
        tokens.extend(token.map(|token| (token, place(length))));
        at += length;
    }
    tokens.push((Token::End, text.len()..text.len()));
    if door == Door::Program {
        notations_in_capitals(&mut tokens);
    }
    Ok(tokens)
}

/// A word, and in a program a name: letters of one kind. At the door of expressions capital letters are small ones.
fn word(rest: &str, door: Door) -> (Option<Token>, usize) {
    let run = |is: &dyn Fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
    if door == Door::Expression {
        let length = run(&|c| c.is_ascii_alphabetic() || c == '_');
        return (Some(Token::Word(rest[..length].to_lowercase())), length);
    }
    if rest.starts_with(|c: char| c.is_ascii_lowercase()) {
        let length = run(&|c| c.is_ascii_lowercase());
        return (Some(Token::Word(rest[..length].to_owned())), length);
    }
    let length = run(&|c| c.is_ascii_uppercase() || c == '_');
    (Some(Token::Name(rest[..length].to_owned())), length)
}

/// Makes words of capital letters that only ever touch dice, such as those of `3D6` and `4dF`: others are variables.
fn notations_in_capitals(tokens: &mut [Placed]) {
    let touches = |at: usize, name: &str| {
        let side = |other: Option<usize>, is: &dyn Fn(&Token) -> bool| {
            let (place, other) = (&tokens[at].1, other.and_then(|other| tokens.get(other)));
            other.is_some_and(|(token, span)| {
                (span.end == place.start || place.end == span.start) && is(token)
            })
        };
        side(at.checked_sub(1), &|token| match token {
            Token::Number(_) | Token::Word(_) | Token::Sign("%" | "}" | ")") => true,
            Token::Sign("-") => ["L", "H"].contains(&name),
            _ => false,
        }) || name == "D"
            && side(Some(at + 1), &|token| matches!(token, Token::Number(_) | Token::Sign("%" | "{" | "(")))
    };
    let names = tokens.iter().enumerate().filter_map(|(at, (token, _))| match token {
        Token::Name(name) => Some((at, name.clone())),
        _ => None,
    });
    let (notations, variables): (Vec<_>, Vec<_>) = names.partition(|(at, name)| touches(*at, name));
    let is_free = |(_, name): &(usize, String)| variables.iter().all(|(_, variable)| variable != name);
    for (at, name) in notations.into_iter().filter(is_free) {
        tokens[at].0 = Token::Word(name.to_lowercase());
    }
}
