//! The files of an atlas as texts: rows, manifests, and the times of sittings. [`folder`](crate::folder) opens and changes them.

use std::fmt;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use torneo_arena::Error;
use torneo_arena::storage;
use torneo_contract::refuse_if;

use crate::rows::{Contents, Keyed};

/// The manifests of cells and matches, one a line.
pub const MANIFESTS: &str = "manifests.jsonl";
/// The design by which the last task was entered.
pub const DESIGN: &str = "atlas-design.toml";
/// Core-seconds of each sitting at a cell or a match: not reproducible.
pub const TIMING: &str = "timing.csv";
/// The folder with a results folder for each cell and match.
pub const GAMES: &str = "games";
const TIMING_HEADER: &str = "game,engine,level,opponent,opponent_level,core_seconds\n";
/// What a file of an atlas has at most, in bytes: it is read whole.
const MOST_BYTES: u64 = 64 << 20;

/// Something in a folder that is not as it was written, or does not follow from the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file or folder.
    pub file: PathBuf,
    /// The line, from 1, where it is known.
    pub line: Option<u64>,
    /// What is wrong.
    pub message: String,
}

impl Fault {
    /// Something wrong with a whole file.
    pub fn of(file: &Path, message: impl fmt::Display) -> Fault {
        Fault { file: file.to_owned(), line: None, message: message.to_string() }
    }

    /// Something wrong in a line of a file.
    pub fn at(file: &Path, line: u64, message: impl fmt::Display) -> Fault {
        Fault { line: Some(line), ..Fault::of(file, message) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::input_with_help(
            fault,
            "bring the file back as it was, or play the atlas again in another folder (--out DIR)",
        )
    }
}

/// Whether there is nothing, and no folder that it could be in.
pub(crate) fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The bytes of a regular file; none where there is no file.
///
/// # Errors
/// What cannot be read, or is larger than any file of an atlas.
pub(crate) fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, Fault> {
    let failed = |error: std::io::Error| Fault::of(path, format!("cannot be read: {error}"));
    let file = match storage::open(path) {
        Err(error) if is_missing(&error) => return Ok(None),
        opened => opened.map_err(failed)?,
    };
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    let is_large = bytes.len() as u64 > MOST_BYTES;
    refuse_if!(is_large, Fault::of(path, format!("is larger than {} MiB", MOST_BYTES >> 20)));
    Ok(Some(bytes))
}

/// The text that bytes are, line by line whole.
///
/// # Errors
/// Bytes that are no text, or a last line that is cut off.
pub(crate) fn text_of<'a>(path: &Path, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    let text = utf8_of(path, bytes)?;
    refuse_if!(text.is_empty(), Fault::at(path, 1, "the file is empty"));
    refuse_if!(!text.ends_with('\n'), Fault::at(path, line_at(bytes, bytes.len()), "the line is cut off"));
    Ok(text)
}

/// The text that bytes are.
///
/// # Errors
/// Bytes that are no text.
pub(crate) fn utf8_of<'a>(path: &Path, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    let no_text = |error: std::str::Utf8Error| {
        Fault::at(path, line_at(bytes, error.valid_up_to()), "this is no UTF-8 text")
    };
    std::str::from_utf8(bytes).map_err(no_text)
}

/// The line, from 1, in which a byte stands.
fn line_at(bytes: &[u8], at: usize) -> u64 {
    bytes[..at].iter().filter(|&&byte| byte == b'\n').count() as u64 + 1
}

/// The rows that a file of an atlas holds; none where there is no file.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub fn read<R: Keyed>(folder: &Path) -> Result<Vec<R>, Error> {
    let path = folder.join(R::FILE);
    match bytes_of(&path)? {
        None => Ok(Vec::new()),
        Some(bytes) => Ok(rows_of(&path, &bytes)?),
    }
}

/// What stands in the files of a folder, compared with nothing; those that are not there have no rows.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub fn read_all(folder: &Path) -> Result<Contents, Error> {
    Ok(Contents {
        cells: read(folder)?,
        matches: read(folder)?,
        first_moves: read(folder)?,
        unequal: read(folder)?,
        verdicts: read(folder)?,
        validation: read(folder)?,
    })
}

/// The rows in the bytes of a file.
///
/// # Errors
/// What is no row, with its line.
pub(crate) fn rows_of<R: Keyed>(path: &Path, bytes: &[u8]) -> Result<Vec<R>, Fault> {
    let text = text_of(path, bytes)?;
    let wrong = |line: u64, why: String| Fault::at(path, line, why);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?;
    let columns = columns::<R>();
    let earlier = &columns[..columns.len() - R::LATER.len()];
    let is_known = header.iter().eq(&columns) || header.iter().eq(earlier);
    refuse_if!(!is_known, wrong(1, format!("expected the columns {}", columns.join(","))));
    let mut rows = Vec::new();
    for (index, row) in reader.deserialize::<R>().enumerate() {
        let line = index as u64 + 2;
        let row = row.map_err(|error| wrong(line, why(&error)))?;
        row.check().map_err(|fault| wrong(line, fault.into()))?;
        rows.push(row);
    }
    Ok(rows)
}

/// The columns of a file: the fields of its rows.
fn columns<R: Keyed>() -> Vec<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(R::default()).expect("a row is plain data");
    let bytes = writer.into_inner().expect("memory can be written to");
    let text = String::from_utf8_lossy(&bytes);
    text.lines().take(1).flat_map(|header| header.split(',')).map(str::to_owned).collect()
}

/// What is wrong with a row, without its place.
fn why(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("column {}: {}", field + 1, err.kind()),
            None => err.kind().to_string(),
        },
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("expected {expected_len} columns, found {len}")
        }
        _ => error.to_string(),
    }
}

/// The bytes of a file with these rows.
///
/// # Errors
/// A row that cannot be written.
pub(crate) fn bytes_with<R: Keyed>(rows: &[R]) -> Result<Vec<u8>, Error> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let filled = writer
        .write_record(columns::<R>())
        .and_then(|()| rows.iter().try_for_each(|row| writer.serialize(row)));
    filled.map_err(Error::run)?;
    writer.into_inner().map_err(Error::run)
}

/// A manifest in a line, as far as every version of the program writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestLine {
    /// The name of the run.
    pub name: String,
    /// The program that played it.
    pub program: String,
    /// Its master seed.
    pub seed: u64,
    /// Its number of games.
    pub games: u64,
    /// The whole line, without its end.
    pub line: String,
}

/// What is read of a manifest.
#[derive(Deserialize)]
struct Head {
    name: String,
    program: String,
    seed: u64,
    games: u64,
}

/// The manifests of a folder in the order of their runs' names; none where there is no file.
///
/// # Errors
/// What is no manifest, with its line.
pub fn read_manifests(folder: &Path) -> Result<Vec<ManifestLine>, Error> {
    let path = folder.join(MANIFESTS);
    match bytes_of(&path)? {
        None => Ok(Vec::new()),
        Some(bytes) => Ok(manifests_of(&path, &bytes)?),
    }
}

/// The manifests in the bytes of a file.
///
/// # Errors
/// What is no manifest, or one in another place than that of its name, with its line.
pub(crate) fn manifests_of(path: &Path, bytes: &[u8]) -> Result<Vec<ManifestLine>, Fault> {
    let mut manifests: Vec<ManifestLine> = Vec::new();
    for (number, line) in (1..).zip(text_of(path, bytes)?.lines()) {
        let head = serde_json::from_str::<Head>(line)
            .map_err(|error| Fault::at(path, number, format!("expected a manifest: {error}")))?;
        let Head { name, program, seed, games } = head;
        if manifests.last().is_some_and(|last| last.name >= name) {
            let why = format!("the manifest of {name} is not in the order of names");
            return Err(Fault::at(path, number, why));
        }
        manifests.push(ManifestLine { name, program, seed, games, line: line.to_owned() });
    }
    Ok(manifests)
}

/// The times of a folder with one sitting more: a cell or a match took so many core-seconds.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub(crate) fn times_with(folder: &Path, key: [&str; 5], seconds: f64) -> Result<Vec<u8>, Error> {
    let (mut text, _) = times(folder)?;
    if text.is_empty() {
        TIMING_HEADER.clone_into(&mut text);
    }
    let mut row = csv::WriterBuilder::new().from_writer(text.into_bytes());
    let seconds = format!("{seconds:.2}");
    row.write_record(key.into_iter().chain([&*seconds])).map_err(Error::run)?;
    row.into_inner().map_err(Error::run)
}

/// The text with the times of all sittings, and their sum in core-seconds; nothing where no times are there. A last line
/// that is cut off counts as not written: earlier versions of the program wrote in pieces.
///
/// # Errors
/// A line that is no sitting.
pub(crate) fn times(folder: &Path) -> Result<(String, f64), Fault> {
    let path = folder.join(TIMING);
    let Some(mut bytes) = bytes_of(&path)? else { return Ok((String::new(), 0.0)) };
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    if bytes.is_empty() {
        return Ok((String::new(), 0.0));
    }
    let text = text_of(&path, &bytes)?;
    let Some(rows) = text.strip_prefix(TIMING_HEADER) else {
        return Err(Fault::at(&path, 1, format!("expected the columns {}", TIMING_HEADER.trim_end())));
    };
    let mut sum = 0.0;
    for (number, line) in (2..).zip(rows.lines()) {
        let seconds = line.rsplit_once(',').and_then(|(_, seconds)| seconds.parse::<f64>().ok());
        let is_text = !line.bytes().any(|byte| byte.is_ascii_control());
        let seconds = seconds.filter(|seconds| is_text && seconds.is_finite() && *seconds >= 0.0);
        sum += seconds.ok_or_else(|| Fault::at(&path, number, "expected core-seconds in the last column"))?;
    }
    Ok((text.to_owned(), sum))
}

/// The core-seconds of all sittings; nothing where no times are there.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub fn core_seconds(folder: &Path) -> Result<f64, Error> {
    Ok(times(folder)?.1)
}

/// The folder of a cell's or a match's games.
pub fn games_folder(out: &Path, name: &str) -> PathBuf {
    out.join(GAMES).join(name)
}
