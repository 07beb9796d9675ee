//! The contract between a game and everything that plays, counts or shows it.

use std::fmt::Debug;
use std::hash::Hash;

use rand_core::Rng;

use super::{
    Ending, GameInfo, Options, Outcome, PositionError, RankedSpace, Seat, SeatSet, SeatVec, SpecError,
};
use crate::parts::random;

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One seat decides.
    Seat(Seat),
    /// Chance draws from an explicit distribution.
    Chance,
    /// All seats of the set choose at the same time, none knowing the others' choice.
    Together(SeatSet),
    /// The game is over.
    Over,
}

/// The count of a length rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LengthRule {
    /// Turns counted.
    pub counted: u32,
    /// The count that draws the game.
    pub limit: u32,
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

/// The rules of one game with its options set.
///
/// The value holds what stays the same during a game (options, tables); a [`Position`](Game::Position) holds the
/// rest. A *ply* is one turn of this contract: a decision, a chance result or a joint choice.
///
/// Unless a method says otherwise it may be called only where its kind of turn is due ([`turn`](Game::turn)), and
/// actions must come from [`actions`](Game::actions) or [`chance`](Game::chance) of the same position.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// Everything that the rules depend on, histories for repetition rules included: equal positions have equal
    /// futures. `clone_from` must reuse memory, so that searches and playouts do not allocate.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// A decision of a seat or a result of chance.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// The registry entry.
    const INFO: GameInfo;

    /// Sets the game up.
    ///
    /// # Errors
    /// Options that contradict each other; kinds and ranges have been checked already.
    fn new(options: &Options) -> Result<Self, SpecError>;

    /// Number of seats, `2..=MAX_SEATS`.
    fn seats(&self) -> usize {
        Self::INFO.seats.0
    }

    /// What a seat is called in this game, such as `White`.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The largest number of plies that a game can last, where the options set one.
    fn max_plies(&self) -> Option<u64>;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends the legal actions of `seat`, which is to choose: without duplicates, at least one, in an order that
    /// depends on the position alone.
    fn actions(&self, position: &Self::Position, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Appends the possible results of a chance turn with their weights (positive; probability is weight over the
    /// sum of the weights), without duplicates.
    fn chance(&self, _position: &Self::Position, _outcomes: &mut Vec<(Self::Action, u64)>) {}

    /// Plays the decision of the seat to move, or a result of chance.
    fn apply(&self, position: &mut Self::Position, action: Self::Action);

    /// Plays a joint choice: one action for each choosing seat, in seat order.
    fn apply_together(&self, _position: &mut Self::Position, _joint: &[Self::Action]) {
        unreachable!("a game whose seats choose together implements this");
    }

    /// The result of a game that is over.
    fn outcome(&self, position: &Self::Position) -> Outcome;

    /// A hash of the position as its text shows it (histories and counters of length rules left out). Equal
    /// positions have equal hashes.
    fn hash(&self, position: &Self::Position) -> u64;

    /// A hash that is the same for all positions that the symmetries of the rules map onto each other, so that they
    /// have the same value for each seat. Solvers keep one of them for all.
    #[inline]
    fn symmetric_hash(&self, position: &Self::Position) -> u64 {
        self.hash(position)
    }

    /// How far a length rule has counted whose count the position's text shows, and where it draws the game; none
    /// without such a rule. No ply counts more than one turn.
    fn length_rule(&self, _position: &Self::Position) -> Option<LengthRule> {
        None
    }

    /// Sets the count of [`length_rule`](Game::length_rule) back as far as the rest of the position allows.
    fn rewind(&self, _position: &mut Self::Position) {}

    // Fast paths.

    /// One of the legal actions of `seat`, each equally likely.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Self::Action>,
    ) -> Self::Action {
        scratch.actions.clear();
        self.actions(position, seat, &mut scratch.actions);
        scratch.actions[random::below(rng, scratch.actions.len())]
    }

    /// The result of a chance turn that `word`, drawn uniformly from all 64-bit words, selects. One word decides
    /// one turn whatever the position, so that the same stream of words gives mirrored games the same luck; the
    /// probabilities are those of [`chance`](Game::chance) to within 2^-64 of the total weight.
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

    // Text.

    /// Appends the notation of an action that is legal here (of a seat or of chance). It holds no blank and, for
    /// joint choices, not the separator of [`write_joint`](Game::write_joint).
    fn write_action(&self, position: &Self::Position, action: Self::Action, text: &mut String);

    /// The action among `legal` that `text` stands for. Games that read more than the canonical notation override
    /// this.
    fn parse_action(
        &self,
        position: &Self::Position,
        text: &str,
        legal: &[Self::Action],
    ) -> Option<Self::Action> {
        let mut written = String::new();
        legal.iter().copied().find(|&action| {
            written.clear();
            self.write_action(position, action, &mut written);
            written == text
        })
    }

    /// Which rule forbids what `text` describes, for an action that [`parse_action`](Game::parse_action) does not
    /// find; none if the text describes nothing.
    fn why_illegal(&self, _position: &Self::Position, _text: &str) -> Option<String> {
        None
    }

    /// Appends the notation of a joint choice.
    fn write_joint(&self, position: &Self::Position, joint: &[Self::Action], text: &mut String) {
        for (index, &action) in joint.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            self.write_action(position, action, text);
        }
    }

    /// Cuts the notation of a joint choice into the choices of the choosing seats, in seat order; none if it has
    /// another form.
    fn split_joint<'a>(&self, text: &'a str) -> Option<SeatVec<&'a str>> {
        let mut parts = SeatVec::new();
        for part in text.split('/') {
            parts.try_push(part).ok()?;
        }
        Some(parts)
    }

    /// The text of a position: one line, as the rules page writes it.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position text. Histories and counters that the text does not show start afresh: the result equals
    /// the written position after [`forget_history`](Game::forget_history).
    ///
    /// # Errors
    /// A text of another form, or a position that cannot be; the message says which.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Makes the position one in which the game begins: what its text does not show starts afresh.
    fn forget_history(&self, _position: &mut Self::Position) {}

    /// A drawing of the board for people, several lines.
    fn draw(&self, position: &Self::Position) -> String;

    // Hints that engines may use.

    /// How good the position is for `seat` in units of about a hundredth of a small advantage, within
    /// `-1_000_000..=1_000_000`; none if the game offers no evaluation. For two seats the values of the seats are
    /// opposite.
    #[inline]
    fn evaluate(&self, _position: &Self::Position, _seat: Seat) -> Option<i32> {
        None
    }

    /// Whether a legal action changes the evaluation so much (a capture, say) that a search should not stop right
    /// before it.
    #[inline]
    fn is_noisy(&self, _position: &Self::Position, _action: Self::Action) -> bool {
        false
    }

    /// How much a noisy action wins at once, in the units of [`evaluate`](Game::evaluate): searches try the greatest
    /// gain first.
    #[inline]
    fn gain(&self, _position: &Self::Position, _action: Self::Action) -> i32 {
        0
    }

    /// Gives the turn of a seat that decides alone to the next one without an action, for searches that ask what
    /// not to act would be worth; whether it did. Only games where having to act is hardly ever a disadvantage offer
    /// this, and not where an attack has to be met.
    #[inline]
    fn pass(&self, _position: &mut Self::Position) -> bool {
        false
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

    // What solvers may use.

    /// What play without end is worth that goes through this position again and again: what the repetition and
    /// length rules make of it. All positions of a cycle must have the same answer. None if it depends on more than
    /// the position.
    fn endless(&self, _position: &Self::Position) -> Option<Ending> {
        None
    }

    /// A numbering of the positions, histories left out, for games whose tables fit into memory that way.
    fn ranking(&self) -> Option<Box<dyn RankedSpace<Self::Position>>> {
        None
    }
}
