//! Reading the results of a run, game by game, without holding more than one game in memory.

use std::fs::File;
use std::io::{BufReader, Read, Take};
use std::path::Path;

use torneo_contract::SeatVec;

use super::lines::whole_lines;
use super::{GAMES, GAMES_HEADER, SEATS, SEATS_HEADER};
use crate::Error;

/// The result of one game.
#[derive(Clone, Debug, Default)]
pub struct GameResult {
    /// The number of the game.
    pub game_no: u64,
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

/// Calls `visit` with every whole game of a results folder, in game order; returns how many there were.
///
/// # Errors
/// Files that cannot be read or do not fit together; the error names file and line.
pub fn each_game(folder: &Path, mut visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
    let mut games = Table::open(&folder.join(GAMES), &GAMES_HEADER)?;
    let mut seats = Table::open(&folder.join(SEATS), &SEATS_HEADER)?;
    let (mut result, mut count) = (GameResult::default(), 0);
    'games: while games.next()? {
        result.game_no = games.number(0)?;
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
        result.ended_in_opening = !games.row[4].is_empty();
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
        count += 1;
    }
    Ok(count)
}

/// A CSV file being read row by row.
struct Table {
    name: String,
    header: &'static [&'static str],
    reader: csv::Reader<Take<BufReader<File>>>,
    row: csv::StringRecord,
    line: u64,
}

impl Table {
    fn open(path: &Path, header: &'static [&'static str]) -> Result<Table, Error> {
        let name = path.display().to_string();
        let unreadable = |error| Error::input(format!("cannot read {name}: {error}"));
        let whole = whole_lines(path).map_err(unreadable)?;
        let file = BufReader::new(File::open(path).map_err(unreadable)?).take(whole);
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
        let found = reader.headers().map_err(|error| Error::input(format!("{name}, line 1: {error}")))?;
        if found.iter().take(header.len()).ne(header.iter().copied()) {
            return Err(Error::input(format!("{name}, line 1: expected the columns {}", header.join(","))));
        }
        Ok(Table { name, header, reader, row: csv::StringRecord::new(), line: 1 })
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
