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
//! let page = torneo_report::page(&registry, &results, &analysis, 2)?;
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), torneo_arena::Error>(())
//! ```

pub mod plots;
mod replays;
mod svg;
mod words;

use std::path::{Path, PathBuf};

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use serde::Serialize;

use torneo_analysis::{Analysis, Leader, Method, Rating, Scope, SeatFigure};
use torneo_arena::Error;
use torneo_arena::results::{Manifest, lock};
use torneo_arena::storage::{Disk, write_whole};
use torneo_registry::Registry;

/// Name of the file.
pub const REPORT: &str = "report.html";

const TEMPLATE: &str = include_str!("report.html");
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// A cell of the crosstable.
#[derive(Serialize)]
struct Cell {
    /// The head-to-head score as text; a dash where there is none.
    text: String,
    /// The hue of its background: how far it is from even, and to which side.
    colour: String,
}

#[derive(Serialize)]
struct CrossRow<'a> {
    engine: &'a str,
    cells: Vec<Cell>,
}

/// What the template shows.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    script: &'static str,
    analysis: &'a Analysis,
    manifest: &'a Manifest,
    conclusions: Vec<String>,
    configuration: String,
    ratings: Vec<(&'a Leader, &'a Rating)>,
    crosstable: Vec<CrossRow<'a>>,
    /// Whether a rating is marked for being bounded by the prior alone.
    starred: bool,
    left_out: bool,
    /// Each engine with the probabilities that it is stronger than the others.
    superiority: Vec<(&'a str, Vec<String>)>,
    /// The rows on the first move, each with what it says.
    first_moves: Vec<(&'a SeatFigure, String)>,
    fair_heading: String,
    rating_plot: Option<String>,
    game_ratings: Vec<(String, Vec<String>)>,
    advantage_plot: Option<String>,
    strength_plot: Option<String>,
    length_plot: Option<String>,
    measure_names: [&'static str; MEASURES.len()],
    measures: Vec<(String, Vec<String>)>,
    replays: &'a replays::Replays,
}

/// The measures of a game that stand side by side in the table.
const MEASURES: [(&str, &str); 8] = [
    ("mean_plies", "mean plies"),
    ("branching_factor", "branching factor"),
    ("draw_rate", "draw rate"),
    ("completion", "completion"),
    ("decision_moves", "decision moves"),
    ("lead_changes", "lead changes"),
    ("drama", "drama"),
    ("skill_depth", "skill depth (Elo)"),
];

/// Writes the report of an analysed run into its folder, with replays of up to `most_replays` recorded games.
///
/// # Errors
/// Results that cannot be read, or a folder that cannot be written to.
pub fn report(
    registry: &Registry,
    folder: &Path,
    analysis: &Analysis,
    most_replays: u64,
) -> Result<PathBuf, Error> {
    let page = page(registry, folder, analysis, most_replays)?;
    let path = folder.join(REPORT);
    let _lock = lock(folder)?;
    write_whole(&Disk, &path, page.as_bytes()).map_err(|error| Error::io("write", &path, error))?;
    Ok(path)
}

/// The report of an analysed run as HTML, with replays of up to `most_replays` recorded games.
///
/// # Errors
/// Results that cannot be read.
pub fn page(
    registry: &Registry,
    folder: &Path,
    analysis: &Analysis,
    most_replays: u64,
) -> Result<String, Error> {
    let manifest = Manifest::read(folder)?;
    let replays = replays::Replays::read(registry, folder, &manifest, analysis.games, most_replays)?;
    let configuration = toml::to_string_pretty(&manifest.config).map_err(Error::run)?;
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("report", TEMPLATE).map_err(Error::run)?;
    let template = environment.get_template("report").map_err(Error::run)?;
    let page = Page {
        style: STYLE,
        script: SCRIPT,
        analysis,
        manifest: &manifest,
        conclusions: words::conclusions(analysis),
        configuration,
        ratings: leaders(analysis),
        crosstable: crosstable(analysis),
        left_out: analysis.overall().count() > MOST_COLUMNS,
        starred: analysis.overall().any(|rating| !rating.comparable),
        superiority: superiority(analysis),
        first_moves: first_moves(analysis),
        fair_heading: analysis.fair_heading(),
        rating_plot: plots::ratings(analysis),
        game_ratings: game_ratings(analysis),
        advantage_plot: plots::first_moves(analysis),
        strength_plot: plots::by_strength(analysis),
        length_plot: plots::lengths(analysis),
        measure_names: MEASURES.map(|(_, title)| title),
        measures: measures(analysis),
        replays: &replays,
    };
    template.render(Serde(&page)).map_err(Error::run)
}

/// The leaderboard with the ratings.
fn leaders(analysis: &Analysis) -> Vec<(&Leader, &Rating)> {
    let rating = |leader: &'_ Leader| analysis.overall().find(|rating| rating.engine == leader.engine);
    analysis.leaderboard.iter().filter_map(|leader| Some((leader, rating(leader)?))).collect()
}

/// The rows on the first move: what is measured or known, seat by seat, without what the model supposes.
fn first_moves(analysis: &Analysis) -> Vec<(&SeatFigure, String)> {
    let rows = analysis.first_move.iter().filter(|row| row.method != Method::Model);
    rows.map(|row| (row, if row.verdict.is_some() { analysis.said(row) } else { String::new() })).collect()
}

/// The engines by rating whose results against each other are shown: all, or the first and the last of many.
fn compared(analysis: &Analysis) -> Vec<&Rating> {
    plots::ends(analysis.overall().collect(), MOST_COLUMNS)
}

fn crosstable(analysis: &Analysis) -> Vec<CrossRow<'_>> {
    let engines: Vec<&str> = compared(analysis).into_iter().map(|rating| &*rating.engine).collect();
    let cell = |engine: &str, opponent: &str| {
        let duel = analysis.duels.iter().find(|duel| duel.engine == engine && duel.opponent == opponent);
        match duel {
            Some(duel) => {
                let (hue, strength) = if duel.score.value >= 0.5 {
                    (150, duel.score.value)
                } else {
                    (15, 1.0 - duel.score.value)
                };
                let share = ((strength - 0.5) * 120.0).round();
                let colour = format!("color-mix(in srgb, hsl({hue} 70% 45%) {share}%, transparent)");
                Cell { text: format!("{:.3}", duel.score.value), colour }
            }
            None => Cell { text: "–".to_owned(), colour: "transparent".to_owned() },
        }
    };
    let row = |&engine: &&'_ str| engines.iter().map(|opponent| cell(engine, opponent)).collect();
    let cells: Vec<Vec<Cell>> = engines.iter().map(row).collect();
    engines.into_iter().zip(cells).map(|(engine, cells)| CrossRow { engine, cells }).collect()
}

/// Of more engines than this the first and the last are compared; `pairs.csv` has all.
const MOST_COLUMNS: usize = 20;

/// The probability of each engine to be stronger than each other one.
fn superiority(analysis: &Analysis) -> Vec<(&str, Vec<String>)> {
    let engines: Vec<&str> = compared(analysis).into_iter().map(|rating| &*rating.engine).collect();
    let cell = |a: &str, b: &str| {
        let found = |a: &str, b: &str| analysis.pairs.iter().find(|p| p.engine == a && p.opponent == b);
        let own = found(a, b).map(|pair| pair.superiority);
        let chance = own.or_else(|| found(b, a).map(|pair| 1.0 - pair.superiority));
        chance.map_or("–".to_owned(), |chance| format!("{chance:.3}"))
    };
    let row = |&a: &&'_ str| engines.iter().map(|b| cell(a, b)).collect();
    let cells: Vec<Vec<String>> = engines.iter().map(row).collect();
    engines.into_iter().zip(cells).collect()
}

/// Each game with the ratings of the engines in the order of the overall ratings.
fn game_ratings(analysis: &Analysis) -> Vec<(String, Vec<String>)> {
    let rows = analysis.kinds.iter().map(|row| {
        let scope = Scope::Game(row.game.clone());
        let of_engine = |overall: &Rating| {
            let found = analysis.ratings.iter().find(|r| r.scope == scope && r.engine == overall.engine);
            match found.map(|rating| (rating.elo, rating.interval, rating.comparable)) {
                Some((Some(elo), Some((low, high)), comparable)) => {
                    format!("{elo:+.0}{} [{low:+.0}, {high:+.0}]", if comparable { "" } else { "*" })
                }
                Some((Some(elo), None, _)) => format!("{elo:+.0}"),
                _ => "–".to_owned(),
            }
        };
        (row.game.clone(), compared(analysis).into_iter().map(of_engine).collect())
    });
    rows.collect()
}

/// Each game with its measures as text.
fn measures(analysis: &Analysis) -> Vec<(String, Vec<String>)> {
    let rows = analysis.kinds.iter().map(|row| {
        let of_measure = |(name, _): &(&str, &str)| {
            let found = analysis.metrics.iter().find(|m| m.game == row.game && m.name == *name);
            let number =
                |value: f64| if value.abs() >= 10.0 { format!("{value:.1}") } else { format!("{value:.3}") };
            match found.map(|metric| (metric.value, metric.interval)) {
                Some((value, Some((low, high)))) => {
                    format!("{} [{}, {}]", number(value), number(low), number(high))
                }
                Some((value, None)) => number(value),
                None => "–".to_owned(),
            }
        };
        (row.game.clone(), MEASURES.iter().map(of_measure).collect())
    });
    rows.collect()
}
