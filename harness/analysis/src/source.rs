//! Where the games of an analysis come from: a results folder, or files and folders together.

use torneo_arena::Error;
use torneo_arena::plan::{Config, Plan};
use torneo_arena::results::{GameResult, Opened};

/// Calls what it is given with every game, in the order of their groups; returns how many there were.
pub type EachGame<'a> = dyn Fn(&mut dyn FnMut(&GameResult)) -> Result<u64, Error> + 'a;

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
            each_game: Box::new(|visit| opened.each_game(visit)),
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
