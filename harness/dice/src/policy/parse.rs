//! Reading rules.

use std::ops::Range;

use torneo_contract::{nearest, refuse_if};

use super::{ACTIONS, Action, Condition, Name, PolicyFault, Rules, Sum, Term};
use crate::expression::syntax::Comparison;

/// Levels of parentheses and of `not` at most.
const MAX_DEPTH: usize = 40;

/// Words of the grammar, which are no fields.
const WORDS: [&str; 6] = ["when", "and", "or", "not", "own", "other"];

type Read<T> = Result<T, PolicyFault>;

/// Reads rules separated by `;`.
///
/// # Errors
/// A text that is none.
pub fn rules(text: &str) -> Read<Rules> {
    let mut reader = Reader { tokens: tokens(text), at: 0, end: text.len(), depth: 0 };
    let mut rules = vec![reader.rule()?];
    while reader.take(";") {
        rules.push(reader.rule()?);
    }
    refuse_if!(reader.at < reader.tokens.len(), reader.expected("`and`, `or`, `;` or the end"));
    let otherwise = match rules.last() {
        Some((Action::Throw, _)) => Action::Stop,
        _ => Action::Throw,
    };
    Ok(Rules { rules, otherwise })
}

/// Words and numbers, signs, and any other character by itself.
fn tokens(text: &str) -> Vec<(&str, Range<usize>)> {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let sign = Comparison::SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        let length = match (first, sign) {
            (_, Some((sign, _))) => sign.len(),
            (first, _) if in_word(first) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            (first, _) => first.len_utf8(),
        };
        let at = text.len() - rest.len();
        if !first.is_whitespace() {
            tokens.push((&rest[..length], at..at + length));
        }
        rest = &rest[length..];
    }
    tokens
}

struct Reader<'a> {
    tokens: Vec<(&'a str, Range<usize>)>,
    at: usize,
    end: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |(_, span)| span.clone())
    }

    fn take(&mut self, wanted: &str) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn expected(&self, what: &str) -> PolicyFault {
        let found = self.peek().map_or("the end".to_owned(), |token| format!("`{token}`"));
        PolicyFault::new(&self.span(), format!("expected {what}, found {found}"))
    }

    fn rule(&mut self) -> Read<(Action, Condition)> {
        let found = self.peek().unwrap_or("");
        let Some((_, action)) = ACTIONS.iter().find(|(word, _)| *word == found) else {
            let nearest = nearest(found, ACTIONS.map(|(word, _)| word));
            return Err(PolicyFault { nearest, ..self.expected("`throw` or `stop`") });
        };
        self.at += 1;
        let condition = match self.peek() {
            // Without a condition nothing has to hold.
            None | Some(";") => Condition::All(Vec::new()),
            _ if self.take("when") => self.condition()?,
            _ => return Err(self.expected("`when`, `;` or the end")),
        };
        Ok((*action, condition))
    }

    fn condition(&mut self) -> Read<Condition> {
        Ok(Condition::Any(self.several("or", Reader::both)?))
    }

    fn both(&mut self) -> Read<Condition> {
        Ok(Condition::All(self.several("and", Reader::one)?))
    }

    fn several(&mut self, word: &str, part: fn(&mut Self) -> Read<Condition>) -> Read<Vec<Condition>> {
        let mut parts = vec![part(self)?];
        while self.take(word) {
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    fn one(&mut self) -> Read<Condition> {
        if self.depth == MAX_DEPTH {
            let message = format!("the condition is nested too deeply (at most {MAX_DEPTH} levels)");
            return Err(PolicyFault::new(&self.span(), message));
        }
        self.depth += 1;
        let one = self.one_within();
        self.depth -= 1;
        one
    }

    fn one_within(&mut self) -> Read<Condition> {
        if self.take("not") {
            return Ok(Condition::Not(Box::new(self.one()?)));
        }
        if self.take("(") {
            let condition = self.condition()?;
            return if self.take(")") { Ok(condition) } else { Err(self.expected("`)`")) };
        }
        let left = self.sum()?;
        let sign = Comparison::SIGNS.iter().find(|(sign, _)| self.peek() == Some(sign));
        let Some((_, comparison)) = sign else {
            return Ok(Condition::Compare(left, Comparison::NotEqual, vec![(1, Term::Number(0))]));
        };
        self.at += 1;
        Ok(Condition::Compare(left, *comparison, self.sum()?))
    }

    fn sum(&mut self) -> Read<Sum> {
        let mut sign = if self.take("-") { -1 } else { 1 };
        let mut sum = Vec::new();
        loop {
            sum.push((sign, self.term()?));
            sign = match self.peek() {
                Some("+") => 1,
                Some("-") => -1,
                _ => return Ok(sum),
            };
            self.at += 1;
        }
    }

    fn term(&mut self) -> Read<Term> {
        let other = self.take("other");
        let owned = other || self.take("own");
        let span = self.span();
        let word = self.peek().filter(|token| token.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        let Some(word) = word.filter(|word| !WORDS.contains(word)) else {
            return Err(self.expected(if owned { "a field" } else { "a field or a number" }));
        };
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            return Ok(Term::Field(Name { name: word.to_owned(), other, span }));
        }
        match word.parse() {
            Ok(number) if !owned => {
                self.at += 1;
                Ok(Term::Number(number))
            }
            _ => Err(self.expected(if owned { "a field" } else { "a whole number below 2^63" })),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use torneo_contract::{Field, Seat};

    use super::*;

    fn stops(text: &str) -> bool {
        let money = |seat: usize, money: i64| Field::number("money", money, 100).of(Seat::new(seat));
        let fields = [Field::number("sum", 15, 20), Field::flag("streak", true), money(0, 30), money(1, 50)];
        rules(text).unwrap().stops(Seat::FIRST, &fields)
    }

    #[test]
    fn the_first_rule_that_applies_decides() {
        for (text, expected) in [
            ("stop when sum >= 15", true),
            ("stop when sum>15", false),
            ("throw when sum >= 15", false),
            ("throw when sum > 15", true),
            ("stop", true),
            ("throw", false),
            ("throw when streak; stop", false),
            ("throw when not streak; stop", true),
            ("stop when sum >= 20 or streak and money < 40", true),
            ("stop when (sum >= 20 or streak) and own money = 31", false),
            ("stop when money < other money", true),
            ("stop when money + 20 = other money", true),
            ("stop when other money - sum - 35 = 0", true),
            ("stop when -sum = -15", true),
        ] {
            assert_eq!(stops(text), expected, "{text}");
        }
    }

    #[test]
    fn faults_name_the_place_and_what_is_near() {
        for (text, place, message, near) in [
            ("stopp when sum > 3", 0..5, "expected `throw` or `stop`, found `stopp`", Some("stop")),
            ("stop if sum > 3", 5..7, "expected `when`, `;` or the end, found `if`", None),
            ("stop when", 9..9, "expected a field or a number, found the end", None),
            ("stop when (sum > 3", 18..18, "expected `)`, found the end", None),
            ("stop when sum > 3 4", 18..19, "expected `and`, `or`, `;` or the end, found `4`", None),
            ("stop when other 5", 16..17, "expected a field, found `5`", None),
            ("stop when sum > 99999999999999999999", 16..36, "expected a whole number below 2^63", None),
        ] {
            let fault = rules(text).unwrap_err();
            assert_eq!((fault.span.clone(), fault.nearest.as_deref()), (place, near), "{text}");
            assert!(fault.message.starts_with(message), "{text}: {fault}");
        }
        assert!(rules(&format!("stop when {}sum", "not ".repeat(5000))).is_err());
        assert!(rules(&format!("stop when {}sum", "(".repeat(5000))).is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(stop|throw|when|and|or|not|own|other|sum|[0-9]|>=|=|!|\\(|\\)|;|[-+]|é| ){0,20}") {
            if let Err(fault) = rules(&text) {
                prop_assert!(text.get(fault.span).is_some());
            }
        }
    }
}
