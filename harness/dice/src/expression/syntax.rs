//! The parts of an expression.

use std::fmt;
use std::ops::Range;

use num_bigint::BigUint;

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

impl Comparison {
    /// Every comparison with its sign, no sign before one that it begins.
    pub const SIGNS: [(&'static str, Comparison); 7] = [
        (">=", Comparison::AtLeast),
        ("<=", Comparison::AtMost),
        ("!=", Comparison::NotEqual),
        ("==", Comparison::Equal),
        ("=", Comparison::Equal),
        (">", Comparison::Greater),
        ("<", Comparison::Less),
    ];

    /// Whether `a` and `b` compare so.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
        })
    }
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// How a number is compared.
    pub comparison: Comparison,
    /// What with.
    pub value: i64,
}

impl Condition {
    /// Whether a number fulfils the condition.
    pub fn holds(self, number: i64) -> bool {
        self.comparison.holds(number, self.value)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.comparison, self.value)
    }
}

/// Sides of a die that show the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// What they show.
    pub value: i64,
    /// How many sides show it.
    pub sides: u64,
    /// How likely they are together, over the sum for all faces.
    pub weight: BigUint,
}

/// A die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Die {
    /// The faces by ascending value, each value once.
    pub faces: Vec<Face>,
    /// The die as it was written, such as `6` or `{1,1,2}`.
    pub text: String,
}

impl Die {
    /// The sum of the weights.
    pub fn total(&self) -> BigUint {
        self.faces.iter().map(|face| &face.weight).sum()
    }

    /// The number of sides.
    pub fn sides(&self) -> u64 {
        self.faces.iter().map(|face| face.sides).sum()
    }

    /// The highest value.
    pub fn highest(&self) -> i64 {
        self.faces.last().map_or(0, |face| face.value)
    }
}

/// What is done with the dice of a pool, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// `kh`: only the highest dice count.
    KeepHighest(u32),
    /// `kl`: only the lowest dice count.
    KeepLowest(u32),
    /// `dh`: the highest dice do not count.
    DropHighest(u32),
    /// `dl`: the lowest dice do not count.
    DropLowest(u32),
    /// `x`: for every die that shows this another one is thrown, which counts too.
    Explode(Condition),
    /// `r`: dice that show this are thrown again, once.
    Reroll(Condition),
    /// `rr`: dice that show this are thrown again until they do not.
    RerollAlways(Condition),
    /// `cs`: the value is the number of dice that show this.
    Count(Condition),
    /// `min`: a die counts at least this.
    Min(i64),
    /// `max`: a die counts at most this.
    Max(i64),
}

impl Modifier {
    /// Whether it chooses among the dice.
    pub fn keeps(self) -> bool {
        use Modifier::{DropHighest, DropLowest, KeepHighest, KeepLowest};
        matches!(self, KeepHighest(_) | KeepLowest(_) | DropHighest(_) | DropLowest(_))
    }

    /// Whether dice are thrown because of it.
    pub fn throws(self) -> bool {
        matches!(self, Modifier::Explode(_) | Modifier::Reroll(_) | Modifier::RerollAlways(_))
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Modifier::KeepHighest(count) => write!(f, "kh{count}"),
            Modifier::KeepLowest(count) => write!(f, "kl{count}"),
            Modifier::DropHighest(count) => write!(f, "dh{count}"),
            Modifier::DropLowest(count) => write!(f, "dl{count}"),
            Modifier::Explode(condition) => write!(f, "x{condition}"),
            Modifier::Reroll(condition) => write!(f, "r{condition}"),
            Modifier::RerollAlways(condition) => write!(f, "rr{condition}"),
            Modifier::Count(condition) => write!(f, "cs{condition}"),
            Modifier::Min(value) => write!(f, "min{value}"),
            Modifier::Max(value) => write!(f, "max{value}"),
        }
    }
}

/// Equal dice thrown together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// How many dice.
    pub count: u32,
    /// Which.
    pub die: Die,
    /// What is done with them.
    pub modifiers: Vec<Modifier>,
    /// Where the pool stands in the text, in bytes.
    pub span: Range<usize>,
}

impl Pool {
    /// The condition by which the dice are counted, if they are.
    pub fn counts(&self) -> Option<Condition> {
        match self.modifiers.last() {
            Some(Modifier::Count(condition)) => Some(*condition),
            _ => None,
        }
    }
}

/// What is read off the dice that count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// The sum, or with `cs` the number of dice counted.
    Value,
    /// The size of the largest set of equal dice.
    Sets,
    /// How many pairs of equal dice can be put aside.
    Pairs,
    /// The length of the longest run of consecutive numbers.
    Straight,
    /// How many different numbers there are.
    Distinct,
}

impl Reading {
    /// The functions with their names.
    pub const FUNCTIONS: [(&'static str, Reading); 4] = [
        ("sets", Reading::Sets),
        ("pairs", Reading::Pairs),
        ("straight", Reading::Straight),
        ("distinct", Reading::Distinct),
    ];
}

/// What two values are combined by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `max(,)`
    Larger,
    /// `min(,)`
    Smaller,
    /// A comparison: 1 if it holds, else 0.
    Compare(Comparison),
}

impl Operator {
    /// The value for two numbers; none where it is too large.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operator::Plus => a.checked_add(b),
            Operator::Minus => a.checked_sub(b),
            Operator::Times => a.checked_mul(b),
            Operator::Larger => Some(a.max(b)),
            Operator::Smaller => Some(a.min(b)),
            Operator::Compare(comparison) => Some(i64::from(comparison.holds(a, b))),
        }
    }
}

/// An expression; all throws in it are independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// What a throw shows.
    Throw(Reading, Pool),
    /// The opposite.
    Negative(Box<Expression>),
    /// Two values combined.
    Both(Operator, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// The throws from left to right.
    pub fn pools(&self) -> Vec<&Pool> {
        match self {
            Expression::Number(_) => Vec::new(),
            Expression::Throw(_, pool) => vec![pool],
            Expression::Negative(inner) => inner.pools(),
            Expression::Both(_, a, b) => [a.pools(), b.pools()].concat(),
        }
    }
}
