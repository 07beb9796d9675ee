//! Games that were set up for the records of a text: most records are of the same game, and setting it up takes longer than
//! reading one of them.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use torneo_contract::{Form, SpecError};
use torneo_registry::{AnyGame, Registry};

/// Games that are kept at most.
const MOST: usize = 64;

/// A registry with the games that were asked for.
pub struct Known<'a> {
    registry: &'a Registry,
    games: RefCell<HashMap<String, Arc<dyn AnyGame>>>,
    variants: OnceCell<Vec<(String, String)>>,
}

impl<'a> Known<'a> {
    /// No game yet.
    pub fn new(registry: &'a Registry) -> Known<'a> {
        Known { registry, games: RefCell::default(), variants: OnceCell::new() }
    }

    /// The game of a specification.
    ///
    /// # Errors
    /// A specification of no game.
    pub fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
        if let Some(game) = self.games.borrow().get(spec) {
            return Ok(game.clone());
        }
        let game = self.registry.game(spec)?;
        let mut games = self.games.borrow_mut();
        if games.len() == MOST {
            games.clear();
        }
        games.insert(spec.to_owned(), game.clone());
        Ok(game)
    }

    /// The names of variants in PGN, each with the specification of its game.
    pub fn variants(&self) -> &[(String, String)] {
        self.variants.get_or_init(|| self.registry.variants(Form::Pgn))
    }
}

impl Deref for Known<'_> {
    type Target = Registry;

    fn deref(&self) -> &Registry {
        self.registry
    }
}
