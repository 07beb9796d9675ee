//! What combines two values.

use super::Comparison;

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

/// What two values are combined by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide(Rounding),
    /// `max(,)`
    Larger,
    /// `min(,)`
    Smaller,
    /// A comparison: 1 if it holds, else 0.
    Compare(Comparison),
}

impl Operator {
    /// The value for two numbers; none where it is too large, or the quotient by zero.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operator::Plus => a.checked_add(b),
            Operator::Minus => a.checked_sub(b),
            Operator::Times => a.checked_mul(b),
            Operator::Divide(rounding) => {
                let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
                let is_below = (a < 0) != (b < 0);
                Some(match rounding {
                    Rounding::Up if rest != 0 && !is_below => quotient + 1,
                    Rounding::Down if rest != 0 && is_below => quotient - 1,
                    _ => quotient,
                })
            }
            Operator::Larger => Some(a.max(b)),
            Operator::Smaller => Some(a.min(b)),
            Operator::Compare(comparison) => Some(i64::from(comparison.holds(a, b))),
        }
    }
}
