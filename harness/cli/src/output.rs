//! What the program says: results on stdout, everything else on stderr.

use std::io::{self, ErrorKind, Write};

pub use torneo_arena::run::tell;

/// Prints a line to stdout. A reader that has gone away (`torneo games | head`) ends the program quietly; any other
/// failure, such as a full disk, ends it with exit code 1.
pub fn print(text: &str) {
    or_end(writeln!(io::stdout(), "{text}"));
}

/// Prints a value as JSON.
pub fn print_json(value: &impl serde::Serialize) {
    print(&serde_json::to_string_pretty(value).expect("the value is plain data"));
}

/// Prints bytes to stdout as they are.
pub fn print_bytes(bytes: &[u8]) {
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
