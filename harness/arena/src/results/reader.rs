//! Reading the results of a run, game by game, without holding more than one game in memory.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use torneo_contract::SeatVec;
use torneo_contract::session::Session;
use torneo_registry::AnyGame;

use super::lines::whole_lines;
use super::{GAMES, GAMES_HEADER, SEATS, SEATS_HEADER};
use crate::Error;

/// The result of one game.
#[derive(Clone, Debug, Default)]
pub struct GameResult {
    /// The number of the game.
    pub game_no: u64,
    /// The round of its pairing.
    pub round: u64,
    /// The number of its mirrored group.
    pub pair: u64,
    /// The game's specification.
    pub game: String,
    /// The seat that alone has the top score; none for a draw.
    pub winner: Option<u64>,
    /// Why the game ended.
    pub reason: String,
    /// Number of plies.
    pub plies: u64,
    /// The moves; empty if they were not recorded.
    pub record: String,
    /// The opening: the tokens that the record begins with, or the text of the position in which the game began.
    pub opening: String,
    /// Whether the random opening ended the game: no engine decided anything.
    pub ended_in_opening: bool,
    /// The seats in order.
    pub seats: SeatVec<SeatResult>,
}

/// The result of one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatResult {
    /// The name of the engine.
    pub engine: String,
    /// Score in `[0, 1]`.
    pub score: f64,
    /// Points, where the game has them.
    pub points: Option<f64>,
}

impl GameResult {
    /// The position in which the game began, if its record does not begin at the start.
    pub fn position(&self) -> Option<&str> {
        let rest = self.record.strip_prefix(&*self.opening);
        let is_line = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        (!self.opening.is_empty() && !is_line).then_some(&*self.opening)
    }

    /// The game as it began, for its record to be played.
    ///
    /// # Errors
    /// An opening that is no position of the game: the results were edited, or another version of the program wrote them.
    pub fn session(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Error> {
        let mut session = game.session();
        if let Some(position) = self.position() {
            let set = session.set_position(position);
            set.map_err(|error| Error::input(format!("game {}, its opening: {error}", self.game_no)))?;
        }
        Ok(session)
    }
}

/// Calls `visit` with every whole game of a results folder, in game order; returns how many there were.
///
/// # Errors
/// Files that cannot be read or do not fit together; the error names file and line.
pub fn each_game(folder: &Path, visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
    Follower::new(folder).each_new(visit)
}

/// Reads a results folder while it grows.
#[derive(Clone, Debug)]
pub struct Follower {
    folder: PathBuf,
    /// The bytes of `games.csv` and `seats.csv` that have been read.
    read: [u64; 2],
}

impl Follower {
    /// Begins with the first game.
    pub fn new(folder: &Path) -> Follower {
        Follower { folder: folder.to_owned(), read: [0, 0] }
    }

    /// Calls `visit` with every whole game that has been added since the last time; returns how many there were.
    ///
    /// # Errors
    /// Those of [`each_game`].
    pub fn each_new(&mut self, visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
        let mut games = CsvFile::open(&self.folder.join(GAMES), &GAMES_HEADER, self.read[0])?;
        let mut seats = CsvFile::open(&self.folder.join(SEATS), &SEATS_HEADER, self.read[1])?;
        each_of(&mut games, &mut seats, &mut self.read, visit)
    }
}

fn each_of(
    games: &mut CsvFile,
    seats: &mut CsvFile,
    read: &mut [u64; 2],
    mut visit: impl FnMut(&GameResult),
) -> Result<u64, Error> {
    let (mut result, mut count) = (GameResult::default(), 0);
    'games: while games.next()? {
        result.game_no = games.number(0)?;
        result.round = games.number(1)?;
        result.pair = games.number(2)?;
        games.row[3].clone_into(&mut result.game);
        result.winner = if games.row[6].is_empty() { None } else { Some(games.number(6)?) };
        games.row[7].clone_into(&mut result.reason);
        result.plies = games.number(8)?;
        games.row[9].clone_into(&mut result.record);
        let places = games.number(5)?;
        if !(2..=torneo_contract::MAX_SEATS as u64).contains(&places) {
            return Err(games.error(5, "a number of seats"));
        }
        games.row[4].clone_into(&mut result.opening);
        result.ended_in_opening = !result.opening.is_empty();
        result.seats.clear();
        for place in 0..places {
            if !seats.next()? {
                break 'games; // the last game of a run that was stopped
            }
            if seats.number(0)? != result.game_no || seats.number(1)? != place {
                return Err(seats.error(0, &format!("seat {place} of game {}", result.game_no)));
            }
            let score = seats.row[3].parse().ok().filter(|score: &f64| (0.0..=1.0).contains(score));
            let score = score.ok_or_else(|| seats.error(3, "a number 0..=1"))?;
            result.ended_in_opening &= &seats.row[5] == "0";
            let points = match &seats.row[4] {
                "" => None,
                text => Some(text.parse().map_err(|_| seats.error(4, "a number or nothing"))?),
            };
            result.seats.push(SeatResult { engine: seats.row[2].to_owned(), score, points });
        }
        visit(&result);
        *read = [games.position(), seats.position()];
        count += 1;
    }
    Ok(count)
}

/// A CSV file being read row by row.
struct CsvFile {
    name: String,
    header: &'static [&'static str],
    reader: csv::Reader<Take<BufReader<File>>>,
    row: csv::StringRecord,
    line: u64,
    /// The byte at which reading began.
    from: u64,
}

impl CsvFile {
    /// Opens a file and goes to a byte at which a row begins; at 0 its header is read and checked.
    fn open(path: &Path, header: &'static [&'static str], from: u64) -> Result<CsvFile, Error> {
        let name = path.display().to_string();
        let unreadable = |error| Error::input(format!("cannot read {name}: {error}"));
        let whole = whole_lines(path, from).map_err(unreadable)?;
        let mut file = File::open(path).map_err(unreadable)?;
        file.seek(SeekFrom::Start(from)).map_err(unreadable)?;
        let file = BufReader::new(file).take(whole - from);
        let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(from == 0).from_reader(file);
        let row = csv::StringRecord::new();
        if from > 0 {
            return Ok(CsvFile { name, header, reader, row, line: 1, from });
        }
        let found = reader.headers().map_err(|error| Error::input(format!("{name}, line 1: {error}")))?;
        if found.iter().take(header.len()).ne(header.iter().copied()) {
            return Err(Error::input(format!("{name}, line 1: expected the columns {}", header.join(","))));
        }
        Ok(CsvFile { name, header, reader, row, line: 1, from })
    }

    /// The byte at which the next row begins.
    fn position(&self) -> u64 {
        self.from + self.reader.position().byte()
    }

    /// Goes to the next row; false at the end of the file. A last row that is cut short does not count.
    fn next(&mut self) -> Result<bool, Error> {
        self.line = self.reader.position().line();
        let more = self
            .reader
            .read_record(&mut self.row)
            .map_err(|error| Error::input(format!("{}, line {}: {error}", self.name, self.line)))?;
        if !more {
            return Ok(false);
        }
        if self.row.len() < self.header.len() {
            let (expected, found) = (self.header.len(), self.row.len());
            let message =
                format!("{}, line {}: expected {expected} columns, found {found}", self.name, self.line);
            return Err(Error::input(message));
        }
        Ok(true)
    }

    fn number(&self, column: usize) -> Result<u64, Error> {
        self.row[column].parse().map_err(|_| self.error(column, "a whole number"))
    }

    fn error(&self, column: usize, expected: &str) -> Error {
        let (name, line, found) = (&self.name, self.line, &self.row[column]);
        let column = self.header[column];
        Error::input(format!("{name}, line {line}, column `{column}`: expected {expected}, found `{found}`"))
    }
}
