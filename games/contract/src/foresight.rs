//! What a game foresees of actions before they are played.

use crate::Game;
use crate::random::Generator;

/// What searches may ask of actions that they do not play: for games that tell it much faster than by playing each.
///
/// A game that implements this says so by [`Heuristics::FORESIGHT`](crate::Heuristics::FORESIGHT).
pub trait Foresight: Game {
    /// Keeps some of the legal actions of a seat that decides alone. If some win at once, it keeps those. If the next seat could win at
    /// once, it keeps those that meet one of its threats. Else it keeps all. [`keep_decisive`] does this.
    fn decisive(&self, position: &Self::Position, actions: &mut Vec<Self::Action>);

    /// A legal action that meets what the last action threatens, found by a look at its surroundings: playouts answer so
    /// instead of at random. None by default.
    #[inline]
    fn answer(
        &self,
        _position: &Self::Position,
        _last: Self::Action,
        _rng: &mut Generator,
    ) -> Option<Self::Action> {
        None
    }

    /// The site on which an action puts a thing of some kind, as [`pieces`](crate::Notation::pieces) tells them, where that is all that
    /// it changes on the board: learnt policies weigh such actions without playing them. None by default.
    #[inline]
    fn placed(&self, _position: &Self::Position, _action: Self::Action) -> Option<(usize, u8)> {
        None
    }
}

/// Keeps the actions that win, if there are any, else those that meet a threat, if there are any, in their order.
pub fn keep_decisive<A>(actions: &mut Vec<A>, wins: impl Fn(&A) -> bool, meets: impl Fn(&A) -> bool) {
    if actions.iter().any(&wins) {
        actions.retain(wins);
    } else if actions.iter().any(&meets) {
        actions.retain(meets);
    }
}

/// The calls of [`Foresight`] of a game that has it.
#[derive(Debug)]
pub struct Foreseer<G: Game> {
    /// [`Foresight::decisive`].
    pub decisive: Decisive<G>,
    /// [`Foresight::answer`].
    pub answer: Answer<G>,
    /// [`Foresight::placed`].
    pub placed: Placed<G>,
}

type Decisive<G> = fn(&G, &<G as Game>::Position, &mut Vec<<G as Game>::Action>);
type Answer<G> =
    fn(&G, &<G as Game>::Position, <G as Game>::Action, &mut Generator) -> Option<<G as Game>::Action>;
type Placed<G> = fn(&G, &<G as Game>::Position, <G as Game>::Action) -> Option<(usize, u8)>;

impl<G: Foresight> Foreseer<G> {
    /// Those of the game, as the value of [`Heuristics::FORESIGHT`](crate::Heuristics::FORESIGHT).
    pub const OFFERED: Option<Foreseer<G>> =
        Some(Foreseer { decisive: G::decisive, answer: G::answer, placed: G::placed });
}
