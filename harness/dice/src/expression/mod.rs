//! The dice of expressions: throws and what is read of them, and exact distributions.

pub mod distribution;
pub(crate) mod faces;
pub mod given;
mod hints;
pub(crate) mod kept;
mod listed;
pub mod listing;
mod notes;
mod one_die;
pub mod packed;
pub mod report;
pub mod syntax;
pub(crate) mod tally;
pub(crate) mod throw;

use std::str::FromStr;

pub use crate::language::tree::Expression;
pub use crate::language::{Fault, evaluate, fit, given as read_given};
pub use distribution::Distribution;
pub use given::Given;
pub use hints::hint;
pub use notes::notes;
pub use report::{Report, Statistics, report};

/// Explosions of a die at most, where nothing else is asked for.
pub const EXPLOSIONS: u32 = 10;

impl FromStr for Expression {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Expression, Fault> {
        crate::language::expression(text)
    }
}
