//! Dice expressions and their exact distributions.

pub mod distribution;
pub mod evaluate;
mod faces;
pub mod fault;
pub mod given;
mod hints;
pub(crate) mod kept;
mod listed;
pub mod listing;
mod notes;
mod one_die;
pub mod packed;
mod parse;
mod range;
pub mod report;
pub mod roll;
pub(crate) mod size;
pub mod syntax;
mod tally;
mod throw;

use std::str::FromStr;

pub use distribution::Distribution;
pub use evaluate::{EvaluationError, evaluate, evaluate_within};
pub use fault::{Fault, FaultKind};
pub use given::Given;
pub use hints::hint;
pub use notes::notes;
pub use report::{Report, Statistics, report};
pub use size::{Shape, TooLarge, combinations};
pub use syntax::Expression;
pub use throw::power_work;

/// Explosions of a die at most, where nothing else is asked for.
pub const EXPLOSIONS: u32 = 10;

impl FromStr for Expression {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Expression, Fault> {
        parse::expression(text)
    }
}

/// How large the distribution of an expression can be, before it is worked out.
///
/// # Errors
/// Some part of it would take too long or too much memory.
pub fn shape(expression: &Expression, explosions: u32) -> Result<Shape, TooLarge> {
    Shape::of(expression, explosions)
}

/// Reads conditions separated by commas or `and`, such as `>=10, distinct=3`.
///
/// # Errors
/// A text that is no list of conditions; the fault names the place.
pub fn read_given(text: &str) -> Result<Vec<Given>, Fault> {
    parse::given(text)
}
