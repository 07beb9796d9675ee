//! A language for questions about dice: that of AnyDice, with exact answers.
//!
//! Numbers, sequences and dice are different values. A function that asks for a number or a sequence (`NAME:n`,
//! `NAME:s`) is called for every throw of dice, and its results are one die.

mod builtin;
mod call;
mod fault;
mod operators;
mod parse;
mod pools;
mod repeat;
mod run;
mod signs;
mod token;
mod tree;
mod tuples;
mod value;

pub use crate::meter::Bounds;
pub use fault::ProgramFault;
pub use run::{Output, Rolls};

/// Runs a program.
///
/// # Errors
/// It is no program, something in it is wrong, or it would take more than its bounds; the fault names the place.
pub fn run(text: &str, bounds: Bounds) -> Result<Vec<Output>, ProgramFault> {
    on_large_stack(|| run::run(&parse::program(text)?, bounds))
}

/// Calls with so large a stack that recursion and nesting, which are bounded, fit.
#[cfg(not(target_family = "wasm"))]
fn on_large_stack(
    program: impl FnOnce() -> Result<Vec<Output>, ProgramFault> + Send,
) -> Result<Vec<Output>, ProgramFault> {
    const BYTES: usize = 256 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(BYTES).spawn_scoped(scope, program);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(outputs)) => outputs,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(ProgramFault::new(&(0..0), format!("no thread can be started: {error}"))),
        }
    })
}

/// A browser starts no threads here: a program that needs a larger stack ends with the browser's own error.
#[cfg(target_family = "wasm")]
fn on_large_stack(
    program: impl FnOnce() -> Result<Vec<Output>, ProgramFault>,
) -> Result<Vec<Output>, ProgramFault> {
    program()
}
