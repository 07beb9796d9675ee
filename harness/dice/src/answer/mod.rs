//! What is told of dice: of an expression, of several equal dice, and beside them what else may have been meant.

pub mod combos;
mod hints;
pub mod listing;
mod notes;
pub mod report;

pub use hints::hint;
pub use notes::notes;
pub use report::{Report, Statistics, report};
