//! What a terminal is given: how wide it may be, and no text from outside that a terminal would obey.

use std::borrow::Cow;
use std::fmt::Write as _;

use console::Term;

use crate::text::cut;

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

/// Marks of direction, joiners and other characters of no width, with which two texts could look the same (Unicode
/// Standard Annex 9 and Technical Report 36), and line separators.
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character does not show as itself: a terminal obeys it, or nobody sees it.
fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t') || is_unseen(c)
}

/// A text as a terminal is given it, wherever it comes from: lines and tabs stay, and what a terminal would obey, or what
/// nobody would see, is written out, such as `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let text = text.replace("\r\n", "\n");
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\r' => shown.push_str("\\r"),
            c if is_hidden(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown.into()
}

/// The same of JSON, which stays JSON with the same meaning: such characters stand in its strings only.
pub fn shown_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_hidden) {
        return json.into();
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match is_hidden(c) {
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(shown, "\\u{unit:04x}").expect("a string takes what is written");
                }
            }
            false => shown.push(c),
        }
    }
    shown.into()
}

/// The beginning of a text that fits into this many columns, with an ellipsis where it was longer.
pub fn shortened(text: &str, width: usize) -> String {
    cut(&shown(text), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_no_text() {
        assert_eq!(shown("a\tb\nÄ ● 木"), "a\tb\nÄ ● 木");
        assert_eq!(shown("\u{1b}[2J\u{7}x\u{9b}31m"), "\\u{1b}[2J\\u{7}x\\u{9b}31m");
        assert_eq!(shown("a\r\nb\rc"), "a\nb\\rc");
        assert_eq!(shown("eno\u{202e}gnp\u{feff}"), "eno\\u{202e}gnp\\u{feff}");
        for c in ('\0'..='\u{2ff}').chain('\u{2000}'..='\u{20ff}').chain('\u{e0000}'..='\u{e00ff}') {
            let text = format!("a{c}b");
            assert!(!shown(&text).contains(is_hidden), "{text:?}");
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "[\"a\u{7f}b\u{9b}c\u{202e}d\u{e0041}\\u001b\", 1]";
        let shown = shown_json(text);
        assert!(shown.is_ascii(), "{shown}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&shown), read(text));
    }

    #[test]
    fn what_is_cut_is_shown_too() {
        assert_eq!(shortened("\u{1b}[2J", 6), "\\u{1b…");
    }
}
