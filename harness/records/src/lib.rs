//! Records of games in the formats of other programs, written from results and read back.
//!
//! A [`Record`] is one game with its players and its result. [`Format`] says which games can be written how;
//! [`pgn`], [`sgf`] and [`json`] write and read one format each. What is read ([`Import`]) is played by the
//! rules of its game, so only possible games are accepted.
//!
//! This crate knows games by their notation only. A game itself says which formats carry it.
//!
//! ```
//! use torneo_morris::ThreeMensMorris;
//! use torneo_records::{Format, Record, json, read};
//! use torneo_registry::{GameEntry, Registry};
//!
//! let mut registry = Registry::new();
//! registry.add_game(GameEntry::of::<ThreeMensMorris>());
//! let tokens = ["@b2", "@a1", "@c3"].map(str::to_owned).to_vec();
//! let record = Record { game: "three-mens-morris".to_owned(), tokens, ..Record::default() };
//! let text = json::write(&*registry.game("three-mens-morris")?, &record).expect("legal moves");
//! assert_eq!(read(&registry, Format::Json, &text, None).expect("it was just written")[0].tokens, record.tokens);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

pub mod book;
mod draft;
mod format;
mod import;
pub mod json;
mod known;
pub mod pgn;
mod record;
pub mod sgf;
mod told;

pub use book::Book;
pub use draft::ReadError;
pub use format::Format;
pub use import::{Import, Imported};
pub use record::{By, Record, WriteError, play};
pub use told::{Told, listed};

use std::io::Cursor;

use torneo_registry::Registry;
use torneo_registry::incoming::{Encoding, Lines};

/// Reads the games of a text. `game` is the specification of the game, for texts that do not name it.
///
/// # Errors
/// The first place that is not of the format, or not by the rules of the game.
pub fn read(
    registry: &Registry,
    format: Format,
    text: &str,
    game: Option<&str>,
) -> Result<Vec<Record>, ReadError> {
    let lines = Lines::of(Cursor::new(text.to_owned()), Encoding::Utf8);
    Import::of(registry, format, lines, game).map(|game| game.map(|game| game.record)).collect()
}
