//! Commands that another program calls: what they print is kept, and the caller's flag stops them.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use torneo_registry::Registry;

use crate::{Arguments, Failure, execute};

/// The command that runs on this thread for another program.
struct Call {
    printed: Vec<u8>,
    stop: Arc<AtomicBool>,
}

thread_local! {
    static CALL: RefCell<Option<Call>> = const { RefCell::new(None) };
}

/// Does what the arguments of a command line say, the name of the program left out. Returns what it printed to stdout, and why it
/// failed if it did. It stops when `stop` is set, as it would at Ctrl-C. Commands that read stdin or serve others are not meant.
pub fn call(registry: &Registry, arguments: &[String], stop: &Arc<AtomicBool>) -> (String, Option<Failure>) {
    let program = std::iter::once("torneo").chain(arguments.iter().map(String::as_str));
    let command = match Arguments::try_parse_from(program) {
        Ok(arguments) => arguments.command,
        Err(message) => return (String::new(), Some(Failure::input(message.render()))),
    };
    // A thread of a pool may come here while it waits for the work of another call, which it goes on with afterwards.
    let before = CALL.replace(Some(Call { printed: Vec::new(), stop: stop.clone() }));
    let done = execute(command, registry);
    let printed = CALL.replace(before).map(|call| call.printed).unwrap_or_default();
    (String::from_utf8_lossy(&printed).into_owned(), done.err())
}

/// Keeps what is printed if another program called; else it is still to be printed.
pub fn keep(bytes: &[u8]) -> bool {
    CALL.with_borrow_mut(|call| match call {
        Some(call) => {
            call.printed.extend_from_slice(bytes);
            true
        }
        None => false,
    })
}

/// The flag of the program that called, if one did.
pub fn stop() -> Option<Arc<AtomicBool>> {
    CALL.with_borrow(|call| call.as_ref().map(|call| call.stop.clone()))
}
