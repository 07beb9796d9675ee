//! How wide what is printed may be.

use console::Term;

/// The narrowest width that is believed: less is no terminal, or one that nobody reads.
const NARROWEST: usize = 20;

/// Where something is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// The columns of the variable `COLUMNS`, or of the terminal; none if there is neither.
pub fn width(stream: Stream) -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let term = match stream {
        Stream::Out => Term::stdout(),
        Stream::Err => Term::stderr(),
    };
    let seen = || term.size_checked().map(|(_, columns)| usize::from(columns));
    told.or_else(seen).filter(|columns| *columns >= NARROWEST)
}

/// The beginning of a text that fits into this many columns, with an ellipsis where it was longer.
pub fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
