//! Reading expressions and programs.
//!
//! ```text
//! expression = comparison {("&" | "|") comparison}
//! comparison = phrase | sum {("=" | "!=" | "<" | ... | "vs") sum}
//! phrase     = ("at least" | "at most" | "exactly") number condition "in" dice | ("no" | "any" | "all") condition "in" dice
//! sum        = product {("+" | "-") product}
//! product    = power {("*" | "/" | "x") power}
//! power      = place {"^" place}
//! place      = dice {"@" dice}
//! dice       = [value] {"d" sides {modifier}} ["given" conditions]
//! sides      = number | "%" | "F" | "z" number | "{" faces "}" ["{" loads "}"] | value
//! value      = {sign} (number | NAME | "(" expression ")" | "{" items "}" | "[" call "]" | function)
//! ```
//!
//! At the door of expressions a sign before dice binds less than they do, and `NdSdK` drops dice.

mod dice;
mod words;

use std::ops::Range;
use std::rc::Rc;

use torneo_contract::refuse_if;

use super::token::{Placed, Token, tokens};
use super::tree::{Binary, Expression, Function, Item, Kind, Repeat, Rounding, Statement, Type, Unary};
use crate::expression::given::Given;
use crate::expression::syntax::Comparison;
use crate::fault::Fault;

/// Most levels of brackets and blocks.
const MAX_DEPTH: usize = 60;

type Read<T> = Result<T, Fault>;

/// Where a text comes in. The language is the same, except where people rely on both meanings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Door {
    /// An expression alone: letters of both kinds are the same.
    Expression,
    /// A program: capital letters are variables.
    Program,
}

/// The statements of a program.
///
/// # Errors
/// A text that is no program; the fault names the place and what was expected.
pub fn program(text: &str) -> Read<Vec<Statement>> {
    let mut reader = Reader::new(text, Door::Program)?;
    let mut statements = Vec::new();
    while *reader.peek() != Token::End {
        statements.push(reader.statement()?);
    }
    Ok(statements)
}

/// An expression.
///
/// # Errors
/// As [`program`].
pub fn expression(text: &str) -> Read<Expression> {
    let mut reader = Reader::new(text, Door::Expression)?;
    let expression = reader.expression()?;
    reader.end("an operator or the end")?;
    Ok(expression)
}

/// Conditions separated by commas or `and`, such as `>=10, distinct=3`.
///
/// # Errors
/// As [`program`].
pub fn given(text: &str) -> Read<Vec<Given>> {
    let mut reader = Reader::new(text, Door::Expression)?;
    let conditions = reader.conditions(true)?;
    reader.end("`,` or the end")?;
    Ok(conditions)
}

/// The signs between values from those that bind least to those that bind most.
const LEVELS: [&[(&str, Binary)]; 6] = [
    &[("&", Binary::And), ("|", Binary::Or)],
    &[
        ("=", Binary::Compare(Comparison::Equal)),
        ("==", Binary::Compare(Comparison::Equal)),
        ("!=", Binary::Compare(Comparison::NotEqual)),
        ("<=", Binary::Compare(Comparison::AtMost)),
        (">=", Binary::Compare(Comparison::AtLeast)),
        ("<", Binary::Compare(Comparison::Less)),
        (">", Binary::Compare(Comparison::Greater)),
        ("vs", Binary::Compare(Comparison::AtLeast)),
    ],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Divide(Rounding::Zero)), ("x", Binary::Times)],
    &[("^", Binary::Power)],
    &[("@", Binary::At)],
];
/// The levels of comparisons and of powers.
const COMPARISONS: usize = 1;
const POWERS: usize = 4;

/// The signs before a value.
const PREFIXES: [(&str, &[Unary]); 5] = [
    ("-", &[Unary::Minus]),
    ("+", &[Unary::Plus]),
    ("!", &[Unary::Not]),
    ("!!", &[Unary::Not, Unary::Not]),
    ("#", &[Unary::Length]),
];

struct Reader<'a> {
    text: &'a str,
    door: Door,
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
    /// Whether words are parts of a function's name: inside square brackets.
    in_call: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, door: Door) -> Read<Reader<'a>> {
        Ok(Reader { text, door, tokens: tokens(text, door)?, at: 0, depth: 0, in_call: false })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    /// The token after some others.
    fn ahead(&self, places: usize) -> &Token {
        &self.tokens[(self.at + places).min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// Where the last token that was read ends.
    fn read_to(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].1.end)
    }

    /// Whether the next token follows the last one without a blank.
    fn touches(&self) -> bool {
        self.span().start == self.read_to()
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn end(&self, what: &str) -> Read<()> {
        if *self.peek() == Token::End { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Whether a sign or a word comes next.
    fn is(&self, wanted: &str) -> bool {
        match self.peek() {
            Token::Sign(sign) => *sign == wanted,
            Token::Word(word) => word == wanted,
            _ => false,
        }
    }

    fn take(&mut self, wanted: &str) -> bool {
        let is = self.is(wanted);
        if is {
            self.next();
        }
        is
    }

    /// Takes letters off the front of a word.
    fn take_letters(&mut self, letters: &str) -> bool {
        let at = self.at;
        let (token, span) = &mut self.tokens[at];
        let Token::Word(word) = token else { return false };
        let Some(rest) = word.strip_prefix(letters) else { return false };
        if rest.is_empty() {
            self.next();
            return true;
        }
        let middle = span.start + letters.len();
        let (first, second) = (span.start..middle, middle..span.end);
        let rest = rest.to_owned();
        self.tokens[at] = (Token::Word(letters.to_owned()), first);
        self.tokens.insert(at + 1, (Token::Word(rest), second));
        self.next();
        true
    }

    /// Takes words that follow each other, or none of them.
    fn take_words(&mut self, words: &[&str]) -> bool {
        let is =
            |(place, word): (usize, &&str)| matches!(self.ahead(place), Token::Word(found) if found == word);
        let all = words.iter().enumerate().all(is);
        if all {
            self.at += words.len();
        }
        all
    }

    fn need(&mut self, wanted: &str) -> Read<()> {
        if self.take(wanted) { Ok(()) } else { Err(self.expected(&format!("`{wanted}`"))) }
    }

    /// A fault from a place on.
    fn fault(&self, start: usize, message: impl Into<String>) -> Fault {
        Fault::new(&(start..self.read_to().max(start)), message)
    }

    fn expected(&self, what: &str) -> Fault {
        let found = match self.peek() {
            Token::End => "the end".to_owned(),
            _ => {
                let found: String = self.text[self.span().start..].chars().take(12).collect();
                format!("`{}`", found.lines().next().unwrap_or_default().trim_end())
            }
        };
        Fault::new(&self.span(), format!("expected {what}, found {found}"))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let message = || format!("brackets and blocks are nested too deeply (at most {MAX_DEPTH} levels)");
        refuse_if!(self.depth >= MAX_DEPTH, Fault::new(&self.span(), message()));
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn name(&mut self) -> Read<String> {
        let Token::Name(name) = self.peek().clone() else {
            return Err(self.expected("a name in capital letters"));
        };
        self.next();
        Ok(name)
    }

    fn text(&mut self) -> Read<String> {
        let Token::Text(text) = self.peek().clone() else {
            return Err(self.expected("a text between `\"`"));
        };
        self.next();
        Ok(text)
    }

    /// Reads something inside brackets in which words are, or are not, parts of a function's name.
    fn inside<T>(&mut self, in_call: bool, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outside = std::mem::replace(&mut self.in_call, in_call);
        let value = read(self);
        self.in_call = outside;
        value
    }

    fn block(&mut self) -> Read<Vec<Statement>> {
        self.deeper(|reader| {
            reader.need("{")?;
            let mut statements = Vec::new();
            while !reader.take("}") {
                statements.push(reader.statement()?);
            }
            Ok(statements)
        })
    }

    fn statement(&mut self) -> Read<Statement> {
        if let Token::Name(_) = self.peek() {
            let name = self.name()?;
            self.need(":")?;
            return Ok(Statement::Assign(name, self.expression()?));
        }
        if self.take("output") {
            let value = self.expression()?;
            return Ok(Statement::Output(value, self.named()?));
        }
        if self.take("result") {
            self.need(":")?;
            return Ok(Statement::Result(self.expression()?));
        }
        if self.take("function") {
            return self.function();
        }
        if self.take("if") {
            return self.choice();
        }
        if self.take("loop") {
            let name = self.name()?;
            self.need("over")?;
            let over = self.expression()?;
            return Ok(Statement::Loop(name, over, self.block()?));
        }
        if self.take("set") {
            return self.setting();
        }
        if self.is("repeat") {
            let value = self.expression()?;
            return Ok(Statement::Output(value, self.named()?));
        }
        Err(self.expected(
            "a statement: `output`, `NAME:`, `function:`, `if`, `loop`, `repeat`, `result:` or `set`",
        ))
    }

    fn named(&mut self) -> Read<Option<String>> {
        if self.take("named") { self.text().map(Some) } else { Ok(None) }
    }

    fn repeat(&mut self) -> Read<Kind> {
        let name = self.name()?;
        self.need("from")?;
        let from = self.expression()?;
        self.need("by")?;
        let by = self.expression()?;
        self.need("until")?;
        let until = self.expression()?;
        Ok(Kind::Repeat(Box::new(Repeat { name, from, by, until })))
    }

    fn choice(&mut self) -> Read<Statement> {
        let condition = self.expression()?;
        let then = self.block()?;
        let otherwise = match self.take("else") {
            false => Vec::new(),
            true if self.take("if") => vec![self.deeper(Self::choice)?],
            true => self.block()?,
        };
        Ok(Statement::If(condition, then, otherwise))
    }

    fn setting(&mut self) -> Read<Statement> {
        let place = self.span();
        let what = self.text()?;
        self.need("to")?;
        match what.as_str() {
            "explode depth" => Ok(Statement::ExplodeDepth(self.expression()?)),
            "maximum function depth" => Ok(Statement::FunctionDepth(self.expression()?)),
            "position order" => {
                let place = self.span();
                match self.text()?.as_str() {
                    "highest first" => Ok(Statement::PositionOrder(false)),
                    "lowest first" => Ok(Statement::PositionOrder(true)),
                    _ => Err(Fault::new(&place, "expected \"highest first\" or \"lowest first\"")),
                }
            }
            _ => {
                let known = "\"explode depth\", \"maximum function depth\" or \"position order\"";
                Err(Fault::new(&place, format!("expected {known}")))
            }
        }
    }

    fn function(&mut self) -> Read<Statement> {
        self.need(":")?;
        let start = self.span();
        let mut name = Vec::new();
        let mut parameters = Vec::new();
        while !self.is("{") {
            match self.peek().clone() {
                Token::Word(word) => {
                    self.next();
                    name.push(word);
                }
                Token::Name(parameter) => {
                    self.next();
                    name.push("?".to_owned());
                    let kind = if self.take(":") { self.kind()? } else { Type::Any };
                    parameters.push((parameter, kind));
                }
                _ => return Err(self.expected("a word or a parameter of the function, or `{`")),
            }
        }
        let has_word = name.iter().any(|word| word != "?");
        refuse_if!(!has_word, Fault::new(&start, "expected a word in the name of the function"));
        let body = self.block()?;
        Ok(Statement::Define(name.join(" "), Rc::new(Function { parameters, body })))
    }

    fn kind(&mut self) -> Read<Type> {
        for (word, kind) in [("n", Type::Number), ("s", Type::Sequence), ("d", Type::Dice)] {
            if self.take(word) {
                return Ok(kind);
            }
        }
        Err(self.expected("`n`, `s` or `d`"))
    }

    fn expression(&mut self) -> Read<Expression> {
        self.deeper(|reader| reader.level(0))
    }

    fn level(&mut self, level: usize) -> Read<Expression> {
        let Some(signs) = LEVELS.get(level) else { return self.dice() };
        if level == COMPARISONS
            && let Some(phrase) = self.phrase()?
        {
            return Ok(phrase);
        }
        if level == POWERS && self.door == Door::Expression && (self.is("-") || self.is("+")) {
            return self.signed(|reader| reader.level(POWERS));
        }
        let mut left = self.level(level + 1)?;
        while let Some((sign, binary)) = signs.iter().find(|(sign, _)| self.is(sign) && self.is_between(sign))
        {
            self.need(sign)?;
            let right = self.level(level + 1)?;
            left = self.both(*binary, left, right)?;
        }
        Ok(left)
    }

    /// Whether a word that comes next stands for a sign, and for no part of a function's name.
    fn is_between(&self, sign: &str) -> bool {
        match sign {
            "x" => match self.touches() {
                touches if touches || !self.in_call => {
                    let is_dice = matches!(self.ahead(2), Token::Word(word) if word.starts_with('d'));
                    matches!(self.ahead(1), Token::Number(_)) && !is_dice
                }
                _ => false,
            },
            "vs" => !self.in_call,
            _ => true,
        }
    }

    /// Reads a sign, if one is there, and what it stands before.
    fn signed(&mut self, value: impl FnOnce(&mut Self) -> Read<Expression>) -> Read<Expression> {
        let start = self.span().start;
        for (sign, unaries) in PREFIXES {
            if self.take(sign) {
                let value = self.deeper(value)?;
                let span = start..value.span.end;
                let before = |value, unary: &Unary| Expression {
                    span: span.clone(),
                    kind: Kind::Unary(*unary, Box::new(value)),
                };
                return Ok(unaries.iter().fold(value, before));
            }
        }
        self.single()
    }

    /// A value with the signs before it.
    fn prefixed(&mut self) -> Read<Expression> {
        if self.begins_die() {
            return self.deeper(Self::single_die);
        }
        self.signed(Self::prefixed)
    }

    fn single(&mut self) -> Read<Expression> {
        let start = self.span().start;
        let kind = match self.peek().clone() {
            Token::Number(number) => {
                self.next();
                Kind::Number(number)
            }
            Token::Name(name) => {
                self.next();
                Kind::Variable(name)
            }
            Token::Sign("(") => self.parenthesis()?.kind,
            Token::Sign("{") => return self.sequence(),
            Token::Sign("[") => self.call()?,
            Token::Word(word) if word == "repeat" && matches!(self.ahead(1), Token::Name(_)) => {
                self.next();
                self.repeat()?
            }
            Token::Word(word) => self.applied(&word)?.kind,
            _ => return Err(self.expected("a number, a variable, dice, a function, `{`, `(` or `[`")),
        };
        Ok(Expression { span: start..self.read_to(), kind })
    }

    fn parenthesis(&mut self) -> Read<Expression> {
        self.need("(")?;
        let inner = self.inside(false, Self::expression)?;
        match self.take(")") {
            true => Ok(inner),
            false => Err(self.expected("`)` or an operator")),
        }
    }

    /// Numbers in braces, or with letters such as `kh2` behind them the best of several values.
    fn sequence(&mut self) -> Read<Expression> {
        let start = self.span().start;
        let items = self.inside(false, |reader| reader.deeper(Self::items))?;
        if let Some(kept) = self.kept(&items, start)? {
            return Ok(kept);
        }
        Ok(Expression { span: start..self.read_to(), kind: Kind::Sequence(items) })
    }

    fn items(&mut self) -> Read<Vec<Item>> {
        self.need("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            let first = self.expression()?;
            let last = if self.take("..") { Some(self.expression()?) } else { None };
            let times = if self.take(":") { Some(self.expression()?) } else { None };
            items.push(Item { first, last, times });
            refuse_if!(!self.take(",") && !self.is("}"), self.expected("`,` or `}`"));
        }
        Ok(items)
    }

    fn call(&mut self) -> Read<Kind> {
        self.need("[")?;
        let (mut name, mut arguments) = (Vec::new(), Vec::new());
        while !self.take("]") {
            match self.peek().clone() {
                Token::Word(word) if !self.begins_die() && !self.begins_function() => {
                    self.next();
                    name.push(word);
                }
                Token::End => return Err(self.expected("`]`")),
                _ => {
                    name.push("?".to_owned());
                    arguments.push(self.inside(true, Self::expression)?);
                    // A comma may stand between two arguments.
                    self.take(",");
                }
            }
        }
        Ok(Kind::Call(name.join(" "), arguments))
    }
}
