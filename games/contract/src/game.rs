//! The rules: what a search needs of a game.

use std::fmt::Debug;
use std::hash::Hash;

use rand_core::Rng;

use crate::{Archiving, Outcome, Seat, SeatSet, TurnKinds, random};

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One seat decides.
    Seat(Seat),
    /// Chance draws from an explicit distribution.
    Chance,
    /// All seats of the set choose at the same time, none knowing the others' choice.
    Simultaneous(SeatSet),
    /// The game is over.
    Over,
}

impl Turn {
    /// The seats that have to choose: none at turns of chance and at the end.
    #[inline]
    pub fn choosers(self) -> SeatSet {
        match self {
            Turn::Seat(seat) => [seat].into_iter().collect(),
            Turn::Simultaneous(seats) => seats,
            Turn::Chance | Turn::Over => SeatSet::EMPTY,
        }
    }

    /// The turn of `to_move` until there is an ending of some kind, as in games in which the seats move one after the other.
    #[inline]
    pub fn until<E>(ending: Option<E>, to_move: Seat) -> Turn {
        match ending {
            Some(_) => Turn::Over,
            None => Turn::Seat(to_move),
        }
    }
}

/// Whether games of this type come to turns of chance. In a `const` block before code for them, so that the code is
/// compiled only for games that need it.
pub const fn has_chance<G: Game>() -> bool {
    G::TURNS.chance
}

/// Whether seats ever choose in games of this type; for use as [`has_chance`].
pub const fn has_choices<G: Game>() -> bool {
    G::TURNS.decision || G::TURNS.simultaneous
}

/// Whether games of this type come to simultaneous turns; for use as [`has_chance`].
pub const fn has_simultaneous<G: Game>() -> bool {
    G::TURNS.simultaneous
}

/// Whether games of this type may have more than two seats; for use as [`has_chance`].
pub const fn has_many_seats<G: Game>() -> bool {
    G::MANY_SEATS
}

/// A kind of moment of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Chance sets the game up: it deals, draws the array or decides the order.
    SetUp,
    /// The decision that is due may be to take over the side of the player before: the swap rule. Random openings leave
    /// it to the engines.
    Swap,
    /// Any other moment.
    Play,
}

/// Buffers that callers keep between calls, so that no turn allocates.
#[derive(Clone, Debug)]
pub struct Scratch<A> {
    /// For legal actions.
    pub actions: Vec<A>,
    /// For the distribution of a chance turn.
    pub outcomes: Vec<(A, u64)>,
}

impl<A> Default for Scratch<A> {
    fn default() -> Scratch<A> {
        Scratch { actions: Vec::new(), outcomes: Vec::new() }
    }
}

/// One of the legal actions of `seat`, each equally likely, from a list of all: what
/// [`random_action`](Game::random_action) does where it finds nothing faster.
#[inline]
pub fn random_listed<G: Game, R: Rng>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    rng: &mut R,
    scratch: &mut Scratch<G::Action>,
) -> G::Action {
    scratch.actions.clear();
    game.actions(position, seat, &mut scratch.actions);
    scratch.actions[random::below(rng, scratch.actions.len())]
}

/// The rules of one game with its options set.
///
/// The value holds what stays the same during a game (options, tables); a [`Position`](Game::Position) holds the
/// rest. A *ply* is one turn of this contract: a decision, a chance result or a joint choice.
///
/// Unless a method says otherwise, it may be called only where its kind of turn is due
/// ([`turn`](Game::turn)). Actions must come from [`actions`](Game::actions) or [`chance`](Game::chance) of
/// the same position.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// Everything that the rules depend on, histories for repetition rules included: equal positions have equal
    /// futures. `clone_from` must reuse memory, so that searches and playouts do not allocate.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// A decision of a seat or a result of chance.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// The kinds of turn that games of this type can have. Nothing is compiled for others: at a turn of a kind that is not listed
    /// searches panic.
    const TURNS: TurnKinds = TurnKinds::DECISIONS;

    /// Whether games of this type may have more than two seats. Where they may not, nothing is compiled for more.
    const MANY_SEATS: bool = false;

    /// Writes and reads what the text of a position does not show and [`forget_history`](Game::forget_history) forgets, while the
    /// game goes on. With it a position is kept whole without the plies that led to it. None where the text shows everything.
    const ARCHIVE: Option<Archiving<Self, Self::Position>> = None;

    /// Number of seats, `2..=MAX_SEATS`.
    fn seats(&self) -> usize {
        2
    }

    /// The largest number of plies that a game can last, where the options set one.
    fn max_plies(&self) -> Option<u64> {
        None
    }

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends the legal actions of `seat`, which has to choose. There is at least one, and none comes twice.
    /// Their order depends on the position alone.
    fn actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Appends the possible results of a chance turn with their weights (positive; probability is weight over the
    /// sum of the weights), without duplicates.
    fn chance(&self, _position: &Self::Position, _outcomes: &mut Vec<(Self::Action, u64)>) {}

    /// Plays the decision of the seat to move, or a result of chance.
    fn apply(&self, position: &mut Self::Position, action: Self::Action);

    /// Plays a joint choice: one action for each choosing seat, in seat order.
    fn apply_simultaneous(&self, _position: &mut Self::Position, _joint: &[Self::Action]) {
        unreachable!("a game whose seats choose together implements this");
    }

    /// The result of a game that is over.
    fn outcome(&self, position: &Self::Position) -> Outcome;

    /// Goes on with a game that is over though its end was not forced: a player could claim a draw, or its length is
    /// bounded. Records and other programs may play on there. False, and nothing happens, where the end is forced; so it is
    /// in most games.
    fn play_on(&self, _position: &mut Self::Position) -> bool {
        false
    }

    /// What kind of moment of the game this is.
    #[inline]
    fn stage(&self, _position: &Self::Position) -> Stage {
        Stage::Play
    }

    /// A hash of the position as its text shows it (histories and counters of length rules left out). Equal
    /// positions have equal hashes.
    fn hash(&self, position: &Self::Position) -> u64;

    /// Makes the position one in which the game begins: what its text does not show starts afresh.
    fn forget_history(&self, _position: &mut Self::Position) {}

    /// One of the legal actions of `seat`, each equally likely.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Self::Action>,
    ) -> Self::Action {
        random_listed(self, position, seat, rng, scratch)
    }

    /// The result of a chance turn that `word` selects, where `word` is drawn uniformly from all 64-bit
    /// words.
    ///
    /// One word decides one turn in any position, so the same stream of words gives mirrored games the same
    /// chance. The probabilities are those of [`chance`](Game::chance) to within 2^-64 of the total weight.
    #[inline]
    fn chance_at(
        &self,
        position: &Self::Position,
        word: u64,
        scratch: &mut Scratch<Self::Action>,
    ) -> Self::Action {
        scratch.outcomes.clear();
        self.chance(position, &mut scratch.outcomes);
        random::pick_weighted(word, &scratch.outcomes)
    }

    /// The number of legal actions of `seat`, for games that can count without listing.
    fn count_actions(
        &self,
        position: &Self::Position,
        seat: Seat,
        scratch: &mut Scratch<Self::Action>,
    ) -> usize {
        scratch.actions.clear();
        self.actions(position, seat, &mut scratch.actions);
        scratch.actions.len()
    }
}
