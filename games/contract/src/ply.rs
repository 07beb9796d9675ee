//! One step of a game.

use crate::{Game, Notation, SeatVec};

/// One ply: the decision of a seat or a result of chance, or a joint choice.
#[derive(Clone, PartialEq, Debug)]
pub enum Ply<A> {
    /// A decision or a result of chance.
    One(A),
    /// One action for each choosing seat, in seat order.
    Joint(SeatVec<A>),
}

impl<A: Copy> Ply<A> {
    /// Its actions.
    pub fn actions(&self) -> &[A] {
        match self {
            Ply::One(action) => std::slice::from_ref(action),
            Ply::Joint(joint) => joint,
        }
    }

    /// Plays the ply.
    pub fn apply<G: Game<Action = A>>(&self, game: &G, position: &mut G::Position) {
        match self {
            Ply::One(action) => game.apply(position, *action),
            Ply::Joint(joint) => game.apply_simultaneous(position, joint),
        }
    }

    /// Appends the ply's token in the position before it.
    pub fn write<G: Notation<Action = A>>(&self, game: &G, position: &G::Position, text: &mut String) {
        match self {
            Ply::One(action) => game.write_action(position, *action, text),
            Ply::Joint(joint) => write_joint(game, position, joint, text),
        }
    }
}

/// Appends the notation of a joint choice.
pub(crate) fn write_joint<G: Notation>(
    game: &G,
    position: &G::Position,
    joint: &[G::Action],
    text: &mut String,
) {
    let [mut separator, between] = G::JOINT;
    for &action in joint {
        text.push_str(separator);
        game.write_action(position, action, text);
        separator = between;
    }
}
