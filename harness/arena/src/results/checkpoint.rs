//! `checkpoints.csv`: how long the result files were from time to time, and the hashes of what they held.

use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use super::rows::header_line;
use super::{CHECKPOINTS, GAMES, MOVES, SEATS, UNSORTED};
use crate::Error;
use crate::storage;

/// The columns of the file: the number of games, then the length and hash of each file.
const HEADER: [&str; 7] =
    ["games", "games_bytes", "games_hash", "seats_bytes", "seats_hash", "moves_bytes", "moves_hash"];
/// Files that the checkpoints of every run cover: `games.csv` and `seats.csv`.
const ALWAYS: usize = 2;
/// Files that they cover where it is written what choices rest on.
const WITH_MOVES: usize = 3;

/// The beginning of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its length.
    pub bytes: u64,
    /// Its BLAKE3 hash.
    pub hash: String,
}

impl Mark {
    /// What was hashed of a file.
    pub fn of(bytes: u64, hasher: &blake3::Hasher) -> Mark {
        Mark { bytes, hash: hasher.finalize().to_hex().to_string() }
    }

    /// All of a file.
    pub fn of_bytes(bytes: &[u8]) -> Mark {
        Mark::of(bytes.len() as u64, blake3::Hasher::new().update(bytes))
    }
}

/// One row: the state of the files after a number of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// Games written so far.
    pub games: u64,
    /// `games.csv`, `seats.csv` and perhaps the file of what choices rest on.
    pub marks: Vec<Mark>,
}

impl Checkpoint {
    /// Its row, with the end of the line.
    pub fn row(&self) -> String {
        let marks = self.marks.iter().map(|Mark { bytes, hash }| format!(",{bytes},{hash}"));
        format!("{}{}\n", self.games, marks.collect::<String>())
    }

    fn follows(&self, before: &Checkpoint) -> bool {
        let grows = self.marks.iter().zip(&before.marks).all(|(mark, before)| mark.bytes >= before.bytes);
        self.games >= before.games && grows
    }

    fn parse(line: &[u8], files: usize) -> Option<Checkpoint> {
        let fields: Vec<&str> = std::str::from_utf8(line).ok()?.trim_end().split(',').collect();
        let mark =
            |fields: &[&str]| Some(Mark { bytes: fields[0].parse().ok()?, hash: fields[1].to_owned() });
        let marks: Vec<Mark> = fields[1..].chunks_exact(2).map(mark).collect::<Option<_>>()?;
        let whole = fields.len() == 1 + 2 * files;
        fields[0].parse().ok().filter(|_| whole).map(|games| Checkpoint { games, marks })
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
    /// How many files each row covers.
    files: usize,
}

impl Checkpoints {
    /// No checkpoints, of a folder with or without a file of what choices rest on.
    pub fn none(moves: bool) -> Checkpoints {
        let files = if moves { WITH_MOVES } else { ALWAYS };
        Checkpoints { rows: Vec::new(), exists: false, damaged: None, files }
    }

    /// Whether they cover what choices rest on.
    pub fn cover_moves(&self) -> bool {
        self.files == WITH_MOVES
    }

    /// The text of the file with these rows.
    pub fn text(&self, rows: &[Checkpoint]) -> Vec<u8> {
        let mut text = header_line(&HEADER[..1 + 2 * self.files]);
        rows.iter().for_each(|row| text.extend_from_slice(row.row().as_bytes()));
        text
    }

    /// Reads the checkpoints of a folder; a last row that is cut short is left out, and what follows a row that is none.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(folder: &Path, moves: bool) -> Result<Checkpoints, Error> {
        let path = folder.join(CHECKPOINTS);
        let bytes = match storage::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Checkpoints::none(moves)),
            read => read.map_err(|error| Error::unreadable(&path, &error))?,
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let header = lines.next().unwrap_or_default();
        let known = [ALWAYS, WITH_MOVES].map(|files| header == header_line(&HEADER[..1 + 2 * files]));
        let mut found = Checkpoints { exists: true, ..Checkpoints::none(known[1] || (moves && !known[0])) };
        if known == [false, false] {
            found.damaged = Some(1);
            return Ok(found);
        }
        for (number, line) in (2..).zip(lines) {
            let row = Checkpoint::parse(line, found.files);
            let Some(row) = row.filter(|row| found.rows.last().is_none_or(|last| row.follows(last))) else {
                found.damaged = Some(number);
                break;
            };
            found.rows.push(row);
        }
        Ok(found)
    }

    /// Leaves out the rows from this one on: it is none.
    pub fn spoil(&mut self, row: usize) {
        self.rows.truncate(row);
        self.damaged = Some(row as u64 + 2);
    }

    /// Holds the files of a folder against the checkpoints: those of games, and with `moves` those of choices.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn verify(&self, folder: &Path, moves: bool) -> Result<Verified, Error> {
        let mut verified = self.verify_file(&folder.join(GAMES), 0)?;
        let seats = self.verify_file(&folder.join(SEATS), 1)?;
        if seats.count < verified.count {
            verified = seats;
        }
        if !moves || !self.cover_moves() {
            return Ok(verified);
        }
        // After a crash at the end of a run both may be there; the checkpoints are those of one of them.
        let mut found = Verified {
            count: self.rows.partition_point(|row| row.games == 0),
            fault: Some(format!("{} is missing", folder.join(MOVES).display())),
            moves: None,
        };
        for name in [UNSORTED, MOVES].into_iter().filter(|name| folder.join(name).exists()) {
            let one = Verified { moves: Some(name), ..self.verify_file(&folder.join(name), 2)? };
            if found.moves.is_none() || one.count > found.count {
                found = one;
            }
        }
        let behind = found.count < verified.count;
        Ok(if behind { found } else { Verified { moves: found.moves, ..verified } })
    }

    fn verify_file(&self, path: &Path, file: usize) -> Result<Verified, Error> {
        let mut reader =
            BufReader::new(storage::open(path).map_err(|error| Error::unreadable(path, &error))?);
        let mut hasher = blake3::Hasher::new();
        let (mut at, mut line) = (0, 1);
        for (count, row) in self.rows.iter().enumerate() {
            let (from, end) = (line, row.marks[file].bytes);
            let failed = |fault| Ok(Verified { count, fault: Some(fault), moves: None });
            let read = hash_part(&mut reader, end.saturating_sub(at), &mut hasher, &mut line);
            at += read.map_err(|error| Error::unreadable(path, &error))?;
            let place = path.display();
            if at < end {
                return failed(format!(
                    "{place} ends in line {line}, but the run had written {end} bytes: it was cut"
                ));
            }
            if hasher.finalize().to_hex().as_str() != row.marks[file].hash {
                return failed(if line == from {
                    format!("{place} was edited in line {line}: its hash has changed")
                } else {
                    format!(
                        "{place} was edited between line {from} and line {}: its hash has changed",
                        line - 1
                    )
                });
            }
        }
        Ok(Verified { count: self.rows.len(), fault: None, moves: None })
    }
}

/// How far the files of a folder hold what the checkpoints say.
#[derive(Debug)]
pub struct Verified {
    /// How many checkpoints hold, from the first one.
    pub count: usize,
    /// Why the next one does not, with the lines of the file.
    pub fault: Option<String>,
    /// The file of what choices rest on, where it is looked at and is there.
    pub moves: Option<&'static str>,
}

/// The hash of the first `bytes` bytes of a file, to be continued.
///
/// # Errors
/// A file that cannot be read.
pub fn hash_of(path: &Path, bytes: u64) -> std::io::Result<blake3::Hasher> {
    let mut hasher = blake3::Hasher::new();
    hash_part(&mut BufReader::new(storage::open(path)?), bytes, &mut hasher, &mut 0)?;
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
