//! The tables of one game, shared by those who play from them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use torneo_contract::refuse_if;

use crate::retrograde::Tables;
use crate::{Control, Expander, Progress, Unsolved};

/// Where tables come from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A complete file that retrograde analysis has written.
    File(PathBuf),
    /// The game is solved within this many bytes.
    Solving {
        /// The bytes.
        memory: u64,
    },
}

/// The tables of one game: made at the first call that asks for them, and kept as long as this value. It belongs to
/// whoever builds players of the game.
pub struct Solved {
    expander: Arc<dyn Expander>,
    tables: Mutex<HashMap<Source, Arc<Tables>>>,
}

impl Solved {
    /// No tables yet for the game of `expander`.
    pub fn new(expander: Arc<dyn Expander>) -> Solved {
        Solved { expander, tables: Mutex::default() }
    }

    /// The game as solvers see it.
    pub fn expander(&self) -> &Arc<dyn Expander> {
        &self.expander
    }

    /// The tables with a value for every position of the game. Others who ask wait until they are made.
    ///
    /// # Errors
    /// A game that cannot be solved so, a file without its tables, or positions whose value depends on their history.
    pub fn tables(&self, source: &Source) -> Result<Arc<Tables>, Unsolved> {
        let mut known = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = known.get(source) {
            return Ok(tables.clone());
        }
        let tables = self.make(source)?;
        refuse_if!(!tables.is_complete(), "what play without end is worth depends on the history");
        let tables = Arc::new(tables);
        known.insert(source.clone(), tables.clone());
        Ok(tables)
    }

    fn make(&self, source: &Source) -> Result<Tables, Unsolved> {
        let expander = &*self.expander;
        match source {
            Source::File(path) => Tables::load(expander, path),
            Source::Solving { memory } => {
                let (stop, progress) = (AtomicBool::new(false), |_: &Progress| {});
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                let control = Control { memory: *memory, threads, stop: &stop, progress: &progress };
                Tables::solve(expander, expander.start().at(0), None, &control)
            }
        }
    }
}
