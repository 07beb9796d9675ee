//! Holding the rows of a folder against the plan.

use std::fs::File;
use std::io::{BufReader, Read, Take};
use std::path::Path;

use super::lines::whole_lines;
use super::{GAMES, GAMES_HEADER, SEATS, SEATS_HEADER};
use crate::Error;
use crate::plan::{Config, Group, Plan};

/// How far the rows of a file are those of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scanned {
    /// Whole games, from the first one.
    pub games: u64,
    /// The byte at which their rows end.
    pub bytes: u64,
    /// What is wrong with what follows, with its line; a last line that is cut short is no fault.
    pub fault: Option<String>,
}

/// One of the two files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// `games.csv`: one row for each game.
    OfGames,
    /// `seats.csv`: one row for each seat of each game.
    OfSeats,
}

impl Rows {
    /// The name of the file.
    pub fn file(self) -> &'static str {
        match self {
            Rows::OfGames => GAMES,
            Rows::OfSeats => SEATS,
        }
    }

    fn header(self) -> &'static [&'static str] {
        match self {
            Rows::OfGames => &GAMES_HEADER,
            Rows::OfSeats => &SEATS_HEADER,
        }
    }

    /// Reads the rows of a folder up to those of the game `most`.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn scan(self, folder: &Path, config: &Config, plan: &Plan, most: u64) -> Result<Scanned, Error> {
        let path = folder.join(self.file());
        let unreadable = |error| Error::input(format!("cannot read {}: {error}", path.display()));
        let whole = whole_lines(&path, 0).map_err(unreadable)?;
        let file = BufReader::with_capacity(1 << 16, File::open(&path).map_err(unreadable)?).take(whole);
        let mut scan = Scan {
            rows: self,
            reader: csv::ReaderBuilder::new().from_reader(file),
            row: csv::StringRecord::new(),
            config,
            plan,
            found: Scanned { games: 0, bytes: 0, fault: None },
        };
        if let Err((line, fault)) = scan.run(most) {
            scan.found.fault = Some(format!("{}, line {line}: {fault}", path.display()));
        }
        Ok(scan.found)
    }
}

struct Scan<'a> {
    rows: Rows,
    reader: csv::Reader<Take<BufReader<File>>>,
    row: csv::StringRecord,
    config: &'a Config,
    plan: &'a Plan,
    found: Scanned,
}

/// A line and what is wrong with it.
type Fault = (u64, String);

impl Scan<'_> {
    fn run(&mut self, most: u64) -> Result<(), Fault> {
        let header = self.rows.header();
        let found = self.reader.headers().map_err(|error| (1, error.to_string()))?;
        if found != header {
            return Err((1, format!("expected the columns {}", header.join(","))));
        }
        self.found.bytes = self.reader.position().byte();
        for index in 0..self.plan.known_groups() {
            let group = self.plan.group(index);
            for game in 0..group.games {
                if self.found.games == most || !self.game(&group, game)? {
                    return Ok(());
                }
                self.found.games += 1;
                self.found.bytes = self.reader.position().byte();
            }
        }
        let line = self.reader.position().line();
        match self.reader.read_record(&mut self.row) {
            Ok(false) => Ok(()),
            _ => Err((line, "the run has no more games".to_owned())),
        }
    }

    /// Reads the rows of a game; false at the end of the file.
    fn game(&mut self, group: &Group, index: u64) -> Result<bool, Fault> {
        let event = &self.plan.events()[group.event];
        let game_no = group.first_game + index;
        if self.rows == Rows::OfGames {
            return self.next(|row| check_game_row(row, group, game_no, &event.game, event.seats));
        }
        let config = self.config;
        for (seat, engine) in self.plan.engines(group, index).into_iter().enumerate() {
            let engine = &config.engines[engine].name;
            if !self.next(|row| check_seat_row(row, game_no, seat, engine))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn next(&mut self, check: impl Fn(&csv::StringRecord) -> Result<(), String>) -> Result<bool, Fault> {
        let line = self.reader.position().line();
        if !self.reader.read_record(&mut self.row).map_err(|error| (line, error.to_string()))? {
            return Ok(false);
        }
        check(&self.row).map_err(|fault| (line, fault))?;
        // A file system may leave zeros where it lost data.
        if self.row.as_slice().bytes().any(|byte| byte.is_ascii_control()) {
            return Err((line, "expected text, found control characters".to_owned()));
        }
        Ok(true)
    }
}

fn expect(row: &csv::StringRecord, columns: &[&str], column: usize, expected: &str) -> Result<(), String> {
    let found = &row[column];
    if found == expected {
        return Ok(());
    }
    Err(format!("column `{}`: expected `{expected}`, found `{found}`", columns[column]))
}

fn number(row: &csv::StringRecord, columns: &[&str], column: usize) -> Result<(), String> {
    let found = &row[column];
    match found.parse::<u64>() {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("column `{}`: expected a number, found `{found}`", columns[column])),
    }
}

fn check_game_row(
    row: &csv::StringRecord,
    group: &Group,
    game_no: u64,
    game: &str,
    seats: usize,
) -> Result<(), String> {
    let mut digits = itoa::Buffer::new();
    let numbers = [(0, game_no), (1, group.round), (2, group.number), (5, seats as u64)];
    for (column, number) in numbers {
        expect(row, &GAMES_HEADER, column, digits.format(number))?;
    }
    expect(row, &GAMES_HEADER, 3, game)?;
    let winner = &row[6];
    if !winner.is_empty() && !winner.parse::<usize>().is_ok_and(|seat| seat < seats) {
        return Err(format!("column `winner`: expected a seat below {seats} or nothing, found `{winner}`"));
    }
    number(row, &GAMES_HEADER, 8)
}

fn check_seat_row(row: &csv::StringRecord, game_no: u64, seat: usize, engine: &str) -> Result<(), String> {
    let mut digits = itoa::Buffer::new();
    expect(row, &SEATS_HEADER, 0, digits.format(game_no))?;
    expect(row, &SEATS_HEADER, 1, digits.format(seat))?;
    expect(row, &SEATS_HEADER, 2, engine)?;
    if !row[3].parse::<f64>().is_ok_and(|score| (0.0..=1.0).contains(&score)) {
        return Err(format!("column `score`: expected a number 0..=1, found `{}`", &row[3]));
    }
    number(row, &SEATS_HEADER, 5)?;
    number(row, &SEATS_HEADER, 6)
}
