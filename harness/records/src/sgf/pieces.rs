//! Cutting a file into its games.

use torneo_registry::incoming::{Line, MOST_BYTES};

use crate::import::{Cut, Cutter, Piece, too_large};

/// The text of the game that is being read.
#[derive(Default)]
pub struct Pieces {
    line: usize,
    text: String,
    /// Trees that are open.
    depth: usize,
    /// Whether a value is open, and whether its next character is escaped.
    value: bool,
    escaped: bool,
    /// Whether the game is too large: it is gone past.
    refused: bool,
}

impl Cutter for Pieces {
    fn take(&mut self, line: Line) -> Vec<Cut> {
        let mut pieces = Vec::new();
        for c in line.text.chars().chain(['\n']) {
            if self.depth == 0 && c != '(' {
                // What stands before a game, or between two, is no part of the format.
                continue;
            }
            if self.depth == 0 {
                self.line = line.number;
            }
            if !self.refused {
                self.text.push(c);
            }
            if self.text.len() as u64 > MOST_BYTES {
                pieces.push(Err(too_large(line.number)));
                self.text = String::new();
                self.refused = true;
            }
            match c {
                _ if std::mem::take(&mut self.escaped) => {}
                '\\' => self.escaped = self.value,
                ']' => self.value = false,
                _ if self.value => {}
                '[' => self.value = true,
                '(' => self.depth += 1,
                ')' => self.depth -= 1,
                _ => {}
            }
            if self.depth == 0 {
                pieces.extend(self.rest().map(Ok));
            }
        }
        pieces
    }

    fn rest(&mut self) -> Option<Piece> {
        let Pieces { line, text, .. } = std::mem::take(self);
        let text = text.trim_end().to_owned();
        (!text.is_empty()).then_some(Piece { line, text })
    }

    fn is_between(&self) -> bool {
        self.depth == 0
    }
}
