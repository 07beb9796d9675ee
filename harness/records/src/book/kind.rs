//! What the openings of a book are written in: told from the content.

use std::fmt;

use torneo_contract::{Refusal, refusal, refuse_if};
use torneo_registry::incoming::{Encoding, Line};

use crate::format::Format;
use crate::import::{Cut, Cutter, Piece, cutter};

/// What the openings of a book are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One a line: moves, numbered or not, or a position, such as FEN and EPD.
    Lines,
    /// Whole games.
    Records(Format),
}

/// Bytes of a file that are looked at.
pub const HEAD: u64 = 1 << 16;

impl Kind {
    /// The kind of a file that begins with these bytes.
    ///
    /// # Errors
    /// Bytes that are no text.
    pub fn of(head: &[u8]) -> Result<Kind, Refusal> {
        let is_wide = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
        if !is_wide && let Some(at) = head.iter().position(|&byte| is_binary(byte)) {
            refuse_if!(
                is_polyglot(head),
                "it is a Polyglot book, which has moves by the hashes of positions and no openings; expected \
                 PGN, SGF, EPD, FEN, JSON or lines of moves. Write its lines as PGN; `torneo import` makes JSON of \
                 games, which is a book too"
            );
            let found = head[at];
            return Err(refusal!(
                "it is no text: byte {} is 0x{found:02X}; expected PGN, SGF, EPD, FEN, JSON or lines of moves",
                at + 1
            ));
        }
        let text = String::from_utf8_lossy(head);
        let body = without_comments(&text);
        Ok(match () {
            () if begins(body, '(', ';') => Kind::Records(Format::Sgf),
            () if begins(body, '{', '"') => Kind::Records(Format::Json),
            () if is_tag(body) || is_behind_comments(body) => Kind::Records(Format::Pgn),
            () => Kind::Lines,
        })
    }

    /// The encodings in which it may be.
    pub fn encoding(self) -> Encoding {
        match self {
            Kind::Lines => Encoding::OrLatin1,
            Kind::Records(format) => format.encoding(),
        }
    }

    /// What cuts such a text into openings.
    pub(crate) fn pieces(self) -> Box<dyn Cutter> {
        match self {
            Kind::Lines => Box::new(Lines),
            Kind::Records(format) => cutter(format),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Lines => f.write_str("lines"),
            Kind::Records(format) => format.fmt(f),
        }
    }
}

/// Whether a byte stands in no text; ^Z ends old files of DOS.
fn is_binary(byte: u8) -> bool {
    byte < b' ' && !b"\t\n\x0B\x0C\r\x1A\x1B".contains(&byte)
}

/// Whether bytes are entries of a Polyglot book: 16 bytes each, sorted by their first eight.
fn is_polyglot(head: &[u8]) -> bool {
    let is_whole = head.len() as u64 == HEAD || head.len().is_multiple_of(16);
    is_whole && head.len() >= 16 && head.chunks_exact(16).map(|entry| &entry[..8]).is_sorted()
}

/// A text without its mark, and without blank lines and lines of comments at its beginning.
fn without_comments(text: &str) -> &str {
    let mut body = text.trim_start_matches('\u{FEFF}').trim_start();
    while body.starts_with('#') {
        body = body.split_once(['\n', '\r']).map_or("", |(_, rest)| rest.trim_start());
    }
    body
}

/// Whether a text begins with two signs, with nothing but blanks between them.
fn begins(text: &str, first: char, second: char) -> bool {
    text.strip_prefix(first).is_some_and(|rest| rest.trim_start().starts_with(second))
}

/// Whether a line is a tag of PGN, such as `[Event "..."]`; tokens in brackets have no quotes.
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let value = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
    value.len() < rest.len() && value.starts_with('"')
}

/// Whether a tag follows what begins as a comment of PGN.
fn is_behind_comments(text: &str) -> bool {
    text.starts_with(['%', ';', '{']) && text.lines().any(|line| is_tag(line.trim_start()))
}

/// Every line is a piece; a `#` at the beginning or behind a blank begins a comment.
struct Lines;

impl Cutter for Lines {
    fn take(&mut self, Line { number, text }: Line) -> Vec<Cut> {
        let hashes = text.match_indices('#').map(|(at, _)| at);
        let end = { hashes }.find(|&at| at == 0 || text[..at].ends_with([' ', '\t'])).unwrap_or(text.len());
        let opening = text[..end].trim();
        match opening {
            "" | "\u{1A}" => Vec::new(),
            opening => vec![Ok(Piece { line: number, text: opening.to_owned() })],
        }
    }

    fn rest(&mut self) -> Option<Piece> {
        None
    }

    fn is_between(&self) -> bool {
        true
    }
}
