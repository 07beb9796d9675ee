//! The report of a run: one HTML file that opens without a network.
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
//! let page = torneo_report::page(&registry, &results, &analysis, 2, &mut |_, _| ())?;
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), torneo_arena::Error>(())
//! ```

mod chosen;
mod fairness;
mod head;
mod kinds;
pub mod names;
pub mod plots;
mod replays;
mod strength;
mod svg;
mod tables;

use std::path::{Path, PathBuf};

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use serde::Serialize;

use torneo_analysis::{Analysis, GameAdvantage};
use torneo_arena::Error;
use torneo_arena::results::{Opened, lock};
use torneo_arena::run::sessions;
use torneo_arena::storage::{Disk, write_whole};
use torneo_registry::Registry;

use strength::Cell;
use tables::MEASURES;

/// Name of the file.
pub const REPORT: &str = "report.html";

const TEMPLATE: &str = include_str!("report.html");
/// The style of pages.
pub const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// What the template shows.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    script: &'static str,
    /// Of longer lists of games the rest is folded away.
    shown: usize,
    name: &'a str,
    head: head::Head,
    strength_sentence: String,
    leaderboard: strength::Leaderboard<'a>,
    /// The engines that have a column, and each game with their scores.
    columns: Vec<&'a str>,
    by_game: Vec<(&'a names::GameName, Vec<Cell>)>,
    left_out: bool,
    fair_sentence: String,
    fair_notes: Vec<String>,
    fairness: Vec<fairness::Fairness<'a>>,
    cards: Vec<kinds::Card<'a>>,
    lengths: Vec<kinds::Lengths<'a>>,
    replays: &'a replays::Replays<'a>,
    pairs: Vec<[String; 5]>,
    all_pairs: usize,
    crosstable: Vec<(&'a str, Vec<Cell>)>,
    game_ratings: Vec<(String, Vec<String>)>,
    first_moves: Vec<(&'a GameAdvantage, String)>,
    analysis: &'a Analysis,
    measure_names: [&'static str; MEASURES.len()],
    measures: Vec<(String, Vec<String>)>,
    /// Anchor, title and text of each game's rules.
    rules: Vec<(String, String, String)>,
    configuration: String,
}

/// Writes the report of an analysed run into its folder, with replays of up to `most_replays` recorded games. `tell` hears now and
/// then how many games are drawn, and how many there are to be.
///
/// # Errors
/// Results that cannot be read, or a folder that cannot be written to.
pub fn report(
    registry: &Registry,
    folder: &Path,
    analysis: &Analysis,
    most_replays: u64,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<PathBuf, Error> {
    let page = page(registry, folder, analysis, most_replays, tell)?;
    let path = folder.join(REPORT);
    let _lock = lock(folder)?;
    write_whole(&Disk, &path, page.as_bytes()).map_err(|error| Error::io("write", &path, error))?;
    Ok(path)
}

/// The report of an analysed run as HTML, as [`report`] writes it.
///
/// # Errors
/// Results that cannot be read.
pub fn page(
    registry: &Registry,
    folder: &Path,
    analysis: &Analysis,
    most_replays: u64,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<String, Error> {
    let opened = Opened::open(folder)?;
    let config = &opened.manifest.config;
    let games = names::games(registry, config.games.iter())?;
    let mut counted = kinds::Counted::default();
    let replays =
        replays::Replays::read(registry, &opened, analysis, &games, most_replays, &mut counted, tell)?;
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("report", TEMPLATE).map_err(Error::run)?;
    let template = environment.get_template("report").map_err(Error::run)?;
    let page = Page {
        style: STYLE,
        script: SCRIPT,
        shown: 6,
        name: &analysis.name,
        head: head::head(analysis, &opened.manifest, &sessions(folder)),
        strength_sentence: strength::sentence(analysis),
        leaderboard: strength::leaderboard(analysis),
        columns: strength::compared(analysis).into_iter().map(|rating| &*rating.engine).collect(),
        by_game: strength::by_game(analysis, &games),
        left_out: analysis.overall().count() > strength::MOST_COLUMNS,
        fair_sentence: fairness::sentence(analysis, &games),
        fair_notes: fairness::notes(analysis),
        fairness: fairness::rows(analysis, &games),
        cards: kinds::cards(analysis, &counted, &games),
        lengths: kinds::lengths(&counted, &games),
        replays: &replays,
        pairs: tables::pairs(analysis),
        all_pairs: analysis.pairs.len(),
        crosstable: tables::crosstable(analysis),
        game_ratings: tables::game_ratings(analysis),
        first_moves: tables::first_moves(analysis),
        analysis,
        measure_names: MEASURES.map(|(_, title)| title),
        measures: tables::measures(analysis),
        rules: names::rules(registry, &games),
        configuration: toml::to_string_pretty(config).map_err(Error::run)?,
    };
    template.render(Serde(&page)).map_err(Error::run)
}
