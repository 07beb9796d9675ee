//! Files with rows of games besides their results: `moves.csv`, what each choice rests on, `times.csv`, how long it took,
//! `played-on.csv`, how adjudicated games end, and `faults.csv`, which answers were none.
//!
//! While a run goes on, the rows of each game are added to a file as soon as it is played, in any order. At
//! the end they are put in order. A run that is stopped and resumed may play a game again, and then finds its
//! rows twice. The last ones are those of the game that was kept. Each checkpoint syncs `moves.csv` before the
//! rows of the games, so every game of a checkpoint has its rows. Times are not reproducible, and no checkpoint tells of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::checkpoint::{Checkpoints, Mark};
use super::folder::Hashed;
use super::lines::number_at;
use super::rows::header_line;
use super::{CHECKPOINTS, FAULTS, GAMES, MOVES, PLAYED_ON, PLAYED_ON_HEADER, TIMES};
use super::{UNSORTED, UNSORTED_FAULTS, UNSORTED_PLAYED_ON, UNSORTED_TIMES};
use crate::Error;
use crate::storage::{Files, Sink, Store, open, write_whole, write_whole_by};
use torneo_contract::{MAX_SEATS, Seat, SeatVec};
use torneo_registry::pairing::{Evaluated, Faulty, Timed};

/// The columns of `moves.csv`.
pub const MOVES_HEADER: [&str; 9] =
    ["game_no", "ply", "seat", "token", "value", "nodes", "depth", "cp", "mate"];
/// How many of them each version has written: those behind are empty in files of earlier ones.
pub const FIRST_COLUMNS: usize = 7;
/// The columns of `times.csv`.
pub const TIMES_HEADER: [&str; 4] = ["game_no", "ply", "milliseconds", "clock"];

/// One of the files.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name.
    sorted: &'static str,
    /// Its name while a run goes on.
    pub(super) unsorted: &'static str,
    header: &'static [&'static str],
    /// The columns of the earliest version.
    least: usize,
}

/// What choices rest on.
pub(super) const EVALUATIONS: Kind =
    Kind { sorted: MOVES, unsorted: UNSORTED, header: &MOVES_HEADER, least: FIRST_COLUMNS };
/// How long they took.
pub(super) const TIMED: Kind =
    Kind { sorted: TIMES, unsorted: UNSORTED_TIMES, header: &TIMES_HEADER, least: TIMES_HEADER.len() };

/// How adjudicated games end.
pub(super) const ENDINGS: Kind = Kind {
    sorted: PLAYED_ON,
    unsorted: UNSORTED_PLAYED_ON,
    header: &PLAYED_ON_HEADER,
    least: PLAYED_ON_HEADER.len(),
};

/// The columns of `faults.csv`.
pub const FAULTS_HEADER: [&str; 6] = ["game_no", "ply", "seat", "engine", "kind", "text"];

/// Which answers were none.
pub(super) const FAULTY: Kind =
    Kind { sorted: FAULTS, unsorted: UNSORTED_FAULTS, header: &FAULTS_HEADER, least: FAULTS_HEADER.len() };

/// Rows of choices, while a run goes on.
pub struct Choices {
    kind: &'static Kind,
    folder: PathBuf,
    files: Arc<dyn Files>,
    /// Locked while the rows of a game are written.
    file: Mutex<Hashed>,
}

impl Choices {
    /// Opens the file of a run in its folder.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn open(store: &Store, folder: &Path, kind: &'static Kind) -> Result<Choices, Error> {
        let path = folder.join(kind.unsorted);
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
        Ok(Choices { kind, folder: folder.to_owned(), files: store.files.clone(), file })
    }

    fn file(&self) -> MutexGuard<'_, Hashed> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been written so far, and the file to be synced: it holds the rows of whole games.
    pub(super) fn state(&self) -> (Mark, Arc<dyn Sink>) {
        let file = self.file();
        (file.mark(), file.file.clone())
    }

    /// Adds rows of whole games.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn append(&self, rows: &[u8]) -> Result<(), Error> {
        let written = self.file().write(rows);
        written.map_err(Error::unwritable(&self.folder.join(self.kind.unsorted)))
    }

    /// Puts the rows in order, once all games are played and saved.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(super) fn finish(&self) -> Result<(), Error> {
        let Kind { sorted, unsorted, .. } = self.kind;
        let [sorted, unsorted] = [sorted, unsorted].map(|name| self.folder.join(name));
        // A run that was resumed though nothing was left to play may have its rows already.
        let there = if sorted.exists() { vec![&*sorted, &*unsorted] } else { vec![&*unsorted] };
        sort(&*self.files, self.kind, there.chunks(2), &sorted)?;
        if self.kind.sorted == MOVES {
            cover(&*self.files, &self.folder)?;
        }
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
                let game = EVALUATIONS.row(&line).map(|(game, _)| game);
                if next.is_some_and(|next| game >= Some(next)) {
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

/// The rows of `moves.csv` in memory, without its header.
///
/// # Errors
/// A file with other columns, or one that is cut short.
pub(super) fn body_of(file: &[u8]) -> Result<&[u8], Error> {
    let headers = [MOVES_HEADER.len(), FIRST_COLUMNS].map(|columns| header_line(&MOVES_HEADER[..columns]));
    match headers.iter().find_map(|header| file.strip_prefix(&**header)) {
        Some(rows) if rows.is_empty() || rows.ends_with(b"\n") => Ok(rows),
        _ => Err(Error::input(format!("expected the columns {} and whole rows", MOVES_HEADER.join(",")))),
    }
}

/// A number; nothing where there is none.
fn known(number: Option<impl ToString>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// The rows of a game in `moves.csv`. Values have six decimals, so that the last bit of a program's arithmetic does not show.
pub fn evaluation_rows(game_no: u64, evaluations: &[Evaluated]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for Evaluated { ply, seat, token, value, nodes, depth, cp, mate } in evaluations {
        let row = [
            game_no.to_string(),
            ply.to_string(),
            seat.to_string(),
            token.clone(),
            value.map_or(String::new(), |value| format!("{value:.6}")),
            nodes.to_string(),
            known(*depth),
            known(*cp),
            known(*mate),
        ];
        writer.write_record(row).expect("writing to memory succeeds");
    }
    writer.into_inner().expect("writing to memory succeeds")
}

/// The rows of a game in `times.csv`.
pub fn time_rows(game_no: u64, times: &[Timed]) -> Vec<u8> {
    let row = |Timed { ply, took, clock }: &Timed| {
        let clock = clock.map_or(String::new(), |seconds| format!("{seconds:.3}"));
        format!("{game_no},{ply},{:.3},{clock}\n", took.as_secs_f64() * 1e3)
    };
    times.iter().map(row).collect::<String>().into_bytes()
}

/// The rows of a game in `faults.csv`; `engine` names the engine at a seat.
pub fn fault_rows<'a>(game_no: u64, faulty: &[Faulty], engine: impl Fn(Seat) -> &'a str) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for Faulty { ply, seat, answer } in faulty {
        let (number, ply, at) = (game_no.to_string(), ply.to_string(), seat.to_string());
        // A row is a line, whatever was answered.
        let text = answer.text.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
        let row = [&*number, &ply, &at, engine(*seat), &answer.kind, &text];
        writer.write_record(row).expect("writing to memory succeeds");
    }
    writer.into_inner().expect("writing to memory succeeds")
}

/// Joins the files of shards into that of the whole run. If shards `follow` each other, their files are read one
/// after the other: there may be more of them than can be open.
pub(super) fn merge(
    files: &dyn Files,
    kind: &'static Kind,
    folders: &[&Path],
    follow: bool,
    out: &Path,
) -> Result<(), Error> {
    let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.join(kind.sorted)).collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    sort(files, kind, paths.chunks(if follow { 1 } else { paths.len().max(1) }), out)
}

/// Joins files of shards that only some of these may have.
pub(super) fn merge_those_there(
    files: &dyn Files,
    kind: &'static Kind,
    folders: &[&Path],
    follow: bool,
    folder: &Path,
) -> Result<(), Error> {
    let have = |of: &&Path| of.join(kind.sorted).exists();
    let there: Vec<&Path> = folders.iter().copied().filter(have).collect();
    merge(files, kind, &there, follow, &folder.join(kind.sorted))
}

/// The successive rows of one game in a file.
#[derive(Clone, Copy)]
struct Part {
    file: usize,
    start: u64,
    bytes: u64,
    /// Columns that its rows lack.
    lacking: usize,
}

/// Writes the rows of these files, one chunk of them after the other, each in the order of the games. Of a game
/// that is there more than once, the last part is the one that was kept.
fn sort<'a>(
    files: &dyn Files,
    kind: &Kind,
    chunks: impl Iterator<Item = &'a [&'a Path]>,
    out: &Path,
) -> Result<(), Error> {
    let mut failed = None;
    let written = write_whole_by(files, out, |writer| {
        let mut writer = BufWriter::new(writer);
        writer.write_all(&header_line(kind.header))?;
        for paths in chunks {
            let (mut games, mut sources) = (BTreeMap::new(), Vec::new());
            for (number, path) in paths.iter().enumerate() {
                let parts = open(path).and_then(|file| Ok((parts_of(&file, kind, number)?, file)));
                let (parts, file) =
                    parts.inspect_err(|error| failed = Some(Error::unreadable(path, error)))?;
                games.extend(parts);
                sources.push(file);
            }
            for part in games.values() {
                copy(&mut sources[part.file], *part, &mut writer)?;
            }
        }
        writer.flush()
    });
    written.map_err(|error| failed.unwrap_or_else(|| Error::io("write to", out, error)))
}

/// How many answers of each seat were none, in each game of a folder that has any.
///
/// # Errors
/// Files that cannot be read.
pub fn wrong_answers(folder: &Path) -> Result<BTreeMap<u64, SeatVec<u64>>, Error> {
    let mut wrong = BTreeMap::new();
    let there = [FAULTY.sorted, FAULTY.unsorted].map(|name| folder.join(name)).into_iter();
    for (number, path) in there.filter(|path| path.exists()).enumerate() {
        let mut read = || -> io::Result<()> {
            let mut file = open(&path)?;
            // Of a game that was played again, the rows that came last count.
            for (game, part) in parts_of(&file, &FAULTY, number)? {
                wrong.insert(game, seats_of(&mut file, part)?);
            }
            Ok(())
        };
        read().map_err(|error| Error::unreadable(&path, &error))?;
    }
    Ok(wrong)
}

/// How many rows of a part there are for each seat.
fn seats_of(file: &mut File, part: Part) -> io::Result<SeatVec<u64>> {
    file.seek(SeekFrom::Start(part.start))?;
    let mut counts: SeatVec<u64> = std::iter::repeat_n(0, MAX_SEATS).collect();
    let rows = csv::ReaderBuilder::new().has_headers(false).from_reader(file.take(part.bytes));
    for row in rows.into_records() {
        let seat = row?.get(2).and_then(|seat| seat.parse::<usize>().ok());
        if let Some(count) = seat.and_then(|seat| counts.get_mut(seat)) {
            *count += 1;
        }
    }
    Ok(counts)
}

/// Copies the rows of a part; those of an earlier version get the columns that they lack, without values.
fn copy(source: &mut File, part: Part, out: &mut impl Write) -> io::Result<()> {
    source.seek(SeekFrom::Start(part.start))?;
    let mut rows = source.take(part.bytes);
    if part.lacking == 0 {
        return io::copy(&mut rows, out).map(drop);
    }
    let mut text = String::new();
    rows.read_to_string(&mut text)?;
    let more = ",".repeat(part.lacking);
    text.lines().try_for_each(|row| writeln!(out, "{row}{more}"))
}

/// The games of a file with their parts. Lines that are no whole rows are left out: the header, blank lines, and what
/// was cut short.
fn parts_of(file: &File, kind: &Kind, number: usize) -> io::Result<Vec<(u64, Part)>> {
    let mut lines = BufReader::new(file);
    let (mut parts, mut at, mut open): (Vec<(u64, Part)>, u64, Option<u64>) = (Vec::new(), 0, None);
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = lines.read_until(b'\n', &mut line)? as u64;
        if bytes == 0 {
            return Ok(parts);
        }
        let row = kind.row(&line);
        match (row, parts.last_mut()) {
            (Some((game, _)), Some((_, part))) if open == Some(game) => part.bytes += bytes,
            (Some((game, lacking)), _) => {
                parts.push((game, Part { file: number, start: at, bytes, lacking }));
            }
            (None, _) => {}
        }
        (open, at) = (row.map(|(game, _)| game), at + bytes);
    }
}

impl Kind {
    /// The number of the game of a row, and how many columns it lacks; none for what is no whole row.
    fn row(&self, line: &[u8]) -> Option<(u64, usize)> {
        let mut quoted = false;
        let separators = line.iter().filter(|&&byte| {
            quoted ^= byte == b'"';
            byte == b',' && !quoted
        });
        let (found, columns) = (separators.count() + 1, self.header.len());
        let whole = (found == columns || found == self.least) && line.ends_with(b"\n");
        let field = line.split(|&byte| byte == b',').next().filter(|_| whole)?;
        Some((std::str::from_utf8(field).ok()?.parse().ok()?, columns - found))
    }
}
