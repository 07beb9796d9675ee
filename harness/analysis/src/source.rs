//! Where the games of an analysis come from: a results folder, or files and folders together.

use std::path::Path;

use torneo_arena::Error;
use torneo_arena::plan::{Config, Plan};
use torneo_arena::results::{GameResult, Opened};

use super::adjudications::Adjudications;
use super::reliability::{Reliability, ToldSums};

/// Calls what it is given with every game, in the order of their groups; returns how many there were.
pub type EachGame<'a> = dyn Fn(&mut dyn FnMut(&GameResult)) -> Result<u64, Error> + 'a;

/// Where the values are that engines told.
pub enum Values<'a> {
    /// In a results folder, if its run wrote them.
    InFolder(&'a Path),
    /// Summed up while the games were gathered.
    Summed(&'a ToldSums),
}

/// Games to be analysed.
pub struct Source<'a> {
    /// What they are called.
    pub name: String,
    /// How errors call where they are.
    pub place: String,
    /// The engines and the games; of files what was found in them.
    pub config: &'a Config,
    /// The plan of a run; none for games that were gathered.
    pub plan: Option<&'a Plan>,
    /// Number of games that there should be.
    pub planned_games: u64,
    /// Engines, by index, of which it is taken that they draw at random though their specifications do not say so.
    pub random: Vec<usize>,
    /// Reasons not to trust the rest.
    pub warnings: Vec<String>,
    /// Why there may be no game.
    pub left_out: Option<String>,
    /// The values that were told.
    pub values: Values<'a>,
    /// The games themselves. They may be read several times.
    pub each_game: Box<EachGame<'a>>,
}

impl<'a> Source<'a> {
    /// The confirmed games of a results folder.
    pub fn of_folder(opened: &'a Opened, warnings: Vec<String>) -> Source<'a> {
        let manifest = &opened.manifest;
        Source {
            name: manifest.name.clone(),
            place: opened.folder.display().to_string(),
            config: &manifest.config,
            plan: Some(&opened.plan),
            planned_games: manifest.games,
            random: Vec::new(),
            warnings,
            left_out: opened.left_out(),
            values: Values::InFolder(&opened.folder),
            each_game: Box::new(|visit| opened.each_game(visit)),
        }
    }

    /// How adjudicated games ended that were played on; of gathered games nothing is known.
    pub(crate) fn adjudications(&self) -> Result<Adjudications, Error> {
        match self.values {
            Values::InFolder(folder) => Adjudications::of(folder),
            Values::Summed(_) => Ok(Adjudications::default()),
        }
    }

    /// What was told and what was scored, engine by engine.
    pub(crate) fn reliability(&self) -> Result<Vec<Reliability>, Error> {
        match self.values {
            Values::InFolder(folder) => Ok(ToldSums::of_folder(folder, self)?.rows(self.config)),
            Values::Summed(sums) => Ok(sums.rows(self.config)),
        }
    }

    /// Whether a game of one engine with itself begins at the start, whatever openings others have.
    pub fn is_from_start(&self, result: &GameResult) -> bool {
        match self.plan {
            Some(plan) => result.pair >= plan.contested_groups(),
            None => result.opening.is_empty(),
        }
    }
}
