//! Moves that belong together, and drawing one of them.

use arrayvec::ArrayVec;

use super::pawns::Steps;
use super::{Army, Forces};
use crate::grid::BitSet;
use torneo_contract::Seat;

/// The most batches of a position with up to 24 pieces a side: one for each gait of each piece, and of pawns the steps
/// and captures, apart for pinned ones.
const MOST_BATCHES: usize = 96;

/// Moves that belong together.
#[derive(Clone, Copy, Debug)]
pub enum Batch<S> {
    /// Of one piece, by the cells entered.
    Piece(usize, S),
    /// Of pawns.
    Pawns(Steps<S>),
}

impl<S: BitSet> Batch<S> {
    /// The cells entered.
    #[inline]
    pub fn targets(&self) -> S {
        match *self {
            Batch::Piece(_, targets) | Batch::Pawns(Steps { targets, .. }) => targets,
        }
    }

    /// The cell left by the piece that enters one of the targets.
    #[inline]
    pub fn from(&self, to: usize) -> usize {
        match *self {
            Batch::Piece(from, _) => from,
            Batch::Pawns(steps) => steps.from(to),
        }
    }
}

/// The moves of a position to draw one from.
#[derive(Debug)]
pub struct Draw<S: BitSet> {
    /// Batches, each with the number of moves up to its end.
    batches: ArrayVec<(usize, Batch<S>), MOST_BATCHES>,
    count: usize,
}

impl<S: BitSet> Default for Draw<S> {
    fn default() -> Self {
        Draw::new()
    }
}

impl<S: BitSet> Draw<S> {
    /// No moves.
    pub const fn new() -> Self {
        Draw { batches: ArrayVec::new_const(), count: 0 }
    }

    /// Adds a batch with this many moves.
    #[inline]
    pub fn push(&mut self, count: usize, batch: Batch<S>) {
        self.count += count;
        self.batches.push((self.count, batch));
    }

    /// Draws one legal move: one of those that were added, or a move of the player's king to one of `steps`
    /// where it is safe. Returns a batch and a number in it. `below` draws a number below its argument. There
    /// must be a legal move.
    ///
    /// The safety of the king is tested only when a move of the king is drawn. If the king is not safe there,
    /// the draw is repeated without this move, so all legal moves are equally likely.
    #[inline]
    pub fn pick<A: Army<Set = S>, const GAITS: usize>(
        &self,
        army: &A,
        forces: &Forces<S, GAITS, 2>,
        seat: Seat,
        mut steps: S,
        mut below: impl FnMut(usize) -> usize,
    ) -> (Batch<S>, usize) {
        loop {
            let number = below(self.count + steps.len() as usize);
            if number < self.count {
                let index = self.batches.iter().position(|&(end, _)| number < end);
                let index = index.expect("the number is below the count");
                let begin = if index == 0 { 0 } else { self.batches[index - 1].0 };
                return (self.batches[index].1, number - begin);
            }
            let to = steps.nth(number - self.count);
            if forces.king_is_safe(army, seat, to) {
                return (Batch::Piece(forces.king::<A>(seat), S::one(to)), 0);
            }
            steps = steps & !S::one(to);
        }
    }
}
