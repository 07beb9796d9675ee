//! What people at the table see and are asked.

use torneo_contract::session::Session;
use torneo_contract::{PositionError, Seat, SpecError, Turn};

use crate::pairing::Evaluated;

/// What a person is asked: a choice at a seat.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The game as it stands.
    pub session: &'a dyn Session,
    /// The seat that chooses.
    pub seat: Seat,
}

impl Question<'_> {
    /// Whether others choose at the same time and may not see this choice.
    pub fn is_hidden(&self) -> bool {
        matches!(self.session.turn(), Turn::Simultaneous(seats) if seats.len() > 1)
    }

    /// The legal tokens.
    pub fn legal(&self) -> Vec<String> {
        self.session.tokens(Some(self.seat))
    }

    /// Which of the legal actions, counted from 0, a text stands for.
    ///
    /// # Errors
    /// Why it stands for none: the rule that forbids it, where the game can tell.
    pub fn read(&self, text: &str) -> Result<usize, Option<String>> {
        self.session.read(Some(self.seat), text)
    }
}

/// Somebody who chooses.
pub trait Human: Send {
    /// One of the legal actions, counted from 0; none to leave the table.
    fn choose(&mut self, question: Question<'_>) -> Option<usize>;
}

/// A ply that was played.
#[derive(Clone, Copy, Debug)]
pub struct PlyEvent<'a> {
    /// Its number in the game, from 1.
    pub number: u64,
    /// Whose turn it was.
    pub turn: Turn,
    /// Its token.
    pub token: &'a str,
    /// What the choices of the engines rest on, where somebody chose.
    pub rests_on: &'a [Evaluated],
}

/// Where a game among people begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begun<'a> {
    /// A position; none for the start.
    pub position: Option<&'a str>,
    /// The moves that were played from there.
    pub moves: &'a str,
}

/// Somebody who watches.
pub trait Watcher {
    /// The game begins.
    fn begun(&mut self, session: &dyn Session);

    /// Chance is about to draw; false to leave the table.
    fn throwing(&mut self, _session: &dyn Session) -> bool {
        true
    }

    /// A ply was played; the game stands where it led, and its scene marks it.
    fn played(&mut self, ply: PlyEvent<'_>, session: &dyn Session);
}

/// Why a game among people could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The text of the first position stands for none.
    #[error(transparent)]
    Position(PositionError),
    /// A token of the moves played so far is not legal: its number from 1, and why.
    #[error("token {0} of the moves: {1}")]
    Moves(usize, String),
    /// An engine cannot play the game.
    #[error(transparent)]
    Engine(SpecError),
    /// There are not as many participants as seats.
    #[error("{game} has {seats} seats, found {participants} players")]
    Participants {
        /// The game's specification.
        game: String,
        /// Its number of seats.
        seats: usize,
        /// The number of participants.
        participants: usize,
    },
    /// The engine at a seat, named as in the game, failed.
    #[error("the engine of {0} failed: {1}")]
    Failed(&'static str, String),
}
