//! Statistics of a run.
//!
//! The independent observations are the *groups*: the games of one round and pairing, which share their chance and
//! their opening (for two seats: mirrored pairs). Every interval counts groups, not games.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use torneo_analysis::{Analysis, AnalysisOptions};
//! use torneo_arena::plan::{Shard, Tournament};
//! use torneo_arena::run::{RunOptions, run};
//! use torneo_morris::ThreeMensMorris;
//! use torneo_registry::{GameEntry, Registry};
//!
//! let mut registry = Registry::new();
//! registry.add_game(GameEntry::of::<ThreeMensMorris>());
//! let text = r#"
//!     name = "example"
//!     seed = 1
//!     games = ["three-mens-morris"]
//!     engines = ["random", "greedy"]
//!     rounds = 5
//! "#;
//! let folder = tempfile::tempdir().expect("a folder");
//! let results = folder.path().join("results");
//! let tournament = Tournament::parse(&registry, "example.toml", text, Shard::WHOLE)?;
//! run(&tournament, &results, RunOptions::default(), &Arc::new(AtomicBool::new(false)))?;
//! let analysis = Analysis::of(&registry, &results, AnalysisOptions::default())?;
//! assert_eq!(analysis.overall().count(), 2);
//! # Ok::<(), torneo_arena::Error>(())
//! ```

mod advantage;
mod collect;
mod files;
mod layout;
mod metrics;
mod pairs;
mod rankings;
mod rating;
mod tables;

use std::path::Path;

use serde::Serialize;
use torneo_registry::Registry;
use torneo_statistics::Estimate;

use torneo_arena::Error;
use torneo_arena::results::{Manifest, PROGRAM, tampering};

pub use advantage::{Advantage, Method, Trend, Verdict};
pub use files::RATINGS;
pub use layout::{Grid, listed, wrapped};
pub use metrics::Metric;
pub use pairs::Pair;
pub use rankings::{AlphaRanking, Ballot, Ranked};
pub use rating::{Rating, Scope};
pub use tables::{MOST_ROWS, USUAL_WIDTH};
pub use torneo_statistics::model::Pooling;

use collect::{Collected, Pooled};
use rating::Anchors;

/// The head-to-head result of two engines.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// The engine whose score is given.
    pub engine: String,
    /// Its opponent.
    pub opponent: String,
    /// Number of games.
    pub games: u64,
    /// Its share of the points that the two won against each other, 0.5 is even: the mean over groups, then over games.
    /// The interval is that within these games.
    pub score: Estimate,
    /// The same with its interval over games as a sample; none for fewer than two games.
    pub across: Option<Estimate>,
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
    /// Its score against the others, 0.5 is even: the mean over groups, then over games. The interval is that within
    /// these games.
    pub score: Estimate,
    /// The same with its interval over games as a sample; none for one game.
    pub across: Option<Estimate>,
}

/// How often an engine lost by a fault of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultCount {
    /// The engine.
    pub engine: String,
    /// The reason of the games' end, such as `time-forfeit`.
    pub reason: &'static str,
    /// Number of games.
    pub games: u64,
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
    /// The same by engine and reason, in the order of the configuration.
    pub faults: Vec<FaultCount>,
    /// Games that ended in their random opening, which say nothing of the engines.
    pub ended_in_opening: u64,
    /// Ratings over all games, by family and by game, in each scope the best first.
    pub ratings: Vec<Rating>,
    /// How much each game counts in what is said over several: `equal` or `played`.
    pub pooling: &'static str,
    /// Whether the intervals of each table hold all at once.
    pub simultaneous: bool,
    /// Every pair of engines that games connect, in the order of the ratings.
    pub pairs: Vec<Pair>,
    /// The engines that games connect; more than one list if some engines cannot be compared with others.
    pub parts: Vec<Vec<String>>,
    /// What the games say as voters; none for fewer than two games or three engines.
    pub ballot: Option<Ballot>,
    /// Alpha-rank at each game.
    pub alpha_rank: Vec<AlphaRanking>,
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
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisOptions {
    /// Games that every engine draws against an engine of mean strength; 0 for plain maximum likelihood.
    pub prior: f64,
    /// Replicates of the bootstrap; 0 for none.
    pub bootstrap: u64,
    /// Games of each kind that are replayed for the metrics, at most.
    pub replays: u64,
    /// How much each game counts in what is said over several.
    pub pooling: Pooling,
    /// Whether the intervals of each table are to hold all at once rather than each by itself.
    pub simultaneous: bool,
    /// Engines with their Elo points: one sets the origin, several are held to theirs. Without any `random` is at 0, or
    /// the mean of all if it does not take part.
    pub anchors: Vec<(String, f64)>,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            prior: 1.0,
            bootstrap: 400,
            replays: 100,
            pooling: Pooling::Equal,
            simultaneous: false,
            anchors: Vec::new(),
        }
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
        let anchors = anchors(&manifest, &options)?;
        let specs: Vec<&str> = manifest.config.games.iter().map(String::as_str).collect();
        let rated = rating::rate(registry, &names, &specs, &collected, &anchors, &options);
        let pooled = Pooled { pooling: options.pooling, simultaneous: options.simultaneous };
        let fit_of = |game: &str| {
            let found = rated.iter().find(|rated| rated.scope.words() == ("game", game));
            found.map(|rated| rated.fit.clone())
        };
        let first_move = advantage::advantages(registry, &names, &specs, &collected, fit_of, &pooled);
        let trends = advantage::trends(&first_move, &names, &pooled);
        let replays = metrics::replay(registry, folder, &specs, &collected, options.replays)?;
        let metrics = metrics::metrics(&specs, &collected, &replays, &rated, &trends, &pooled);
        Ok(Analysis {
            name: manifest.name.clone(),
            warnings: warnings(folder, &manifest)?,
            planned_games: manifest.games,
            games: collected.games,
            engine_errors: collected.engine_errors,
            faults: collected.faults(&names),
            ended_in_opening: collected.ended_in_opening,
            pooling: match options.pooling {
                Pooling::Equal => "equal",
                Pooling::Played => "played",
            },
            simultaneous: options.simultaneous,
            pairs: pairs::pairs(&names, &rated),
            parts: parts(&names, &collected),
            ballot: rankings::ballot(&names, &rated),
            alpha_rank: rankings::alpha_rankings(&names, &specs, &collected, &rated),
            ratings: rated.into_iter().flat_map(|rated| rated.ratings).collect(),
            scores: collected.scores(&names, &pooled),
            duels: collected.duels(&names, &pooled),
            by_game: collected.by_game(&names, &specs, &pooled),
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

    /// The best statement on the first seat of each game.
    pub fn best_first_moves(&self) -> Vec<&Advantage> {
        advantage::best(&self.first_move)
    }

    /// The pairs of engines that never met: their differences rest on games against others.
    pub fn strangers(&self) -> usize {
        self.pairs.iter().filter(|pair| !pair.met).count()
    }
}

/// The anchors by index.
fn anchors(manifest: &Manifest, options: &AnalysisOptions) -> Result<Anchors, Error> {
    let engines = &manifest.config.engines;
    let mut given = Vec::new();
    for (name, elo) in &options.anchors {
        let Some(index) = engines.iter().position(|engine| engine.name == *name) else {
            let names: Vec<String> = engines.iter().map(|engine| format!("`{}`", engine.name)).collect();
            return Err(Error::input(format!(
                "argument --anchor: no engine of the run is named `{name}`; there are {}",
                names.join(", ")
            )));
        };
        given.push((index, *elo));
    }
    if given.is_empty() {
        given.extend(engines.iter().position(|engine| engine.spec == "random").map(|index| (index, 0.0)));
    }
    Ok(Anchors { given })
}

/// The engines that games connect, those that played against others.
fn parts(names: &[&str], collected: &Collected) -> Vec<Vec<String>> {
    let played = |part: &Vec<usize>| part.iter().any(|engine| collected.engines.contains_key(engine));
    let named = |part: Vec<usize>| part.into_iter().map(|engine| names[engine].to_owned()).collect();
    collected.data.parts().into_iter().filter(played).map(named).collect()
}

fn warnings(folder: &Path, manifest: &Manifest) -> Result<Vec<String>, Error> {
    let mut warnings: Vec<String> = tampering(folder)?.into_iter().collect();
    warnings.extend(manifest.edit());
    if manifest.edited {
        warnings.push("the results were edited before they were merged".to_owned());
    }
    if manifest.program != PROGRAM {
        warnings.push(format!("the results were written by {}, this is {PROGRAM}", manifest.program));
    }
    Ok(warnings)
}
