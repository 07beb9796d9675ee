//! People at the table: one game in which they choose, or watch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use torneo_contract::session::Session;
use torneo_contract::{Outcome, PositionError, Seat, SeatVec, SpecError, Turn};
use torneo_search::{AnyEngine, Explanation, Fault, Rng, Stop};
use torneo_solve::Solved;

use crate::book::Opened;
use crate::game_loop::GameLoop;
use crate::streams::Streams;
use crate::table::{Evaluated, MatchSettings, Pairing, Played, caught, panic_message};
use crate::{AnyGame, EngineSpec};

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

/// Who sits on a participant.
pub enum Participant {
    /// An engine.
    Engine(EngineSpec),
    /// A person.
    Human(Box<dyn Human>),
}

/// How a game among people ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The outcome; none if somebody left the table.
    pub outcome: Option<Outcome>,
    /// The tokens of the game.
    pub record: String,
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

/// A person as an engine: who leaves sets the flag that abandons the game.
struct Seated {
    person: Box<dyn Human>,
    seat: Seat,
    left: Arc<AtomicBool>,
}

impl AnyEngine for Seated {
    fn set_stop(&mut self, _stop: Stop) {}

    fn begin(&mut self, _session: &dyn Session, _seat: Seat, _rng: Rng) {}

    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
        let number = self.person.choose(Question { session: &*session, seat: self.seat });
        if !number.is_some_and(|number| session.choose(Some(self.seat), number)) {
            self.left.store(true, Ordering::Relaxed);
            session.choose(Some(self.seat), 0);
        }
        Ok(0)
    }

    fn explain(&mut self, _session: &dyn Session, _candidates: usize) -> Explanation<String> {
        Explanation::default()
    }

    fn estimate(&mut self, _session: &dyn Session) -> (Option<f64>, Option<u32>) {
        (None, None)
    }
}

/// Plays one game from where it is with somebody on each participant.
///
/// # Errors
/// A position or moves that are none, an engine that cannot play the game, another number of participants than seats, or an engine that fails.
pub(crate) fn play(
    game: &dyn AnyGame,
    participants: Vec<Participant>,
    begun: Begun<'_>,
    seed: u64,
    watcher: &mut dyn Watcher,
) -> Result<Ending, PlayError> {
    let seats = game.seats();
    if participants.len() != seats {
        return Err(PlayError::Participants {
            game: game.canonical().to_owned(),
            seats,
            participants: participants.len(),
        });
    }
    let mut session = game.session();
    let opened = Opened::from(session.copy(), begun)?;
    let (solved, left) = (Solved::new(game.expander()), Arc::new(AtomicBool::new(false)));
    let mut engines: SeatVec<Box<dyn AnyEngine>> = SeatVec::new();
    for (seat, participant) in Seat::all(seats).zip(participants) {
        engines.push(match participant {
            Participant::Engine(spec) => {
                game.check(&spec, &solved).map_err(PlayError::Engine)?;
                game.greet(&spec, &Stop::default()).map_err(PlayError::Engine)?;
                game.engine(&spec, &solved).map_err(PlayError::Engine)?
            }
            Participant::Human(person) => Box::new(Seated { person, seat, left: left.clone() }),
        });
    }
    let pairing =
        Pairing { opening: None, streams: Streams::numbered(seed, 0), engines: (0..seats).collect() };
    let settings = MatchSettings { opening_plies: 0, max_plies: u64::MAX, record: true, evaluations: true };
    let mut played = Played::default();
    played.reset(seats);
    watcher.begun(&*opened.session);
    let game_loop = GameLoop::new(&mut *session, &pairing, settings, engines, &mut played);
    let mut game_loop = game_loop.watched_by(watcher);
    let finished = caught(|| game_loop.play(Some(&opened), &left));
    let failed = match finished {
        Ok(played) => played.err().map(|fault| fault.message),
        Err(panic) => Some(panic_message(&*panic)),
    };
    if let Some(message) = failed {
        let seat = game.seat_name(game_loop.thinking.unwrap_or(Seat::FIRST));
        return Err(PlayError::Failed(seat, message));
    }
    if let (Some((seat, message)), Some(outcome)) = (played.failed, &played.outcome) {
        let why = format!("{}: {message}", outcome.reason);
        return Err(PlayError::Failed(game.seat_name(seat), why));
    }
    Ok(Ending { outcome: played.outcome, record: played.record })
}
