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

mod adjudications;
pub mod calibration;
mod collect;
mod files;
mod first_move;
mod gather;
mod known;
mod metrics;
mod pairs;
mod rankings;
mod rating;
mod reliability;
mod source;
mod tables;

use std::path::Path;

use serde::Serialize;
use torneo_present::english::Joined as _;
use torneo_registry::Registry;
use torneo_statistics::Estimate;

use torneo_arena::Error;
use torneo_arena::figures::{Pooled, Repeated, told};
use torneo_arena::plan::{Climbed, Config};
use torneo_arena::results::{Opened, PROGRAM, changed, programs};
use torneo_arena::trial::defaults::MARGIN;

pub use adjudications::{Adjudicated, Adjudications};
pub use files::RATINGS;
pub use first_move::{GameAdvantage, Method, ModelCheck, Movement, Tests};
pub use gather::Gathered;
pub use known::Known;
pub use metrics::Metric;
pub use pairs::Pair;
pub use rankings::{Accord, AlphaRanking, Ballot, Ranked};
pub use rating::{Rating, Scope};
pub use reliability::{Reliability, Tenth, ToldSums, WITHIN};
pub use source::{EachGame, Source, Values};
pub use tables::{MOST_ROWS, Occasion};
pub use torneo_statistics::model::Pooling;

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
    /// Its share of the points that the two won against each other, 0.5 is even: the mean over groups, then over games.
    /// The interval is that within these games.
    pub score: Estimate,
    /// The same with its interval over games as a sample; none for fewer than ten games.
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

/// How games of a pair of engines ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// An engine.
    pub engine: String,
    /// The other one; the same for games of an engine with itself.
    pub opponent: String,
    /// Why the games ended.
    pub reason: String,
    /// Number of games.
    pub games: u64,
}

/// An engine in the leaderboard, the strongest first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Leader {
    /// Its place, from 1.
    pub rank: u64,
    /// The engine.
    pub engine: String,
    /// Games against others, those that a fault ended among them.
    pub games: u64,
    /// Games in which the mean score of its seats was above one over the number of seats.
    pub wins: u64,
    /// Games in which it was equal.
    pub draws: u64,
    /// Games in which it was below.
    pub losses: u64,
    /// Its score against the others, 0.5 is even, every kind of game counting the same.
    pub score: f64,
    /// Elo points relative to the anchor; none where the results do not bound them.
    pub elo: Option<f64>,
    /// The 95% interval of these points; none for the anchor.
    pub interval: Option<(f64, f64)>,
    /// The probability of being stronger than the next engine; none for the last one.
    pub superiority: Option<f64>,
    /// Points, Buchholz and Sonneborn-Berger of a run by the Swiss system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swiss: Option<SwissPoints>,
}

/// What ranks an engine by the Swiss system.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SwissPoints {
    /// One for each meeting that it won, and for each round that it sat out.
    pub points: f64,
    /// The sum of its opponents' points.
    pub buchholz: f64,
    /// The points of the opponents that it beat, and half of those of the opponents with whom it drew.
    pub sonneborn_berger: f64,
}

/// What a run says.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The name of the run.
    pub name: String,
    /// Reasons not to trust the rest: results that were edited, or written by another version of the program.
    pub warnings: Vec<String>,
    /// Where games of the same engines went move by move like others: copies count once.
    pub copies: Vec<Repeated>,
    /// Games of the plan.
    pub planned_games: u64,
    /// Games found.
    pub games: u64,
    /// Games of one engine with itself among them.
    pub self_play_games: u64,
    /// Games that a fault of an engine ended. They count in the standing and nowhere else.
    pub engine_errors: u64,
    /// The same by engine and reason, in the order of the configuration.
    pub faults: Vec<FaultCount>,
    /// How the games of each pair of engines ended.
    pub reasons: Vec<Reason>,
    /// The engines, the strongest first.
    pub leaderboard: Vec<Leader>,
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
    /// What the seats score when one engine plays all of them from the start, exactly, or by the model, game by game.
    pub first_move: Vec<GameAdvantage>,
    /// How many of these rows are tests.
    pub first_move_tests: Tests,
    /// How close to fair is said to be fair.
    pub margin: f64,
    /// How the first seat's score differs between engines by their strength.
    pub movements: Vec<Movement>,
    /// The games that were played, in the order of the configuration.
    pub kinds: Vec<Kind>,
    /// Random plies that open the games of the format.
    pub random_plies: u64,
    /// Whether every game of the run is of one engine with itself.
    pub is_self_play: bool,
    /// Measures of each game's quality.
    pub metrics: Vec<Metric>,
    /// How adjudicated games ended that were played on.
    pub adjudications: Adjudications,
    /// What the values are worth that engines told, game by game, where they were written.
    pub reliability: Vec<Reliability>,
    /// Of each kind of game the one that was won after the lead, by the game's own evaluation, had changed hands most often, among
    /// those that were replayed: its kind, how often, and its number.
    #[serde(skip)]
    pub disputed: Vec<(String, u32, u64)>,
}

/// A game of the configuration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Kind {
    /// Its specification.
    pub game: String,
    /// Games that no fault ended.
    pub games: u64,
    /// Games that a fault ended.
    pub faults: u64,
}

/// How a run is analysed.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisOptions {
    /// Games that every engine draws against an engine of mean strength; 0 for plain maximum likelihood.
    pub prior: f64,
    /// Replicates of the bootstrap; 0 for none.
    pub bootstrap: u64,
    /// MiB that the replicates may take.
    pub memory: u64,
    /// Games of each kind that are replayed for the metrics, at most.
    pub replays: u64,
    /// How much each game counts in what is said over several.
    pub pooling: Pooling,
    /// Whether the intervals of each table are to hold all at once rather than each by itself.
    pub simultaneous: bool,
    /// How close to one over the number of seats a seat's score is to be called fair.
    pub margin: f64,
    /// Engines with their Elo points: one sets the origin, several are held to theirs. Without any `random` is at 0, or
    /// the mean of all if it does not take part.
    pub anchors: Vec<(String, f64)>,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            prior: 1.0,
            bootstrap: 400,
            memory: 1024,
            replays: 100,
            pooling: Pooling::Equal,
            simultaneous: false,
            margin: MARGIN,
            anchors: Vec::new(),
        }
    }
}

/// Bytes of an analysis for every two engines: 519 MB were measured for 2000 engines.
const BYTES_OF_PAIR: u128 = 130;

impl AnalysisOptions {
    /// Refuses more engines, or more replicates of the bootstrap for them, than the memory holds.
    ///
    /// # Errors
    /// What they would take.
    pub fn check(&self, engines: usize) -> Result<(), Error> {
        let fits = |bytes: u128, what: &str, help: &str| match (bytes >> 20, self.memory) {
            (needed, most) if needed <= u128::from(most) => Ok(()),
            (needed, most) => {
                let message = format!("{what} would take about {needed} MiB (at most {most})");
                Err(Error::input_with_help(message, help))
            }
        };
        let number = engines as u128;
        let pairs = BYTES_OF_PAIR * number * number;
        fits(
            pairs,
            &format!("an analysis of {engines} engines"),
            "`torneo analyze DIR --memory MIB` allows more",
        )?;
        // A replicate is a list with a number for each engine, and a copy of it to be sorted.
        let replicates = u128::from(self.bootstrap) * (32 + 8 * number);
        let what = format!("{} replicates of the bootstrap for {engines} engines", self.bootstrap);
        fits(replicates, &what, "use fewer with --bootstrap, or allow more with --memory (MiB)")
    }
}

impl Analysis {
    /// Analyses a results folder.
    ///
    /// # Errors
    /// A folder that holds no results, rows that cannot be read, or more replicates than the memory holds.
    pub fn of(registry: &Registry, folder: &Path, options: AnalysisOptions) -> Result<Analysis, Error> {
        let opened = Opened::open(folder)?;
        let source = Source::of_folder(&opened, warnings(&opened));
        Analysis::of_games(registry, &source, options)
    }

    /// Analyses games from anywhere.
    ///
    /// # Errors
    /// No game, games that cannot be read, or more replicates than the memory holds.
    pub fn of_games(
        registry: &Registry,
        source: &Source<'_>,
        options: AnalysisOptions,
    ) -> Result<Analysis, Error> {
        let config = source.config;
        options.check(config.engines.len())?;
        let collected = Collected::read(registry, source, options.margin)?;
        if collected.games == 0 {
            let why = source.left_out.as_ref().map_or(String::new(), |why| format!(": {why}"));
            return Err(Error::input(format!("{} holds no finished game yet{why}", source.place)));
        }
        let names: Vec<&str> = config.engines.iter().map(|engine| &*engine.name).collect();
        let anchors = anchors(config, &options)?;
        let rated = rating::rate(registry, &names, &collected, &anchors, &options);
        let pooled = Pooled { pooling: options.pooling, simultaneous: options.simultaneous };
        let order = rating::overall(&rated).map_or(&[][..], |all| &all.order);
        let sources =
            first_move::Sources { registry, names: &names, collected: &collected, order, pooled: &pooled };
        let (first_move, first_move_tests) =
            sources.figures(|spec| rating::of_game(&rated, spec).map(|rated| &rated.fit));
        let movements = sources.movements();
        let replays = metrics::replay(registry, source, &collected, options.replays)?;
        let metrics = metrics::metrics(&collected, &replays, &rated, &pooled);
        let disputed = collected.by_game.indexed().filter_map(|(game, sums)| {
            replays[game].disputed.map(|(changes, number)| (sums.game.clone(), changes, number))
        });
        let kinds = collected.by_game.iter().filter(|sums| sums.games + sums.faults > 0);
        let kind = |sums: &collect::GameSums| Kind {
            game: sums.game.clone(),
            games: sums.games,
            faults: sums.faults,
        };
        Ok(Analysis {
            name: source.name.clone(),
            warnings: source.warnings.iter().cloned().chain(warnings_of_copies(config, &collected)).collect(),
            copies: collected.tally.copies().repeated(config),
            planned_games: source.planned_games,
            games: collected.games,
            self_play_games: collected.self_play_games,
            engine_errors: collected.fault_games,
            faults: collected.faults(&names),
            reasons: collected.reasons(&names),
            leaderboard: leaderboard(&names, &collected, &rated, &pooled),
            ended_in_opening: collected.ended_in_opening,
            pooling: match options.pooling {
                Pooling::Equal => "equal",
                Pooling::Played => "played",
            },
            simultaneous: options.simultaneous,
            pairs: pairs::pairs(&names, &rated),
            parts: parts(&names, &collected),
            ballot: rankings::ballot(&names, &rated),
            alpha_rank: rankings::alpha_rankings(&names, &collected, &rated),
            scores: collected.scores(&names, &pooled),
            duels: collected.duels(&names, &pooled),
            by_game: collected.by_game(&names, &pooled),
            first_move,
            first_move_tests,
            margin: options.margin,
            movements,
            metrics,
            adjudications: source.adjudications()?,
            reliability: source.reliability()?,
            disputed: disputed.collect(),
            kinds: kinds.map(kind).collect(),
            random_plies: config.opening.random_plies,
            is_self_play: collected.self_play_games == collected.games,
            ratings: rated.into_iter().flat_map(|rated| rated.ratings).collect(),
        })
    }

    /// The ratings over all games, the best first.
    pub fn overall(&self) -> impl Iterator<Item = &Rating> {
        self.ratings.iter().filter(|rating| rating.scope == Scope::All)
    }

    /// The rating of an engine over all games.
    pub fn rating(&self, engine: &str) -> Option<&Rating> {
        self.overall().find(|rating| rating.engine == engine)
    }

    /// The result of an engine against another one.
    pub fn duel(&self, engine: &str, opponent: &str) -> Option<&Duel> {
        self.duels.iter().find(|duel| duel.engine == engine && duel.opponent == opponent)
    }

    /// The result of an engine at a game.
    pub fn score_at(&self, engine: &str, game: &str) -> Option<&EngineScore> {
        self.by_game.iter().find(|found| found.engine == engine && found.game.as_deref() == Some(game))
    }

    /// A measure of a game.
    pub fn metric(&self, game: &str, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.game == game && metric.name == name)
    }

    /// The rows that have a verdict, game by game: what is exact or solved, else the strongest engine that played itself, or
    /// every engine where nothing measures strength; one row a seat.
    pub fn verdicts(&self) -> impl Iterator<Item = &GameAdvantage> {
        self.first_move.iter().filter(|row| row.verdict.is_some())
    }

    /// The games of which nothing on the first move was measured.
    pub fn unmeasured(&self) -> impl Iterator<Item = &str> {
        let is_measured = |game: &str| self.verdicts().any(|row| row.game == game);
        self.kinds.iter().map(|kind| &*kind.game).filter(move |game| !is_measured(game))
    }

    /// The pairs of engines that never met: their differences rest on games against others.
    pub fn strangers(&self) -> usize {
        self.pairs.iter().filter(|pair| !pair.met).count()
    }
}

/// The anchors by index.
fn anchors(config: &Config, options: &AnalysisOptions) -> Result<Vec<(usize, f64)>, Error> {
    let engines = &config.engines;
    let mut given = Vec::new();
    for (name, elo) in &options.anchors {
        let Some(index) = engines.iter().position(|engine| engine.name == *name) else {
            let names = engines.iter().map(|engine| format!("`{}`", engine.name));
            return Err(Error::input(format!(
                "argument --anchor: no engine of the run is named `{name}`; there are {}",
                names.joined(", ")
            )));
        };
        if let Some((_, other)) = given.iter().find(|(known, other)| *known == index && other != elo) {
            let message = format!("argument --anchor: `{name}` has two values, {other} and {elo}");
            return Err(Error::input(message));
        }
        given.push((index, *elo));
    }
    if given.is_empty()
        && let Some(rating) = &config.rating
    {
        let rungs = |climbed: &Climbed| (climbed.first..).zip(climbed.elo.clone()).collect::<Vec<_>>();
        given.extend(rating.ladders.iter().flat_map(rungs));
    }
    if given.is_empty() {
        given.extend(engines.iter().position(|engine| engine.spec == "random").map(|index| (index, 0.0)));
    }
    Ok(given)
}

/// The engines that games connect, those that played against others.
fn parts(names: &[&str], collected: &Collected) -> Vec<Vec<String>> {
    let engines: Vec<usize> = collected.engines().collect();
    let played = |part: &Vec<usize>| part.iter().any(|engine| engines.contains(engine));
    let named = |part: Vec<usize>| part.into_iter().map(|engine| names[engine].to_owned()).collect();
    collected.data.parts().into_iter().filter(played).map(named).collect()
}

fn warnings(opened: &Opened) -> Vec<String> {
    let manifest = &opened.manifest;
    let mut warnings: Vec<String> = opened.left_out().into_iter().chain(opened.doubt()).collect();
    warnings.extend(manifest.edit());
    if manifest.edited {
        warnings.push("the results were edited before they were merged".to_owned());
    }
    if manifest.program != PROGRAM {
        warnings.push(format!("the results were written by {}, this is {PROGRAM}", manifest.program));
    }
    warnings.extend(changed(&programs(&opened.folder)));
    warnings
}

fn warnings_of_copies(config: &Config, collected: &Collected) -> Vec<String> {
    let copies = collected.tally.copies();
    let mut warnings = Vec::from_iter(told(&copies.repeated(config)));
    if copies.is_unknown(config) {
        warnings.push(
            "moves were not recorded, so games that are copies of others count as if they were not"
                .to_owned(),
        );
    }
    warnings
}

/// The engines that played against others, the strongest first.
fn leaderboard(
    names: &[&str],
    collected: &Collected,
    rated: &[rating::Rated],
    pooled: &Pooled,
) -> Vec<Leader> {
    let Some(all) = rating::overall(rated) else { return Vec::new() };
    let swiss = |engine: usize| {
        let row = collected.swiss.as_ref()?.rows.iter().find(|row| row.engine == engine)?;
        let (points, buchholz, sonneborn_berger) = (row.points, row.buchholz, row.sonneborn_berger);
        Some(SwissPoints { points, buchholz, sonneborn_berger })
    };
    let leader = |(&engine, rating): (&usize, &Rating)| {
        let standing = collected.tally.standing(engine, pooled);
        Leader {
            rank: 0,
            engine: names[engine].to_owned(),
            games: standing.games,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            score: standing.score.map_or(f64::NAN, |score| score.value),
            elo: rating.elo,
            interval: rating.interval,
            superiority: rating.superiority,
            swiss: swiss(engine),
        }
    };
    let mut leaders: Vec<Leader> = all.order.iter().zip(&all.ratings).map(leader).collect();
    if let Some(swiss) = &collected.swiss {
        // By the Swiss system the points decide.
        let place = |leader: &Leader| swiss.rows.iter().position(|row| names[row.engine] == leader.engine);
        leaders.sort_by_key(place);
    }
    for (place, leader) in leaders.iter_mut().enumerate() {
        leader.rank = place as u64 + 1;
    }
    leaders
}
