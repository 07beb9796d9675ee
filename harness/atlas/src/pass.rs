//! A sitting at an atlas: what is asked for is played in the order of the design, until it is done or the time is over.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use torneo_arena::Error;
use torneo_arena::plan::Shard;
use torneo_contract::refuse_if;

use crate::derived::derive;
use crate::design::Design;
use crate::files;
use crate::play::{Found, Player, VERSION};
use crate::rows::{Keyed, MatchRow, Row};
use crate::tasks::{self, Task, is_done};

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

/// Whether a folder holds anything of an atlas.
pub fn is_begun(out: &Path) -> bool {
    [Row::FILE, MatchRow::FILE, "games"].iter().any(|name| out.join(name).exists())
}

/// Takes the cells and matches of other folders that stand there as this program would play them, and not yet here.
///
/// # Errors
/// Files that are not as they were written, or cannot be written.
pub fn reuse(player: &Player, tasks: &[Task], folders: &[PathBuf]) -> Result<usize, Error> {
    let Player { design, out, .. } = *player;
    std::fs::create_dir_all(out).map_err(|error| Error::io("make", out, error))?;
    let _lock = files::locked(out)?;
    let mut here = files::read_all(out)?;
    let mut manifests = files::read_manifests(out);
    let mut taken = 0;
    for folder in folders {
        let there = files::read_all(folder)?;
        let described = files::read_manifests(folder);
        for &task in tasks {
            if is_done(design, &here, task, VERSION) || !is_done(design, &there, task, VERSION) {
                continue;
            }
            here.take(task.key(design), &there);
            let name = task.name(design);
            manifests.retain(|(known, _)| *known != name);
            manifests.extend(described.iter().filter(|(known, _)| *known == name).cloned());
            taken += 1;
        }
    }
    derive(design, player.known, &mut here);
    manifests.sort();
    files::write_manifests(out, &manifests)?;
    files::write_all(out, &here)?;
    Ok(taken)
}

/// Plays what of these tasks does not stand in the atlas yet, in their order, until `until` if that is given. `told` hears of
/// everything that is finished.
///
/// # Errors
/// Those of [`Player::play`]; [`Error::Interrupted`] only if the player was stopped from outside.
pub fn play(
    player: &Player,
    tasks: &[Task],
    until: Option<Instant>,
    mut told: impl FnMut(Task, &Found),
) -> Result<Summary, Error> {
    let Player { design, out, .. } = *player;
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
                if is_done(design, &files::read_all(out)?, task, VERSION) {
                    continue;
                }
                refuse_if!(player.stop.load(Ordering::Relaxed), Error::Interrupted);
                told(task, &player.play(task)?);
            }
            Ok(())
        };
        let result = played();
        ended.store(true, Ordering::Relaxed);
        match result {
            Err(Error::Interrupted) if is_late() => {}
            result => result?,
        }
        let here = files::read_all(out)?;
        let count = |is_own: fn(&Task) -> bool| {
            let own = tasks.iter().filter(|task| is_own(task));
            let done = own.clone().filter(|task| is_done(design, &here, **task, VERSION)).count();
            (own.count(), done)
        };
        let (cells, cells_done) = count(|task| matches!(task, Task::Cell { .. }));
        let (matches, matches_done) = count(|task| matches!(task, Task::Match { .. }));
        let (more, more_done) = count(|task| matches!(task, Task::FirstMoves { .. } | Task::Unequal { .. }));
        let out_of_time = cells_done + matches_done + more_done < cells + matches + more;
        Ok(Summary { cells, cells_done, matches, matches_done, more, more_done, out_of_time })
    })
}
