//! Games that are saved in a file and gone on with later.

use std::path::Path;

use serde::{Deserialize, Serialize};
use torneo_arena::{Error, storage};
use torneo_contract::refusal;
use torneo_registry::incoming::{self, Encoding, Named};

/// A game as it is saved, a small TOML file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The game's specification.
    pub game: String,
    /// Where it began, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves, tokens separated by blanks.
    pub moves: String,
}

impl Saved {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read or holds something else.
    pub fn read(path: &Path, named: Named) -> Result<Saved, Error> {
        let text =
            incoming::read(path, named, Encoding::Utf8).map_err(|error| Error::unreadable(path, &error))?;
        toml::from_str(&text).map_err(|error| {
            Error::input(format!("{} is not a saved game: {}", path.display(), error.message()))
        })
    }

    /// Writes a file; only another saved game is replaced.
    ///
    /// # Errors
    /// A file that cannot be written, or that holds something else.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        storage::check_place(path)?;
        if path.exists() {
            Saved::read(path, Named::InFile).map_err(|why| refusal!("nothing is written: {why}"))?;
        }
        let text = toml::to_string(self).expect("a saved game is plain data");
        storage::replace(path, text.as_bytes()).map_err(|error| Error::io("write", path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_saved_and_nothing_else_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.toml");
        let saved = Saved {
            game: "x(a=\"b c\")".to_owned(),
            position: Some("p\"q".to_owned()),
            moves: "a b".to_owned(),
        };
        saved.write(&path).unwrap();
        assert_eq!(Saved::read(&path, Named::InFile).unwrap(), saved);
        Saved { position: None, ..saved.clone() }.write(&path).unwrap();
        assert_eq!(Saved::read(&path, Named::InFile).unwrap().position, None);
        let other = folder.path().join("letter.txt");
        std::fs::write(&other, "dear reader").unwrap();
        assert!(saved.write(&other).unwrap_err().to_string().contains("nothing is written"));
        assert_eq!(std::fs::read_to_string(&other).unwrap(), "dear reader");
    }
}
