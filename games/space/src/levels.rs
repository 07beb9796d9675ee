//! Boards of three levels of eight by eight cells.
//!
//! Cells are numbered level by level, `64 * level + 8 * rank + file`, all counted from 0, so that each word
//! of a [`Bits192`] is one level and 1a1 is cell 0.

use torneo_board::fen;
use torneo_board::grid::Bits192;
use torneo_board::text;
use torneo_contract::refuse_if;
use torneo_contract::{Refusal, refusal};

/// Files, and ranks.
pub const SIDE: usize = 8;
/// Cells of a level.
pub const SQUARES: usize = SIDE * SIDE;
pub const LEVELS: usize = 3;
pub const CELLS: usize = LEVELS * SQUARES;

/// Changes of level, file and rank.
pub type Vector = (i32, i32, i32);

pub const fn level(cell: usize) -> usize {
    cell / SQUARES
}

pub const fn file(cell: usize) -> usize {
    cell % SIDE
}

pub const fn rank(cell: usize) -> usize {
    cell / SIDE % SIDE
}

/// The cell that lies a vector away.
pub fn step(cell: usize, (levels, files, ranks): Vector) -> Option<usize> {
    let moved = |at: usize, by: i32, end: usize| at.checked_add_signed(by as isize).filter(|&at| at < end);
    let level = moved(level(cell), levels, LEVELS)?;
    let (file, rank) = (moved(file(cell), files, SIDE)?, moved(rank(cell), ranks, SIDE)?);
    Some(level * SQUARES + rank * SIDE + file)
}

/// A step on a level that whole sets of squares take at once.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The squares from which the step stays inside files and ranks.
    origins: u64,
    turn: u32,
    /// What is added to the numbers of the squares.
    pub by: i32,
}

impl Shift {
    /// A step of files and ranks.
    pub fn new((files, ranks): (i32, i32)) -> Shift {
        let stays = |&square: &usize| step(square, (0, files, ranks)).is_some();
        let by = SIDE as i32 * ranks + files;
        Shift {
            origins: (0..SQUARES).filter(stays).fold(0, |set, square| set | 1 << square),
            turn: by.rem_euclid(SQUARES as i32) as u32,
            by,
        }
    }

    /// Moves squares; those that leave the level drop out.
    #[inline]
    pub fn squares(&self, squares: u64) -> u64 {
        (squares & self.origins).rotate_left(self.turn)
    }

    /// Moves cells on their levels; those that leave the board drop out.
    #[inline]
    pub fn cells(&self, cells: Bits192) -> Bits192 {
        Bits192::from_words(cells.words().map(|squares| self.squares(squares)))
    }
}

/// Moves cells up by some levels, down if `levels` is negative; those that leave the board drop out.
#[inline]
pub fn rise(cells: Bits192, levels: i32) -> Bits192 {
    let [low, middle, high] = cells.words();
    Bits192::from_words(match levels {
        0 => [low, middle, high],
        1 => [0, low, middle],
        -1 => [middle, high, 0],
        2 => [0, 0, low],
        -2 => [high, 0, 0],
        _ => [0; LEVELS],
    })
}

/// The squares of the cells on any level.
#[inline]
pub fn on_any_level(cells: Bits192) -> u64 {
    let [low, middle, high] = cells.words();
    low | middle | high
}

/// Appends the name of a cell, such as `2e4`.
pub fn write_cell(cell: usize, written: &mut String) {
    text::write_number(level(cell) + 1, written);
    text::write_square(file(cell), rank(cell), written);
}

/// The cell of a name.
pub fn read_cell(written: &str) -> Option<usize> {
    let (first, square) = written.split_at_checked(1)?;
    let level = text::parse_number::<usize>(first).filter(|level| (1..=LEVELS).contains(level))? - 1;
    let (file, rank) = text::parse_square(square, SIDE, SIDE)?;
    Some(level * SQUARES + rank * SIDE + file)
}

/// Appends a placement: the levels from the lowest to the highest, separated by `|`.
pub fn write_placement(piece: impl Fn(usize) -> Option<char>, written: &mut String) {
    for level in 0..LEVELS {
        if level > 0 {
            written.push('|');
        }
        let at = |file: usize, rank: usize| piece(level * SQUARES + rank * SIDE + file);
        written.push_str(&fen::placement(SIDE, SIDE, at));
    }
}

/// Reads a placement and calls `place` with cell and letter of every piece.
///
/// # Errors
/// Another number of levels, ranks or squares, or whatever `place` refuses; the message names the place.
pub fn read_placement(
    written: &str,
    mut place: impl FnMut(usize, char) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let found = written.split('|').count();
    refuse_if!(found != LEVELS, "expected {LEVELS} levels separated by `|`, found {found}");
    for (level, ranks) in written.split('|').enumerate() {
        let at = |file: usize, rank: usize, letter: char| place(level * SQUARES + rank * SIDE + file, letter);
        fen::parse_ranks(ranks, SIDE, SIDE, at).map_err(|error| refusal!("level {}: {error}", level + 1))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_board::grid::BitSet;

    #[test]
    fn shifts_are_steps_of_every_cell() {
        let vectors = (-2..=2).flat_map(|l| (-2..=2).flat_map(move |f| (-2..=2).map(move |r| (l, f, r))));
        for vector in vectors {
            let (levels, files, ranks) = vector;
            let shift = Shift::new((files, ranks));
            for cell in 0..CELLS {
                let goal = step(cell, vector).map_or(Bits192::EMPTY, Bits192::one);
                assert_eq!(rise(shift.cells(Bits192::one(cell)), levels), goal, "{cell} {vector:?}");
                if let Some(goal) = step(cell, vector) {
                    assert_eq!(goal as i32 - cell as i32, shift.by + SQUARES as i32 * levels);
                }
            }
        }
    }

    #[test]
    fn cells_have_names() {
        for cell in 0..CELLS {
            let mut name = String::new();
            write_cell(cell, &mut name);
            assert_eq!(read_cell(&name), Some(cell));
        }
        assert_eq!(read_cell("2e4"), Some(SQUARES + 28));
        for bad in ["", "2", "e4", "0e4", "4e4", "2i4", "2e9", "2e04", "é4", "2e4 "] {
            assert_eq!(read_cell(bad), None, "{bad}");
        }
    }
}
