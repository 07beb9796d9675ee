//! Reading programs.

use std::ops::Range;
use std::rc::Rc;

use torneo_contract::refuse_if;

use super::fault::ProgramFault;
use super::signs::{LEVELS, PREFIXES};
use super::token::{Token, tokens};
use super::tree::{Expression, Function, Item, Kind, Repeat, Statement, Type};

/// Most levels of brackets and blocks.
const MAX_DEPTH: usize = 40;

type Read<T> = Result<T, ProgramFault>;

/// The statements of a program.
///
/// # Errors
/// A text that is no program; the fault names the place and what was expected.
pub fn program(text: &str) -> Read<Vec<Statement>> {
    let mut reader = Reader { tokens: tokens(text)?, at: 0, depth: 0 };
    let mut statements = Vec::new();
    while *reader.peek() != Token::End {
        statements.push(reader.statement()?);
    }
    Ok(statements)
}

struct Reader {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
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

    fn need(&mut self, wanted: &str) -> Read<()> {
        if self.take(wanted) { Ok(()) } else { Err(self.expected(&format!("`{wanted}`"))) }
    }

    fn expected(&self, what: &str) -> ProgramFault {
        let found = match self.peek() {
            Token::Number(number) => format!("`{number}`"),
            Token::Word(word) | Token::Name(word) => format!("`{word}`"),
            Token::Text(text) => format!("\"{}\"", text.chars().take(20).collect::<String>()),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end".to_owned(),
        };
        ProgramFault::new(&self.span(), format!("expected {what}, found {found}"))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Reader) -> Read<T>) -> Read<T> {
        let message = || format!("brackets and blocks are nested too deeply (at most {MAX_DEPTH} levels)");
        refuse_if!(self.depth >= MAX_DEPTH, ProgramFault::new(&self.span(), message()));
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
        if self.take("repeat") {
            return self.repeat();
        }
        Err(self.expected(
            "a statement: `output`, `NAME:`, `function:`, `if`, `loop`, `repeat`, `result:` or `set`",
        ))
    }

    fn named(&mut self) -> Read<Option<String>> {
        if self.take("named") { self.text().map(Some) } else { Ok(None) }
    }

    fn repeat(&mut self) -> Read<Statement> {
        let name = self.name()?;
        self.need("from")?;
        let from = self.expression()?;
        self.need("by")?;
        let by = self.expression()?;
        self.need("until")?;
        let until = self.expression()?;
        Ok(Statement::Repeat(Box::new(Repeat { name, from, by, until, named: self.named()? })))
    }

    fn choice(&mut self) -> Read<Statement> {
        let condition = self.expression()?;
        let then = self.block()?;
        let otherwise = match self.take("else") {
            false => Vec::new(),
            true if self.take("if") => vec![self.deeper(Reader::choice)?],
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
                    _ => Err(ProgramFault::new(&place, "expected \"highest first\" or \"lowest first\"")),
                }
            }
            _ => {
                let known = "\"explode depth\", \"maximum function depth\" or \"position order\"";
                Err(ProgramFault::new(&place, format!("expected {known}")))
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
        refuse_if!(!has_word, ProgramFault::new(&start, "expected a word in the name of the function"));
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
        let Some(signs) = LEVELS.get(level) else { return self.prefixed() };
        let mut left = self.level(level + 1)?;
        while let Some((sign, binary)) = signs.iter().find(|(sign, _)| self.is(sign)) {
            self.need(sign)?;
            let right = self.level(level + 1)?;
            let span = left.span.start..right.span.end;
            left = Expression { span, kind: Kind::Binary(*binary, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Read<Expression> {
        let start = self.span().start;
        for (sign, unary) in PREFIXES {
            if self.take(sign) {
                let value = self.deeper(Reader::prefixed)?;
                let span = start..value.span.end;
                return Ok(Expression { span, kind: Kind::Unary(unary, Box::new(value)) });
            }
        }
        self.single()
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
            Token::Sign("(") => {
                self.next();
                let inner = self.expression()?;
                self.need(")")?;
                inner.kind
            }
            Token::Sign("{") => self.sequence()?,
            Token::Sign("[") => self.call()?,
            _ => return Err(self.expected("a number, a variable, dice, `{`, `(` or `[`")),
        };
        let end = self.tokens[self.at - 1].1.end;
        Ok(Expression { span: start..end, kind })
    }

    fn sequence(&mut self) -> Read<Kind> {
        self.need("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            let first = self.expression()?;
            let last = if self.take("..") { Some(self.expression()?) } else { None };
            let times = if self.take(":") { Some(self.expression()?) } else { None };
            items.push(Item { first, last, times });
            refuse_if!(!self.take(",") && !self.is("}"), self.expected("`,` or `}`"));
        }
        Ok(Kind::Sequence(items))
    }

    fn call(&mut self) -> Read<Kind> {
        self.need("[")?;
        let (mut name, mut arguments) = (Vec::new(), Vec::new());
        while !self.take("]") {
            match self.peek().clone() {
                Token::Word(word) if word != "d" => {
                    self.next();
                    name.push(word);
                }
                Token::End => return Err(self.expected("`]`")),
                _ => {
                    name.push("?".to_owned());
                    arguments.push(self.expression()?);
                    // A comma may stand between two arguments.
                    self.take(",");
                }
            }
        }
        Ok(Kind::Call(name.join(" "), arguments))
    }
}
