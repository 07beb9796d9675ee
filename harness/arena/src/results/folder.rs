//! Opening a results folder for writing, new or to be continued.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::checkpoint::{self, Checkpoint};
use super::lines::whole_lines;
use super::rows::header_line;
use super::{CHECKPOINTS, GAMES, GAMES_HEADER, MANIFEST, Manifest, SEATS, SEATS_HEADER, TIMING};
use crate::Error;
use crate::plan::Plan;

/// The columns of `timing.csv`.
const TIMING_HEADER: [&str; 4] = ["first_game", "games", "plies", "milliseconds"];

/// How often at most the files are flushed and a checkpoint is written.
const FLUSH_EVERY: Duration = Duration::from_millis(500);

/// A results folder that is being written.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    games: Hashed,
    seats: Hashed,
    timing: BufWriter<File>,
    checkpoints: File,
    written: u64,
    flushed: Instant,
}

/// What is done when a folder is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games whose rows are there.
    pub games: u64,
}

/// A file whose content is hashed as it grows.
#[derive(Debug)]
struct Hashed {
    file: BufWriter<File>,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Hashed {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}

impl Folder {
    /// Makes a new results folder.
    ///
    /// # Errors
    /// A folder that is not empty, or that cannot be made.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Folder, Error> {
        if path.is_file() {
            return Err(Error::input(format!("{} is a file, not a folder", path.display())));
        }
        if path.is_dir() && fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(not_empty(path, manifest));
        }
        let failed = |error: std::io::Error| Error::io("write to", path, error);
        fs::create_dir_all(path).map_err(|error| {
            Error::input(format!("the folder {} cannot be made: {error}", path.display()))
        })?;
        fs::write(path.join(MANIFEST), manifest.text()).map_err(failed)?;
        for (name, columns) in [
            (GAMES, &GAMES_HEADER[..]),
            (SEATS, &SEATS_HEADER),
            (TIMING, &TIMING_HEADER),
            (CHECKPOINTS, &checkpoint::HEADER),
        ] {
            fs::write(path.join(name), header_line(columns)).map_err(failed)?;
        }
        let lengths = [header_line(&GAMES_HEADER).len() as u64, header_line(&SEATS_HEADER).len() as u64];
        let hashers = checkpoint::verify(path, &[], lengths)?;
        Folder::append(path, lengths, hashers, 0).map_err(failed)
    }

    /// Opens the folder of a run that was stopped, to continue it. Rows that were cut short are removed.
    ///
    /// # Errors
    /// A folder that holds another run, or whose files are not as they were written; nothing is changed then.
    pub fn resume(path: &Path, manifest: &Manifest, plan: &Plan) -> Result<(Folder, Progress), Error> {
        if !path.exists() {
            let message = format!("there is nothing to resume: {} does not exist", path.display());
            return Err(Error::input_with_help(message, "leave out --resume to begin the run"));
        }
        if let Some(difference) = Manifest::read(path)?.difference(manifest) {
            let message = format!("{} cannot be resumed: {difference}", path.display());
            return Err(Error::input_with_help(message, "choose another folder with --out DIR"));
        }
        let checkpoints = checkpoint::read(path)?;
        checkpoint::verify(path, &checkpoints, [0, 0])?;
        let games = scan(&path.join(GAMES), &GAMES_HEADER, plan, |_| 1, check_game_row)?;
        let seats = scan(&path.join(SEATS), &SEATS_HEADER, plan, |seats| seats as u64, check_seat_row)?;
        let done = games.len().min(seats.len()) - 1;
        let lengths = [games[done], seats[done]];
        let kept = checkpoints.iter().filter(|checkpoint| checkpoint.games <= done as u64).cloned();
        let hashers = checkpoint::verify(path, &kept.collect::<Vec<_>>(), lengths)?;
        for (name, length) in [(GAMES, lengths[0]), (SEATS, lengths[1])] {
            cut(&path.join(name), length)?;
        }
        for (name, columns) in [(TIMING, &TIMING_HEADER[..]), (CHECKPOINTS, &checkpoint::HEADER)] {
            cut_last_line(&path.join(name), columns).map_err(|error| Error::io("write to", path, error))?;
        }
        let folder = Folder::append(path, lengths, hashers, done as u64)
            .map_err(|error| Error::io("write to", path, error))?;
        Ok((folder, Progress { games: done as u64 }))
    }

    fn append(
        path: &Path,
        lengths: [u64; 2],
        hashers: [blake3::Hasher; 2],
        written: u64,
    ) -> std::io::Result<Folder> {
        let open = |name| OpenOptions::new().append(true).create(true).open(path.join(name));
        let [games_hasher, seats_hasher] = hashers;
        let hashed = |name, hasher, bytes| -> std::io::Result<Hashed> {
            Ok(Hashed { file: BufWriter::with_capacity(1 << 16, open(name)?), hasher, bytes })
        };
        Ok(Folder {
            path: path.to_owned(),
            games: hashed(GAMES, games_hasher, lengths[0])?,
            seats: hashed(SEATS, seats_hasher, lengths[1])?,
            timing: BufWriter::new(open(TIMING)?),
            checkpoints: open(CHECKPOINTS)?,
            written,
            flushed: Instant::now(),
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the rows of `count` games, whole rows in game order, and the time that they took.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(
        &mut self,
        games: &[u8],
        seats: &[u8],
        timing: (u64, u64, u64, f64),
        count: u64,
    ) -> std::io::Result<()> {
        self.games.write(games)?;
        self.seats.write(seats)?;
        let (first_game, games, plies, milliseconds) = timing;
        writeln!(self.timing, "{first_game},{games},{plies},{milliseconds:.3}")?;
        self.written += count;
        if self.flushed.elapsed() >= FLUSH_EVERY {
            self.flush()?;
        }
        Ok(())
    }

    /// Brings everything to the files and writes a checkpoint.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.games.file.flush()?;
        self.seats.file.flush()?;
        self.timing.flush()?;
        let checkpoint = Checkpoint {
            games: self.written,
            games_bytes: self.games.bytes,
            games_hash: self.games.hasher.finalize().to_hex().to_string(),
            seats_bytes: self.seats.bytes,
            seats_hash: self.seats.hasher.finalize().to_hex().to_string(),
        };
        let mut row = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        row.serialize(checkpoint).map_err(std::io::Error::other)?;
        let row = row.into_inner().map_err(|error| std::io::Error::other(error.to_string()))?;
        self.checkpoints.write_all(&row)?;
        self.flushed = Instant::now();
        Ok(())
    }
}

fn not_empty(path: &Path, manifest: &Manifest) -> Error {
    let place = path.display();
    match Manifest::read(path) {
        Ok(there) => match there.difference(manifest) {
            None => Error::input_with_help(
                format!("{place} holds this run already"),
                "continue it with --resume, look at it with `torneo analyze`, or choose another folder with --out DIR",
            ),
            Some(difference) => Error::input_with_help(
                format!("{place} is not empty: {difference}"),
                "choose another folder with --out DIR",
            ),
        },
        Err(_) => Error::input_with_help(
            format!("{place} is not empty and is not the results of a run"),
            "choose another folder with --out DIR",
        ),
    }
}

/// The byte at which the rows of each number of whole games end: after the header, after the first game, ...
fn scan(
    path: &Path,
    header: &[&str],
    plan: &Plan,
    rows_of_game: impl Fn(usize) -> u64,
    check: impl Fn(&csv::StringRecord, &Expected) -> Result<(), String>,
) -> Result<Vec<u64>, Error> {
    let unreadable = |error| Error::input(format!("cannot read {}: {error}", path.display()));
    let whole = whole_lines(path).map_err(unreadable)?;
    let file = BufReader::new(File::open(path).map_err(unreadable)?).take(whole);
    let mut reader = csv::ReaderBuilder::new().from_reader(file);
    let at_line =
        |line: u64, message: &str| Error::input(format!("{}, line {line}: {message}", path.display()));
    let found = reader.headers().map_err(|error| at_line(1, &error.to_string()))?;
    if found != header {
        return Err(at_line(1, &format!("expected the columns {}", header.join(","))));
    }
    let mut ends = vec![reader.position().byte()];
    let mut row = csv::StringRecord::new();
    let (mut group_index, mut in_group) = (0, 0);
    while group_index < plan.groups() {
        let group = plan.group(group_index);
        let event = &plan.events()[group.event];
        for seat in 0..rows_of_game(event.seats) {
            let line = reader.position().line();
            let more = reader.read_record(&mut row).map_err(|error| at_line(line, &error.to_string()))?;
            if !more {
                return Ok(ends);
            }
            let expected = Expected {
                game_no: group.first_game + in_group,
                round: group.round,
                pair: group.number,
                game: &event.game,
                seats: event.seats,
                seat,
            };
            check(&row, &expected).map_err(|message| at_line(line, &message))?;
        }
        ends.push(reader.position().byte());
        in_group += 1;
        if in_group == group.games {
            (group_index, in_group) = (group_index + 1, 0);
        }
    }
    let line = reader.position().line();
    match reader.read_record(&mut row) {
        Ok(false) => Ok(ends),
        _ => Err(at_line(line, "the run has no more games")),
    }
}

/// What a row must hold by the plan.
struct Expected<'a> {
    game_no: u64,
    round: u64,
    pair: u64,
    game: &'a str,
    seats: usize,
    seat: u64,
}

fn expect(row: &csv::StringRecord, columns: &[&str], column: usize, expected: &str) -> Result<(), String> {
    let found = &row[column];
    if found == expected {
        return Ok(());
    }
    Err(format!("column `{}`: expected `{expected}`, found `{found}`", columns[column]))
}

fn check_game_row(row: &csv::StringRecord, expected: &Expected) -> Result<(), String> {
    let texts = [
        (0, expected.game_no.to_string()),
        (1, expected.round.to_string()),
        (2, expected.pair.to_string()),
        (3, expected.game.to_owned()),
        (5, expected.seats.to_string()),
    ];
    texts.iter().try_for_each(|(column, text)| expect(row, &GAMES_HEADER, *column, text))?;
    let winner = &row[6];
    if !winner.is_empty() && !winner.parse::<usize>().is_ok_and(|seat| seat < expected.seats) {
        return Err(format!(
            "column `winner`: expected a seat below {} or nothing, found `{winner}`",
            expected.seats
        ));
    }
    row[8]
        .parse::<u64>()
        .map(|_| ())
        .map_err(|_| format!("column `plies`: expected a number, found `{}`", &row[8]))
}

fn check_seat_row(row: &csv::StringRecord, expected: &Expected) -> Result<(), String> {
    expect(row, &SEATS_HEADER, 0, &expected.game_no.to_string())?;
    expect(row, &SEATS_HEADER, 1, &expected.seat.to_string())?;
    let score = row[3].parse::<f64>().is_ok_and(|score| (0.0..=1.0).contains(&score));
    if score { Ok(()) } else { Err(format!("column `score`: expected a number 0..=1, found `{}`", &row[3])) }
}

fn cut(path: &Path, length: u64) -> Result<(), Error> {
    let cut = OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(length));
    cut.map_err(|error| Error::io("write to", path, error))
}

/// Removes a last line that is cut short; a file that is missing or empty gets its header.
fn cut_last_line(path: &Path, columns: &[&str]) -> std::io::Result<()> {
    match whole_lines(path) {
        Ok(length) if length > 0 => OpenOptions::new().write(true).open(path)?.set_len(length),
        _ => fs::write(path, header_line(columns)),
    }
}
