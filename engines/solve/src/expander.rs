//! A game as solvers see it, its types erased.

use std::any::Any;

use torneo_contract::{Ending, LengthRule, Number, Numbering, PositionError};
use torneo_contract::{Seat, Turn, TurnKinds};

/// A list of positions of one game. The memory of positions that are cut off serves those that are added later.
pub trait Positions: Any + Send + Sync {
    /// Number of positions.
    fn len(&self) -> usize;

    /// Whether there is no position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Cuts off all but the first `len` positions.
    fn truncate(&mut self, len: usize);

    /// Adds a position of another list of the same game.
    fn push(&mut self, position: Position<'_>);
}

impl dyn Positions {
    /// The position with this number.
    #[inline]
    pub fn at(&self, index: usize) -> Position<'_> {
        Position { list: self, index }
    }

    /// Makes the list hold this position of another list alone.
    pub fn set(&mut self, position: Position<'_>) {
        self.truncate(0);
        self.push(position);
    }
}

/// A position: its place in a list.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// The list.
    pub list: &'a dyn Positions,
    /// The number of the position in it.
    pub index: usize,
}

/// What becomes of positions that are found, and the key that tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// They stay as they are; no key.
    None,
    /// They forget their histories; the key is their hash.
    Fresh,
    /// They stay as they are; the key is the same for symmetric ones.
    Symmetric,
    /// The count of the length rule is set back; the key is the same for symmetric ones.
    Rewound,
}

/// What is asked of an expansion.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The form and the key of the positions.
    pub identity: Identity,
    /// Of a search for a proof: the seat whose win is looked for. Ends are looked at without their histories
    /// too, and nothing is listed after an end that settles the turn: a win that does not depend on the
    /// history where this seat decides, any other end where the opponent does.
    pub attacker: Option<Seat>,
    /// Whether the positions are listed, or only what is known of them.
    pub keep: bool,
}

impl Terms {
    /// All positions, without a search for a proof.
    pub const fn of(identity: Identity) -> Terms {
        Terms { identity, attacker: None, keep: true }
    }
}

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct End {
    /// The seat that alone has the first place.
    pub winner: Option<Seat>,
    /// The score of the first seat.
    pub score: f64,
    /// Whether the same position without its history is not over, or has another winner. Looked at only where
    /// [`Terms::attacker`] is given.
    pub by_history: bool,
}

/// What is known of a position when it is found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Successor {
    /// Whose turn it is.
    pub turn: Turn,
    /// How the game is over, if it is.
    pub end: Option<End>,
    /// The key, 0 where the game is over.
    pub key: u64,
    /// The weight of a result of chance, else 1.
    pub weight: u64,
    /// Whether the length rule counted a turn; looked at only for [`Identity::Rewound`].
    pub counts: bool,
}

/// What follows a position, or the positions of a line one after the other. The value is used again and again, so
/// that expansions do not allocate.
pub struct Successors {
    /// Whose turn it is in the position that was expanded last.
    pub turn: Turn,
    /// The choices of the second seat there at a joint choice of two seats, else 1.
    pub columns: usize,
    /// What is known of the positions, in the order of the legal actions or of the results of chance. At a
    /// joint choice they come row by row of the first seat's choices.
    ///
    /// None follow the end of the game, or a joint choice that is not between two seats. Where positions have
    /// keys, results of chance that leave everything as it was are not listed.
    pub all: Vec<Successor>,
    /// The positions themselves, in the same order, if they are kept.
    pub positions: Box<dyn Positions>,
}

impl Successors {
    /// Nothing yet, for positions of the game of `expander`.
    pub fn new(expander: &dyn Expander) -> Successors {
        Successors { turn: Turn::Over, columns: 1, all: Vec::new(), positions: expander.list() }
    }

    /// Cuts off all but the first `len` of positions that are kept.
    pub fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
        self.positions.truncate(len);
    }
}

/// The rules of a game and its positions, their types erased. Positions that are passed must come from the same
/// expander, or one of the same game.
///
/// Solvers make one call for each position that they expand, not one for each action.
pub trait Expander: Send + Sync {
    /// The canonical specification of the game.
    fn canonical(&self) -> &str;

    /// The kinds of turn that the game can have.
    fn turns(&self) -> TurnKinds;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// An empty list.
    fn list(&self) -> Box<dyn Positions>;

    /// A list that holds the start of the game.
    fn start(&self) -> Box<dyn Positions>;

    /// A list that holds the position of a text.
    ///
    /// # Errors
    /// A text that stands for no position.
    fn parse(&self, text: &str) -> Result<Box<dyn Positions>, PositionError>;

    /// The text of a position.
    fn text(&self, position: Position<'_>) -> String;

    /// The notation of the legal actions of a seat that has to choose.
    fn tokens(&self, position: Position<'_>, seat: Seat) -> Vec<String>;

    /// Bytes of a position, what it holds on the heap left out.
    fn position_bytes(&self) -> usize;

    /// Whose turn it is.
    fn turn(&self, position: Position<'_>) -> Turn;

    /// The key of a position as it is: 0 for [`Identity::None`].
    fn key(&self, position: Position<'_>, identity: Identity) -> u64;

    /// The seat that alone has the first place in a position in which the game is over.
    fn winner(&self, position: Position<'_>) -> Option<Seat>;

    /// What play without end through a position is worth ([`endless`](torneo_contract::Solving::cycle_value)).
    fn cycle_value(&self, position: Position<'_>) -> Option<Ending>;

    /// How far a length rule has counted ([`length_rule`](torneo_contract::Solving::length_rule)).
    fn length_rule(&self, position: Position<'_>) -> Option<LengthRule>;

    /// Adds a position to a list as if it had been found by an expansion.
    fn enter(&self, position: Position<'_>, terms: Terms, into: &mut dyn Positions) -> Successor;

    /// Lists what follows a position behind what `into` holds.
    fn append(&self, position: Position<'_>, terms: Terms, into: &mut Successors);

    /// Lists what follows a position.
    fn expand(&self, position: Position<'_>, terms: Terms, into: &mut Successors) {
        into.truncate(0);
        self.append(position, terms, into);
    }

    /// Adds the position after the action with this number to a list. A seat decides in `position`, and
    /// `next` is what its last expansion has listed. So positions that are seldom needed are not kept.
    fn enter_successor(
        &self,
        position: Position<'_>,
        next: &Successors,
        number: usize,
        terms: Terms,
        into: &mut dyn Positions,
    );

    /// Plays at random from a position to the end, for at most this many plies, and appends the keys of the
    /// positions.
    fn random_game(
        &self,
        position: Position<'_>,
        seed: u64,
        plies: usize,
        identity: Identity,
        keys: &mut Vec<u64>,
    );

    /// The numbering of the game's positions, if it has one.
    fn numbering(&self) -> Option<&dyn Numbering>;

    /// The number of a position; none if the game does not number them.
    fn number_of(&self, position: Position<'_>) -> Option<Number>;

    /// A list that holds the position of a number in use; empty if the game does not number its positions.
    fn position_of(&self, number: Number) -> Box<dyn Positions>;
}
