//! Faults in words.

use torneo_contract::reason;
use torneo_search::Fault;

/// Bytes of a line that a message shows.
const SHOWN: usize = 200;

/// An answer of another form than the protocol has.
pub fn unreadable(found: &str, expected: &str) -> Fault {
    Fault::unread(format!("expected {expected}, found `{}`", shortened(found)))
}

/// An answer that does not come.
pub fn late(what: &str, seconds: f64) -> Fault {
    Fault::new(reason::TIME_FORFEIT, format!("{what} did not come within {seconds:.3} s"))
}

/// The beginning of a text, as [`shown`].
pub fn shortened(text: &str) -> String {
    let beginning: String = text.chars().take(SHOWN).collect();
    let more = if beginning.len() < text.len() { "..." } else { "" };
    shown(&beginning) + more
}

/// A text from outside as it may be printed: what would do something to a terminal is written out.
pub fn shown(text: &str) -> String {
    let written = |c: char| match c {
        '\'' | '"' | '\\' => c.to_string(),
        c => c.escape_debug().to_string(),
    };
    text.chars().map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(shown("it's \"a\\b\" é"), "it's \"a\\b\" é");
        assert_eq!(shown("\u{1b}[31m\r\u{202e}"), "\\u{1b}[31m\\r\\u{202e}");
        assert_eq!(shortened(&"é".repeat(300)).chars().count(), SHOWN + 3);
    }
}
