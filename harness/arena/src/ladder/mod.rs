//! Ladders: read from files, checked, measured, and climbed by agents.

mod before;
mod build;
mod candidates;
mod log;
mod steps;

pub use build::{BuildSettings, Built, build};

use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;
use torneo_registry::incoming::{self, Encoding, Named};
use torneo_registry::ladder::{Ladder, Rung, signature};
use torneo_registry::{AnyGame, EngineSpec, Registry};

use crate::Error;

/// Reads the ladder in a file.
///
/// # Errors
/// A file that cannot be read or holds something else; the error names the place.
pub fn open(registry: &Registry, path: &Path) -> Result<Ladder, Error> {
    let text = incoming::read(path, Named::ByUser, Encoding::Utf8)
        .map_err(|error| Error::unreadable(path, &error))?;
    Ladder::read(&text, registry).map_err(|misread| {
        let near = misread.error.nearest().map(str::to_owned);
        Error::at((&path.display().to_string(), &text), misread.span, &misread.error, near)
    })
}

/// A rung that was played again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// The rung, such as `surakarta/5`.
    pub rung: String,
    /// The signature in the ladder.
    pub expected: String,
    /// What its four games came to now.
    pub found: String,
}

impl Checked {
    /// Whether it plays as it did when it was measured.
    pub fn holds(&self) -> bool {
        self.expected == self.found
    }
}

/// Plays the signatures of a ladder.
///
/// # Errors
/// A game or an engine that the registry lacks, or a rung that fails.
pub fn check(registry: &Registry, ladder: &Ladder) -> Result<Vec<Checked>, Error> {
    let game = registry.game(&ladder.game).map_err(Error::Game)?;
    ladder.rungs.par_iter().map(|rung| check_rung(&*game, rung)).collect()
}

fn check_rung(game: &dyn AnyGame, rung: &Rung) -> Result<Checked, Error> {
    let engine = rung.spec.parse().and_then(|spec| EngineSpec::check(&spec)).map_err(Error::Engine)?;
    let found = signature(game, &engine).map_err(Error::run)?;
    Ok(Checked { rung: rung.name.clone(), expected: rung.signature.clone(), found })
}
