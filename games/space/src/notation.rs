//! Texts of moves.

use super::board::{Action, Board, castles};
use super::levels::{LEVELS, file, level, read_cell, write_cell};
use super::tables::{Array, KING_KIND, PAWN, PAWNS, Tables};
use torneo_board::army::Kind;
use torneo_board::text;

/// A move as it is written: cells left and landed on, the level of a transfer, and the letter of a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Written {
    pub from: usize,
    pub landing: usize,
    pub transfer: Option<usize>,
    pub promotion: Option<char>,
}

/// Cuts `^2` off the end, with the level counted from 0.
fn split_transfer(written: &str) -> Option<(&str, Option<usize>)> {
    let Some((rest, number)) = written.split_once('^') else { return Some((written, None)) };
    let level = text::parse_number::<usize>(number).filter(|number| (1..=LEVELS).contains(number))?;
    Some((rest, Some(level - 1)))
}

/// Reads `1e21e4`, `1b11c3^2` or `2a73a8q`.
pub(super) fn read_cells(written: &str) -> Option<Written> {
    let (rest, promotion) = match written.char_indices().last()? {
        (at, letter) if letter.is_ascii_alphabetic() => (&written[..at], Some(letter)),
        _ => (written, None),
    };
    let (rest, transfer) = split_transfer(rest)?;
    let (from, landing) = rest.split_at_checked(3)?;
    Some(Written { from: read_cell(from)?, landing: read_cell(landing)?, transfer, promotion })
}

impl Tables {
    pub(super) fn write_action(&self, action: Action, written: &mut String) {
        match action {
            Action::Choose(array) => written.push_str(array.name()),
            Action::Move { from, to, promotion } => {
                let (from, to) = (from as usize, to as usize);
                let landing = self.capture_cell(from, to);
                write_cell(from, written);
                write_cell(landing, written);
                if landing != to {
                    written.push('^');
                    text::write_number(level(to) + 1, written);
                }
                if promotion != 0 {
                    written.push(self.letter(promotion).to_ascii_lowercase());
                }
            }
        }
    }

    /// Reads a move as printed games write it: `1c3`, `N2d1`, `Bx3c4`, `cx3b6`, `Nd3e5`, `3a8=Q`, `O-O`, with
    /// a transfer
    /// `^2` and marks of check, mate and praise after it. It must fit exactly one legal move.
    pub(super) fn read_printed(&self, board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        let printed = self.printed(written.trim_end_matches(['+', '#', '!', '?']))?;
        let mut found = legal.iter().copied().filter(|&action| match action {
            Action::Choose(_) => false,
            Action::Move { from, to, promotion } => {
                self.fits(&printed, board, from as usize, to as usize, promotion)
            }
        });
        found.next().filter(|_| found.next().is_none())
    }

    fn printed<'a>(&self, written: &'a str) -> Option<Printed<'a>> {
        let (written, transfer) = split_transfer(written)?;
        if matches!(written, "O-O" | "O-O-O") {
            return Some(Printed::Castling { long: written.len() > 3, transfer });
        }
        let (written, promotion) = match written.split_once('=') {
            Some((rest, letter)) => {
                let only =
                    letter.chars().next().filter(|letter| letter.is_ascii() && written.ends_with(*letter))?;
                (rest, self.kind(only).filter(|_| letter.len() == 1)?)
            }
            None => (written, 0),
        };
        let (rest, landing) = written.split_at_checked(written.len().checked_sub(3)?)?;
        let (kind, rest) = match rest.chars().next().and_then(|letter| self.kind(letter)) {
            Some(kind) => (kind, &rest[1..]),
            None => (PAWNS, rest),
        };
        let (origin, captures) = match rest.strip_suffix('x') {
            Some(origin) => (origin, true),
            None => (rest, false),
        };
        Some(Printed::Piece { kind, origin, captures, landing: read_cell(landing)?, transfer, promotion })
    }

    fn fits(&self, printed: &Printed<'_>, board: &Board, from: usize, to: usize, becomes: Kind) -> bool {
        let kind_there = board.forces.kind(from);
        let target = self.capture_cell(from, to);
        let level_after = (target != to).then_some(level(to));
        match *printed {
            Printed::Castling { long, transfer } => {
                let queenside = file(to) < file(from);
                kind_there == KING_KIND && castles(from, to) && queenside == long && transfer == level_after
            }
            Printed::Piece { kind, origin, captures, landing, transfer, promotion } => {
                let pawn = kind_there & PAWNS != 0;
                let takes = self.captured_value(board, from, to) != 0;
                let kind = if kind == PAWNS { 1 << (PAWN + board.to_move.index()) } else { kind };
                // A pawn's step is printed by its goal alone, a capture with the file.
                let comes_from = match origin {
                    "" => !pawn || !takes || captures,
                    _ => is_origin(origin, from),
                };
                kind_there == kind
                    && target == landing
                    && level_after == transfer
                    && becomes == promotion
                    && (takes || !captures)
                    && comes_from
            }
        }
    }
}

/// Whether a printed origin, a file, a rank or a whole cell, fits a cell.
fn is_origin(origin: &str, from: usize) -> bool {
    let mut name = String::new();
    write_cell(from, &mut name);
    origin == name || origin == &name[1..] || origin == &name[1..2]
}

/// What a printed move says.
enum Printed<'a> {
    Castling {
        long: bool,
        transfer: Option<usize>,
    },
    Piece {
        kind: Kind,
        origin: &'a str,
        captures: bool,
        landing: usize,
        transfer: Option<usize>,
        promotion: Kind,
    },
}

/// The array of a name.
pub(super) fn read_array(written: &str) -> Option<Array> {
    Array::ALL.into_iter().find(|array| array.name() == written)
}
