//! Faults in words.

use torneo_contract::reason;
use torneo_search::Fault;

/// Bytes of a line that a message shows.
const SHOWN: usize = 200;

/// An answer of another form than the protocol has.
pub fn unreadable(found: &str, expected: &str) -> Fault {
    Fault::new(reason::PROTOCOL_ERROR, format!("expected {expected}, found `{}`", shortened(found)))
}

/// An answer that does not come.
pub fn late(what: &str, seconds: f64) -> Fault {
    Fault::new(reason::TIME_FORFEIT, format!("{what} did not come within {seconds:.3} s"))
}

/// The beginning of a text, control characters written out.
pub fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(SHOWN).flat_map(char::escape_debug).collect();
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}
