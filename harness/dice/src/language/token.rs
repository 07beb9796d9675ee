//! The words, numbers and signs of a program.

use std::ops::Range;

use torneo_contract::refuse_if;

use super::fault::ProgramFault;

/// A word, a number or a sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// Digits.
    Number(i64),
    /// Small letters: a part of a function's name, or a keyword.
    Word(String),
    /// Capital letters: a variable.
    Name(String),
    /// What stands between `"`.
    Text(String),
    /// Anything else.
    Sign(&'static str),
    /// The end of the program.
    End,
}

const SIGNS: [&str; 25] = [
    "..", "!=", "<=", ">=", "<", ">", "=", "!", "#", "@", "&", "|", "+", "-", "*", "/", "^", "(", ")", "{",
    "}", "[", "]", ":", ",",
];
/// Most characters of a program.
const MAX_LENGTH: usize = 100_000;
/// The largest number that may be written.
const MAX_NUMBER: i64 = 1_000_000_000;

/// The tokens of a program with their places; the last one is the end.
///
/// # Errors
/// A sign that the language does not have, a text or a comment without an end, a number that is too large.
pub fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, ProgramFault> {
    let too_long = || format!("the program is too long (at most {MAX_LENGTH} bytes)");
    refuse_if!(text.len() > MAX_LENGTH, ProgramFault::new(&(0..0), too_long()));
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let quoted = |quote: char| rest[1..].find(quote).map(|end| end + 2);
        let (token, length) = match first {
            c if c.is_whitespace() => (None, c.len_utf8()),
            '\\' => match quoted('\\') {
                Some(length) => (None, length),
                None => {
                    return Err(ProgramFault::new(&(at..at + 1), "the comment has no end: expected `\\`"));
                }
            },
            '"' => match quoted('"') {
                Some(length) => (Some(Token::Text(rest[1..length - 1].to_owned())), length),
                None => return Err(ProgramFault::new(&(at..at + 1), "the text has no end: expected `\"`")),
            },
            '0'..='9' => {
                let length = run(|c| c.is_ascii_digit());
                let number = rest[..length].parse().ok().filter(|number| *number <= MAX_NUMBER);
                let Some(number) = number else {
                    let message = format!("expected a number of at most {MAX_NUMBER}");
                    return Err(ProgramFault::new(&(at..at + length), message));
                };
                (Some(Token::Number(number)), length)
            }
            'a'..='z' => {
                let length = run(|c| c.is_ascii_lowercase());
                (Some(Token::Word(rest[..length].to_owned())), length)
            }
            'A'..='Z' | '_' => {
                let length = run(|c| c.is_ascii_uppercase() || c == '_');
                (Some(Token::Name(rest[..length].to_owned())), length)
            }
            _ => match SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
                Some(sign) => (Some(Token::Sign(sign)), sign.len()),
                None => {
                    let message = format!("the language has no sign `{first}`");
                    return Err(ProgramFault::new(&(at..at + first.len_utf8()), message));
                }
            },
        };
        tokens.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    tokens.push((Token::End, text.len()..text.len()));
    Ok(tokens)
}
