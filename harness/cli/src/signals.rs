//! Signals that stop the program.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use torneo_arena::run::Finishing;
use torneo_present::english::counted;

use crate::Failure;
use crate::embedded;
use crate::output::tell;

/// The flag of the program that was started.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Commands also stop when this flag is set.
pub fn stop_with(flag: &Arc<AtomicBool>) {
    let _ = STOP.set(flag.clone());
}

/// How a user ends what a command does.
pub struct Interrupt {
    /// Set to stop at once.
    pub stop: Arc<AtomicBool>,
    /// Asked to end with the games that are on.
    pub finishing: Arc<Finishing>,
}

impl Interrupt {
    /// Watches for signals while games are played. On a terminal the first Ctrl-C lets the games end that are on, and the
    /// second stops at once; `what` tells what happens then.
    ///
    /// # Errors
    /// Signals cannot be watched for.
    pub fn watched(what: &'static str) -> Result<Interrupt, Failure> {
        let finishing = Arc::<Finishing>::default();
        let stop = watch(what, Some(finishing.clone()))?;
        Ok(Interrupt { stop, finishing })
    }
}

/// A flag that the first Ctrl-C sets, or SIGTERM or SIGHUP, on Windows Ctrl-Break; `what` tells what happens then. The
/// second one ends the program at once, which leaves a resumable run too. A signal SIGHUP that is ignored, as under `nohup`, stays ignored.
pub fn stop_on_interrupt(what: &'static str) -> Result<Arc<AtomicBool>, Failure> {
    watch(what, None)
}

fn watch(what: &'static str, finishing: Option<Arc<Finishing>>) -> Result<Arc<AtomicBool>, Failure> {
    if let Some(stop) = embedded::stop() {
        return Ok(stop);
    }
    let stop = STOP.get().cloned().unwrap_or_default();
    let flag = stop.clone();
    let is_terminal = std::io::stderr().is_terminal();
    let finishing = finishing.filter(|_| is_terminal);
    let handler = move |is_by_key: bool| {
        if flag.load(Ordering::Relaxed) {
            torneo_registry::external::end_all();
            std::process::exit(130);
        }
        let can_finish = |finishing: &&Arc<Finishing>| !finishing.is_asked() && finishing.games() > 0;
        if let Some(finishing) = finishing.as_ref().filter(|_| is_by_key).filter(can_finish) {
            finishing.ask();
            let games = counted(finishing.games(), "game");
            return tell(&format!("finishing {games}; once more to stop at once"));
        }
        // Told first, so that what is said at the end comes after it. One thread runs all calls of this.
        tell(&format!("stopping: {what}; once more stops at once"));
        flag.store(true, Ordering::Relaxed);
    };
    let set = keep_ignored_hangup(|| on_signals(handler));
    set.map_err(|error| Failure::run(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// Calls a handler at each signal that ends programs, from a thread of its own; it is told whether a key of the terminal gave
/// the signal.
#[cfg(unix)]
fn on_signals(handler: impl Fn(bool) + Send + 'static) -> std::io::Result<()> {
    use nix::sys::signal::{SigHandler, Signal};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // A handler that is there is called as well: that of Python would raise an interrupt behind the command.
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        dispose(signal, SigHandler::SigDfl);
    }
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let watching = move || signals.forever().for_each(|signal| handler(signal == SIGINT));
    std::thread::Builder::new().name("signals".to_owned()).spawn(watching).map(drop)
}

#[cfg(not(unix))]
fn on_signals(handler: impl Fn(bool) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || handler(true))
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
