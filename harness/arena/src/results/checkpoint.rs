//! `checkpoints.csv`: how long the result files were from time to time, and the hashes of what they held.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use super::rows::header_line;
use super::{CHECKPOINTS, GAMES, SEATS};
use crate::Error;

/// The columns of the file.
pub const HEADER: [&str; 5] = ["games", "games_bytes", "games_hash", "seats_bytes", "seats_hash"];

/// One row: the state of both files after a number of games.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Checkpoint {
    /// Games written so far.
    pub games: u64,
    /// Length of `games.csv`.
    pub games_bytes: u64,
    /// BLAKE3 hash of `games.csv` up to that length.
    pub games_hash: String,
    /// Length of `seats.csv`.
    pub seats_bytes: u64,
    /// BLAKE3 hash of `seats.csv` up to that length.
    pub seats_hash: String,
}

impl Checkpoint {
    /// Its row, with the end of the line.
    pub fn row(&self) -> String {
        let Checkpoint { games, games_bytes, games_hash, seats_bytes, seats_hash } = self;
        format!("{games},{games_bytes},{games_hash},{seats_bytes},{seats_hash}\n")
    }

    fn follows(&self, before: &Checkpoint) -> bool {
        self.games >= before.games
            && self.games_bytes >= before.games_bytes
            && self.seats_bytes >= before.seats_bytes
    }
}

/// The checkpoints of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// The rows, as far as they can be read.
    pub rows: Vec<Checkpoint>,
    /// Whether the file is there.
    pub exists: bool,
    /// The first line that is no checkpoint, if there is one before the last line, which may be cut short.
    pub damaged: Option<u64>,
}

impl Checkpoints {
    /// The text of the file with these rows.
    pub fn text(rows: &[Checkpoint]) -> Vec<u8> {
        let mut text = header_line(&HEADER);
        rows.iter().for_each(|row| text.extend_from_slice(row.row().as_bytes()));
        text
    }
}

/// Reads the checkpoints of a folder. It leaves out a last row that is cut short, and what follows an invalid
/// row.
///
/// # Errors
/// A file that cannot be read.
pub fn read(folder: &Path) -> Result<Checkpoints, Error> {
    let path = folder.join(CHECKPOINTS);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Checkpoints { rows: Vec::new(), exists: false, damaged: None });
        }
        Err(error) => return Err(Error::input(format!("cannot read {}: {error}", path.display()))),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut found = Checkpoints { rows: Vec::new(), exists: true, damaged: None };
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    if lines.next() != Some(&header_line(&HEADER)[..]) {
        found.damaged = Some(1);
        return Ok(found);
    }
    for (index, line) in lines.enumerate() {
        match parse(line) {
            Some(row) if found.rows.last().is_none_or(|before| row.follows(before)) => found.rows.push(row),
            _ => {
                found.damaged = Some(index as u64 + 2);
                break;
            }
        }
    }
    Ok(found)
}

fn parse(line: &[u8]) -> Option<Checkpoint> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
    reader.deserialize().next()?.ok()
}

/// How far the files of a folder hold what the checkpoints say.
#[derive(Debug)]
pub struct Verified {
    /// How many checkpoints hold, from the first one.
    pub count: usize,
    /// Why the next one does not, with the lines of the file.
    pub fault: Option<String>,
}

/// Holds the files of a folder against its checkpoints.
///
/// # Errors
/// A file that cannot be read.
pub fn verify(folder: &Path, checkpoints: &[Checkpoint]) -> Result<Verified, Error> {
    let games = checkpoints.iter().map(|c| (c.games_bytes, &*c.games_hash)).collect();
    let seats = checkpoints.iter().map(|c| (c.seats_bytes, &*c.seats_hash)).collect();
    let games = verify_file(&folder.join(GAMES), games)?;
    let seats = verify_file(&folder.join(SEATS), seats)?;
    Ok(if seats.count < games.count { seats } else { games })
}

fn verify_file(path: &Path, marks: Vec<(u64, &str)>) -> Result<Verified, Error> {
    let unreadable = |error| Error::input(format!("cannot read {}: {error}", path.display()));
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let mut hasher = blake3::Hasher::new();
    let (mut at, mut line) = (0, 1);
    for (count, (end, hash)) in marks.into_iter().enumerate() {
        let from = line;
        let failed = |fault| Ok(Verified { count, fault: Some(fault) });
        at += hash_part(&mut file, end.saturating_sub(at), &mut hasher, &mut line).map_err(unreadable)?;
        let place = path.display();
        if at < end {
            return failed(format!(
                "{place} ends in line {line}, but the run had written {end} bytes: it was cut"
            ));
        }
        if hasher.finalize().to_hex().as_str() != hash {
            return failed(if line == from {
                format!("{place} was edited in line {line}: its hash has changed")
            } else {
                format!("{place} was edited between line {from} and line {}: its hash has changed", line - 1)
            });
        }
    }
    Ok(Verified { count: usize::MAX, fault: None })
}

/// The hash of the first `bytes` bytes of a file, to be continued.
///
/// # Errors
/// A file that cannot be read.
pub fn hash_of(path: &Path, bytes: u64) -> std::io::Result<blake3::Hasher> {
    let mut hasher = blake3::Hasher::new();
    hash_part(&mut BufReader::new(File::open(path)?), bytes, &mut hasher, &mut 0)?;
    Ok(hasher)
}

fn hash_part(
    file: &mut impl Read,
    bytes: u64,
    hasher: &mut blake3::Hasher,
    line: &mut u64,
) -> std::io::Result<u64> {
    let mut buffer = vec![0; 1 << 16];
    let mut left = bytes;
    while left > 0 {
        let want = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = file.read(&mut buffer[..want])?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        *line += buffer[..read].iter().filter(|&&byte| byte == b'\n').count() as u64;
        left -= read as u64;
    }
    Ok(bytes - left)
}

/// What was changed in the result files of a folder since the run wrote them, as far as the checkpoints tell.
///
/// # Errors
/// Files that cannot be read.
pub fn tampering(folder: &Path) -> Result<Option<String>, Error> {
    let checkpoints = read(folder)?;
    let place = folder.join(CHECKPOINTS);
    if !checkpoints.exists {
        return Ok(Some(format!(
            "{} is missing: nothing tells whether the results are as they were written",
            place.display()
        )));
    }
    let verified = verify(folder, &checkpoints.rows)?;
    let damaged = |line| format!("{}, line {line}: not a checkpoint: the file was edited", place.display());
    Ok(verified.fault.or(checkpoints.damaged.map(damaged)))
}
