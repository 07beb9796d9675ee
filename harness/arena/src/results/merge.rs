//! Joining the shards of a run into the results that one machine would have written.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::{Folder, GAMES, Manifest, SEATS, moves};
use crate::Error;
use crate::plan::{Plan, Shard};

/// A shard's files, read line by line.
struct Part {
    games: Lines,
    seats: Lines,
}

struct Lines {
    name: String,
    reader: BufReader<File>,
    line: u64,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines, Error> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Error::input(format!("cannot read {name}: {error}")))?;
        let mut lines = Lines { name, reader: BufReader::new(file), line: 0 };
        lines.take(1, &mut Vec::new(), "a header")?;
        Ok(lines)
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
                let message = format!("{}, line {}: expected {expected}", self.name, self.line);
                return Err(Error::input_with_help(
                    message,
                    "finish the shard with `torneo run ... --resume`",
                ));
            }
        }
        Ok(())
    }
}

/// Joins the shards in `folders` into a new folder; returns the number of games.
///
/// # Errors
/// Folders that are not all the shards of one finished run, or an output folder that is not empty.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<u64, Error> {
    let mut parts: Vec<(Shard, Manifest, &PathBuf)> = Vec::new();
    for folder in folders {
        let manifest = Manifest::read(folder)?;
        let shard = manifest.shard.as_deref().map_or(Ok(Shard::WHOLE), str::parse);
        let shard = shard.map_err(|error| Error::input(format!("{}: {error}", folder.display())))?;
        parts.push((shard, manifest, folder));
    }
    parts.sort_by_key(|(shard, ..)| shard.index);
    let count = parts.first().map_or(0, |(shard, ..)| shard.count);
    for (index, (shard, manifest, folder)) in parts.iter().enumerate() {
        let place = folder.display();
        if manifest.config_hash != parts[0].1.config_hash || manifest.program != parts[0].1.program {
            let other = parts[0].2.display();
            return Err(Error::input(format!("{place} and {other} are not shards of the same run")));
        }
        if shard.count != count || shard.index != index as u64 + 1 {
            let message = format!("expected shard {}/{count}, found {shard} in {place}", index + 1);
            return Err(Error::input(message));
        }
    }
    if parts.len() as u64 != count {
        return Err(Error::input(format!("expected {count} shards, found {}", parts.len())));
    }
    let manifest = Manifest { shard: None, ..parts[0].1.clone() };
    let seats: Vec<usize> = manifest.plan.iter().map(|event| event.seats).collect();
    let plan = Plan::new(&manifest.config, &seats, Shard::WHOLE);
    let mut readers = Vec::new();
    for (_, _, folder) in &parts {
        readers.push(Part {
            games: Lines::open(&folder.join(GAMES))?,
            seats: Lines::open(&folder.join(SEATS))?,
        });
    }
    let mut merged = Folder::create(out, &manifest)?;
    join(&plan, count, &mut readers, &mut merged).inspect_err(|_| {
        // The folder was new: half a result is worse than none.
        let _ = std::fs::remove_dir_all(out);
    })?;
    if manifest.config.output.evaluations {
        let folders: Vec<&Path> = parts.iter().map(|(_, _, folder)| folder.as_path()).collect();
        moves::merge(&folders, out)?;
    }
    Ok(plan.games())
}

/// Writes the groups of all shards in the order of the run.
fn join(plan: &Plan, count: u64, readers: &mut [Part], merged: &mut Folder) -> Result<(), Error> {
    let out = merged.path().to_owned();
    let failed = |error: std::io::Error| Error::io("write to", &out, error);
    let (mut games, mut seats) = (Vec::new(), Vec::new());
    for index in 0..plan.groups() {
        let group = plan.group(index);
        let part = &mut readers[(index % count) as usize];
        games.clear();
        seats.clear();
        for game in group.first_game..group.first_game + group.games {
            let expected = format!("{game},");
            part.games.take(1, &mut games, &expected)?;
            part.seats.take(plan.events()[group.event].seats, &mut seats, &expected)?;
        }
        merged.write(&games, &seats, (group.first_game, group.games, 0, 0.0), group.games).map_err(failed)?;
    }
    merged.flush().map_err(failed)
}
