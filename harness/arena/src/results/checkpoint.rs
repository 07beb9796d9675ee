//! `checkpoints.csv`: how long the result files were from time to time, and the hashes of what they held.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

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

/// Reads the checkpoints of a folder; a last row that is cut short is left out.
pub fn read(folder: &Path) -> Result<Vec<Checkpoint>, Error> {
    let path = folder.join(CHECKPOINTS);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::input(format!("cannot read {}: {error}", path.display()))),
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut reader = csv::Reader::from_reader(whole.as_bytes());
    let rows: Result<Vec<Checkpoint>, csv::Error> = reader.deserialize().collect();
    rows.map_err(|error| Error::input(format!("{}: {error}", path.display())))
}

/// What was changed in the result files of a folder since the run wrote them, as far as the checkpoints tell.
///
/// # Errors
/// Checkpoints that cannot be read.
pub fn tampering(folder: &Path) -> Result<Option<String>, Error> {
    match verify(folder, &read(folder)?, [0, 0]) {
        Err(error) if error.is_input() => Ok(Some(error.to_string())),
        result => result.map(|_| None),
    }
}

/// Checks that the files of a folder still hold what was written up to each checkpoint, and returns the hashers
/// after `lengths` bytes of `games.csv` and `seats.csv`.
pub fn verify(
    folder: &Path,
    checkpoints: &[Checkpoint],
    lengths: [u64; 2],
) -> Result<[blake3::Hasher; 2], Error> {
    let games = checkpoints.iter().map(|c| (c.games_bytes, &*c.games_hash)).collect();
    let seats = checkpoints.iter().map(|c| (c.seats_bytes, &*c.seats_hash)).collect();
    Ok([
        verify_file(&folder.join(GAMES), games, lengths[0])?,
        verify_file(&folder.join(SEATS), seats, lengths[1])?,
    ])
}

fn verify_file(path: &Path, marks: Vec<(u64, &str)>, length: u64) -> Result<blake3::Hasher, Error> {
    let unreadable = |error| Error::input(format!("cannot read {}: {error}", path.display()));
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let mut hasher = blake3::Hasher::new();
    let (mut at, mut line) = (0, 1);
    for (end, hash) in marks {
        let from = line;
        let read =
            hash_part(&mut file, end.saturating_sub(at), &mut hasher, &mut line).map_err(unreadable)?;
        at += read;
        if at < end {
            let message = format!(
                "{} ends in line {line}, but the run had written {end} bytes: it was cut",
                path.display()
            );
            return Err(Error::input_with_help(message, HELP));
        }
        if hasher.finalize().to_hex().as_str() != hash {
            let to = line - 1;
            let message = format!(
                "{} was edited between line {from} and line {to}: its hash has changed",
                path.display()
            );
            return Err(Error::input_with_help(message, HELP));
        }
    }
    hash_part(&mut file, length.saturating_sub(at), &mut hasher, &mut line).map_err(unreadable)?;
    Ok(hasher)
}

const HELP: &str = "bring the file back as it was, or begin anew in another folder (--out DIR)";

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
