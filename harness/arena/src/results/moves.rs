//! `moves.csv`: what each choice of an engine rests on.
//!
//! While a run goes on, the rows of each game are added to a file as soon as it is played, in any order. At
//! the end they are put in order. A run that is stopped and resumed may play a game again, and then finds its
//! rows twice. The last ones are those of the game that was kept. Each checkpoint syncs this file before the
//! rows of the games, so every game of a checkpoint has its rows.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::checkpoint::{Checkpoints, Mark};
use super::folder::Hashed;
use super::lines::number_at;
use super::rows::header_line;
use super::{CHECKPOINTS, GAMES, MOVES, UNSORTED};
use crate::Error;
use crate::storage::{Files, Sink, Store, open, write_whole, write_whole_by};
use torneo_registry::pairing::Evaluated;

/// The columns of the file.
pub const MOVES_HEADER: [&str; 7] = ["game_no", "ply", "seat", "token", "value", "nodes", "depth"];

/// What each choice rests on, while a run goes on.
pub struct Moves {
    folder: PathBuf,
    files: Arc<dyn Files>,
    /// Locked while the rows of a game are written.
    file: Mutex<Hashed>,
}

impl Moves {
    /// Opens the file of a run in its folder.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn open(store: &Store, folder: &Path) -> Result<Moves, Error> {
        let path = folder.join(UNSORTED);
        let opened = || -> io::Result<Hashed> {
            if path.exists() {
                let mut file = Hashed::append(store, &path, open(&path)?.metadata()?.len())?;
                // What a stopped run wrote last may be cut short, or be of the game that comes now: a blank line stands between.
                file.write(b"\n\n")?;
                return Ok(file);
            }
            let file = store.files.create(&path)?;
            store.files.sync_dir(folder)?;
            Ok(Hashed::new(file))
        };
        let file = Mutex::new(opened().map_err(Error::unwritable(&path))?);
        Ok(Moves { folder: folder.to_owned(), files: store.files.clone(), file })
    }

    fn file(&self) -> MutexGuard<'_, Hashed> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been written so far, and the file to be synced: it holds the rows of whole games.
    pub(super) fn state(&self) -> (Mark, Arc<dyn Sink>) {
        let file = self.file();
        (file.mark(), file.file.clone())
    }

    /// Adds the rows of a game.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, game_no: u64, evaluations: &[Evaluated]) -> Result<(), Error> {
        self.append(&rows(game_no, evaluations))
    }

    /// Adds rows that were written elsewhere: those of whole games.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn append(&self, rows: &[u8]) -> Result<(), Error> {
        let written = self.file().write(rows);
        written.map_err(Error::unwritable(&self.folder.join(UNSORTED)))
    }

    /// Puts the rows in order, once all games are played and saved.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(super) fn finish(&self) -> Result<(), Error> {
        let unsorted = self.folder.join(UNSORTED);
        let sorted = self.folder.join(MOVES);
        // A run of an earlier version that was resumed though nothing was left to play has its rows already.
        let there = if sorted.exists() { vec![&*sorted, &*unsorted] } else { vec![&*unsorted] };
        sort(&*self.files, there.chunks(2), &sorted)?;
        cover(&*self.files, &self.folder)?;
        self.files.remove_file(&unsorted).map_err(|error| Error::io("remove", &unsorted, error))
    }
}

/// Makes the checkpoints of a folder tell of the file in order: each of the rows of its games. A folder whose checkpoints do
/// not cover that file stays as it is.
pub(super) fn cover(files: &dyn Files, folder: &Path) -> Result<(), Error> {
    let checkpoints = Checkpoints::read(folder, false)?;
    if !checkpoints.cover_moves() {
        return Ok(());
    }
    let (path, mut rows) = (folder.join(MOVES), checkpoints.rows.clone());
    let mut mark = || -> io::Result<()> {
        let (mut games, mut moves) = (open(&folder.join(GAMES))?, BufReader::new(open(&path)?));
        let (mut hasher, mut bytes, mut line) = (blake3::Hasher::new(), 0, Vec::new());
        // Before the first game nothing is there, not even the header.
        for row in rows.iter_mut().filter(|row| row.games > 0) {
            let next = number_at(&mut games, row.marks[0].bytes)?;
            loop {
                if line.is_empty() && moves.read_until(b'\n', &mut line)? == 0 {
                    break;
                }
                if next.is_some_and(|next| game_of(&line) >= Some(next)) {
                    break;
                }
                hasher.update(&line);
                bytes += line.len() as u64;
                line.clear();
            }
            row.marks[2] = Mark::of(bytes, &hasher);
        }
        Ok(())
    };
    mark().map_err(|error| Error::unreadable(&path, &error))?;
    let nothing = Mark::of(0, &blake3::Hasher::new());
    rows.iter_mut().filter(|row| row.games == 0).for_each(|row| row.marks[2] = nothing.clone());
    let path = folder.join(CHECKPOINTS);
    let written = write_whole(files, &path, &checkpoints.text(&rows));
    written.map_err(Error::unwritable(&path))
}

/// The rows of a file in memory, without its header.
///
/// # Errors
/// A file with other columns, or one that is cut short.
pub(super) fn body_of(file: &[u8]) -> Result<&[u8], Error> {
    match file.strip_prefix(&*header_line(&MOVES_HEADER)) {
        Some(rows) if rows.is_empty() || rows.ends_with(b"\n") => Ok(rows),
        _ => Err(Error::input(format!("expected the columns {} and whole rows", MOVES_HEADER.join(",")))),
    }
}

/// The rows of a game. Values have six decimals, so that the last bit of a program's arithmetic does not show.
fn rows(game_no: u64, evaluations: &[Evaluated]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for Evaluated { ply, seat, token, value, nodes, depth } in evaluations {
        let row = [
            game_no.to_string(),
            ply.to_string(),
            seat.to_string(),
            token.clone(),
            value.map_or(String::new(), |value| format!("{value:.6}")),
            nodes.to_string(),
            depth.map_or(String::new(), |depth| depth.to_string()),
        ];
        writer.write_record(row).expect("writing to memory succeeds");
    }
    writer.into_inner().expect("writing to memory succeeds")
}

/// Joins the files of shards into that of the whole run. If shards `follow` each other, their files are read one
/// after the other: there may be more of them than can be open.
pub fn merge(files: &dyn Files, folders: &[&Path], follow: bool, out: &Path) -> Result<(), Error> {
    let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.join(MOVES)).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    sort(files, paths.chunks(if follow { 1 } else { paths.len().max(1) }), out)
}

/// The successive rows of one game in a file.
#[derive(Clone, Copy)]
struct Part {
    file: usize,
    start: u64,
    bytes: u64,
}

/// Writes the rows of these files, one chunk of them after the other, each in the order of the games. Of a game
/// that is there more than once, the last part is the one that was kept.
fn sort<'a>(
    files: &dyn Files,
    chunks: impl Iterator<Item = &'a [&'a Path]>,
    out: &Path,
) -> Result<(), Error> {
    let mut failed = None;
    let written = write_whole_by(files, out, |writer| {
        let mut writer = BufWriter::new(writer);
        writer.write_all(&header_line(&MOVES_HEADER))?;
        for paths in chunks {
            let (mut games, mut sources) = (BTreeMap::new(), Vec::new());
            for (number, path) in paths.iter().enumerate() {
                let parts = open(path).and_then(|file| Ok((parts_of(&file, number)?, file)));
                let (parts, file) =
                    parts.inspect_err(|error| failed = Some(Error::unreadable(path, error)))?;
                games.extend(parts);
                sources.push(file);
            }
            for Part { file, start, bytes } in games.values() {
                let source = &mut sources[*file];
                source.seek(SeekFrom::Start(*start))?;
                io::copy(&mut source.take(*bytes), &mut writer)?;
            }
        }
        writer.flush()
    });
    written.map_err(|error| failed.unwrap_or_else(|| Error::io("write to", out, error)))
}

/// The games of a file with their parts. Lines that are no whole rows are left out: the header, blank lines, and what
/// was cut short.
fn parts_of(file: &File, number: usize) -> io::Result<Vec<(u64, Part)>> {
    let mut lines = BufReader::new(file);
    let (mut parts, mut at, mut open): (Vec<(u64, Part)>, u64, Option<u64>) = (Vec::new(), 0, None);
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = lines.read_until(b'\n', &mut line)? as u64;
        if bytes == 0 {
            return Ok(parts);
        }
        let game = game_of(&line);
        match (game, parts.last_mut()) {
            (Some(game), Some((_, part))) if open == Some(game) => part.bytes += bytes,
            (Some(game), _) => parts.push((game, Part { file: number, start: at, bytes })),
            (None, _) => {}
        }
        (open, at) = (game, at + bytes);
    }
}

/// The number of the game of a row; none for what is no whole row.
fn game_of(line: &[u8]) -> Option<u64> {
    let mut quoted = false;
    let separators = line.iter().filter(|&&byte| {
        quoted ^= byte == b'"';
        byte == b',' && !quoted
    });
    let whole = separators.count() + 1 == MOVES_HEADER.len() && line.ends_with(b"\n");
    let field = line.split(|&byte| byte == b',').next().filter(|_| whole)?;
    std::str::from_utf8(field).ok()?.parse().ok()
}
