//! Reading what choices rest on.

use std::io::{BufReader, Read};
use std::path::Path;

use super::checkpoint::unreadable;
use super::{MOVES, MOVES_HEADER, Opened};
use crate::Error;
use crate::storage::open;

/// What a choice was thought to be worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedChoice {
    /// The number of the game.
    pub game_no: u64,
    /// Plies played before it.
    pub ply: u64,
    /// The seat that chose.
    pub seat: u64,
    /// The expected score of the seat, 0 to 1.
    pub value: f64,
}

/// Calls `visit` with every confirmed choice of a run that has a value, in the order of the file; none if the run wrote no
/// evaluations, or is not finished.
///
/// # Errors
/// A folder that cannot be read; the error names the line.
pub fn each_value(folder: &Path, mut visit: impl FnMut(ValuedChoice)) -> Result<(), Error> {
    let opened = Opened::with_moves(folder)?;
    let path = folder.join(MOVES);
    let is_there = if opened.has_uncovered_moves() {
        path.exists()
    } else {
        opened.verified.moves == Some(MOVES) && opened.confirmed().games > 0
    };
    if !is_there {
        return Ok(());
    }
    let place = path.display();
    let file = open(&path).map_err(|error| unreadable(&path, &error))?;
    let file = BufReader::new(file).take(opened.confirmed().moves.unwrap_or(u64::MAX));
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(file);
    let columns =
        reader.headers().is_ok_and(|header| header.iter().take(MOVES_HEADER.len()).eq(MOVES_HEADER));
    if !columns {
        return Err(Error::input(format!(
            "{place}, line 1: expected the columns {}",
            MOVES_HEADER.join(",")
        )));
    }
    let mut row = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        let more = reader.read_record(&mut row);
        if !more.map_err(|error| Error::input(format!("{place}, line {line}: {error}")))? {
            return Ok(());
        }
        let number = |column: usize| row.get(column).and_then(|field| field.parse::<u64>().ok());
        let value = row.get(4).unwrap_or_default();
        match (number(0), number(1), number(2), value.parse()) {
            (Some(game_no), Some(ply), Some(seat), Ok(value)) => {
                visit(ValuedChoice { game_no, ply, seat, value });
            }
            _ if value.is_empty() => {}
            _ => return Err(Error::input(format!("{place}, line {line}: expected a choice with its value"))),
        }
    }
}
