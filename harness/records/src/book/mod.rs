//! Books of openings, in any format that games and positions are written in.
//!
//! A book is looked through once, for where its openings begin. An opening is read when it is asked for, so a book of
//! millions costs little more than the openings of it that are played.

mod index;
mod kind;
mod opening;

pub use kind::Kind;
pub use opening::Opening;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use torneo_contract::{Refusal, refusal, refuse_if};
use torneo_registry::incoming::{Line, Named, Text};
use torneo_registry::{AnyGame, Registry};

use crate::known::Known;

use crate::draft::ReadError;
use crate::import::Piece;
use crate::pgn::Starts;
use index::Entry;

/// A file of openings.
pub struct Book {
    path: PathBuf,
    text: Text,
    kind: Kind,
    entries: Vec<Entry>,
    starts: Mutex<Starts>,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {} openings", self.path.display(), self.len())
    }
}

impl Book {
    /// Opens a book and finds its openings.
    ///
    /// # Errors
    /// A file that cannot be read, that is no text, or that has no openings.
    pub fn open(path: &Path, named: Named) -> Result<Book, Refusal> {
        let cannot = |error: std::io::Error| refusal!("cannot read {}: {error}", path.display());
        let text = Text::open(path, named, Kind::Lines.encoding()).map_err(cannot)?;
        let kind = Kind::of(&text.head(kind::HEAD).map_err(cannot)?);
        let kind = kind.map_err(|why| refusal!("{}: {why}", path.display()))?;
        let text = text.encoded(kind.encoding());
        let entries = index::entries(&text, kind).map_err(|error| refusal!("{}, {error}", path.display()))?;
        refuse_if!(entries.is_empty(), "{} has no openings", path.display());
        Ok(Book { path: path.to_owned(), text, kind, entries, starts: Mutex::default() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What its openings are written in.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of its openings.
    #[expect(clippy::len_without_is_empty, reason = "a book without openings is none")]
    pub fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The line in which an opening begins, from 1.
    pub fn line(&self, number: u64) -> usize {
        self.entries[number as usize].line()
    }

    /// An opening by its number, from 0, with at most so many plies of a line.
    ///
    /// # Errors
    /// What stands there is no game of its format, or not one of this game. What the lines of a text hold is not checked
    /// here.
    pub fn opening(
        &self,
        registry: &Registry,
        game: &dyn AnyGame,
        number: u64,
        plies: Option<u64>,
    ) -> Result<Opening, ReadError> {
        let piece = self.piece(self.entries[number as usize])?;
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = Known::new(registry);
        let read = opening::Reading { registry: &known, game, plies, starts: &mut starts };
        match self.kind {
            Kind::Records(format) => read.game(format, &piece),
            Kind::Lines => Ok(read.line(&piece)),
        }
    }

    /// The text of an opening, with the line in which it begins.
    fn piece(&self, entry: Entry) -> Result<Piece, ReadError> {
        let unreadable = |error: std::io::Error| ReadError::of_file(&error);
        let first = entry.first_line();
        let mut pieces = self.kind.pieces();
        let mut found = Vec::new();
        for line in self.text.lines_from(entry.offset()).map_err(unreadable)? {
            let line = line.map_err(unreadable)?;
            found.extend(pieces.take(Line { number: first + line.number - 1, ..line }));
            if found.len() > entry.skipped() {
                break;
            }
        }
        found.extend(pieces.rest().map(Ok));
        found.into_iter().nth(entry.skipped()).unwrap_or_else(|| {
            Err(ReadError::new(entry.line(), "the opening is not there any more: the file was changed"))
        })
    }
}
