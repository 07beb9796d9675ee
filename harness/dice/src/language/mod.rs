//! The language of questions about dice: that of AnyDice, with exact answers.
//!
//! A text is read by one reader into one tree, which one machine works out. Numbers, sequences and dice are different
//! values. A function that asks for a number or a sequence (`NAME:n`, `NAME:s`) is called for every throw of dice, and its
//! results are one die.

mod builtin;
mod call;
mod operators;
mod parse;
mod pools;
mod repeat;
mod run;
mod token;
pub mod tree;
mod tuples;
mod value;

use std::str::FromStr;

pub use crate::fault::Fault;
pub use crate::meter::Bounds;
pub use parse::Door;
pub use run::{Output, Rolls, fit};
pub use tree::Expression;

use crate::distribution::Distribution;
use crate::expression::given::Given;

impl FromStr for Expression {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Expression, Fault> {
        expression(text)
    }
}

/// Reads an expression.
///
/// # Errors
/// A text that is no expression; the fault names the place and what was expected.
pub fn expression(text: &str) -> Result<Expression, Fault> {
    on_large_stack(|| parse::expression(text))
}

/// Reads conditions separated by commas or `and`, such as `>=10, distinct=3`.
///
/// # Errors
/// A text that is no list of conditions; the fault names the place.
pub fn given(text: &str) -> Result<Vec<Given>, Fault> {
    on_large_stack(|| parse::given(text))
}

/// The distribution of an expression where the conditions hold; its total counts those cases only.
///
/// # Errors
/// It would take more than its bounds, the conditions do not fit it or never hold, or it has no value.
pub fn evaluate(
    expression: &Expression,
    given: &[Given],
    explosions: u32,
    bounds: Bounds,
) -> Result<Distribution, Fault> {
    on_large_stack(|| run::evaluate(expression, given, explosions, bounds))
}

/// Runs a program.
///
/// # Errors
/// It is no program, something in it is wrong, or it would take more than its bounds; the fault names the place.
pub fn run(text: &str, bounds: Bounds) -> Result<Vec<Output>, Fault> {
    on_large_stack(|| run::run(&parse::program(text)?, bounds))
}

/// Whether a text is a program.
pub fn is_program(text: &str) -> bool {
    on_large_stack(|| parse::program(text).map(drop)).is_ok()
}

/// Calls with so large a stack that recursion and nesting, which are bounded, fit.
#[cfg(not(target_family = "wasm"))]
fn on_large_stack<T: Send>(work: impl FnOnce() -> Result<T, Fault> + Send) -> Result<T, Fault> {
    const BYTES: usize = 256 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(BYTES).spawn_scoped(scope, work);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Fault::new(&(0..0), format!("no thread can be started: {error}"))),
        }
    })
}

/// A browser starts no threads here: a text that needs a larger stack ends with the browser's own error.
#[cfg(target_family = "wasm")]
fn on_large_stack<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    work()
}
