//! People at the table: one game in which they choose, or watch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use torneo_contract::{Outcome, Playable, PositionError, Scratch, Seat, SeatVec, SpecError, Turn};
use torneo_search::registry::{EngineSpec, build, check};
use torneo_search::{Choice, Engine, Rng};
use torneo_solve::{Expander, Solved};

use crate::book::Opened;
use crate::sitting::Sitting;
use crate::streams::Streams;
use crate::table::{Evaluated, MatchSettings, Pairing, Played, caught, panic_message};

/// A position that somebody looks at.
pub trait View {
    /// The board for people.
    fn draw(&self) -> String;

    /// The text of the position.
    fn text(&self) -> String;

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> &'static str;
}

/// What a person is asked: a choice at a seat.
pub trait Question: View {
    /// The seat that chooses.
    fn seat(&self) -> Seat;

    /// Whether others choose at the same time and may not see this choice.
    fn is_hidden(&self) -> bool;

    /// The legal tokens.
    fn legal(&self) -> Vec<String>;

    /// Which of the legal actions, counted from 0, a text stands for.
    ///
    /// # Errors
    /// Why it stands for none: the rule that forbids it, where the game can tell.
    fn read(&self, text: &str) -> Result<usize, Option<String>>;
}

/// Somebody who chooses.
pub trait Person: Send {
    /// One of the legal actions, counted from 0; none to leave the table.
    fn choose(&mut self, question: &dyn Question) -> Option<usize>;
}

/// A ply that was played.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
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
    fn begun(&mut self, view: &dyn View);

    /// Chance is about to draw.
    fn throwing(&mut self, _view: &dyn View) {}

    /// A ply was played; the view is of the position after it.
    fn played(&mut self, ply: Told<'_>, view: &dyn View);
}

/// Who sits on a chair.
pub enum Chair {
    /// An engine.
    Engine(EngineSpec),
    /// A person.
    Person(Box<dyn Person>),
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
    /// There are not as many chairs as seats.
    #[error("{game} has {seats} seats, found {chairs} players")]
    Chairs {
        /// The game's specification.
        game: String,
        /// Its number of seats.
        seats: usize,
        /// The number of chairs.
        chairs: usize,
    },
    /// The engine at a seat failed.
    #[error("the engine at seat {0} failed: {1}")]
    Failed(Seat, String),
}

/// A position of a game as it is shown.
pub(crate) struct Seen<'a, G: Playable> {
    pub game: &'a G,
    pub position: &'a G::Position,
}

impl<G: Playable> View for Seen<'_, G> {
    fn draw(&self) -> String {
        self.game.draw(self.position)
    }

    fn text(&self) -> String {
        self.game.position_text(self.position)
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.game.seat_name(seat)
    }
}

/// A choice of a known game.
struct Asked<'a, G: Playable> {
    seen: Seen<'a, G>,
    seat: Seat,
    legal: &'a [G::Action],
}

impl<G: Playable> View for Asked<'_, G> {
    fn draw(&self) -> String {
        self.seen.draw()
    }

    fn text(&self) -> String {
        self.seen.text()
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        self.seen.seat_name(seat)
    }
}

impl<G: Playable> Question for Asked<'_, G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn is_hidden(&self) -> bool {
        matches!(self.seen.game.turn(self.seen.position), Turn::Simultaneous(seats) if seats.len() > 1)
    }

    fn legal(&self) -> Vec<String> {
        let written = |&action: &G::Action| {
            let mut text = String::new();
            self.seen.game.write_action(self.seen.position, action, &mut text);
            text
        };
        self.legal.iter().map(written).collect()
    }

    fn read(&self, text: &str) -> Result<usize, Option<String>> {
        let Seen { game, position } = self.seen;
        let found = game.parse_action(position, text, self.legal);
        let index = found.and_then(|action| self.legal.iter().position(|&legal| legal == action));
        index.ok_or_else(|| game.why_illegal(position, text))
    }
}

/// A person as an engine: who leaves sets the flag that abandons the game.
struct Seated {
    person: Box<dyn Person>,
    seat: Seat,
    left: Arc<AtomicBool>,
}

impl<G: Playable> Engine<G> for Seated {
    fn begin(&mut self, _game: &G, _seat: Seat, _rng: Rng) {}

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let mut legal = Vec::new();
        game.actions(position, self.seat, &mut legal);
        let asked = Asked { seen: Seen { game, position }, seat: self.seat, legal: &legal };
        let chosen = self.person.choose(&asked).and_then(|index| legal.get(index).copied());
        let action = chosen.unwrap_or_else(|| {
            self.left.store(true, Ordering::Relaxed);
            legal[0]
        });
        Choice { action, nodes: 0 }
    }
}

/// Plays one game from where it is with somebody on each chair.
///
/// # Errors
/// A position or moves that are none, an engine that cannot play the game, another number of chairs than seats, or an engine that fails.
pub(crate) fn play<G: Playable>(
    game: &G,
    expander: Arc<dyn Expander>,
    chairs: Vec<Chair>,
    begun: Begun<'_>,
    seed: u64,
    watcher: &mut dyn Watcher,
) -> Result<Ending, PlayError> {
    let seats = game.seats();
    if chairs.len() != seats {
        return Err(PlayError::Chairs { game: expander.canonical().to_owned(), seats, chairs: chairs.len() });
    }
    let opened = Opened::from(game, begun)?;
    let (solved, left) = (Solved::new(expander), Arc::new(AtomicBool::new(false)));
    let mut engines: SeatVec<Box<dyn Engine<G>>> = SeatVec::new();
    for (seat, chair) in Seat::all(seats).zip(chairs) {
        engines.push(match chair {
            Chair::Engine(spec) => {
                check(&spec, game, &solved).map_err(PlayError::Engine)?;
                build(&spec, game, &solved).map_err(PlayError::Engine)?
            }
            Chair::Person(person) => Box::new(Seated { person, seat, left: left.clone() }),
        });
    }
    let pairing =
        Pairing { opening: None, streams: Streams::numbered(seed, 0), engines: (0..seats).collect() };
    let settings = MatchSettings { opening_plies: 0, max_plies: u64::MAX, record: true, evaluations: true };
    let mut played = Played::default();
    played.reset(seats);
    watcher.begun(&Seen { game, position: &opened.position });
    let mut position = game.start();
    let mut scratch = Scratch::default();
    let sitting = Sitting::new(game, &pairing, settings, &mut position, &mut scratch, engines, &mut played);
    let mut sitting = sitting.watched_by(watcher);
    let finished = caught(|| sitting.play(Some(&opened), &left));
    if let (Err(panic), seat) = (finished, sitting.thinking) {
        return Err(PlayError::Failed(seat.unwrap_or(Seat::FIRST), panic_message(&*panic)));
    }
    if let (Some((seat, message)), Some(outcome)) = (played.failed, &played.outcome) {
        return Err(PlayError::Failed(seat, format!("{}: {message}", outcome.reason)));
    }
    Ok(Ending { outcome: played.outcome, record: played.record })
}
