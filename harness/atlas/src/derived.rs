//! What follows from the rows of an atlas together: measured strength and verdicts.

use torneo_analysis::exact_scores;
use torneo_registry::Registry;
use torneo_statistics::betting::rejected;

use crate::design::Design;
use crate::rows::{Keyed, MatchRow, Row, rounded};
use crate::tasks::{Task, origin};

/// How close to the fair score an interval must stay for the verdict `fair`.
pub const MARGIN: f64 = 0.05;
/// How large the e-values must be: one over the share of false verdicts, times the games for each verdict.
const REJECTED: f64 = torneo_statistics::betting::REJECTED;

/// What is known exactly of the games of a design.
pub struct Known {
    /// By entry: the seats' scores and how they are known, `exact` or `solved`.
    pub scores: Vec<Option<(&'static str, Vec<f64>)>>,
}

impl Known {
    /// Games without choices are worked out; what solvers found stands in a list.
    pub fn of(registry: &Registry, design: &Design) -> Known {
        let scores = design.entries.iter().map(|entry| {
            let spec = entry.spec();
            let solved = || registry.solved(spec).map(|first| ("solved", vec![first, 1.0 - first]));
            exact_scores(registry, spec).map(|scores| ("exact", scores)).or_else(solved)
        });
        Known { scores: scores.collect() }
    }
}

/// Puts the rows into the order of the design, and fills in what follows from all of them.
pub fn derive(design: &Design, known: &Known, rows: &mut [Row], matches: &mut [MatchRow]) {
    let place = |key: [&str; 5], seat: usize| {
        let entry = design.entries.iter().position(|entry| entry.spec() == key[0]).unwrap_or(usize::MAX);
        let level = design.level(key[1], key[2]).unwrap_or(usize::MAX);
        let opponent = design.level(key[3], key[4]).unwrap_or(usize::MAX);
        (entry, level, opponent, seat, key.map(str::to_owned))
    };
    rows.sort_by_cached_key(|row| place(row.key(), row.seat));
    matches.sort_by_cached_key(|row| place(row.key(), 0));
    for row in rows.iter_mut() {
        row.verdict.clear();
        row.measured_elo = None;
    }
    for entry in 0..design.entries.len() {
        measure(design, entry, rows, matches);
    }
    for is_variant in [false, true] {
        decide(design, known, is_variant, rows, matches);
    }
}

/// The match of a task, played by a version of the program.
pub fn played<'a>(
    design: &Design,
    matches: &'a [MatchRow],
    task: Task,
    version: &str,
) -> Option<&'a MatchRow> {
    matches.iter().find(|row| row.key() == task.key(design) && row.version == version)
}

/// The rows of a cell.
pub fn cell<'a>(
    design: &'a Design,
    rows: &'a [Row],
    entry: usize,
    level: usize,
) -> impl Iterator<Item = &'a Row> {
    let key = Task::Cell { entry, level }.key(design);
    rows.iter().filter(move |row| row.key() == key)
}

/// Adds up the matches from random play upwards.
fn measure(design: &Design, entry: usize, rows: &mut [Row], matches: &[MatchRow]) {
    let Some(lowest) = origin(design, entry) else { return };
    let mut set = |level: usize, elo: f64| {
        let key = Task::Cell { entry, level }.key(design);
        let cell = rows.iter_mut().filter(|row| row.key() == key);
        cell.for_each(|row| row.measured_elo = Some(rounded(elo, 1)));
    };
    set(lowest, 0.0);
    for engine in design.engines() {
        let (mut elo, mut below) = (0.0, lowest);
        for level in design.played(&design.entries[entry], engine) {
            let task = Task::Match { entry, level, opponent: below };
            let Some(row) = matches.iter().find(|row| row.key() == task.key(design)) else { break };
            elo += row.elo;
            set(level, elo);
            below = level;
        }
    }
}

/// The level whose cell decides a game: the strongest of the engine that wins the match of the strongest levels, the first
/// engine if they are even. None before that match is played.
pub fn deciding(design: &Design, entry: usize, matches: &[MatchRow]) -> Option<usize> {
    let of_engine = |engine| design.played(&design.entries[entry], engine).last().copied();
    let strongest: Vec<usize> = design.engines().into_iter().filter_map(of_engine).collect();
    match strongest[..] {
        [level] => Some(level),
        [level, opponent] => {
            let task = Task::Match { entry, level, opponent };
            let row = matches.iter().find(|row| row.key() == task.key(design))?;
            Some(if row.score >= 0.5 { level } else { opponent })
        }
        _ => None,
    }
}

/// Gives the deciding cells of the games, or of the variants, their verdicts.
fn decide(design: &Design, known: &Known, is_variant: bool, rows: &mut [Row], matches: &[MatchRow]) {
    // The rows of the cells that are tests, and their e-values.
    let (mut tested, mut e_values): (Vec<Vec<usize>>, Vec<f64>) = (Vec::new(), Vec::new());
    for (entry, game) in design.entries.iter().enumerate().filter(|(_, game)| game.is_variant == is_variant) {
        let Some(level) = deciding(design, entry, matches).or_else(|| origin(design, entry)) else {
            continue;
        };
        if known.scores[entry].is_none() && deciding(design, entry, matches).is_none() {
            continue;
        }
        let key = Task::Cell { entry, level }.key(design);
        let cell: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].key() == key).collect();
        let word = match () {
            () if known.scores[entry].is_some() => "known",
            () if game.game.has_no_first_move() => "no-first-move",
            () if cell.iter().any(|&row| rows[row].e_value.is_none()) => "one-game",
            () => "",
        };
        cell.iter().for_each(|&row| rows[row].verdict = word.to_owned());
        if word.is_empty() && !cell.is_empty() {
            // The mean of e-values is one, however they depend on each other: against the hypothesis that all seats are fair.
            let sum: f64 = cell.iter().filter_map(|&row| rows[row].e_value).sum();
            e_values.push(sum / cell.len() as f64);
            tested.push(cell);
        }
    }
    let outs = rejected(&e_values);
    let count = outs.iter().filter(|out| **out).count();
    let needed = REJECTED * outs.len() as f64 / count.max(1) as f64;
    for (cell, is_out) in tested.iter().zip(outs) {
        let fair = 1.0 / cell.len() as f64;
        let is_near = |&row: &usize| {
            let Row { low, high, .. } = &rows[row];
            low.is_some_and(|low| low >= fair - MARGIN) && high.is_some_and(|high| high <= fair + MARGIN)
        };
        let all_near = cell.iter().all(is_near);
        for &row in cell {
            let row = &mut rows[row];
            // At least one seat reaches what the mean of all reaches.
            let is_clear = is_out && row.e_value.is_some_and(|own| own >= needed);
            row.verdict = match () {
                () if is_clear && row.score > fair => "ahead",
                () if is_clear => "behind",
                () if is_out => "undecided",
                () if all_near => "fair",
                () => "undecided",
            }
            .to_owned();
        }
    }
}
