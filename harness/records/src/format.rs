//! Which games have which format.

use std::fmt;
use std::str::FromStr;

use torneo_contract::{Refusal, refusal};
use torneo_present::english::Joined as _;
use torneo_registry::AnyGame;

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

/// A game that a format cannot carry.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct NotCarried {
    message: String,
    /// What else can be done.
    pub help: String,
}

impl Format {
    /// The words of the command line.
    pub const WORDS: [&str; 3] = ["pgn", "sgf", "json"];

    /// The ids of the games that it carries; none for all games.
    pub fn games(self) -> Option<Vec<&'static str>> {
        match self {
            Format::Pgn => Some(pgn::GAMES.iter().map(|(id, ..)| *id).collect()),
            Format::Sgf => Some(sgf::GAMES.to_vec()),
            Format::Json => None,
        }
    }

    /// Whether it carries a game.
    ///
    /// # Errors
    /// Why it does not, and which games it carries.
    pub fn check(self, game: &dyn AnyGame) -> Result<(), NotCarried> {
        let Some(games) = self.games() else { return Ok(()) };
        let (spec, seats) = (game.canonical(), game.seats());
        let message = match () {
            () if !games.contains(&game.info().id) => format!("there is no {self} of `{spec}`"),
            () if seats != 2 => format!("{self} is for games of two, `{spec}` has {seats} seats"),
            () => return Ok(()),
        };
        let help = format!("{self} carries {}; --format json carries every game", games.joined(", "));
        Err(NotCarried { message, help })
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
        let known = Format::WORDS.into_iter().zip(formats).find(|(known, _)| *known == word);
        known
            .map(|(_, format)| format)
            .ok_or_else(|| refusal!("expected one of {}", Format::WORDS.joined(", ")))
    }
}
