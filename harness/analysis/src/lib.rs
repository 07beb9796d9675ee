//! Statistics of a run.
//!
//! The independent observations are the *groups*: the games of one round and pairing, which share their luck and
//! their opening (for two seats: mirrored pairs). Every interval counts groups, not games.

mod advantage;
mod collect;
mod files;
mod metrics;
mod rating;
mod tables;

use std::path::Path;

use serde::Serialize;
use torneo_registry::Registry;
use torneo_statistics::Estimate;

use torneo_arena::Error;
use torneo_arena::results::{Manifest, PROGRAM, tampering};

pub use advantage::{Advantage, Method, Trend};
pub use metrics::Metric;
pub use rating::{Rating, Scope};

use collect::Collected;

/// The head-to-head result of two engines.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// The engine whose score is given.
    pub engine: String,
    /// Its opponent.
    pub opponent: String,
    /// Number of games.
    pub games: u64,
    /// Its head-to-head score: the mean over groups, 0.5 is even.
    pub score: Estimate,
}

/// The results of one engine, at one game or at all.
#[derive(Clone, Debug, Serialize)]
pub struct EngineScore {
    /// The engine.
    pub engine: String,
    /// The game's specification; none for all games together.
    pub game: Option<String>,
    /// Number of games.
    pub games: u64,
    /// Its head-to-head score against the others: the mean over groups, 0.5 is even.
    pub score: Estimate,
}

/// What a run says.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The name of the run.
    pub name: String,
    /// Reasons not to trust the rest: results that were edited, or written by another version of the program.
    pub warnings: Vec<String>,
    /// Games of the plan.
    pub planned_games: u64,
    /// Games found.
    pub games: u64,
    /// Games in which an engine failed.
    pub engine_errors: u64,
    /// Ratings over all games, by family and by game, in each scope the best first.
    pub ratings: Vec<Rating>,
    /// Results of each engine over all games.
    pub scores: Vec<EngineScore>,
    /// Head-to-head results over all games.
    pub duels: Vec<Duel>,
    /// Results of each engine at each game.
    pub by_game: Vec<EngineScore>,
    /// The advantage of the first seat at each game.
    pub first_move: Vec<Advantage>,
    /// How it changes with the strength of play.
    pub trends: Vec<Trend>,
    /// Measures of each game's quality.
    pub metrics: Vec<Metric>,
}

/// How a run is analysed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnalysisOptions {
    /// Games that every engine draws against an engine of mean strength; 0 for plain maximum likelihood.
    pub prior: f64,
    /// Replicates of the bootstrap; 0 for none.
    pub bootstrap: u64,
    /// Games of each kind that are replayed for the metrics, at most.
    pub replays: u64,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions { prior: 1.0, bootstrap: 400, replays: 100 }
    }
}

impl Analysis {
    /// Analyses a results folder.
    ///
    /// # Errors
    /// A folder that holds no results, or rows that cannot be read.
    pub fn of(registry: &Registry, folder: &Path, options: AnalysisOptions) -> Result<Analysis, Error> {
        let manifest = Manifest::read(folder)?;
        let collected = Collected::read(folder, &manifest)?;
        if collected.games == 0 {
            return Err(Error::input(format!("{} holds no finished game yet", folder.display())));
        }
        let names: Vec<&str> = manifest.config.engines.iter().map(|engine| &*engine.name).collect();
        let anchor = manifest.config.engines.iter().position(|engine| engine.spec == "random");
        let specs: Vec<&str> = manifest.config.games.iter().map(String::as_str).collect();
        let rated = rating::rate(registry, &names, &specs, &collected, anchor, options);
        let fit_of = |game: &str| {
            let found = rated.iter().find(|rated| rated.scope.words() == ("game", game));
            found.map(|rated| rated.fit.clone())
        };
        let first_move = advantage::advantages(registry, &names, &specs, &collected, fit_of);
        let trends = advantage::trends(&first_move, &names);
        let replays = metrics::replay(registry, folder, &specs, &collected, options.replays)?;
        let metrics = metrics::metrics(&specs, &collected, &replays, &rated, &trends);
        Ok(Analysis {
            name: manifest.name.clone(),
            warnings: warnings(folder, &manifest)?,
            planned_games: manifest.games,
            games: collected.games,
            engine_errors: collected.engine_errors,
            ratings: rated.into_iter().flat_map(|rated| rated.ratings).collect(),
            scores: collected.scores(&names),
            duels: collected.duels(&names),
            by_game: collected.by_game(&names, &specs),
            trends,
            metrics,
            first_move,
        })
    }

    /// The ratings over all games, the best first.
    pub fn overall(&self) -> impl Iterator<Item = &Rating> {
        self.ratings.iter().filter(|rating| rating.scope == Scope::All)
    }

    /// The first seat's results at each game over all games of the run.
    pub fn first_seats(&self) -> impl Iterator<Item = &Advantage> {
        self.first_move.iter().filter(|row| row.is_overall())
    }
}

fn warnings(folder: &Path, manifest: &Manifest) -> Result<Vec<String>, Error> {
    let mut warnings: Vec<String> = tampering(folder)?.into_iter().collect();
    if manifest.config_hash != manifest.config.hash() {
        warnings.push("the configuration in the manifest was edited: its hash has changed".to_owned());
    }
    if manifest.program != PROGRAM {
        warnings.push(format!("the results were written by {}, this is {PROGRAM}", manifest.program));
    }
    Ok(warnings)
}
