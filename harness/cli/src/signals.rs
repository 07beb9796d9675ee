//! Signals that stop the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::Failure;
use crate::embedded;
use crate::output::tell;

/// The flag of the program that was started.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Commands also stop when this flag is set.
pub fn stop_with(flag: &Arc<AtomicBool>) {
    let _ = STOP.set(flag.clone());
}

/// A flag that the first Ctrl-C sets, or SIGTERM or SIGHUP, on Windows Ctrl-Break; `what` tells what happens then. The
/// second one ends the program at once, which leaves a resumable run too. A signal SIGHUP that is ignored, as under `nohup`, stays ignored.
pub fn stop_on_interrupt(what: &'static str) -> Result<Arc<AtomicBool>, Failure> {
    if let Some(stop) = embedded::stop() {
        return Ok(stop);
    }
    let stop = STOP.get().cloned().unwrap_or_default();
    let flag = stop.clone();
    let handler = move || {
        if flag.load(Ordering::Relaxed) {
            torneo_registry::external::end_all();
            std::process::exit(130);
        }
        // Told first, so that what is said at the end comes after it. One thread runs all calls of this.
        tell(&format!("stopping: {what}; once more stops at once"));
        flag.store(true, Ordering::Relaxed);
    };
    let set = keep_ignored_hangup(|| ctrlc::set_handler(handler));
    set.map_err(|error| Failure::run(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// Sets handlers of signals; a SIGHUP that was ignored before is ignored afterwards.
#[cfg(unix)]
fn keep_ignored_hangup<T>(set: impl FnOnce() -> T) -> T {
    use nix::sys::signal::{SigHandler, Signal};
    let before = dispose(Signal::SIGHUP, SigHandler::SigIgn);
    let done = set();
    if matches!(before, Some(SigHandler::SigIgn)) {
        dispose(Signal::SIGHUP, SigHandler::SigIgn);
    }
    done
}

#[cfg(not(unix))]
fn keep_ignored_hangup<T>(set: impl FnOnce() -> T) -> T {
    set()
}

/// A file that grows larger than `ulimit -f` allows is an error of the write that does it, not the end of the program.
pub fn ignore_file_size_signal() {
    #[cfg(unix)]
    dispose(nix::sys::signal::Signal::SIGXFSZ, nix::sys::signal::SigHandler::SigIgn);
}

/// Ignores a signal or gives it back to the system; returns what was done with it before.
#[cfg(unix)]
#[allow(unsafe_code)]
fn dispose(
    signal: nix::sys::signal::Signal,
    how: nix::sys::signal::SigHandler,
) -> Option<nix::sys::signal::SigHandler> {
    // SAFETY: a handler would have to be safe to run at any moment; none is set here, signals are only ignored. Nothing
    // safe tells whether a signal is ignored.
    unsafe { nix::sys::signal::signal(signal, how) }.ok()
}
