//! Whether an atlas is what its tasks wrote, and what their games give.
//!
//! Three things are checked:
//!
//! - The files are those of a checkpoint, and what follows from their rows stands in them.
//! - Games that are kept lead to their results, and the rows to those.
//! - Cells that are played again give the same rows.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Serialize, Serializer};
use torneo_arena::Error;
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::results::{Manifest, PROGRAM};
use torneo_arena::storage::Store;
use torneo_arena::verify::{is_sampled, replayed};
use torneo_contract::refuse_if;
use torneo_registry::Registry;

use crate::checkpoints::{CHECKPOINTS, COVERED};
use crate::coherence::{Judge, all_tasks};
use crate::derived::Known;
use crate::design::Design;
use crate::files::{DESIGN, Fault, GAMES, ManifestLine, games_folder};
use crate::folder::{self, check_games};
use crate::play::{Player, VERSION};
use crate::rebuilt::design_of;
use crate::rows::{Contents, FirstMoveRow, Keyed, MatchRow, Row, UnequalRow};
use crate::tasks::{Task, is_done};

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verified {
    /// The folder.
    pub folder: PathBuf,
    /// Whether nothing is wrong.
    pub sound: bool,
    /// Cells that have rows.
    pub cells: usize,
    /// Matches that have rows.
    pub matches: usize,
    /// Cells, matches and other tasks whose rows were compared with their games.
    pub with_games: usize,
    /// Games whose records were replayed.
    pub replayed: u64,
    /// Cells and other tasks that were played again.
    pub played_again: usize,
    /// What is wrong.
    #[serde(serialize_with = "told")]
    pub faults: Vec<Fault>,
    /// What could not be looked at, and why.
    pub notes: Vec<String>,
}

/// Faults with their file, their line, null where it is not known, and what is wrong.
fn told<S: Serializer>(faults: &[Fault], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Told<'a> {
        file: String,
        line: Option<u64>,
        message: &'a str,
    }
    serializer.collect_seq(faults.iter().map(|fault| Told {
        file: fault.file.display().to_string(),
        line: fault.line,
        message: &fault.message,
    }))
}

/// Whether a folder is that of an atlas, or of what is left of one.
pub fn is_atlas(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).symlink_metadata().is_ok();
    let is_run = ["manifest.json", "games.csv", "seats.csv"].into_iter().any(has);
    !is_run && COVERED.into_iter().chain([GAMES]).any(has)
}

/// Verifies the folder of an atlas. `given` is its design, where the folder does not hold it. With `sample` so many cells are
/// played again, spread evenly; where there are fewer, so many of the other tasks as well.
///
/// # Errors
/// A design that cannot be used, or [`Error::Interrupted`]. What is wrong with the folder is no error.
pub fn verify(
    registry: &Registry,
    folder: &Path,
    given: Option<&Design>,
    sample: Option<u64>,
    stop: &Arc<AtomicBool>,
) -> Result<Verified, Error> {
    let known = given.map(|design| Known::of(registry, design));
    let judge = given.zip(known.as_ref()).map(|(design, known)| Judge { design, known });
    let mut found = folder::look(registry, folder, judge);
    let mut rebuilt = Vec::new();
    if given.is_none()
        && found.design.is_none()
        && found.faults.is_empty()
        && found.contents != Contents::default()
    {
        found.notes.clear();
        let seed = found.manifests.first().map_or(0, |manifest| manifest.seed);
        let designs = [true, false].map(|variants| design_of(registry, &found.contents, seed, variants));
        rebuilt.extend(designs.into_iter().flatten().map(|design| (Known::of(registry, &design), design)));
    }
    // The first that fits; if none does, the first one tells why.
    let of_rows: Vec<(Judge, folder::Found)> = rebuilt
        .iter()
        .map(|(known, design)| Judge { design, known })
        .map(|judge| (judge, folder::look(registry, folder, Some(judge))))
        .collect();
    let fitting = of_rows.iter().position(|(_, found)| found.faults.is_empty()).unwrap_or(0);
    let judge = match of_rows.into_iter().nth(fitting) {
        Some((judge, by_rows)) => {
            found = by_rows;
            let why =
                "the folder holds no design: one was put together from its rows; --design FILE gives it";
            found.notes.push(why.to_owned());
            Some(judge)
        }
        None => judge,
    };
    let (contents, is_older) = (&found.contents, found.is_older());
    let mut verified = Verified {
        folder: folder.to_owned(),
        cells: contents.cells.iter().filter(|row| row.seat == 0).count(),
        matches: contents.matches.len(),
        ..Verified::default()
    };
    if is_older {
        let what = "its rows were compared with each other and with the games that are kept";
        verified.notes.push(format!("{} has no {CHECKPOINTS}: {what}", folder.display()));
    }
    if found.is_between() {
        verified.notes.push("a task was being entered: the next sitting ends that".to_owned());
    }
    verified.faults.clone_from(&found.faults);
    verified.notes.extend(found.notes.iter().cloned());
    // Given designs come first only where the folder holds none.
    let own = match &found.design {
        Some(text) => Design::parse(registry, &folder.join(DESIGN).display().to_string(), text).ok(),
        None => None,
    };
    let own_known = own.as_ref().map(|design| Known::of(registry, design));
    let judge = own.as_ref().zip(own_known.as_ref()).map(|(design, known)| Judge { design, known }).or(judge);
    match judge {
        Some(judge) if verified.faults.is_empty() => {
            let compared = with_games(registry, folder, judge, contents, &found.manifests)?;
            verified.with_games = compared.with_games;
            verified.replayed = compared.replayed;
            verified.faults.extend(compared.faults);
            verified.notes.extend(compared.notes);
            play_again(registry, folder, judge, contents, sample.unwrap_or(0), stop, &mut verified)?;
        }
        Some(_) => verified.notes.push("no game was looked at: the files are damaged".to_owned()),
        None => {}
    }
    verified.sound = verified.faults.is_empty();
    Ok(verified)
}

/// What comparing rows with games gave.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Tasks whose rows were compared with their games.
    pub with_games: usize,
    /// Games whose records were replayed.
    pub replayed: u64,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What could not be compared, and why.
    pub notes: Vec<String>,
    /// How the games of cells ended, by their keys.
    pub completions: Vec<([String; 5], f64)>,
}

/// Replays the games that are kept, and compares the rows with them.
///
/// # Errors
/// What is no fault of the folder.
pub fn with_games(
    registry: &Registry,
    folder: &Path,
    judge: Judge,
    contents: &Contents,
    manifests: &[ManifestLine],
) -> Result<Compared, Error> {
    let (store, stop) = (Store::default(), Arc::default());
    let player = player(&store, registry, judge, folder, &stop);
    let (mut compared, mut longer) = (Compared::default(), 0);
    for (task, name) in all_tasks(judge.design) {
        let games = games_folder(folder, &name);
        if !is_done(judge.design, contents, task, VERSION) || games.symlink_metadata().is_err() {
            continue;
        }
        let line = manifests.iter().find(|manifest| manifest.name == name);
        let looked = || -> Result<Option<(u64, Contents)>, Error> {
            check_games(folder, &name)?;
            let manifest = Manifest::read(&games)?;
            let program = &manifest.program;
            refuse_if!(program != PROGRAM, "{}: {program} wrote it, this is {PROGRAM}", games.display());
            if line.is_none_or(|line| line.line != manifest.line()) {
                return Ok(None); // it is being played with another size
            }
            let found = replayed(registry, &games)?;
            refuse_if!(!found.sound, "{}", found.faults.first().cloned().unwrap_or_default());
            let (there, planned) = (found.games, found.planned_games);
            refuse_if!(there < planned, "{} has {there} of {planned} games", games.display());
            let tournament = Tournament::of_config(registry, manifest.config, Shard::WHOLE)?;
            Ok(Some((found.replayed, player.found(task, &tournament, &games)?.rows())))
        };
        match looked() {
            Ok(Some((replayed, rows))) => {
                compared.with_games += 1;
                compared.replayed += replayed;
                let completion = rows.cells.first().and_then(|row| row.completion);
                let key = task.key(judge.design).map(str::to_owned);
                compared.completions.extend(completion.map(|completion| (key, completion)));
                differing(
                    folder,
                    contents,
                    &rows,
                    task.key(judge.design),
                    "its games give",
                    &mut compared.faults,
                );
            }
            Ok(None) => longer += 1,
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            Err(error) => compared.faults.push(Fault::of(&games, error)),
        }
    }
    if longer > 0 {
        compared.notes.push(format!("{longer} cells and matches have games of other runs than their rows"));
    }
    Ok(compared)
}

/// Plays a sample of the cells again, and compares their rows.
fn play_again(
    registry: &Registry,
    folder: &Path,
    judge: Judge,
    contents: &Contents,
    sample: u64,
    stop: &Arc<AtomicBool>,
    verified: &mut Verified,
) -> Result<(), Error> {
    let done = all_tasks(judge.design).into_iter().map(|(task, _)| task);
    let done = done.filter(|&task| is_done(judge.design, contents, task, VERSION));
    let (cells, others): (Vec<Task>, Vec<Task>) = done.partition(|task| matches!(task, Task::Cell { .. }));
    let more = sample.saturating_sub(cells.len() as u64);
    let chosen = |tasks: &[Task], sample: u64| -> Vec<Task> {
        let count = tasks.len() as u64;
        let numbered = (0..).zip(tasks).filter(|(index, _)| is_sampled(*index, count, sample));
        numbered.map(|(_, task)| *task).collect()
    };
    let store = Store::default();
    for task in chosen(&cells, sample).into_iter().chain(chosen(&others, more)) {
        let place =
            tempfile::tempdir().map_err(|error| Error::run(format!("cannot make a folder: {error}")))?;
        let out = place.path().join("again");
        let rows = player(&store, registry, judge, &out, stop).play(task)?.rows();
        verified.played_again += 1;
        differing(
            folder,
            contents,
            &rows,
            task.key(judge.design),
            "played again it gives",
            &mut verified.faults,
        );
    }
    Ok(())
}

fn player<'a>(
    store: &'a Store,
    registry: &'a Registry,
    judge: Judge<'a>,
    out: &'a Path,
    stop: &'a Arc<AtomicBool>,
) -> Player<'a> {
    Player { store, registry, design: judge.design, known: judge.known, out, threads: 0, stop }
}

/// Compares the rows of a key with those that were found again.
fn differing(
    folder: &Path,
    contents: &Contents,
    again: &Contents,
    key: [&str; 5],
    words: &str,
    faults: &mut Vec<Fault>,
) {
    fn compare<R: Keyed>(
        folder: &Path,
        (rows, again): (&[R], &[R]),
        key: [&str; 5],
        words: &str,
        faults: &mut Vec<Fault>,
    ) {
        let path = folder.join(R::FILE);
        let own: Vec<(usize, &R)> = rows.iter().enumerate().filter(|(_, row)| row.key() == key).collect();
        if own.len() != again.len() {
            let line = own.first().map_or(1, |(line, _)| *line as u64 + 2);
            let why = format!("{} has {} rows, {words} {}", key.join(" "), own.len(), again.len());
            faults.push(Fault::at(&path, line, why));
            return;
        }
        let json = |row: &R| serde_json::to_value(row).unwrap_or_default();
        let again: Vec<serde_json::Value> = again.iter().map(json).collect();
        for (line, row) in own {
            let there = json(row);
            // What tells the rows of a key apart.
            let same = |other: &&serde_json::Value| {
                ["seat", "first_move", "level"].into_iter().all(|name| other.get(name) == there.get(name))
            };
            let Some(expected) = again.iter().find(same) else {
                let why = format!("there is no such row of {}", key.join(" "));
                faults.push(Fault::at(&path, line as u64 + 2, why));
                continue;
            };
            let columns = there.as_object().into_iter().flatten();
            // These two follow from other rows as well; those of later versions may be empty.
            let is_own = |name: &str, value: &serde_json::Value| {
                let is_empty = R::LATER.contains(&name) && value.is_null();
                !is_empty && !["verdict", "measured_elo"].contains(&name)
            };
            let own = columns.filter(|(name, value)| is_own(name, value));
            for (name, value) in own.filter(|(name, value)| expected.get(name) != Some(value)) {
                let again = expected.get(name).unwrap_or(&serde_json::Value::Null);
                faults.push(Fault::at(
                    &path,
                    line as u64 + 2,
                    format!("{name} is {value}, but {words} {again}"),
                ));
            }
        }
    }
    compare::<Row>(folder, (&contents.cells, &again.cells), key, words, faults);
    compare::<MatchRow>(folder, (&contents.matches, &again.matches), key, words, faults);
    compare::<FirstMoveRow>(folder, (&contents.first_moves, &again.first_moves), key, words, faults);
    compare::<UnequalRow>(folder, (&contents.unequal, &again.unequal), key, words, faults);
}
