//! Reading expressions.
//!
//! ```text
//! expression = sum [comparison sum]
//! sum        = product {("+" | "-") product}
//! product    = factor {"*" factor}
//! factor     = {"-"} (number | dice | function | "(" expression ")")
//! function   = ("max" | "min") "(" expression {"," expression} ")" | ("sets" | ...) "(" dice ")"
//! dice       = [number] "d" (number | "%" | "F" | "{" faces "}") ["{" loads "}"] {modifier}
//! ```

use winnow::LocatingSlice;
use winnow::ascii::{digit1, multispace0};
use winnow::combinator::{alt, opt, peek, preceded};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::Location;
use winnow::token::{any, literal, rest, take_while};

use super::faces::{self, Load};
use super::fault::{Fault, FaultKind};
use super::given::{Aspect, Given};
use super::syntax::{Comparison, Condition, Die, Expression, Modifier, Operator, Pool, Reading};

/// Most characters of an expression.
const MAX_LENGTH: usize = 2000;
/// Most levels of parentheses.
const MAX_DEPTH: usize = 50;
/// The largest number that may be written.
const MAX_NUMBER: i64 = 1_000_000_000;
/// Most dice of a throw that are tried.
const MAX_DICE: i64 = 1_000_000;
/// Most faces of a die.
const MAX_FACES: i64 = 100_000;

type Input<'a> = LocatingSlice<&'a str>;
type Read<T> = Result<T, ErrMode<Fault>>;

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

/// Reads conditions separated by commas or `and`, such as `>=10, distinct=3`.
///
/// # Errors
/// A text that is no list of conditions; the fault names the place.
pub fn given(text: &str) -> Result<Vec<Given>, Fault> {
    read(text, |input| {
        let mut conditions = vec![one_given(input)?];
        while opt((multispace0, alt((",", "and")))).parse_next(input)?.is_some() {
            conditions.push(one_given(input)?);
        }
        blanks(input)?;
        if input.is_empty() { Ok(conditions) } else { Err(expected(input, "`,` or the end")) }
    })
}

fn read<T>(text: &str, parse: impl FnOnce(&mut Input) -> Read<T>) -> Result<T, Fault> {
    if text.len() > MAX_LENGTH {
        let kind = FaultKind::TooLong(MAX_LENGTH);
        return Err(Fault { span: 0..text.len(), kind });
    }
    let mut input = LocatingSlice::new(text);
    parse(&mut input).map_err(|error| match error {
        ErrMode::Backtrack(fault) | ErrMode::Cut(fault) => fault,
        ErrMode::Incomplete(_) => unreachable!("texts are complete"),
    })
}

/// The fault that the last character read, blanks left out, should not be there.
fn unexpected(input: &mut Input, text: &str, what: &'static str) -> ErrMode<Fault> {
    let end = input.current_token_start();
    let start = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    let kind = FaultKind::Expected { expected: what, found: text[start..].chars().take(12).collect() };
    ErrMode::Cut(Fault { span: start..end, kind })
}

/// The fault that something else should come next.
fn expected(input: &mut Input, what: &'static str) -> ErrMode<Fault> {
    let start = input.current_token_start();
    let found: &str = peek_rest(input);
    let length = found.chars().next().map_or(0, char::len_utf8);
    let kind = FaultKind::Expected { expected: what, found: found.chars().take(12).collect() };
    ErrMode::Cut(Fault { span: start..start + length, kind })
}

fn peek_rest<'a>(input: &mut Input<'a>) -> &'a str {
    let read: Read<&str> = peek(rest).parse_next(input);
    read.unwrap_or_default()
}

fn fault(start: usize, input: &Input, kind: FaultKind) -> ErrMode<Fault> {
    ErrMode::Cut(Fault { span: start..input.current_token_start(), kind })
}

fn blanks(input: &mut Input) -> Read<()> {
    multispace0.void().parse_next(input)
}

/// Reads a sign if it comes next, blanks left out.
fn sign(input: &mut Input, sign: &'static str) -> Read<bool> {
    Ok(opt((multispace0, literal(sign))).parse_next(input)?.is_some())
}

fn required(input: &mut Input, wanted: &'static str, what: &'static str) -> Read<()> {
    if sign(input, wanted)? {
        return Ok(());
    }
    blanks(input)?;
    Err(expected(input, what))
}

fn comparison(input: &mut Input, depth: usize) -> Read<Expression> {
    let left = sum(input, depth)?;
    for (text, comparison) in Comparison::SIGNS {
        if sign(input, text)? {
            let right = sum(input, depth)?;
            return Ok(both(Operator::Compare(comparison), left, right));
        }
    }
    Ok(left)
}

fn both(operator: Operator, a: Expression, b: Expression) -> Expression {
    Expression::Both(operator, Box::new(a), Box::new(b))
}

fn sum(input: &mut Input, depth: usize) -> Read<Expression> {
    let mut value = product(input, depth)?;
    loop {
        let operator = if sign(input, "+")? {
            Operator::Plus
        } else if sign(input, "-")? {
            Operator::Minus
        } else {
            return Ok(value);
        };
        value = both(operator, value, product(input, depth)?);
    }
}

fn product(input: &mut Input, depth: usize) -> Read<Expression> {
    let mut value = factor(input, depth)?;
    while sign(input, "*")? {
        value = both(Operator::Times, value, factor(input, depth)?);
    }
    Ok(value)
}

fn factor(input: &mut Input, depth: usize) -> Read<Expression> {
    let mut negative = false;
    while sign(input, "-")? {
        negative = !negative;
    }
    blanks(input)?;
    let value = match peek(opt(any)).parse_next(input)? {
        Some('(') => parenthesis(input, depth)?,
        Some('d' | 'D') if !peek_rest(input).to_lowercase().starts_with("distinct") => dice(input)?,
        Some(c) if c.is_ascii_digit() => dice(input)?,
        Some(c) if c.is_ascii_alphabetic() => function(input, depth)?,
        _ => return Err(expected(input, "dice, a number, a function or `(`")),
    };
    Ok(if negative { Expression::Negative(Box::new(value)) } else { value })
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

fn word<'a>(input: &mut Input<'a>) -> Read<&'a str> {
    take_while(1.., |c: char| c.is_ascii_alphabetic()).parse_next(input)
}

fn function(input: &mut Input, depth: usize) -> Read<Expression> {
    let start = input.current_token_start();
    let name = word(input)?.to_lowercase();
    let fold = [("max", Operator::Larger), ("min", Operator::Smaller)];
    if let Some((_, operator)) = fold.into_iter().find(|(known, _)| *known == name) {
        return fold_of(input, depth, operator);
    }
    if let Some((function, reading)) = Reading::FUNCTIONS.into_iter().find(|(known, _)| *known == name) {
        let start = input.current_token_start();
        return match parenthesis(input, depth)? {
            Expression::Throw(Reading::Value, pool) if pool.counts().is_none() => {
                Ok(Expression::Throw(reading, pool))
            }
            _ => Err(fault(start, input, FaultKind::NotDice { function })),
        };
    }
    let known = fold.map(|(name, _)| name).into_iter().chain(Reading::FUNCTIONS.map(|(name, _)| name));
    let nearest = nearest(&name, known);
    Err(fault(start, input, FaultKind::Function { found: name, nearest }))
}

fn fold_of(input: &mut Input, depth: usize, operator: Operator) -> Read<Expression> {
    if depth >= MAX_DEPTH {
        return Err(fault(input.current_token_start(), input, FaultKind::TooDeep(MAX_DEPTH)));
    }
    required(input, "(", "`(`")?;
    let mut value = comparison(input, depth + 1)?;
    while sign(input, ",")? {
        value = both(operator, value, comparison(input, depth + 1)?);
    }
    required(input, ")", "`,` or `)`")?;
    Ok(value)
}

/// The name most like a word: at most a third of its letters, and one, are different.
fn nearest(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<String> {
    let distances = names.into_iter().map(|name| (strsim::damerau_levenshtein(word, name), name));
    let close = distances.filter(|(distance, name)| *distance <= 1 + name.len() / 3);
    close.min().map(|(_, name)| name.to_owned())
}

/// Reads a number of digits if one comes next.
fn digits(input: &mut Input, what: &'static str, min: i64, max: i64) -> Read<Option<i64>> {
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
fn integer(input: &mut Input) -> Read<i64> {
    let negative = opt("-").parse_next(input)?.is_some();
    match digits(input, "as a number", 0, MAX_NUMBER)? {
        Some(value) => Ok(if negative { -value } else { value }),
        None => Err(expected(input, "a number")),
    }
}

fn is_die(input: &mut Input) -> Read<bool> {
    Ok(opt(alt(("d", "D"))).parse_next(input)?.is_some())
}

/// Dice, or a number where no `d` follows.
fn dice(input: &mut Input) -> Read<Expression> {
    let start = input.current_token_start();
    let before = *input;
    let number = opt(digit1).parse_next(input)?;
    let has_die = is_die(input)?;
    *input = before;
    if !has_die && number.is_some() {
        let value = digits(input, "as a number", 0, MAX_NUMBER)?;
        return Ok(Expression::Number(value.unwrap_or(0)));
    }
    let count = digits(input, "dice", 1, MAX_DICE)?.unwrap_or(1) as u32;
    is_die(input)?;
    let die = die(input)?;
    let mut modifiers = Vec::new();
    let mut left = count;
    while let Some(modifier) = modifier(input, &die, &mut left, &modifiers)? {
        modifiers.push(modifier);
    }
    let span = start..input.current_token_start();
    Ok(Expression::Throw(Reading::Value, Pool { count, die, modifiers, span }))
}

fn die(input: &mut Input) -> Read<Die> {
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

fn face_list(input: &mut Input) -> Read<Vec<i64>> {
    let mut values = Vec::new();
    loop {
        blanks(input)?;
        let start = input.current_token_start();
        let first = integer(input)?;
        let last = if opt("..").parse_next(input)?.is_some() { integer(input)? } else { first };
        let more = last.saturating_sub(first).saturating_add(1);
        if more < 1 || values.len() as i64 + more > MAX_FACES {
            let kind = FaultKind::Range { what: "faces", min: 1, max: MAX_FACES, found: more.to_string() };
            return Err(fault(start, input, kind));
        }
        values.extend(first..=last);
        if !sign(input, ",")? {
            required(input, "}", "`,` or `}`")?;
            return Ok(values);
        }
    }
}

fn load_list(input: &mut Input) -> Read<Vec<Load>> {
    let mut loads = Vec::new();
    loop {
        blanks(input)?;
        let face = integer(input)?;
        required(input, ":", "`:` and how much more often the face comes, such as `6:+1%`")?;
        loads.push(Load { face, more: percent(input)? });
        if !sign(input, ",")? {
            required(input, "}", "`,` or `}`")?;
            return Ok(loads);
        }
    }
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

/// The names of the modifiers; one that begins with another comes first.
const NAMES: [&str; 12] = ["kh", "kl", "dh", "dl", "rr", "cs", "min", "max", "r", "x", "k", "d"];

/// Reads a modifier if a letter comes next; `left` is how many dice count so far.
fn modifier(input: &mut Input, die: &Die, left: &mut u32, before: &[Modifier]) -> Read<Option<Modifier>> {
    let start = input.current_token_start();
    let tail = peek_rest(input);
    let letters: String = tail.chars().take_while(char::is_ascii_alphabetic).collect();
    if letters.is_empty() {
        return Ok(None);
    }
    if before.iter().any(|modifier| matches!(modifier, Modifier::Count(_))) {
        let kind = FaultKind::NotLast;
        return Err(ErrMode::Cut(Fault { span: start..start + letters.len(), kind }));
    }
    let lower = letters.to_lowercase();
    let begins = |word: &str| NAMES.into_iter().find(|name| word.starts_with(name));
    // Letters after a name have to begin with a name too.
    let name =
        begins(&lower).filter(|name| lower.len() == name.len() || begins(&lower[name.len()..]).is_some());
    let Some(name) = name else {
        let known = NAMES.into_iter().filter(|name| !["k", "d"].contains(name));
        let nearest = nearest(&lower, known);
        let span = start..start + letters.len();
        return Err(ErrMode::Cut(Fault { span, kind: FaultKind::Modifier { found: letters, nearest } }));
    };
    winnow::token::take(name.len()).void().parse_next(input)?;
    let mut condition = |or: Option<i64>| condition(input, or);
    let modifier = match name {
        "x" => Modifier::Explode(condition(Some(die.highest()))?),
        "r" => Modifier::Reroll(condition(None)?),
        "rr" => Modifier::RerollAlways(condition(None)?),
        "cs" => Modifier::Count(condition(None)?),
        "min" => Modifier::Min(integer(input)?),
        "max" => Modifier::Max(integer(input)?),
        _ => choice(input, name, start, left, before)?,
    };
    if let Modifier::RerollAlways(condition) = modifier
        && die.faces.iter().all(|face| condition.holds(face.value))
    {
        return Err(fault(start, input, FaultKind::NeverEnds));
    }
    Ok(Some(modifier))
}

/// The rest of a modifier that chooses dice.
fn choice(
    input: &mut Input,
    name: &str,
    start: usize,
    left: &mut u32,
    before: &[Modifier],
) -> Read<Modifier> {
    let count = digits(input, "dice", 1, MAX_DICE)?.unwrap_or(1) as u32;
    let modifier = match name {
        "kh" | "k" => Modifier::KeepHighest(count),
        "kl" => Modifier::KeepLowest(count),
        "dh" => Modifier::DropHighest(count),
        _ => Modifier::DropLowest(count),
    };
    // Explosions add dice; then there may be more of them than are known here.
    let may_be_more = before.iter().any(|modifier| matches!(modifier, Modifier::Explode(_)));
    match modifier {
        Modifier::KeepHighest(_) | Modifier::KeepLowest(_) => *left = (*left).min(count),
        _ if *left > count => *left -= count,
        _ if may_be_more => {}
        _ => return Err(fault(start, input, FaultKind::NothingLeft { dice: *left })),
    }
    Ok(modifier)
}

/// A comparison with a number, or a number that is to be equal; else equal to `or`.
fn condition(input: &mut Input, or: Option<i64>) -> Read<Condition> {
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

fn one_given(input: &mut Input) -> Read<Given> {
    blanks(input)?;
    let start = input.current_token_start();
    let mut aspect = Aspect::Value;
    if let Some(name) = opt(word).parse_next(input)? {
        let name = name.to_lowercase();
        let known = Aspect::NAMES.into_iter().find(|(known, _)| *known == name);
        aspect = match known {
            Some((_, aspect)) => aspect,
            None => {
                let nearest = nearest(&name, Aspect::NAMES.map(|(name, _)| name));
                return Err(fault(start, input, FaultKind::Aspect { found: name, nearest }));
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
