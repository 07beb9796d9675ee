//! The parts of an expression.

mod modifier;

use std::fmt;
use std::ops::Range;

use num_bigint::BigUint;

use crate::distribution::Distribution;

pub use modifier::{Modifier, left};

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

    /// The comparison that holds where this one does not.
    pub fn opposite(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Greater => Comparison::AtMost,
            Comparison::AtLeast => Comparison::Less,
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
        }
    }

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
        // Of two signs the later one is the usual one.
        let sign = Comparison::SIGNS.iter().rfind(|(_, comparison)| comparison == self);
        f.write_str(sign.map_or("", |(sign, _)| sign))
    }
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// What dice are counted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Each that shows this counts 1.
    pub of: Condition,
    /// Each that shows this counts -1 as well.
    pub less: Option<Condition>,
}

impl Count {
    /// What a die counts.
    pub fn worth(self, face: i64) -> i64 {
        i64::from(self.of.holds(face)) - i64::from(self.less.is_some_and(|less| less.holds(face)))
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

    /// The die as a distribution of what it shows.
    pub fn shown(&self) -> Distribution {
        Distribution::ascending(self.faces.iter().map(|face| (face.value, face.weight.clone())).collect())
    }

    /// The lowest value.
    pub fn lowest(&self) -> i64 {
        self.faces.first().map_or(0, |face| face.value)
    }

    /// The highest value.
    pub fn highest(&self) -> i64 {
        self.faces.last().map_or(0, |face| face.value)
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
    /// How many dice count; none where that depends on the throw.
    pub fn left(&self) -> Option<u32> {
        left(self.count, &self.modifiers)
    }

    /// What the dice are counted for, if they are.
    pub fn counts(&self) -> Option<Count> {
        match self.modifiers.last() {
            Some(Modifier::Count(count)) => Some(*count),
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
    /// The functions by their names, with those of the language that read the same of any dice.
    pub const FUNCTIONS: [(&'static str, Reading, &'static str); 4] = [
        ("sets", Reading::Sets, "largest set in ?"),
        ("pairs", Reading::Pairs, "pairs in ?"),
        ("straight", Reading::Straight, "longest straight in ?"),
        ("distinct", Reading::Distinct, "different numbers in ?"),
    ];
}
