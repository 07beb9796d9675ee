//! Whether the rows of an atlas belong together: they are whole cells and matches of its design, each has its manifest, and what
//! follows from all of them stands in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::Path;

use torneo_arena::results::PROGRAM;
use torneo_present::english::Joined as _;

use crate::derived::{Known, derive};
use crate::design::Design;
use crate::files::{Fault, MANIFESTS, games_folder};
use crate::folder::Found;
use crate::play::VERSION;
use crate::rows::{Contents, FirstMoveRow, Keyed, MatchRow, Row, UnequalRow};
use crate::tasks::{self, Task};
use crate::verdicts::VerdictRow;

/// What rows are compared by.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The design.
    pub design: &'a Design,
    /// What is known of its games.
    pub known: &'a Known,
}

/// By how much scores may miss their sum: each seat's is rounded to four digits.
const ROUNDING: f64 = 0.000_06;

/// Compares the rows that were found, with each other and with the manifests.
pub fn compare(found: &mut Found, folder: &Path, judge: Judge) {
    let mut faults = Vec::new();
    let tasks = all_tasks(judge.design);
    let of_key: BTreeMap<[&str; 5], &str> =
        tasks.iter().map(|(task, name)| (task.key(judge.design), &**name)).collect();
    whole(&found.contents, judge.design, folder, &mut faults);
    if !found.is_between() {
        // Another process may just have entered what a reader of several files has seen a part of.
        described(found, folder, judge.design, &of_key, &mut faults);
    }
    let versions = found.contents.cells.iter().map(|row| &*row.version);
    match versions
        .chain(found.contents.matches.iter().map(|row| &*row.version))
        .find(|other| *other != VERSION)
    {
        // Another version may know more games, or decide otherwise.
        Some(other) => found.notes.push(format!(
            "torneo {other} wrote rows, this is {PROGRAM}: their verdicts were not derived again"
        )),
        None if !found.is_between() => following(&found.contents, folder, judge, &mut faults),
        None => {}
    }
    found.faults.append(&mut faults);
}

/// Everything that a design has, later passes left out, with the names of the runs.
pub fn all_tasks(design: &Design) -> Vec<(Task, String)> {
    let entries: Vec<usize> = (0..design.entries.len()).collect();
    let mut all = tasks::cells(design, &entries);
    all.extend(tasks::matches(design, &entries));
    all.extend(tasks::unequal(design, &entries));
    all.extend(tasks::after_first_moves(design, &entries));
    all.into_iter().map(|task| (task, task.name(design))).collect()
}

/// Each cell has its seats, each match one row.
fn whole(contents: &Contents, design: &Design, folder: &Path, faults: &mut Vec<Fault>) {
    let seats_of =
        |game: &str| design.entries.iter().find(|entry| entry.spec() == game).map(|entry| entry.game.seats());
    let words = |row: &Row| format!("{} {} {}", row.game, row.engine, row.level);
    let fault = |line: usize, why: String| Fault::at(&folder.join(Row::FILE), line as u64 + 2, why);
    let mut cells: BTreeMap<[&str; 5], Vec<(usize, &Row)>> = BTreeMap::new();
    for (line, row) in contents.cells.iter().enumerate() {
        cells.entry(row.key()).or_default().push((line, row));
    }
    for rows in cells.values() {
        let (line, first) = rows[0];
        let seats = seats_of(&first.game).unwrap_or(rows.len());
        let mut own: Vec<usize> = rows.iter().map(|(_, row)| row.seat).collect();
        own.sort_unstable();
        if !own.iter().copied().eq(0..seats) {
            let why = format!("expected a row for each of the {seats} seats of {}", words(first));
            faults.push(fault(line, why));
            continue;
        }
        let same = |row: &Row| {
            (row.games, row.distinct, &row.budget, &row.version)
                == (first.games, first.distinct, &first.budget, &first.version)
                && (row.draws, row.plies, row.branching) == (first.draws, first.plies, first.branching)
                && row.completion == first.completion
        };
        if let Some((line, row)) = rows.iter().find(|(_, row)| !same(row)) {
            let why = format!("differs from the other seats of {} in what they share", words(row));
            faults.push(fault(*line, why));
        }
        let total: f64 = rows.iter().map(|(_, row)| row.score).sum();
        if (total - 1.0).abs() > ROUNDING * seats as f64 {
            faults
                .push(fault(line, format!("the scores of {} add up to {total:.4}, not to 1", words(first))));
        }
    }
    twice(folder, &contents.matches, faults);
    moves(contents, design, folder, faults);
}

/// After each first move there is a row a seat, the moves in the order of the game.
fn moves(contents: &Contents, design: &Design, folder: &Path, faults: &mut Vec<Fault>) {
    let path = folder.join(FirstMoveRow::FILE);
    let mut first = 0;
    for rows in contents.first_moves.chunk_by(|a, b| a.key() == b.key()) {
        let entry = design.entries.iter().position(|entry| entry.spec() == rows[0].game);
        if let Some(entry) = entry {
            let seats = design.entries[entry].game.seats();
            let tokens: Vec<&str> = design.first_moves(entry).iter().map(|first| &*first.token).collect();
            // Other moves may have been played apart.
            let is_known = tokens.len() * seats == rows.len();
            let fits = |(place, row): (usize, &FirstMoveRow)| {
                let other = &rows[place - place % seats];
                let together = (&other.first_move, other.games, other.distinct, &other.version)
                    == (&row.first_move, row.games, row.distinct, &row.version);
                let in_order = !is_known || tokens[place / seats] == row.first_move;
                row.seat == place % seats && together && in_order
            };
            if let Some(place) = rows.iter().enumerate().position(|row| !fits(row)) {
                let row = &rows[place];
                let (seat, token) = (row.seat, &row.first_move);
                let why =
                    format!("seat {seat} after {token} is not in its place, or differs from the other seats");
                faults.push(Fault::at(&path, (first + place) as u64 + 2, why));
            }
            if rows.len() % seats > 0 {
                let why = format!("expected a row for each of the {seats} seats after each move");
                faults.push(Fault::at(&path, (first + rows.len()) as u64 + 1, why));
            }
        }
        first += rows.len();
    }
}

/// Finds rows of one key.
fn twice<R: Keyed>(folder: &Path, rows: &[R], faults: &mut Vec<Fault>) {
    let mut keys = BTreeMap::new();
    for (line, row) in rows.iter().enumerate() {
        if keys.insert(row.key(), line).is_some() {
            let why = format!("{} stands twice", row.key().join(" "));
            faults.push(Fault::at(&folder.join(R::FILE), line as u64 + 2, why));
        }
    }
}

/// What rows of a key tell of the run that they come from.
struct Told<'a> {
    file: &'static str,
    /// The line of the first of them.
    line: u64,
    version: &'a str,
    games: u64,
}

/// Adds what the rows of a file tell. `of_row` gives a row's version, and its games unless another seat has the same.
fn tell<'a, R: Keyed>(
    runs: &mut BTreeMap<[&'a str; 5], Told<'a>>,
    rows: &'a [R],
    of_row: fn(&R) -> (&str, u64),
) {
    for (line, row) in (2..).zip(rows) {
        let (version, games) = of_row(row);
        let told = Told { file: R::FILE, line, version, games: 0 };
        runs.entry(row.key()).or_insert(told).games += games;
    }
}

/// Each cell and match has its manifest, of the version that its rows name and with the seed of the design. In a folder without
/// checkpoints each manifest has its rows, too, or games from which they come.
fn described(
    found: &Found,
    folder: &Path,
    design: &Design,
    of_key: &BTreeMap<[&str; 5], &str>,
    faults: &mut Vec<Fault>,
) {
    let Contents { cells, matches, first_moves, unequal, .. } = &found.contents;
    let mut runs = BTreeMap::new();
    tell(&mut runs, cells, |row: &Row| (&row.version, if row.seat == 0 { row.games } else { 0 }));
    tell(&mut runs, matches, |row: &MatchRow| (&row.version, row.games));
    tell(&mut runs, first_moves, |row: &FirstMoveRow| {
        (&row.version, if row.seat == 0 { row.games } else { 0 })
    });
    tell(&mut runs, unequal, |row: &UnequalRow| (&row.version, row.games));
    let path = folder.join(MANIFESTS);
    let mut named = BTreeSet::new();
    for (key, Told { file, line, version, games }) in runs {
        let Some(&name) = of_key.get(&key) else { continue };
        named.insert(name);
        let place = found.manifests.iter().position(|manifest| manifest.name == name);
        let Some(place) = place else {
            faults.push(Fault::at(
                &folder.join(file),
                line,
                format!("{name} has no manifest in {MANIFESTS}"),
            ));
            continue;
        };
        let manifest = &found.manifests[place];
        if manifest.games != games {
            let why = format!("the rows of {name} have {games} games, its manifest {}", manifest.games);
            faults.push(Fault::at(&folder.join(file), line, why));
        }
        let mut differs = |what: &str, there: &dyn Display, expected: &dyn Display| {
            let why = format!("the {what} of {name} is {there}, expected {expected}");
            faults.push(Fault::at(&path, place as u64 + 1, why));
        };
        let program = format!("torneo {version}");
        if manifest.program != program {
            differs("program", &manifest.program, &program);
        }
        if manifest.seed != design.seed {
            differs("seed", &manifest.seed, &design.seed);
        }
    }
    if found.checkpoints.is_some() {
        return;
    }
    let tasks: Vec<&str> = of_key.values().copied().collect();
    for (line, manifest) in (1..).zip(&found.manifests) {
        let name = &*manifest.name;
        let lost = tasks.contains(&name) && !named.contains(name);
        if lost && !games_folder(folder, name).exists() {
            faults.push(Fault::at(&path, line, format!("{name} has no rows, and no games")));
        }
    }
}

/// The order of rows, their verdicts and their measured Elo follow from the rows.
fn following(contents: &Contents, folder: &Path, judge: Judge, faults: &mut Vec<Fault>) {
    let mut again = contents.clone();
    derive(judge.design, judge.known, &mut again);
    let order = [
        in_order(folder, &contents.matches, &again.matches, |row| (row.key().map(str::to_owned), 0)),
        in_order(folder, &contents.first_moves, &again.first_moves, |row| {
            (row.key().map(str::to_owned), row.seat)
        }),
        in_order(folder, &contents.unequal, &again.unequal, |row| {
            ([&*row.game, &row.engine, &row.level, &row.other_level, ""].map(str::to_owned), 0)
        }),
        in_order(folder, &contents.cells, &again.cells, |row| (row.key().map(str::to_owned), row.seat)),
    ];
    faults.extend(order.into_iter().flatten());
    faults.extend(differing(folder, &without_words(&contents.verdicts), &without_words(&again.verdicts)));
    faults.extend(differing(folder, &contents.validation, &again.validation));
    // Before completion was noted, verdicts had other rules.
    let is_earlier = contents.cells.iter().all(|row| row.completion.is_none());
    let path = folder.join(Row::FILE);
    for (line, (row, expected)) in (2..).zip(contents.cells.iter().zip(&again.cells)) {
        if (row.key(), row.seat) != (expected.key(), expected.seat) {
            return; // It was told above.
        }
        let word =
            |verdict: &str| if verdict.is_empty() { "none".to_owned() } else { format!("`{verdict}`") };
        if row.verdict != expected.verdict && !is_earlier {
            let (there, expected) = (word(&row.verdict), word(&expected.verdict));
            faults.push(Fault::at(
                &path,
                line,
                format!("the verdict is {there}, but {expected} follows from the rows"),
            ));
        }
        let number = |elo: Option<f64>| elo.map_or_else(|| "none".to_owned(), |elo| elo.to_string());
        if row.measured_elo != expected.measured_elo {
            let (there, expected) = (number(row.measured_elo), number(expected.measured_elo));
            faults.push(Fault::at(
                &path,
                line,
                format!("measured_elo is {there}, but {expected} follows from the matches"),
            ));
        }
    }
}

/// Verdicts without the words of their reasons, which may be put otherwise.
fn without_words(verdicts: &[VerdictRow]) -> Vec<VerdictRow> {
    verdicts.iter().map(|row| VerdictRow { reason: String::new(), ..row.clone() }).collect()
}

/// The first row that does not follow from the others; a file that is not there need not.
fn differing<R: Keyed + PartialEq>(folder: &Path, rows: &[R], again: &[R]) -> Option<Fault> {
    let first = rows.first()?;
    let line = (0..rows.len().max(again.len())).find(|&line| rows.get(line) != again.get(line))?;
    let game = rows.get(line).unwrap_or(first).key()[0].to_owned();
    let line = line.min(rows.len() - 1) as u64 + 2;
    Some(Fault::at(
        &folder.join(R::FILE),
        line,
        format!("the row of {game} does not follow from the other files"),
    ))
}

/// The first row that is not at its place.
fn in_order<R: Keyed, K: PartialEq>(
    folder: &Path,
    rows: &[R],
    again: &[R],
    place: impl Fn(&R) -> K,
) -> Option<Fault> {
    let line = rows.iter().zip(again).position(|(row, again)| place(row) != place(again))?;
    let expected = again[line].key();
    let words = expected.into_iter().filter(|word| !word.is_empty());
    let why = format!("is not in the order of the design: expected a row of {}", words.joined(" "));
    Some(Fault::at(&folder.join(R::FILE), line as u64 + 2, why))
}
