//! The parts of a program.

use std::ops::Range;
use std::rc::Rc;

/// An expression at its place.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Its bytes in the program.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number.
    Number(i64),
    /// The value of a variable.
    Variable(String),
    /// Numbers in order: `{1, 2..4, 5:3}`.
    Sequence(Vec<Item>),
    /// A sign before a value.
    Unary(Unary, Box<Expression>),
    /// A sign between two values.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// A function by its name, with a `?` for each argument.
    Call(String, Vec<Expression>),
}

/// A part of a sequence.
#[derive(Clone, Debug)]
pub struct Item {
    /// The first value, or all of them.
    pub first: Expression,
    /// The last value of a range.
    pub last: Option<Expression>,
    /// How often the part is repeated.
    pub times: Option<Expression>,
}

/// A sign before a value.
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
}

/// A sign between two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `d`
    Dice,
    /// `@`
    At,
    /// `^`
    Power,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `=`, `!=`, `<`, `<=`, `>`, `>=`
    Compare(crate::expression::syntax::Comparison),
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
    /// `output EXPRESSION named "..."`
    Output(Expression, Option<String>),
    /// `result: EXPRESSION`
    Result(Expression),
    /// `function: ... { ... }` by its name.
    Define(String, Rc<Function>),
    /// `if CONDITION { ... } else { ... }`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// `loop NAME over SEQUENCE { ... }`
    Loop(String, Expression, Vec<Statement>),
    /// `repeat NAME from START by EXPRESSION until CONDITION named "..."`
    Repeat(Box<Repeat>),
    /// `set "explode depth" to N`
    ExplodeDepth(Expression),
    /// `set "maximum function depth" to N`
    FunctionDepth(Expression),
    /// `set "position order" to "highest first"`; whether the lowest is first.
    PositionOrder(bool),
}

/// A value that changes from roll to roll up to an end; the output is the number of rolls.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// The variable.
    pub name: String,
    /// Its first value.
    pub from: Expression,
    /// Its next value.
    pub by: Expression,
    /// When it ends.
    pub until: Expression,
    /// The name of the output.
    pub named: Option<String>,
}
