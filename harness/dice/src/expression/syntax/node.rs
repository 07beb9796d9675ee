//! Expressions as trees.

use std::ops::Range;

use super::{Die, Modifier, Operator, Pool, Reading};
use crate::expression::given::Given;

/// What dice are thrown where their number is itself a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sides {
    /// This die.
    Die(Die),
    /// A die with 1 to so many faces.
    Value(Box<Expression>),
}

/// An expression; all throws in it are independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// What a throw shows.
    Throw(Reading, Pool),
    /// What a throw shows that fulfils conditions: other throws are not looked at.
    Given(Reading, Pool, Vec<Given>),
    /// What dice show whose number or faces are values themselves, such as `(2d6)d6`.
    Several {
        /// How many dice.
        count: Box<Expression>,
        /// Which.
        sides: Sides,
        /// What is done with them.
        modifiers: Vec<Modifier>,
        /// Where they stand in the text, in bytes.
        span: Range<usize>,
    },
    /// The opposite.
    Negative(Box<Expression>),
    /// The distance from 0.
    Absolute(Box<Expression>),
    /// Two values combined.
    Both(Operator, Box<Expression>, Box<Expression>),
    /// The second value where the first is not 0, else the third.
    If(Box<[Expression; 3]>),
}

impl Expression {
    /// The expressions of which this one is made, from left to right.
    pub fn parts(&self) -> Vec<&Expression> {
        match self {
            Expression::Number(_) | Expression::Throw(..) | Expression::Given(..) => Vec::new(),
            Expression::Several { count, sides: Sides::Value(sides), .. } => vec![count, sides],
            Expression::Several { count: inner, .. }
            | Expression::Negative(inner)
            | Expression::Absolute(inner) => vec![inner],
            Expression::Both(_, a, b) => vec![a, b],
            Expression::If(parts) => parts.iter().collect(),
        }
    }

    /// The throws of a fixed number of dice from left to right.
    pub fn pools(&self) -> Vec<&Pool> {
        match self {
            Expression::Throw(_, pool) | Expression::Given(_, pool, _) => vec![pool],
            _ => self.parts().into_iter().flat_map(Expression::pools).collect(),
        }
    }

    /// Whether this expression or a part of it is of a kind.
    pub fn any(&self, is: &impl Fn(&Expression) -> bool) -> bool {
        is(self) || self.parts().into_iter().any(|part| part.any(is))
    }
}
