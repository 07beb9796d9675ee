//! Stacks of pieces.

use torneo_contract::{Refusal, refuse, refuse_if};

/// The sides, which are the colours of the pieces.
pub const BLACK: usize = 0;
pub const WHITE: usize = 1;
pub const LETTERS: [char; 2] = ['B', 'W'];

/// Most pieces of one colour above each other: a player doubles a piece and no more.
const LONGEST_RUN: u32 = 2;

/// The pieces on a square: a bit for each, the top piece in the lowest bit, and a bit above them all.
///
/// The highest stack of any board has 61 pieces: on the middle squares of the largest board the stacks on 59
/// squares can give strength. So a stack of 59 can be attacked and then doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stack(u64);

impl Stack {
    /// A square without pieces.
    pub const EMPTY: Stack = Stack(1);

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The number with a bit for each piece, as [`Stack`] tells: 1 for none.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Number of pieces.
    #[inline]
    pub const fn height(self) -> usize {
        self.0.ilog2() as usize
    }

    /// The colour of the top piece of a stack that is not empty.
    #[inline]
    pub const fn owner(self) -> usize {
        (self.0 & 1) as usize
    }

    /// Puts a piece on top.
    #[inline]
    pub const fn push(&mut self, colour: usize) {
        self.0 = self.0 << 1 | colour as u64;
    }

    /// Number of the owner's pieces at the top.
    #[inline]
    pub const fn run(self) -> usize {
        match self.height() {
            0 => 0,
            1 => 1,
            _ if self.0 & 1 != self.0 >> 1 & 1 => 1,
            _ => LONGEST_RUN as usize,
        }
    }

    /// Number of pieces under the owner's pieces at the top: the height of the stack that the owner attacked.
    #[inline]
    pub const fn attacked(self) -> usize {
        self.height() - self.run()
    }

    /// Whether the owner took a stack of several pieces.
    #[inline]
    pub const fn is_hi_jack(self) -> bool {
        self.attacked() >= 2
    }

    /// The same stack with the colours exchanged.
    #[inline]
    pub const fn exchanged(self) -> Stack {
        Stack(self.0 ^ ((1 << self.height()) - 1))
    }

    /// The colours of the pieces from bottom to top.
    pub fn pieces(self) -> impl Iterator<Item = usize> {
        (0..self.height()).rev().map(move |level| (self.0 >> level & 1) as usize)
    }

    /// Appends the letters of the pieces from bottom to top, or `.`.
    pub fn write(self, written: &mut String) {
        if self.is_empty() {
            written.push('.');
        }
        written.extend(self.pieces().map(|colour| LETTERS[colour]));
    }

    /// Reads the letters of a stack of `most` pieces or fewer.
    ///
    /// # Errors
    /// Other letters, too many pieces, or three pieces of a colour above each other.
    pub fn parse(written: &str, most: usize) -> Result<Stack, Refusal> {
        let mut stack = Stack::EMPTY;
        if written == "." {
            return Ok(stack);
        }
        for letter in written.chars() {
            let Some(colour) = LETTERS.iter().position(|&known| known == letter) else {
                refuse!("expected `.` or pieces `B` and `W` from bottom to top, found `{written}`");
            };
            refuse_if!(stack.height() == most, "no stack here is higher than {most}, found `{written}`");
            if stack.run() == LONGEST_RUN as usize && stack.owner() == colour {
                refuse!("a player puts two pieces above each other and no more, found `{written}`");
            }
            stack.push(colour);
        }
        Ok(stack)
    }
}
