//! Hints that searches may use and never need.

use crate::mixer::hash_of;
use crate::{Ending, Foreseer, Game, Notation, Seat};

/// How a game would end if it went on through a position for ever; none if the position has not stood before.
pub type Repetition<G> = fn(&G, &<G as Game>::Position) -> Option<Ending>;

/// Hints on a position that are not rules. A game without hints implements the trait with an empty body.
///
/// Evaluations that are learnt see what stands where ([`Notation::pieces`]).
pub trait Heuristics: Notation {
    /// Whether random play from a position to the end tells more of its worth than [`evaluate`](Heuristics::evaluate)
    /// does, because chance and not the next plies decides: searches that play out at random then do so to the end, unless
    /// they are told otherwise.
    const PREFERS_ROLLOUTS: bool = false;

    /// Whether [`evaluate`](Heuristics::evaluate) takes longer than to look up what it found by the [hash](crate::Game::hash)
    /// of the position: searches then keep it. Positions with the same hash have the same evaluation, whatever their histories.
    const KEEPS_EVALUATIONS: bool = false;

    /// What the game tells of actions before they are played, where it implements [`Foresight`](crate::Foresight):
    /// [`Foreseer::OFFERED`].
    const FORESIGHT: Option<Foreseer<Self>> = None;

    /// What play that goes round for ever is worth, in games whose searches are to end where a position stands again, though the
    /// rules let it stand more often.
    const REPETITION: Option<Repetition<Self>> = None;

    /// How good the position is for `seat` in units of about a hundredth of a small advantage, within
    /// `-1_000_000..=1_000_000`; none if the game offers no evaluation. For two seats the values of the seats are
    /// opposite.
    #[inline]
    fn evaluate(&self, _position: &Self::Position, _seat: Seat) -> Option<i32> {
        None
    }

    /// Appends the legal actions of `seat` that are noisy, in the order of [`Game::actions`]; for games that list them faster than
    /// all.
    #[inline]
    fn noisy_actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Self::Action>) {
        noisy_listed(self, position, seat, actions);
    }

    /// How much each noisy action wins at once, in the units of [`evaluate`](Heuristics::evaluate): searches try the greatest
    /// gain first. An action is noisy if it changes the evaluation so much (a capture, say) that a search should not stop right
    /// before it. None for all other actions. What is the same for all actions of a position is found once, before the first one.
    #[inline]
    fn gain<'a>(&'a self, _position: &'a Self::Position) -> impl Fn(Self::Action) -> Option<i32> + 'a {
        |_| None
    }

    /// The key under which searches remember how well an action did. Actions of different positions that mean
    /// much the same share a key, such as a piece with the square that it goes to. By default each action has
    /// its own.
    #[inline]
    fn history_key(&self, _position: &Self::Position, action: Self::Action) -> u64 {
        hash_of(&action)
    }

    /// What an action wins in the end, in the units of [`evaluate`](Heuristics::evaluate), by static exchange
    /// evaluation: each side goes on to capture where it went as long as that pays. Below 0 the action loses
    /// more than it wins; searches try it last or not at all. 0 or more where a game does not work it out.
    #[inline]
    fn see(&self, _position: &Self::Position, _action: Self::Action) -> i32 {
        0
    }

    /// Whether the seat to move has to meet a threat to lose at once, as a check in chess: searches look a ply further there and do
    /// not trust the evaluation.
    #[inline]
    fn in_check(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Passes the turn of a seat that decides alone to the next seat, for searches that ask what a pass would
    /// be worth. Returns whether it did. Only games where having to act is hardly ever a disadvantage offer
    /// this, and not where an attack has to be met.
    #[inline]
    fn null_move(&self, _position: &mut Self::Position) -> bool {
        false
    }

    /// What the evaluation counts, where the game names it. Learnt evaluations give these terms other weights.
    fn terms(&self) -> Option<Terms<Self>> {
        None
    }
}

/// Appends the noisy actions of `seat` from a list of all: what [`noisy_actions`](Heuristics::noisy_actions) does where it finds
/// nothing faster.
#[inline]
pub fn noisy_listed<G: Heuristics>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    actions: &mut Vec<G::Action>,
) {
    let (before, gain) = (actions.len(), game.gain(position));
    game.actions(position, seat, actions);
    actions.extract_if(before.., |action| gain(*action).is_none()).for_each(drop);
}

/// What an evaluation counts.
#[derive(Clone, Copy, Debug)]
pub struct Terms<G: Game> {
    /// The names of the terms: letters, digits and hyphens.
    pub names: &'static [&'static str],
    count: Count<G>,
}

/// Counts the terms of a position.
type Count<G> = fn(&G, &<G as Game>::Position, &mut [i32]) -> i32;

impl<G: Game> Terms<G> {
    /// Terms with these names. `count` returns the evaluation for the first of two seats. It writes a number for each term:
    /// that of the first seat less that of the second.
    pub fn new(names: &'static [&'static str], count: Count<G>) -> Terms<G> {
        Terms { names, count }
    }

    /// The evaluation of a position for the first of two seats, and the counts of the terms.
    #[inline]
    pub fn count(&self, game: &G, position: &G::Position, counts: &mut [i32]) -> i32 {
        (self.count)(game, position, counts)
    }
}

/// The evaluation of a position for the first of two seats, 0 if there is none, and the counts of its terms.
#[inline]
pub fn count_terms<G: Heuristics>(game: &G, position: &G::Position, counts: &mut [i32]) -> i32 {
    match game.terms() {
        Some(terms) => terms.count(game, position, counts),
        None => game.evaluate(position, Seat::FIRST).unwrap_or(0),
    }
}
