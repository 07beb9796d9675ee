//! Joining the shards of a run into the results that one machine would have written.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::checkpoint::unreadable;
use super::{Folder, GAMES, MOVES, Manifest, Opened, SEATS, draft, moves};
use crate::Error;
use crate::plan::{Plan, Shard};
use crate::storage::{self, Lock, SharedLock, Store};

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
    _lock: Option<SharedLock>,
}

/// Joins the shards in `folders` into a new folder; returns the number of games.
///
/// # Errors
/// Folders that are not all the shards of one finished run, or are not as they were written, or an output folder that is
/// not empty.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<u64, Error> {
    merge_in(&Store::default(), folders, out, MergeOptions::default())
}

/// The same with options, and on other files than those of this machine.
///
/// # Errors
/// Those of [`merge`].
pub fn merge_in(store: &Store, folders: &[PathBuf], out: &Path, options: MergeOptions) -> Result<u64, Error> {
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
    if manifest.config.output.evaluations {
        let folders: Vec<&Path> = parts.iter().map(|part| part.folder).collect();
        let follow = parts.iter().all(|part| matches!(part.shard, Shard::Range { .. }));
        moves::merge(&*store.files, &folders, follow, &merged.place(MOVES))?;
        moves::cover(&*store.files, &merged.place(""))?;
    }
    merged.commit()?;
    Ok(plan.games())
}

fn open(folder: &Path) -> Result<Part<'_>, Error> {
    let manifest = Manifest::read(folder)?;
    let lock = Lock::shared(folder).map_err(|other| draft::in_use(folder, other))?;
    Ok(Part { shard: manifest.shard_of_run(), manifest, folder, edited: None, covered: false, _lock: lock })
}

fn belong_together(parts: &[Part]) -> Result<(), Error> {
    let Some(first) = parts.first() else { return Err(Error::input("no shards to merge")) };
    for Part { manifest, folder, .. } in parts {
        if manifest.config_hash != first.manifest.config_hash || manifest.program != first.manifest.program {
            let (place, other) = (folder.display(), first.folder.display());
            return Err(Error::input(format!("{place} and {other} are not shards of the same run")));
        }
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
        if *shard != expected {
            let place = folder.display();
            return Err(Error::input(format!("expected shard {expected}, found {shard} in {place}")));
        }
    }
    match parts.len() as u64 {
        found if found == count => Ok(()),
        found => Err(Error::input(format!("expected {count} shards, found {found}"))),
    }
}

/// Whether each part begins where the one before it ends, and the last one ends with the run.
fn follow_each_other(parts: &[Part], groups: u64) -> Result<(), Error> {
    let mut next = 0;
    for Part { shard, folder, .. } in parts {
        let place = folder.display();
        match shard {
            Shard::Range { first, end } if *first == next => next = *end,
            _ => {
                let message = format!("expected a shard from group {next} on, found {shard} in {place}");
                return Err(Error::input(message));
            }
        }
    }
    if next != groups {
        let message = format!("expected a shard from group {next} on: the run has {groups} groups");
        return Err(Error::input(message));
    }
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
    if let Some(fault) = opened.rows_fault() {
        return Err(Error::input(edit.as_deref().unwrap_or(fault)));
    }
    if found < games {
        return finish(format!("{place} has {found} of its {games} games"));
    }
    if opened.needs_moves() && !folder.join(MOVES).exists() {
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

/// The rows of a run, read line by line.
pub(crate) struct Pair<'a> {
    games: Lines<'a>,
    seats: Lines<'a>,
}

impl<'a> Pair<'a> {
    /// Appends the rows of the next game, which has this number and this many seats.
    ///
    /// # Errors
    /// Files that cannot be read, or rows of another game.
    pub fn take(&mut self, game: u64, seats: usize, rows: &mut [Vec<u8>; 2]) -> Result<(), Error> {
        let expected = format!("{game},");
        self.games.take(1, &mut rows[0], &expected)?;
        self.seats.take(seats, &mut rows[1], &expected)
    }

    /// The rows of a folder.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn open(folder: &Path) -> Result<Pair<'a>, Error> {
        let lines = |name| {
            let path = folder.join(name);
            let file = storage::open(&path).map_err(|error| unreadable(&path, &error))?;
            Lines::of(path.display().to_string(), Box::new(BufReader::new(file)))
        };
        Ok(Pair { games: lines(GAMES)?, seats: lines(SEATS)? })
    }

    /// Rows in memory, which errors call by this name.
    ///
    /// # Errors
    /// Texts without a header.
    pub fn of_bytes(name: &str, games: &'a [u8], seats: &'a [u8]) -> Result<Pair<'a>, Error> {
        let lines = |file, bytes| Lines::of(format!("{name}, {file}"), Box::new(bytes));
        Ok(Pair { games: lines(GAMES, games)?, seats: lines(SEATS, seats)? })
    }

    /// Whether no row is left.
    ///
    /// # Errors
    /// Rows that are left, or files that cannot be read.
    pub fn is_at_end(&mut self) -> Result<(), Error> {
        self.games.is_at_end()?;
        self.seats.is_at_end()
    }
}

struct Lines<'a> {
    name: String,
    reader: Box<dyn BufRead + 'a>,
    line: u64,
}

impl<'a> Lines<'a> {
    fn of(name: String, reader: Box<dyn BufRead + 'a>) -> Result<Lines<'a>, Error> {
        let mut lines = Lines { name, reader, line: 0 };
        lines.take(1, &mut Vec::new(), "a header")?;
        Ok(lines)
    }

    fn is_at_end(&mut self) -> Result<(), Error> {
        let left = self.reader.fill_buf();
        match left.map_err(|error| Error::input(format!("cannot read {}: {error}", self.name)))? {
            [] => Ok(()),
            _ => Err(Error::input(format!("{}, line {}: expected no more rows", self.name, self.line + 1))),
        }
    }

    /// Appends the next `count` lines to `bytes`; each must begin with `expected`.
    fn take(&mut self, count: usize, bytes: &mut Vec<u8>, expected: &str) -> Result<(), Error> {
        for _ in 0..count {
            let from = bytes.len();
            self.line += 1;
            let read = self.reader.read_until(b'\n', bytes);
            let read = read.map_err(|error| Error::input(format!("cannot read {}: {error}", self.name)))?;
            let fits = self.line == 1 || bytes[from..].starts_with(expected.as_bytes());
            if read == 0 || bytes.last() != Some(&b'\n') || !fits {
                return Err(Error::input(format!("{}, line {}: expected {expected}", self.name, self.line)));
            }
        }
        Ok(())
    }
}

/// Writes the groups of all shards in the order of the run.
fn join(plan: &Plan, parts: &[Part], merged: &mut Folder) -> Result<(), Error> {
    let out = merged.path().to_owned();
    let failed = |error: std::io::Error| Error::io("write to", &out, error);
    let mut rows = [Vec::new(), Vec::new()];
    let (mut first_game, mut count, mut part) = (0, 0, 0);
    // Ranges are read one after the other: there may be more of them than files that can be open.
    let mut readers: Vec<Option<Pair>> = parts.iter().map(|_| None).collect();
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
            none => none.insert(Pair::open(parts[part].folder)?),
        };
        for game in group.first_game..group.first_game + group.games {
            reader.take(game, plan.events()[group.event].seats, &mut rows)?;
        }
        count += group.games;
        if rows[0].len() + rows[1].len() >= AT_ONCE || index + 1 == plan.groups() {
            merged.write(&rows[0], &rows[1], (first_game, count, 0, 0.0), count).map_err(failed)?;
            rows.iter_mut().for_each(Vec::clear);
            (first_game, count) = (first_game + count, 0);
        }
        if merged.is_due() {
            merged.save().map_err(failed)?;
        }
    }
    merged.save().map_err(failed)
}
