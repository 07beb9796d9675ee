//! Conditions under which a throw is looked at.

use std::ops::Range;

use super::syntax::Condition;

/// What is given of a throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aspect {
    /// The value of the expression.
    Value,
    /// The sum of the dice that count.
    Sum,
    /// The size of their largest set of equal dice.
    Sets,
    /// How many pairs of equal dice can be put aside.
    Pairs,
    /// The length of their longest run of consecutive numbers.
    Straight,
    /// How many different numbers they show.
    Distinct,
    /// The highest of them.
    High,
    /// The lowest of them.
    Low,
    /// 1 if any of them shows this, else 0.
    Any(Condition),
}

impl Aspect {
    /// The aspects of dice with their names.
    pub const NAMES: [(&'static str, Aspect); 8] = [
        ("value", Aspect::Value),
        ("sum", Aspect::Sum),
        ("sets", Aspect::Sets),
        ("pairs", Aspect::Pairs),
        ("straight", Aspect::Straight),
        ("distinct", Aspect::Distinct),
        ("high", Aspect::High),
        ("low", Aspect::Low),
    ];
}

/// A condition on a throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// On what.
    pub aspect: Aspect,
    /// Which.
    pub condition: Condition,
    /// Where it stands in its text, in bytes.
    pub span: Range<usize>,
}
