//! Expressions and programs as trees.

use std::ops::Range;
use std::rc::Rc;

use crate::expression::faces;
use crate::expression::given::Given;
use crate::expression::syntax::{Comparison, Die, Modifier, Pool, Reading};

/// An expression at its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What an expression is. All throws in it are independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number.
    Number(i64),
    /// The value of a variable.
    Variable(String),
    /// Numbers in order: `{1, 2..4, 5:3}`.
    Sequence(Vec<Item>),
    /// Dice whose number and faces are written; other throws than those that fulfil the conditions are not looked at.
    Throw(Reading, Pool, Vec<Given>),
    /// Dice whose number or faces are values.
    Several(Box<Several>),
    /// A sign before a value.
    Unary(Unary, Box<Expression>),
    /// A sign between two values.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// A function by its name, with a `?` for each argument.
    Call(String, Vec<Expression>),
    /// The second value where the first is not 0, else the third.
    If(Box<[Expression; 3]>),
    /// How often dice are thrown up to an end.
    Repeat(Box<Repeat>),
}

/// Dice whose number or faces are values themselves, such as `(2d6)d6`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Several {
    /// How many dice.
    pub count: Expression,
    /// Which.
    pub sides: Sides,
    /// What is done with them.
    pub modifiers: Vec<Modifier>,
}

/// The faces of dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sides {
    /// As they are written.
    Die(Die),
    /// 1 up to a number, or the numbers of a sequence. Where these are dice, an expression takes what they show, a program
    /// the dice themselves.
    Value(Expression),
}

/// A part of a sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The first value, or all of them.
    pub first: Expression,
    /// The last value of a range.
    pub last: Option<Expression>,
    /// How often the part is repeated.
    pub times: Option<Expression>,
}

/// A sign before a value, or a function of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `d`
    Die,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `!`
    Not,
    /// `#`
    Length,
    /// `abs( )`
    Absolute,
}

/// How a quotient becomes a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Towards zero.
    Zero,
    /// To the next whole number above.
    Up,
    /// To the next whole number below.
    Down,
}

/// A sign between two values, or a function of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `@`
    At,
    /// `^`
    Power,
    /// `*`
    Times,
    /// `/`
    Divide(Rounding),
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `max(,)`
    Larger,
    /// `min(,)`
    Smaller,
    /// `=`, `!=`, `<`, `<=`, `>`, `>=`
    Compare(Comparison),
    /// `&`
    And,
    /// `|`
    Or,
}

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `:n`: a number; dice are thrown.
    Number,
    /// `:s`: a sequence; dice are thrown.
    Sequence,
    /// `:d`: dice.
    Dice,
    /// Anything, as it is.
    Any,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its parameters.
    pub parameters: Vec<(String, Type)>,
    /// What it does.
    pub body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `NAME: EXPRESSION`
    Assign(String, Expression),
    /// `output EXPRESSION named "..."`, or `repeat ...` alone.
    Output(Expression, Option<String>),
    /// `result: EXPRESSION`
    Result(Expression),
    /// `function: ... { ... }` by its name.
    Define(String, Rc<Function>),
    /// `if CONDITION { ... } else { ... }`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// `loop NAME over SEQUENCE { ... }`
    Loop(String, Expression, Vec<Statement>),
    /// `set "explode depth" to N`
    ExplodeDepth(Expression),
    /// `set "maximum function depth" to N`
    FunctionDepth(Expression),
    /// `set "position order" to "highest first"`; whether the lowest is first.
    PositionOrder(bool),
}

/// `repeat NAME from START by EXPRESSION until CONDITION`: a value that changes from roll to roll up to an end. It is worth the
/// number of rolls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeat {
    /// The variable.
    pub name: String,
    /// Its first value.
    pub from: Expression,
    /// Its next value.
    pub by: Expression,
    /// When it ends.
    pub until: Expression,
}

/// The value of dice that are thrown, read in some way where conditions hold.
pub type Thrown<'a> = dyn FnMut(&Pool, Reading, &[Given]) -> Option<i64> + 'a;

impl Expression {
    /// Two values with a sign between them.
    pub fn binary(binary: Binary, a: Expression, b: Expression) -> Expression {
        let span = a.span.start.min(b.span.start)..a.span.end.max(b.span.end);
        Expression { span, kind: Kind::Binary(binary, Box::new(a), Box::new(b)) }
    }

    /// The throws of a fixed number of dice from left to right.
    pub fn pools(&self) -> Vec<&Pool> {
        match &self.kind {
            Kind::Throw(_, pool, _) => vec![pool],
            _ => self.parts().into_iter().flat_map(Expression::pools).collect(),
        }
    }

    /// The expressions of which this one is made, from left to right.
    pub fn parts(&self) -> Vec<&Expression> {
        match &self.kind {
            Kind::Number(_) | Kind::Variable(_) | Kind::Throw(..) => Vec::new(),
            Kind::Sequence(items) => items.iter().map(|item| &item.first).collect(),
            Kind::Several(several) => match &several.sides {
                Sides::Die(_) => vec![&several.count],
                Sides::Value(sides) => vec![&several.count, sides],
            },
            Kind::Unary(_, inner) => vec![inner],
            Kind::Binary(_, a, b) => vec![a, b],
            Kind::Call(_, arguments) => arguments.iter().collect(),
            Kind::If(parts) => parts.iter().collect(),
            Kind::Repeat(repeat) => vec![&repeat.from, &repeat.by, &repeat.until],
        }
    }

    /// Whether this expression or a part of it is of a kind.
    pub fn any(&self, is: &impl Fn(&Expression) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|part| part.any(is))
    }

    /// The value where that of each throw is known; throws are asked for from left to right. It is none where a throw has none,
    /// and where it is too large. Functions and variables have none.
    pub fn known(&self, thrown: &mut Thrown) -> Option<i64> {
        match &self.kind {
            Kind::Number(number) => Some(*number),
            Kind::Throw(reading, pool, given) => thrown(pool, *reading, given),
            Kind::Several(several) => {
                let count = u32::try_from(several.count.known(thrown)?).ok()?;
                let die = match &several.sides {
                    Sides::Die(die) => die.clone(),
                    Sides::Value(sides) => faces::numbered(u64::try_from(sides.known(thrown)?).ok()?),
                };
                let modifiers = several.modifiers.clone();
                thrown(&Pool { count, die, modifiers, span: self.span.clone() }, Reading::Value, &[])
            }
            Kind::Unary(unary, inner) => {
                let value = inner.known(thrown)?;
                match unary {
                    Unary::Minus => value.checked_neg(),
                    Unary::Absolute => value.checked_abs(),
                    Unary::Not => Some(i64::from(value == 0)),
                    Unary::Plus | Unary::Die => Some(value),
                    Unary::Length => None,
                }
            }
            Kind::If(parts) => {
                let parts = [0, 1, 2].map(|part| parts[part].known(thrown));
                if parts[0]? != 0 { parts[1] } else { parts[2] }
            }
            Kind::Binary(binary, a, b) => {
                let a = a.known(thrown)?;
                binary.apply(a, b.known(thrown)?)
            }
            _ => None,
        }
    }

    /// Whether it is 1 if something holds, and 0 if not.
    pub fn is_question(&self) -> bool {
        use Kind::{Binary as Two, Unary as One};
        matches!(self.kind, Two(Binary::Compare(_) | Binary::And | Binary::Or, ..) | One(Unary::Not, _))
    }
}

impl Binary {
    /// The value for two numbers; none where it is too large, or a quotient by zero.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Binary::Plus => a.checked_add(b),
            Binary::Minus => a.checked_sub(b),
            Binary::Times => a.checked_mul(b),
            Binary::Divide(rounding) => {
                let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
                let is_below = (a < 0) != (b < 0);
                Some(match rounding {
                    Rounding::Up if rest != 0 && !is_below => quotient + 1,
                    Rounding::Down if rest != 0 && is_below => quotient - 1,
                    _ => quotient,
                })
            }
            Binary::Larger => Some(a.max(b)),
            Binary::Smaller => Some(a.min(b)),
            Binary::Compare(comparison) => Some(i64::from(comparison.holds(a, b))),
            Binary::And => Some(i64::from(a != 0 && b != 0)),
            Binary::Or => Some(i64::from(a != 0 || b != 0)),
            Binary::Power if b < 0 => None,
            Binary::Power if a.abs() <= 1 => Some(a.pow((b % 2 + 2 * i64::from(b > 1)) as u32)),
            Binary::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            Binary::At => None,
        }
    }
}
