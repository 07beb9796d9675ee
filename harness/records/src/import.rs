//! Games of a file, one after the other: no more of it is held than the game that is read.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use torneo_registry::Registry;
use torneo_registry::incoming::{Line, Lines, MOST_BYTES, Named};

use crate::draft::ReadError;
use crate::format::Format;
use crate::known::Known;
use crate::record::Record;
use crate::{json, pgn, sgf};

/// A game that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Imported {
    /// The game.
    pub record: Record,
    /// What the text contradicts itself in, and what was taken.
    pub notes: Vec<ReadError>,
    /// The round as the text writes it; empty if it writes none.
    pub round: String,
    /// Whether torneo wrote the text.
    pub is_ours: bool,
}

/// A part of a text that holds whole games, from a line on.
pub(crate) struct Piece {
    pub line: usize,
    pub text: String,
}

/// A piece, or why what stands there is left out.
pub(crate) type Cut = Result<Piece, ReadError>;

/// The error of a game that is too large to be held.
pub(crate) fn too_large(line: usize) -> ReadError {
    ReadError::new(line, format!("the game has more than {} MiB", MOST_BYTES >> 20))
}

/// Cuts the lines of a text into pieces with few games each. No piece has more than [`MOST_BYTES`].
pub(crate) trait Cutter {
    /// Takes a line; the pieces that end before it or with it.
    fn take(&mut self, line: Line) -> Vec<Cut>;

    /// What is left at the end.
    fn rest(&mut self) -> Option<Piece>;

    /// Whether no piece is open.
    fn is_between(&self) -> bool;
}

/// What cuts a text of a format.
pub(crate) fn cutter(format: Format) -> Box<dyn Cutter> {
    match format {
        Format::Pgn => Box::<pgn::Pieces>::default(),
        Format::Sgf => Box::<sgf::Pieces>::default(),
        Format::Json => Box::new(json::Pieces),
    }
}

/// The games of a piece. `game` is the specification of the game, for texts that do not name it.
pub(crate) fn games_of(
    format: Format,
    registry: &Known<'_>,
    piece: &Piece,
    game: Option<&str>,
    starts: &mut pgn::Starts,
) -> Vec<Result<Imported, ReadError>> {
    match format {
        Format::Pgn => pgn::read(registry, piece, game, starts),
        Format::Sgf => sgf::read(registry, piece, game),
        Format::Json => vec![json::read(registry, piece, game)],
    }
}

/// The games of a text. After a game that is wrong the next one is read.
pub struct Import<'a> {
    registry: Known<'a>,
    format: Format,
    /// The specification of the game, for texts that do not name it.
    game: Option<&'a str>,
    lines: Lines,
    starts: pgn::Starts,
    cutter: Box<dyn Cutter>,
    waiting: VecDeque<Result<Imported, ReadError>>,
    /// Whether anything was found, and whether nothing more will be.
    found: bool,
    ended: bool,
}

impl<'a> Import<'a> {
    /// The games of a file.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn open(
        registry: &'a Registry,
        format: Format,
        path: &Path,
        game: Option<&'a str>,
    ) -> io::Result<Import<'a>> {
        let encoding = format.encoding();
        Ok(Import::of(registry, format, Lines::open(path, Named::ByUser, encoding)?, game))
    }

    /// The games of these lines.
    pub fn of(registry: &'a Registry, format: Format, lines: Lines, game: Option<&'a str>) -> Import<'a> {
        let cutter = cutter(format);
        let (starts, waiting) = (pgn::Starts::default(), VecDeque::new());
        let registry = Known::new(registry);
        Import { registry, format, game, lines, starts, cutter, waiting, found: false, ended: false }
    }

    fn read(&mut self, piece: &Piece) {
        let read = games_of(self.format, &self.registry, piece, self.game, &mut self.starts);
        self.found |= !read.is_empty();
        self.waiting.extend(read);
    }

    fn end(&mut self) {
        self.ended = true;
        if let Some(piece) = self.cutter.rest() {
            self.read(&piece);
        }
        if !self.found {
            self.waiting.push_back(Err(ReadError::new(1, "there is no game")));
        }
    }
}

impl Iterator for Import<'_> {
    type Item = Result<Imported, ReadError>;

    fn next(&mut self) -> Option<Result<Imported, ReadError>> {
        while self.waiting.is_empty() && !self.ended {
            match self.lines.next() {
                Some(Ok(line)) => {
                    for piece in self.cutter.take(line) {
                        match piece {
                            Ok(piece) => self.read(&piece),
                            Err(error) => {
                                self.found = true;
                                self.waiting.push_back(Err(error));
                            }
                        }
                    }
                }
                Some(Err(error)) => {
                    self.ended = true;
                    self.waiting.push_back(Err(ReadError::of_file(&error)));
                }
                None => self.end(),
            }
        }
        self.waiting.pop_front()
    }
}
