//! A sitting at an atlas: what is asked for is played in the order of the design, until it is done or the time is over.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use torneo_arena::Error;
use torneo_arena::plan::Shard;
use torneo_arena::results::PROGRAM;
use torneo_contract::refuse_if;
use torneo_registry::Registry;

use crate::checkpoints::CHECKPOINTS;
use crate::coherence::Judge;
use crate::design::Design;
use crate::files::bytes_of;
use crate::folder::{self, Entered};
use crate::play::{Found, Player, VERSION};
use crate::rows::{Contents, Keyed};
use crate::tasks::{self, Task, is_done};
use crate::verify;

/// What came of a sitting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Cells that were asked for.
    pub cells: usize,
    /// Of those, the ones that stand in the atlas now.
    pub cells_done: usize,
    /// Matches that were asked for.
    pub matches: usize,
    /// Of those, the ones that stand in the atlas now.
    pub matches_done: usize,
    /// Games after each first move, and those with unequal budgets, that were asked for.
    pub more: usize,
    /// Of those, the ones that stand in the atlas now.
    pub more_done: usize,
    /// Whether the time was over before all was done.
    pub out_of_time: bool,
}

/// Everything that these entries have, as far as it belongs to a part: in their order the cells of each before its matches, then the
/// games with unequal budgets, then those after each first move.
///
/// # Errors
/// An entry whose sizes are not planned.
pub fn tasks(design: &Design, entries: &[usize], shard: Shard) -> Result<Vec<Task>, Error> {
    for &entry in entries {
        design.check_planned(&design.entries[entry])?;
    }
    let of_entry =
        |entry: &usize| [tasks::cells(design, &[*entry]), tasks::matches(design, &[*entry])].concat();
    let mut all: Vec<Task> = entries.iter().flat_map(of_entry).collect();
    all.extend(tasks::unequal(design, entries));
    all.extend(tasks::after_first_moves(design, entries));
    let is_own = |place: u64| match shard {
        Shard::Every { index, count } => place % count == index - 1,
        Shard::Range { first, end } => (first..end).contains(&place),
    };
    let numbered = all.into_iter().zip(0..).filter(|(_, place)| is_own(*place));
    Ok(numbered.map(|(task, _)| task).collect())
}

/// Opens a folder that a sitting goes on with, or that rows come from: its files must be those of a checkpoint, and nothing in
/// it may contradict the rest. An older folder has no checkpoints: its rows are compared with its games where these are kept.
///
/// # Errors
/// The first thing that is wrong, with its place; nothing is changed.
pub fn open(registry: &Registry, folder: &Path, judge: Judge) -> Result<folder::Found, Error> {
    folder::check_is_folder(folder)?;
    let mut found = folder::look(registry, folder, Some(judge)).sound()?;
    if found.is_older() {
        let compared = verify::with_games(registry, folder, judge, &found.contents, &found.manifests)?;
        if let Some(fault) = compared.faults.into_iter().next() {
            return Err(fault.into());
        }
        compared.completions.into_iter().for_each(|cell| found.contents.complete(cell));
        let (place, with_games) = (folder.display(), compared.with_games);
        found.notes.push(format!(
            "{place} has no {CHECKPOINTS}: its rows were compared with each other and with the games of {with_games} \
             cells and matches; the next task writes it"
        ));
    }
    Ok(found)
}

/// Opens the folder that a sitting goes on with, and ends what a program had begun to enter when it was killed. Returns what
/// the user should know.
///
/// # Errors
/// Those of [`open`], and tasks among these that another version of the program began; nothing is changed then.
pub fn go_on(player: &Player, tasks: &[Task]) -> Result<Vec<String>, Error> {
    let Player { store, registry, design, out, .. } = *player;
    let found = open(registry, out, player.judge())?;
    for &task in tasks.iter().filter(|task| !is_done(design, &found.contents, **task, VERSION)) {
        if let Some(version) = version_of(&found.contents, task.key(design)).filter(|there| *there != VERSION)
        {
            return Err(player.of_another(task, &format!("torneo {version}")));
        }
        player.check_games(task)?;
    }
    if found.is_between() {
        folder::settle(store, registry, out, player.judge())?;
    }
    Ok(found.notes)
}

/// The version of the program that wrote the rows of a key, if there are any.
fn version_of<'a>(contents: &'a Contents, key: [&str; 5]) -> Option<&'a str> {
    fn of<'a, R: Keyed>(rows: &'a [R], key: [&str; 5], version: fn(&R) -> &str) -> Option<&'a str> {
        rows.iter().find(|row| row.key() == key).map(version)
    }
    of(&contents.cells, key, |row| &row.version)
        .or_else(|| of(&contents.matches, key, |row| &row.version))
        .or_else(|| of(&contents.first_moves, key, |row| &row.version))
        .or_else(|| of(&contents.unequal, key, |row| &row.version))
}

/// Those of these tasks that have rows, whoever played them.
pub fn with_rows(design: &Design, contents: &Contents, tasks: &[Task]) -> Vec<Task> {
    let has_rows = |task: &Task| version_of(contents, task.key(design)).is_some();
    tasks.iter().copied().filter(has_rows).collect()
}

/// How the scores of tasks that stand in both folders differ: a line for each score. Also how many tasks stand in both.
pub fn differences(design: &Design, [there, here]: [&Contents; 2], tasks: &[Task]) -> (Vec<String>, usize) {
    let both = with_rows(design, here, &with_rows(design, there, tasks));
    let mut lines = Vec::new();
    for task in &both {
        let (old, new) = (scores(there, task.key(design)), scores(here, task.key(design)));
        let mut tell = |what: &str, old: Option<f64>, new: Option<f64>| {
            let number =
                |score: Option<f64>| score.map_or_else(|| "none".to_owned(), |score| score.to_string());
            if old != new {
                let (words, old, new) = (task.words(design), number(old), number(new));
                lines.push(format!("{words}{what}: score {old} there, {new} here"));
            }
        };
        for (what, score) in &old {
            let again = new.iter().find(|(other, _)| other == what).map(|(_, score)| *score);
            tell(what, Some(*score), again);
        }
        for (what, score) in new.iter().filter(|(what, _)| old.iter().all(|(other, _)| other != what)) {
            tell(what, None, Some(*score));
        }
    }
    (lines, both.len())
}

/// The scores of the rows of a key, each with what tells it from the others.
fn scores(contents: &Contents, key: [&str; 5]) -> Vec<(String, f64)> {
    let cells = contents.cells.iter().filter(|row| row.key() == key);
    let matches = contents.matches.iter().filter(|row| row.key() == key);
    let first_moves = contents.first_moves.iter().filter(|row| row.key() == key);
    let unequal = contents.unequal.iter().filter(|row| row.key() == key);
    let mut scores: Vec<(String, f64)> = Vec::new();
    scores.extend(cells.map(|row| (format!(", {}", row.seat_name), row.score)));
    scores.extend(matches.map(|row| (String::new(), row.score)));
    scores
        .extend(first_moves.map(|row| (format!(", {} after {}", row.seat_name, row.first_move), row.score)));
    scores.extend(unequal.map(|row| (format!(", {} with {}", row.seat_name, row.level), row.score)));
    scores
}

/// What came of taking cells and matches from other folders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// How many were taken.
    pub tasks: usize,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// Takes the cells and matches of other folders that stand there as this program would play them, and not yet here.
///
/// # Errors
/// Files that are not as they were written, or cannot be written. Nothing is changed if a folder cannot be used.
pub fn reuse(player: &Player, tasks: &[Task], folders: &[PathBuf]) -> Result<Taken, Error> {
    let Player { store, registry, design, out, .. } = *player;
    let mut taken = Taken::default();
    let mut others = Vec::new();
    for folder in folders {
        refuse_if!(!folder.is_dir(), "argument --reuse: there is no folder {}", folder.display());
        let other = open(registry, folder, player.judge())?;
        taken.notes.extend(other.notes.iter().cloned());
        others.push(other);
    }
    store.files.create_dir(out).map_err(|error| Error::io("make", out, error))?;
    let _lock = folder::locked(out)?;
    let there = folder::look(registry, out, Some(player.judge())).sound()?;
    let (mut here, mut manifests) = (there.contents.clone(), there.manifests.clone());
    for (folder, other) in folders.iter().zip(&others) {
        let (mut of_others, mut version) = (0, None);
        for &task in tasks.iter().filter(|task| !is_done(design, &there.contents, **task, VERSION)) {
            let key = task.key(design);
            if is_done(design, &here, task, VERSION) {
                continue;
            }
            if !is_done(design, &other.contents, task, VERSION) {
                if let Some(other) = version_of(&other.contents, key).filter(|other| *other != VERSION) {
                    (of_others, version) = (of_others + 1, Some(other));
                }
                continue;
            }
            here.take(key, &other.contents);
            let name = task.name(design);
            manifests.retain(|known| known.name != name);
            manifests.extend(other.manifests.iter().filter(|known| known.name == name).cloned());
            taken.tasks += 1;
        }
        if let Some(version) = version {
            let place = folder.display();
            taken.notes.push(format!(
                "{place}: {of_others} cells and matches were not taken: torneo {version} played them, this is {PROGRAM}"
            ));
        }
    }
    let here = folder::derived(out, player.judge(), &here)?;
    manifests.sort_by(|a, b| a.name.cmp(&b.name));
    let entered = Entered { design: &design.text, contents: &here, manifests: &manifests };
    folder::enter(store, out, &there, &entered)?;
    Ok(taken)
}

/// The rows of a folder that is played in: read again only where another process has entered some.
struct Seen<'a> {
    player: &'a Player<'a>,
    last: Option<(Vec<u8>, Contents)>,
}

impl Seen<'_> {
    fn contents(&mut self) -> Result<&Contents, Error> {
        let Player { registry, out, .. } = *self.player;
        let told = bytes_of(&out.join(CHECKPOINTS))?;
        let is_known = self.last.as_ref().is_some_and(|(last, _)| told.as_ref() == Some(last));
        if !is_known {
            let found = folder::look(registry, out, Some(self.player.judge())).sound()?;
            self.last = Some((told.unwrap_or_default(), found.contents));
        }
        Ok(&self.last.as_ref().expect("it was read").1)
    }
}

/// Whether a task stands in the atlas as this version of the program would write it. A cell of an earlier one may lack how its
/// games ended: it is looked up in its games, or they are played again.
fn is_whole(design: &Design, contents: &Contents, task: Task) -> bool {
    let key = task.key(design);
    let mut own = contents.cells.iter().filter(|row| row.key() == key);
    is_done(design, contents, task, VERSION) && own.all(|row| row.completion.is_some())
}

/// Plays what of these tasks does not stand in the atlas yet, in their order, until `until` if that is given. `told` hears of
/// everything that is finished, with the core-seconds that it took.
///
/// # Errors
/// Those of [`Player::play`]; [`Error::Interrupted`] only if the player was stopped from outside.
pub fn play(
    player: &Player,
    tasks: &[Task],
    until: Option<Instant>,
    mut told: impl FnMut(Task, &Found, f64),
) -> Result<Summary, Error> {
    let design = player.design;
    let mut seen = Seen { player, last: None };
    let is_late = || until.is_some_and(|until| Instant::now() >= until);
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        if until.is_some() {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    if is_late() {
                        player.stop.store(true, Ordering::Relaxed);
                        return;
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
            });
        }
        let mut played = || {
            for &task in tasks {
                if is_whole(design, seen.contents()?, task) {
                    continue;
                }
                refuse_if!(player.stop.load(Ordering::Relaxed), Error::Interrupted);
                let (found, seconds) = player.play_timed(task)?;
                told(task, &found, seconds);
            }
            Ok(())
        };
        let result = played();
        ended.store(true, Ordering::Relaxed);
        match result {
            Err(Error::Interrupted) if is_late() => {}
            result => result?,
        }
        let here = seen.contents()?;
        let count = |is_own: fn(&Task) -> bool| {
            let own = tasks.iter().filter(|task| is_own(task));
            let done = own.clone().filter(|task| is_whole(design, here, **task)).count();
            (own.count(), done)
        };
        let (cells, cells_done) = count(|task| matches!(task, Task::Cell { .. }));
        let (matches, matches_done) = count(|task| matches!(task, Task::Match { .. }));
        let (more, more_done) = count(|task| matches!(task, Task::FirstMoves { .. } | Task::Unequal { .. }));
        let out_of_time = cells_done + matches_done + more_done < cells + matches + more;
        Ok(Summary { cells, cells_done, matches, matches_done, more, more_done, out_of_time })
    })
}
