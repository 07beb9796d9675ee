//! Where the openings of a book begin.

use std::collections::VecDeque;

use torneo_contract::refuse_if;
use torneo_registry::incoming::Text;

use super::Kind;
use crate::draft::ReadError;
use crate::format::Format;

/// Where an opening stands: behind so many others from the beginning of a line on.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    offset: u64,
    first_line: u32,
    line: u32,
    skipped: u32,
}

/// Most openings of a book: the place of each is held.
const MOST_OPENINGS: usize = 10_000_000;

impl Entry {
    /// The byte at which to begin reading.
    pub fn offset(self) -> u64 {
        self.offset
    }

    /// The number of the line that begins there.
    pub fn first_line(self) -> usize {
        self.first_line as usize
    }

    /// The number of the line in which the opening begins.
    pub fn line(self) -> usize {
        self.line as usize
    }

    /// How many others come first from there on.
    pub fn skipped(self) -> usize {
        self.skipped as usize
    }
}

/// Lines from which a reader that begins there finds the same pieces.
#[derive(Default)]
struct Beginnings {
    /// Their numbers and offsets.
    lines: VecDeque<(usize, u64)>,
    /// Pieces since the first of them.
    pieces: usize,
}

impl Beginnings {
    /// The place of a piece that begins in a line. SGF may have several games in a line, and parentheses in their comments: only
    /// where no game is open can a reader begin. Other pieces begin with their lines.
    fn entry(&mut self, kind: Kind, line: usize) -> Entry {
        if kind != Kind::Records(Format::Sgf) {
            while self.lines.front().is_some_and(|(number, _)| *number < line) && self.lines.len() > 1 {
                self.lines.pop_front();
            }
            self.pieces = 0;
        }
        let (first, offset) = self.lines.front().copied().unwrap_or((line, 0));
        let [first_line, line, skipped] = [first, line, self.pieces].map(|number| number as u32);
        self.pieces += 1;
        Entry { offset, first_line, line, skipped }
    }
}

/// The openings of a text, in its order.
///
/// # Errors
/// Lines that cannot be read, games that are too large, and more openings or lines than can be held.
pub fn entries(text: &Text, kind: Kind) -> Result<Vec<Entry>, ReadError> {
    let (mut entries, mut beginnings, mut pieces) = (Vec::new(), Beginnings::default(), kind.pieces());
    let mut lines = text.lines().map_err(|error| ReadError::of_file(&error))?;
    loop {
        let offset = lines.offset();
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|error| ReadError::of_file(&error))?;
        let number = line.number;
        refuse_if!(number > u32::MAX as usize, ReadError::new(number, "more lines than can be counted"));
        if pieces.is_between() {
            beginnings = Beginnings::default();
        }
        beginnings.lines.push_back((number, offset));
        for piece in pieces.take(line) {
            entries.push(beginnings.entry(kind, piece?.line));
        }
        let is_full = entries.len() > MOST_OPENINGS;
        refuse_if!(is_full, ReadError::new(number, format!("at most {MOST_OPENINGS} openings")));
    }
    entries.extend(pieces.rest().map(|piece| beginnings.entry(kind, piece.line)));
    Ok(entries)
}
