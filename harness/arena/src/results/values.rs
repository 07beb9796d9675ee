//! Reading what choices rest on, and how long they took.

use std::path::Path;

use super::choices::FIRST_COLUMNS;
use super::reader::CsvFile;
use super::{MOVES, MOVES_HEADER, Opened, TIMES, TIMES_HEADER};
use crate::Error;

/// What a choice rests on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedChoice {
    /// The number of the game.
    pub game_no: u64,
    /// Plies played before it.
    pub ply: u64,
    /// The seat that chose.
    pub seat: u64,
    /// The expected score of the seat, 0 to 1; none if the engine estimated none.
    pub value: Option<f64>,
    /// Positions visited.
    pub nodes: u64,
    /// The depth of the search in plies; none if the engine has none.
    pub depth: Option<u32>,
    /// Centipawns for the seat; none if the engine told none, and in files of earlier versions.
    pub cp: Option<i64>,
    /// Moves to the forced win of the seat, negative for a forced loss; none as for `cp`.
    pub mate: Option<i64>,
}

/// How long a choice took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimedChoice {
    /// Plies played before it.
    pub ply: u64,
    /// Milliseconds.
    pub milliseconds: f64,
    /// Seconds on the clock after it; none where none was kept.
    pub clock: Option<f64>,
}

/// The rows of a file in the order of the games.
pub(super) struct Rows {
    pub file: CsvFile<'static>,
    /// The byte at which what is confirmed ends.
    end: u64,
    /// The number of the game of the row that was read last, until that row is taken.
    waiting: Option<u64>,
}

impl Rows {
    pub fn open(path: &Path, header: &'static [&'static str], end: u64) -> Result<Rows, Error> {
        Ok(Rows { file: CsvFile::open(path, header, 0)?, end, waiting: None })
    }

    /// Goes to the next row, or stays at the one that waits; its game.
    fn peek(&mut self) -> Result<Option<u64>, Error> {
        if self.waiting.is_none() && self.file.position() < self.end && self.file.next()? {
            self.waiting = Some(self.file.number(0)?);
        }
        Ok(self.waiting)
    }

    /// Goes to the next row of a game, past those of earlier ones; false if there is none.
    pub fn next_of(&mut self, game_no: u64) -> Result<bool, Error> {
        while let Some(found) = self.peek()? {
            if found > game_no {
                return Ok(false);
            }
            self.waiting = None;
            if found == game_no {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The number in a column; none if it is empty, or not there.
    fn known<T: std::str::FromStr>(&self, column: usize, expected: &str) -> Result<Option<T>, Error> {
        match self.file.row.get(column).unwrap_or_default() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| self.file.error(column, expected)),
        }
    }

    fn choice(&self) -> Result<ValuedChoice, Error> {
        let whole = "a whole number or nothing";
        Ok(ValuedChoice {
            game_no: self.file.number(0)?,
            ply: self.file.number(1)?,
            seat: self.file.number(2)?,
            value: self.known(4, "a number or nothing")?,
            nodes: self.file.number(5)?,
            depth: self.known(6, whole)?,
            cp: self.known(7, whole)?,
            mate: self.known(8, whole)?,
        })
    }
}

/// The choices of a finished run with what they rest on.
pub struct ChoiceReader(Rows);

impl ChoiceReader {
    /// The confirmed choices of a folder; none if the run wrote no evaluations, or is not finished.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn open(folder: &Path) -> Result<Option<ChoiceReader>, Error> {
        let opened = Opened::with_moves(folder)?;
        let path = folder.join(MOVES);
        let is_there = if opened.has_uncovered_moves() {
            path.exists()
        } else {
            opened.verified.moves == Some(MOVES) && opened.confirmed().games > 0
        };
        if !is_there {
            return Ok(None);
        }
        let end = opened.confirmed().moves.unwrap_or(u64::MAX);
        let mut rows = Rows::open(&path, &MOVES_HEADER[..FIRST_COLUMNS], end)?;
        rows.file.name_columns(&MOVES_HEADER);
        Ok(Some(ChoiceReader(rows)))
    }

    /// The choices of a game. Games are asked for in their order.
    ///
    /// # Errors
    /// Rows that are none; the error names the line.
    pub fn of_game(&mut self, game_no: u64) -> Result<Vec<ValuedChoice>, Error> {
        let mut choices = Vec::new();
        while self.0.next_of(game_no)? {
            choices.push(self.0.choice()?);
        }
        Ok(choices)
    }
}

/// The choices of a finished run with the times that they took.
pub struct TimeReader(Rows);

impl TimeReader {
    /// The times in a folder; none if the run wrote none, or is not finished.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn open(folder: &Path) -> Result<Option<TimeReader>, Error> {
        let path = folder.join(TIMES);
        let rows = path.exists().then(|| Rows::open(&path, &TIMES_HEADER, u64::MAX));
        Ok(rows.transpose()?.map(TimeReader))
    }

    /// The times of the choices of a game. Games are asked for in their order.
    ///
    /// # Errors
    /// Rows that are none; the error names the line.
    pub fn of_game(&mut self, game_no: u64) -> Result<Vec<TimedChoice>, Error> {
        let (rows, mut times) = (&mut self.0, Vec::new());
        while rows.next_of(game_no)? {
            let milliseconds = rows.known(2, "a number")?.ok_or_else(|| rows.file.error(2, "a number"))?;
            let (ply, clock) = (rows.file.number(1)?, rows.known(3, "a number or nothing")?);
            times.push(TimedChoice { ply, milliseconds, clock });
        }
        Ok(times)
    }
}

/// Calls `visit` with every confirmed choice of a run, in the order of the file; none if the run wrote no evaluations, or is
/// not finished.
///
/// # Errors
/// A folder that cannot be read; the error names the line.
pub fn each_value(folder: &Path, mut visit: impl FnMut(ValuedChoice)) -> Result<(), Error> {
    let Some(ChoiceReader(mut rows)) = ChoiceReader::open(folder)? else { return Ok(()) };
    while let Some(game_no) = rows.peek()? {
        rows.next_of(game_no)?;
        visit(rows.choice()?);
    }
    Ok(())
}
