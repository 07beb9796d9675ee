//! People at the table: one game in which they choose, or watch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, SeatVec};
use torneo_search::{AnyEngine, Assessment, Explanation, Fault, Rng, Stop};
use torneo_solve::Solved;

use crate::book::Opened;
use crate::game_loop::GameLoop;
use crate::pairing::{MatchSettings, Pairing, Played};
use crate::panics::{caught, panic_message};
use crate::streams::Streams;
use crate::watching::{Begun, Human, PlayError, Question, Watcher};
use crate::{AnyGame, EngineSpec};

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

    fn assess(&mut self, _session: &dyn Session, _nodes: u64) -> Assessment {
        Assessment::default()
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
    let pairing = Pairing {
        game_no: 0,
        opening: None,
        streams: Streams::numbered(seed, 0),
        engines: (0..seats).collect(),
    };
    let settings = MatchSettings {
        opening_plies: 0,
        max_plies: u64::MAX,
        record: true,
        evaluations: true,
        times: false,
        play_on: false,
        adjudication: None,
    };
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
