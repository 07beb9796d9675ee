//! Lists of games by their types.

use crate::{Described, Game, Heuristics, Notation, Scenery, Solving};

/// A game with all five parts of the contract.
pub trait Playable: Game + Notation + Scenery + Heuristics + Solving {}

impl<G: Game + Notation + Scenery + Heuristics + Solving> Playable for G {}

/// What to do with each game of a list.
pub trait GameVisitor {
    /// Called once for every game of the list, in its order.
    fn visit<G: Described>(&mut self);
}

/// Lists the games of a family: defines `each`, which shows every type to a [`GameVisitor`].
#[macro_export]
macro_rules! family {
    ($($game:ty),+ $(,)?) => {
        /// Shows every game of this family to `visitor`, in the order in which they are listed everywhere.
        pub fn each<V: $crate::GameVisitor>(visitor: &mut V) {
            $(visitor.visit::<$game>();)+
        }
    };
}
