//! Cutting a file into pieces of one or a few games.

use torneo_registry::incoming::{Line, MOST_BYTES};

use super::{UNDECIDED, signs};
use crate::draft::ReadError;
use crate::import::{Cut, Cutter, Piece, too_large};

/// The tag that begins a game in every file, even behind a comment that is not closed.
const FIRST_TAG: &str = "[Event ";

/// Most bytes of a game before its first move: tags and comments.
const LONGEST_HEAD: usize = 1 << 20;

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
    /// Whether the game is too large: it is gone past.
    refused: bool,
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

    /// What is too large of the game so far.
    fn excess(&self, line: usize) -> Option<ReadError> {
        if !self.moves && self.text.len() > LONGEST_HEAD {
            let message = format!("the game has more than {} MiB before its first move", LONGEST_HEAD >> 20);
            return Some(ReadError::new(line, message));
        }
        (self.text.len() as u64 > MOST_BYTES).then(|| too_large(line))
    }
}

impl Cutter for Pieces {
    fn take(&mut self, line: Line) -> Vec<Cut> {
        let mut pieces = Vec::new();
        let begins = if self.comment { line.text.starts_with(FIRST_TAG) } else { line.text.starts_with('[') };
        if begins && (self.moves || self.comment) {
            pieces.extend(self.rest().map(Ok));
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
        let is_result = |word: &str| word == UNDECIDED || signs::result(word).is_some();
        let ends = moves.split_whitespace().next_back().is_some_and(is_result);
        if !self.refused {
            self.text += &line.text;
            self.text.push('\n');
        }
        if let Some(error) = self.excess(line.number) {
            pieces.push(Err(error));
            self.text = String::new();
            self.refused = true;
        }
        if ends && self.moves && !self.comment && self.depth == 0 {
            pieces.extend(self.rest().map(Ok));
        }
        pieces
    }

    fn rest(&mut self) -> Option<Piece> {
        let Pieces { line, text, .. } = std::mem::take(self);
        (!text.trim().is_empty()).then_some(Piece { line, text })
    }

    fn is_between(&self) -> bool {
        self.text.is_empty()
    }
}
