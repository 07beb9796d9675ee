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
mod value;

pub use crate::meter::Bounds;
pub use fault::ProgramFault;
pub use run::{Output, Rolls};

/// Bytes of the stack on which programs run: recursion and nesting are bounded so that it is enough.
const STACK: usize = 256 << 20;

/// Runs a program.
///
/// # Errors
/// It is no program, something in it is wrong, or it would take more than its bounds; the fault names the place.
pub fn run(text: &str, bounds: Bounds) -> Result<Vec<Output>, ProgramFault> {
    let program = || run::run(&parse::program(text)?, bounds);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, program);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(outputs)) => outputs,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(ProgramFault::new(&(0..0), format!("no thread can be started: {error}"))),
        }
    })
}
