//! Cutting a file into pieces of one or a few games.

use torneo_registry::incoming::Line;

use super::words::RESULTS;
use crate::import::{Cutter, Piece};

/// The tag that begins a game in every file, even behind a comment that is not closed.
const FIRST_TAG: &str = "[Event ";

/// The lines of the games that are being read.
#[derive(Default)]
pub struct Pieces {
    line: usize,
    text: String,
    /// Whether a comment is open, and how many variations are.
    comment: bool,
    depth: usize,
    /// Whether there were moves.
    moves: bool,
}

impl Pieces {
    /// Looks at text outside tags.
    fn look_at(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '}' => self.comment = false,
                _ if self.comment => {}
                '{' => self.comment = true,
                ';' => return,
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                c => self.moves |= !c.is_whitespace(),
            }
        }
    }
}

impl Cutter for Pieces {
    fn take(&mut self, line: Line) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let begins = if self.comment { line.text.starts_with(FIRST_TAG) } else { line.text.starts_with('[') };
        if begins && (self.moves || self.comment) {
            pieces.extend(self.rest());
        }
        let is_tag = line.text.starts_with('[') && !self.comment;
        if self.text.is_empty() {
            self.line = line.number;
        }
        let is_escaped = line.text.starts_with('%');
        let moves = match (is_tag, line.text.rfind(']')) {
            (true, Some(end)) => &line.text[end + 1..],
            _ => &line.text,
        };
        if !is_escaped {
            self.look_at(moves);
        }
        let ends = moves.split_whitespace().next_back().is_some_and(|word| RESULTS.contains(&word));
        self.text += &line.text;
        self.text.push('\n');
        if ends && self.moves && !self.comment && self.depth == 0 {
            pieces.extend(self.rest());
        }
        pieces
    }

    fn rest(&mut self) -> Option<Piece> {
        let Pieces { line, text, .. } = std::mem::take(self);
        (!text.trim().is_empty()).then_some(Piece { line, text })
    }
}
