//! The files of an atlas: `atlas.csv`, `matches.csv`, `first-moves.csv`, `unequal.csv`, `manifests.jsonl`, and `timing.csv`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use torneo_arena::Error;
use torneo_arena::results::lock;
use torneo_arena::storage::{self, Disk, Lock, LockError, write_whole};
use torneo_contract::refuse_if;

use crate::rows::{Contents, Keyed};

/// The manifests of cells and matches, one a line.
pub const MANIFESTS: &str = "manifests.jsonl";
/// Core-seconds of each sitting at a cell or a match: not reproducible.
pub const TIMING: &str = "timing.csv";
const TIMING_HEADER: &str = "game,engine,level,opponent,opponent_level,core_seconds\n";

/// What stands in the files of a folder; those that are not there have no rows.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub fn read_all(folder: &Path) -> Result<Contents, Error> {
    Ok(Contents {
        cells: read(folder)?,
        matches: read(folder)?,
        first_moves: read(folder)?,
        unequal: read(folder)?,
    })
}

/// Writes the files, the cells last. First moves and unequal budgets have none as long as they have no rows.
///
/// # Errors
/// A file cannot be written.
pub fn write_all(folder: &Path, contents: &Contents) -> Result<(), Error> {
    if !contents.unequal.is_empty() {
        write(folder, &contents.unequal)?;
    }
    if !contents.first_moves.is_empty() {
        write(folder, &contents.first_moves)?;
    }
    write(folder, &contents.matches)?;
    write(folder, &contents.cells)
}

/// The rows of a file of an atlas; none where there is no file.
///
/// # Errors
/// A file that is not as it was written; the error names the line.
pub fn read<R: Keyed>(folder: &Path) -> Result<Vec<R>, Error> {
    let path = folder.join(R::FILE);
    let text = match storage::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::unreadable(&path, &error)),
    };
    let place = path.display();
    let help = "bring the file back as it was, or move it away: its cells are then played again";
    let wrong = |line: u64, why: String| Error::input_with_help(format!("{place}, line {line}: {why}"), help);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?;
    let columns = columns::<R>();
    refuse_if!(header.iter().ne(&columns), wrong(1, format!("expected the columns {}", columns.join(","))));
    let mut rows = Vec::new();
    for (index, row) in reader.deserialize::<R>().enumerate() {
        let line = index as u64 + 2;
        let row = row.map_err(|error| wrong(line, why(&error)))?;
        row.check().map_err(|fault| wrong(line, fault))?;
        rows.push(row);
    }
    let is_whole = text.is_empty() || text.ends_with('\n');
    refuse_if!(!is_whole, wrong(rows.len() as u64 + 1, "the line is cut off".to_owned()));
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

/// Writes the rows of a file, in the place of the older one.
///
/// # Errors
/// The file cannot be written.
fn write<R: Keyed>(folder: &Path, rows: &[R]) -> Result<(), Error> {
    let path = folder.join(R::FILE);
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let filled = writer
        .write_record(columns::<R>())
        .and_then(|()| rows.iter().try_for_each(|row| writer.serialize(row)));
    filled.map_err(Error::run)?;
    let bytes = writer.into_inner().map_err(Error::run)?;
    write_whole(&Disk, &path, &bytes).map_err(|error| Error::io("write", &path, error))
}

/// The manifests by their runs' names, without what is no manifest.
pub fn read_manifests(folder: &Path) -> Vec<(String, String)> {
    let text = storage::read_to_string(&folder.join(MANIFESTS)).unwrap_or_default();
    let named = |line: &str| {
        let name = line.split_once("\"name\":\"")?.1.split('"').next()?;
        Some((name.to_owned(), line.to_owned()))
    };
    text.lines().filter_map(named).collect()
}

/// Writes the manifests.
///
/// # Errors
/// The file cannot be written.
pub fn write_manifests(folder: &Path, manifests: &[(String, String)]) -> Result<(), Error> {
    let path = folder.join(MANIFESTS);
    let text: String = manifests.iter().map(|(_, line)| format!("{line}\n")).collect();
    write_whole(&Disk, &path, text.as_bytes()).map_err(|error| Error::io("write", &path, error))
}

/// Adds a sitting to the times: a cell or a match took so many core-seconds.
///
/// # Errors
/// The file cannot be written.
pub fn add_time(folder: &Path, key: [&str; 5], seconds: f64) -> Result<(), Error> {
    let path = folder.join(TIMING);
    let written = || -> std::io::Result<()> {
        storage::check_changeable(&path)?;
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(TIMING_HEADER.as_bytes())?;
        }
        let mut row = csv::WriterBuilder::new().from_writer(Vec::new());
        let seconds = format!("{seconds:.2}");
        row.write_record(key.into_iter().chain([&*seconds]))?;
        file.write_all(&row.into_inner().map_err(csv::IntoInnerError::into_error)?)
    };
    written().map_err(|error| Error::io("write", &path, error))
}

/// The core-seconds of all sittings; nothing where no times are there.
pub fn core_seconds(folder: &Path) -> f64 {
    let text = storage::read_to_string(&folder.join(TIMING)).unwrap_or_default();
    text.lines().skip(1).filter_map(|line| line.rsplit_once(',')?.1.parse::<f64>().ok()).sum()
}

/// How long another process may hold the files.
const PATIENCE: Duration = Duration::from_secs(60);

/// Locks the files of an atlas: several processes may play cells of one. They hold it for a moment only.
///
/// # Errors
/// The folder cannot be written to, or another process does not let it go.
pub fn locked(folder: &Path) -> Result<Lock, Error> {
    let began = Instant::now();
    loop {
        match Lock::take(folder) {
            Ok(lock) => return Ok(lock),
            Err(LockError::InUse(_)) if began.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(50));
            }
            // The same again, for its words.
            Err(_) => return lock(folder),
        }
    }
}

/// The folder of a cell's or a match's games.
pub fn games_folder(out: &Path, name: &str) -> PathBuf {
    out.join("games").join(name)
}
