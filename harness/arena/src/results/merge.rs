//! Joining the shards of a run into the results that one machine would have written.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::choices::{self, ENDINGS, EVALUATIONS, FAULTY, TIMED};
use super::reader::RawReader;
use super::{FAULTS, Folder, MOVES, Manifest, Opened, PLAYED_ON, draft, programs};
use crate::Error;
use crate::plan::{Plan, Shard};
use crate::storage::{Lock, Store};
use torneo_contract::{refuse, refuse_if};

/// How shards are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MergeOptions {
    /// Whether rows are taken that were changed after they were written. The manifest of the result tells of it.
    pub allow_edited: bool,
}

/// Bytes of rows that are joined before they are written.
const AT_ONCE: usize = 1 << 18;

/// A shard.
struct Part<'a> {
    shard: Shard,
    manifest: Manifest,
    folder: &'a Path,
    /// Why it is not as the run wrote it.
    edited: Option<String>,
    /// Whether its checkpoints cover what choices rest on.
    covered: bool,
    /// Nobody writes to it meanwhile.
    _lock: Option<File>,
}

/// Joins the shards in `folders` into a new folder; returns the number of games.
///
/// # Errors
/// Folders that are not all the shards of one finished run, or are not as they were written, or an output folder that is
/// not empty.
pub fn merge(store: &Store, folders: &[PathBuf], out: &Path, options: MergeOptions) -> Result<u64, Error> {
    let mut parts: Vec<Part> = folders.iter().map(|folder| open(folder)).collect::<Result<_, _>>()?;
    parts.sort_by_key(|part| match part.shard {
        Shard::Every { index, .. } => (0, index),
        Shard::Range { first, .. } => (1, first),
    });
    belong_together(&parts)?;
    for part in &mut parts {
        (part.edited, part.covered) = look_at(part)?;
        if let Some(edit) = part.edited.as_ref().filter(|_| !options.allow_edited) {
            return Err(Error::input_with_help(
                edit,
                "bring the shard back as it was, or play it again; --allow-edited merges it all the same and marks the result",
            ));
        }
    }
    let edited = parts.iter().any(|part| part.edited.is_some() || part.manifest.edited);
    let manifest = Manifest { shard: None, edited, ..parts[0].manifest.clone() };
    let plan = manifest.plan_of(Shard::WHOLE)?;
    let covers_moves = manifest.config.output.evaluations && parts.iter().all(|part| part.covered);
    let mut merged = Folder::draft(store, out, &manifest, covers_moves)?;
    join(&plan, &parts, &mut merged)?;
    let (output, files) = (manifest.config.output, &*store.files);
    let folders: Vec<&Path> = parts.iter().map(|part| part.folder).collect();
    let follow = parts.iter().all(|part| matches!(part.shard, Shard::Range { .. }));
    if output.evaluations {
        choices::merge(files, &EVALUATIONS, &folders, follow, &merged.place(MOVES))?;
        choices::cover(files, &merged.place(""))?;
    }
    if output.times {
        choices::merge_those_there(files, &TIMED, &folders, follow, &merged.place(""))?;
    }
    for (name, kind) in [(PLAYED_ON, &ENDINGS), (FAULTS, &FAULTY)] {
        if folders.iter().any(|folder| folder.join(name).exists()) {
            choices::merge_those_there(files, kind, &folders, follow, &merged.place(""))?;
        }
    }
    programs::merge(files, &folders, &merged.place(""));
    merged.commit()?;
    Ok(plan.games())
}

fn open(folder: &Path) -> Result<Part<'_>, Error> {
    let manifest = Manifest::read(folder)?;
    let lock = Lock::shared(folder).map_err(|other| draft::in_use(folder, other))?;
    Ok(Part { shard: manifest.shard_of_run(), manifest, folder, edited: None, covered: false, _lock: lock })
}

fn belong_together(parts: &[Part]) -> Result<(), Error> {
    let Some(first) = parts.first() else { refuse!("no shards to merge") };
    let (hash, program) = (&first.manifest.config_hash, &first.manifest.program);
    for Part { manifest, folder, .. } in parts {
        let (place, other) = (folder.display(), first.folder.display());
        // Programs may stand elsewhere on another machine.
        let placed = || manifest.config.placed_as(&first.manifest.config).hash();
        let is_same = manifest.program == *program && (manifest.config_hash == *hash || placed() == *hash);
        refuse_if!(!is_same, "{place} and {other} are not shards of the same run");
    }
    match first.shard {
        Shard::Every { count, .. } => are_all(parts, count),
        Shard::Range { .. } => follow_each_other(parts, first.manifest.groups),
    }
}

/// Whether parts of every so many groups are all there.
fn are_all(parts: &[Part], count: u64) -> Result<(), Error> {
    for (index, Part { shard, folder, .. }) in (1..).zip(parts) {
        let expected = Shard::Every { index, count };
        let place = folder.display();
        refuse_if!(*shard != expected, "expected shard {expected}, found {shard} in {place}");
    }
    let found = parts.len() as u64;
    refuse_if!(found != count, "expected {count} shards, found {found}");
    Ok(())
}

/// Whether each part begins where the one before it ends, and the last one ends with the run.
fn follow_each_other(parts: &[Part], groups: u64) -> Result<(), Error> {
    let mut next = 0;
    for Part { shard, folder, .. } in parts {
        let place = folder.display();
        match shard {
            Shard::Range { first, end } if *first == next => next = *end,
            _ => refuse!("expected a shard from group {next} on, found {shard} in {place}"),
        }
    }
    refuse_if!(next != groups, "expected a shard from group {next} on: the run has {groups} groups");
    Ok(())
}

/// Holds a shard against its plan and its checkpoints; returns why it is not as the run wrote it, if it is not, and whether
/// its checkpoints cover what choices rest on.
fn look_at(part: &Part) -> Result<(Option<String>, bool), Error> {
    let Part { manifest, folder, .. } = part;
    let edit = manifest.edit().map(|edit| format!("{}: {edit}", folder.display()));
    let opened = Opened::of(folder, manifest.clone(), true)?;
    let (place, games, found) = (folder.display(), opened.plan.games(), opened.whole.games);
    let finish =
        |message| Err(Error::input_with_help(message, "finish the shard with `torneo run ... --resume`"));
    if let Some(fault) = &opened.rows_fault {
        return Err(Error::input(edit.as_deref().unwrap_or(fault)));
    }
    if found < games {
        return finish(format!("{place} has {found} of its {games} games"));
    }
    if opened.with_moves && !folder.join(MOVES).exists() {
        return finish(format!("{place} lacks {MOVES}"));
    }
    let uncovered = || -> Result<Option<String>, Error> {
        let covered = opened.is_covered()?;
        Ok((!covered).then(|| format!("{place}: its checkpoints do not tell of all that its files hold")))
    };
    let edit = match edit.or(opened.verified.fault.clone()).or(opened.doubt()) {
        Some(found) => Some(found),
        None => uncovered()?,
    };
    Ok((edit, !opened.has_uncovered_moves()))
}

/// Writes the groups of all shards in the order of the run.
fn join(plan: &Plan, parts: &[Part], merged: &mut Folder) -> Result<(), Error> {
    let config = &parts[0].manifest.config;
    let mut rows = [Vec::new(), Vec::new()];
    let (mut first_game, mut count, mut part) = (0, 0, 0);
    // Ranges are read one after the other: there may be more of them than files that can be open.
    let mut readers: Vec<Option<RawReader>> = parts.iter().map(|_| None).collect();
    for index in 0..plan.groups() {
        let group = plan.group(index);
        part = match parts[part].shard {
            Shard::Every { count, .. } => (index % count) as usize,
            Shard::Range { end, .. } if index == end => {
                readers[part] = None;
                part + 1
            }
            Shard::Range { .. } => part,
        };
        let reader = match &mut readers[part] {
            Some(reader) => reader,
            none => none.insert(RawReader::open(parts[part].folder)?),
        };
        for game in 0..group.games {
            reader.take((plan, config), (&group, game), &mut rows)?;
        }
        count += group.games;
        if rows[0].len() + rows[1].len() >= AT_ONCE || index + 1 == plan.groups() {
            merged.write(&rows[0], &rows[1], (first_game, count, 0, 0.0))?;
            rows.iter_mut().for_each(Vec::clear);
            (first_game, count) = (first_game + count, 0);
        }
        if merged.is_due() {
            merged.save()?;
        }
    }
    merged.save()
}
