//! Which games have which format.

use std::fmt;
use std::io::{self, BufRead as _, Read as _};
use std::path::Path;
use std::str::FromStr;

use flate2::read::MultiGzDecoder;
use torneo_contract::{Form, Refusal, SpecError, refusal};
use torneo_present::english::Joined as _;
use torneo_registry::incoming::{Encoding, Named, head};
use torneo_registry::{AnyGame, Registry};

use crate::record::{Record, WriteError};
use crate::{json, pgn, sgf};

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Portable Game Notation, for games of chess.
    Pgn,
    /// Smart Game Format, FF\[4\].
    Sgf,
    /// One JSON object for each game, a line each.
    Json,
}

impl Format {
    /// The words of the command line.
    pub const WORDS: [&str; 3] = ["pgn", "sgf", "json"];

    /// The form of moves and positions; none where it is that of the game, which all games have.
    pub fn form(self) -> Option<Form> {
        match self {
            Format::Pgn => Some(Form::Pgn),
            Format::Sgf => Some(Form::Sgf),
            Format::Json => None,
        }
    }

    /// The format of a file by the end of its name, in any case; that of a packed one stands before `.gz`.
    pub fn of_file(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?.to_lowercase();
        name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?.1.parse().ok()
    }

    /// The format of a file: that of its name, else what its first bytes look like. PGN where they tell nothing.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn told(path: &Path) -> io::Result<Format> {
        match Format::of_file(path) {
            Some(format) => Ok(format),
            None if path == Path::new("-") => Ok(looks_like(io::stdin().lock().fill_buf()?)),
            // What a pipe has given is gone.
            None if !path.metadata()?.is_file() => Ok(Format::Pgn),
            None => Ok(looks_like(&head(path, Named::ByUser, 1 << 16)?)),
        }
    }

    /// The encodings in which its texts may be.
    pub fn encoding(self) -> Encoding {
        match self {
            Format::Pgn => Encoding::OrLatin1,
            Format::Sgf => Encoding::Declared,
            Format::Json => Encoding::Utf8,
        }
    }

    /// What to do about a game that it does not carry.
    pub const HELP: &str = "--format json carries every game";

    /// Checks that it carries a game.
    ///
    /// # Errors
    /// That it does not, with the games of the registry that it carries.
    pub fn check(self, registry: &Registry, game: &dyn AnyGame) -> Result<(), SpecError> {
        self.form().map_or(Ok(()), |form| registry.check_carried(form, game))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// A record that the rules of the game do not bear out.
    pub fn write(self, game: &dyn AnyGame, record: &Record) -> Result<String, WriteError> {
        match self {
            Format::Pgn => pgn::write(game, record),
            Format::Sgf => sgf::write(game, record),
            Format::Json => json::write(game, record),
        }
    }
}

/// The format of a text that begins so, packed by gzip or not.
fn looks_like(first: &[u8]) -> Format {
    let mut unpacked = Vec::new();
    if first.starts_with(&[0x1F, 0x8B]) {
        // The end of what is there is the end of a part: what came before it tells.
        let _ = MultiGzDecoder::new(first).take(1 << 12).read_to_end(&mut unpacked);
    }
    let text = if unpacked.is_empty() { first } else { &unpacked };
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    match text.first() {
        Some(b'{') if text[1..].trim_ascii_start().first() == Some(&b'"') => Format::Json,
        Some(b'(') if text[1..].trim_ascii_start().first() == Some(&b';') => Format::Sgf,
        _ => Format::Pgn,
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Pgn => "PGN",
            Format::Sgf => "SGF",
            Format::Json => "JSON",
        })
    }
}

impl FromStr for Format {
    type Err = Refusal;

    fn from_str(word: &str) -> Result<Format, Refusal> {
        let formats = [Format::Pgn, Format::Sgf, Format::Json];
        let known =
            Format::WORDS.into_iter().zip(formats).find(|(known, _)| known.eq_ignore_ascii_case(word));
        known
            .map(|(_, format)| format)
            .ok_or_else(|| refusal!("expected one of {}", Format::WORDS.joined(", ")))
    }
}
