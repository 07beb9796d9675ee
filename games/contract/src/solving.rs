//! What solvers may use.

use crate::{Ending, Game, NumberedSpace};

/// The count of a length rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthRule {
    /// Turns counted.
    pub counted: u32,
    /// The count that draws the game.
    pub limit: u32,
}

/// What solvers use of a game beside its rules. A game that offers nothing to solvers implements the trait
/// with an empty body.
pub trait Solving: Game {
    /// A hash that is the same for all positions that the symmetries of the rules map onto each other. Such
    /// positions have the same value for each seat. Solvers keep one of them for all.
    #[inline]
    fn symmetric_hash(&self, position: &Self::Position) -> u64 {
        self.hash(position)
    }

    /// The count of a length rule that the position's text shows, and the count at which the game is drawn.
    /// None without such a rule. No ply counts more than one turn. With `rewind` the count is set back after it was read, as
    /// far as the rest of the position allows.
    fn length_rule(&self, _position: &mut Self::Position, _rewind: bool) -> Option<LengthRule> {
        None
    }

    /// The value of endless play through this position, by the repetition and length rules. All positions of
    /// a cycle must have the same answer. None if it depends on more than the position.
    fn cycle_value(&self, _position: &Self::Position) -> Option<Ending> {
        None
    }

    /// A numbering of the positions, histories left out, for games whose tables fit into memory that way.
    fn numbering(&self) -> Option<Box<dyn NumberedSpace<Self::Position>>> {
        None
    }
}
