//! What the program says: results on stdout, everything else on stderr.

use std::io::{self, ErrorKind, Write};

pub use torneo_arena::run::{tell, tell_as_it_is};

use crate::embedded;
use torneo_arena::run::Faults;
use torneo_present::terminal::{Stream, shown, shown_json, width};
use torneo_present::text::{USUAL_WIDTH, wrapped};

/// Prints a line to stdout, without anything that a terminal would obey. A reader that has gone away (`torneo games | head`)
/// ends the program quietly; any other failure, such as a full disk, ends it with exit code 1.
pub fn print(text: &str) {
    print_as_it_is(&shown(text));
}

/// The same for a text with colours, whose parts from outside are [`shown`] already.
pub fn print_as_it_is(text: &str) {
    print_bytes(format!("{text}\n").as_bytes());
}

/// Prints sentences in lines that fit onto the terminal; elsewhere they keep their line.
pub fn say(text: &str) {
    print(&width(Stream::Out).map_or_else(|| text.to_owned(), |columns| wrapped(text, columns)));
}

/// Prints a value as JSON.
pub fn print_json(value: &impl serde::Serialize) {
    let json = serde_json::to_string_pretty(value).expect("the value is plain data");
    print_as_it_is(&shown_json(&json));
}

/// The width for tables on stdout: that of the terminal, at most what is wide enough for anybody.
pub fn table_width() -> usize {
    width(Stream::Out).map_or(USUAL_WIDTH, |columns| columns.min(USUAL_WIDTH))
}

/// The most lines that answer one question.
pub const SCREENFUL: usize = 25;

/// A text in lines that fit onto the terminal, the first `lines` of those of a usual one; where there are more, the last says how
/// many.
pub fn brief(text: &str, lines: usize) -> String {
    let whole = wrapped(text, USUAL_WIDTH);
    let all: Vec<&str> = whole.lines().collect();
    if all.len() <= lines {
        return wrapped(text, table_width());
    }
    let kept = &all[..lines.saturating_sub(1)];
    let more = all.len() - kept.len();
    wrapped(&format!("{}\n... {more} lines more: --json prints everything", kept.join("\n")), table_width())
}

/// How often engines lost by faults of their own, a line each; nothing if none did.
pub fn fault_lines(faults: &Faults) -> Vec<String> {
    if faults.games() == 0 {
        return Vec::new();
    }
    let title = format!("games lost by faults: {}", faults.games());
    std::iter::once(title).chain(faults.lines().iter().map(|line| format!("    {line}"))).collect()
}

/// Prints bytes to stdout as they are.
pub fn print_bytes(bytes: &[u8]) {
    if embedded::keep(bytes) {
        return;
    }
    let mut stdout = io::stdout().lock();
    or_end(stdout.write_all(bytes).and_then(|()| stdout.flush()));
}

/// Ends the program where stdout could not be written to.
pub fn or_end(written: io::Result<()>) {
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            tell(&format!("error: cannot write the output: {error}"));
            std::process::exit(1);
        }
    }
}
