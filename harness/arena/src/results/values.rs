//! Reading what choices rest on.

use std::path::Path;

use super::reader::CsvFile;
use super::{MOVES, MOVES_HEADER, Opened};
use crate::Error;

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
    let end = opened.confirmed().moves.unwrap_or(u64::MAX);
    let mut file = CsvFile::open(&path, &MOVES_HEADER, 0)?;
    while file.position() < end && file.next()? {
        if file.row[4].is_empty() {
            continue;
        }
        let value = file.row[4].parse().map_err(|_| file.error(4, "a number or nothing"))?;
        let (game_no, ply, seat) = (file.number(0)?, file.number(1)?, file.number(2)?);
        visit(ValuedChoice { game_no, ply, seat, value });
    }
    Ok(())
}
