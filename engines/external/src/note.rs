//! What is told of programs beside their faults, such as a limit that one does not heed.

use std::io::Write as _;
use std::sync::OnceLock;

/// What passes a message on in place of stderr; false if it does not.
type Teller = fn(&str) -> bool;

static TELLER: OnceLock<Teller> = OnceLock::new();

/// Notes about programs go to a program in which torneo is a library, for as long as the process lives. The first one that asks for it
/// is told.
pub fn tell_to(teller: Teller) {
    let _ = TELLER.set(teller);
}

/// Tells people something about a program: a line on stderr, unless a teller takes it. Where nobody can be told the game goes on.
pub fn warn(message: &str) {
    let message = format!("warning: {message}");
    if TELLER.get().is_none_or(|teller| !teller(&message)) {
        let _ = writeln!(std::io::stderr(), "{message}");
    }
}
