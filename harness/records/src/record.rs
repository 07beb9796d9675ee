//! One game with its players and its result.

use std::time::SystemTime;

use torneo_contract::session::{IllegalMove, Session};
use torneo_contract::{Form, Seat, Turn};
use torneo_present::english::Joined as _;
use torneo_present::telling::{RECORDED, recorded};
use torneo_registry::AnyGame;

use crate::told::Told;

/// One game with what is known of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The specification of the game.
    pub game: String,
    /// The name of the run or of the tournament; empty if it is not known.
    pub event: String,
    /// The number of the game in its run.
    pub game_no: Option<u64>,
    /// The round of its pairing, from 0.
    pub round: Option<u64>,
    /// The name of the engine at each seat.
    pub engines: Vec<String>,
    /// The score of each seat in `[0, 1]`; empty if it is not known.
    pub scores: Vec<f64>,
    /// The points of each seat, where the game has them.
    pub points: Option<Vec<f64>>,
    /// Why the game ended; empty if it is not known.
    pub reason: String,
    /// The position that it begins with; none for the start of the game.
    pub position: Option<String>,
    /// How many of its tokens are an opening that no engine chose.
    pub opening: usize,
    /// One token for each ply.
    pub tokens: Vec<String>,
    /// What is told of each token; empty where nothing is told of any.
    pub told: Vec<Told>,
    /// When the game began; none if it is not known, or not to be written.
    pub began: Option<SystemTime>,
    /// The time controls of the seats, such as `60+0.6`, as far as they have clocks.
    pub clocks: Vec<Option<String>>,
}

impl Record {
    /// What is told of a token.
    pub fn told_of(&self, token: usize) -> Told {
        self.told.get(token).copied().unwrap_or_default()
    }

    /// How the game ended, in a sentence; `end` is the game where the record ends. The reason as it stands where it is none of
    /// ours.
    pub(crate) fn how_it_ended(&self, end: &dyn Session) -> String {
        let told = recorded(end, &self.scores, self.points.as_deref(), &self.reason);
        told.unwrap_or_else(|| self.reason.clone())
    }

    /// Makes the reason a word where it is a sentence of ours that the rules cannot find again: the fault of an engine, or the
    /// length limit of a run.
    pub(crate) fn understand_reason(&mut self, end: &dyn Session) {
        let text = self.reason.split_whitespace().joined(" ");
        let says_so = |word: &&str| {
            recorded(end, &self.scores, self.points.as_deref(), word).as_deref() == Some(&*text)
        };
        if let Some(word) = RECORDED.iter().copied().find(says_so) {
            word.clone_into(&mut self.reason);
        }
    }
}

/// Who made a ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// A seat.
    Seat(Seat),
    /// Chance.
    Chance,
    /// These seats, at the same time.
    Seats(Vec<Seat>),
}

impl By {
    /// Who makes the next ply. None when the game is over.
    pub fn turn(turn: Turn) -> Option<By> {
        match turn {
            Turn::Seat(seat) => Some(By::Seat(seat)),
            Turn::Chance => Some(By::Chance),
            Turn::Simultaneous(seats) => Some(By::Seats(seats.iter().collect())),
            Turn::Over => None,
        }
    }
}

/// A record that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// A token that is not legal where it stands.
    #[error("token {number}: {error}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        error: IllegalMove,
    },
    /// A position that is not one of the game.
    #[error("{0}")]
    Position(#[from] torneo_contract::PositionError),
    /// Something that the format has no words for.
    #[error("{0}")]
    Unwritable(String),
}

impl WriteError {
    /// A game that a form does not carry.
    pub(crate) fn not_carried(form: Form, game: &dyn AnyGame) -> WriteError {
        WriteError::Unwritable(format!("there is no {form} of `{}`", game.canonical()))
    }
}

/// A move in a form of other programs. A token that is not legal has none: it is told of when it is played.
pub(crate) fn exported(session: &dyn Session, form: Form, token: &str) -> Result<Option<String>, WriteError> {
    match session.exported(form, token) {
        None if session.token(token).is_some() => {
            Err(WriteError::Unwritable(format!("{form} has no word for the move `{token}`")))
        }
        exported => Ok(exported),
    }
}

/// Plays a record through; `visit` is shown each ply before it is played, with who makes it. Returns the end.
///
/// # Errors
/// A position or a token that the rules do not allow, or what `visit` says.
pub fn play(
    game: &dyn AnyGame,
    record: &Record,
    mut visit: impl FnMut(&dyn Session, &By, &str) -> Result<(), WriteError>,
) -> Result<Box<dyn Session>, WriteError> {
    let mut session = game.session();
    if let Some(position) = &record.position {
        session.set_position(position)?;
    }
    for (index, token) in record.tokens.iter().enumerate() {
        session.play_on();
        if let Some(by) = By::turn(session.turn()) {
            visit(&*session, &by, token)?;
        }
        session.follow(token).map_err(|error| WriteError::Illegal { number: index + 1, error })?;
    }
    Ok(session)
}
