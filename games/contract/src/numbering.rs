//! Numbered positions, for tables that hold something about every position of a game.

use crate::Seat;

/// The number of a position: its layer, and its place in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number {
    /// The layer.
    pub layer: u32,
    /// The number in the layer.
    pub index: u32,
}

/// What the rules say of a number without regard to histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The number stands for no position.
    Unused,
    /// The game is over and the side to move has lost.
    Lost,
    /// The game goes on.
    Open,
}

/// A numbering of a game's positions, histories left out.
///
/// The positions are divided into layers. A move stays in its layer or leads to a lower one: moves that
/// cannot be taken back (captures, placings) lead down. Two seats move in turn. A game that ends, ends with
/// the loss of the side to move. A number may stand for several positions that a symmetry of the board maps
/// to each other. Some numbers may stand for no position.
pub trait Numbering: Send + Sync {
    /// Names the numbering and the rules that tables depend on: equal keys, equal tables.
    fn key(&self) -> String;

    /// Number of layers that a game comes to; layers are numbered from the one without a way down.
    fn layers(&self) -> u32;

    /// What a layer holds, such as `12 hunters`.
    fn layer_name(&self, layer: u32) -> String;

    /// Numbers in a layer.
    fn size(&self, layer: u32) -> u32;

    /// The seat to move.
    fn to_move(&self, number: Number) -> Seat;

    /// How many positions the number stands for; 0 if it is not in use.
    fn weight(&self, number: Number) -> u32;

    /// Appends the numbers that the legal moves lead to, each once; none where the game is over.
    fn successors(&self, number: Number, successors: &mut Vec<Number>) -> Standing;

    /// Appends the numbers in the same layer from which a legal move leads to this one, each once: the inverse of
    /// [`successors`](Numbering::successors).
    fn predecessors(&self, number: Number, predecessors: &mut Vec<u32>);
}

/// A numbering together with the way from a game's positions to numbers and back.
pub trait NumberedSpace<P>: Numbering {
    /// The number of a position.
    fn number_of(&self, position: &P) -> Number;

    /// A position of a number in use, with a fresh history.
    fn position_of(&self, number: Number) -> P;
}
