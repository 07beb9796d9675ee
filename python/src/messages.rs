//! What runs tell of while they go on: it goes to Python's logging, and nothing to the file descriptors of the process.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

/// Whether this process is the program `torneo`, whose messages are for a terminal.
static IS_PROGRAM: AtomicBool = AtomicBool::new(false);

/// From now on this process is the program.
pub fn as_program() {
    IS_PROGRAM.store(true, Ordering::Relaxed);
}

/// Gives messages to the logger `torneo`.
pub fn to_logging() {
    torneo_arena::run::tell_to(tell);
    torneo_external::tell_to(tell);
}

fn tell(message: &str) -> bool {
    if IS_PROGRAM.load(Ordering::Relaxed) {
        return false;
    }
    let (method, message) = match message.strip_prefix("warning: ") {
        Some(message) => ("warning", message),
        None => ("info", message),
    };
    // A logger that fails keeps no run from going on.
    let _ = Python::attach(|py| -> PyResult<()> {
        let logger = py.import("logging")?.call_method1("getLogger", ("torneo",))?;
        logger.call_method1(method, ("%s", message))?;
        Ok(())
    });
    true
}
