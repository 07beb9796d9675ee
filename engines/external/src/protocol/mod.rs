//! The messages to a program, and how its answers are read.
mod torneo;

pub mod deadline;
pub mod gtp;
pub mod uci;

pub use uci::dialect;

use serde_json::Value;
use torneo_contract::session::Session;
use torneo_contract::{Form, Outcome, Seat};
use torneo_search::text::{Answer, Asked, TextGame};
use torneo_search::{By, Face, Fault};

use crate::offer::{self, Offer};
use crate::options::{Settings, Talk};
use crate::process::Process;
use deadline::{Arrived, Deadline};

/// A game that begins.
#[derive(Clone, Copy)]
pub struct Beginning<'a> {
    /// The game.
    pub game: &'a TextGame,
    /// Where it begins, if not in a position of its own.
    pub session: &'a dyn Session,
    /// The seat of the program.
    pub seat: Seat,
    /// For its random choices.
    pub seed: u64,
    /// Where the game begins, if not at the start.
    pub position: Option<&'a str>,
}

/// A choice that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position and what is legal there.
    pub asked: Asked<'a>,
    /// What the program's own clock shows, if it has one.
    pub clock: Option<Face>,
    /// Seconds after which the program is told to answer at once.
    pub seconds: f64,
    /// Seconds beyond them after which the answer is late.
    pub margin: f64,
}

impl Question<'_> {
    /// When the answer is due to a question that is asked now.
    fn deadline(&self) -> Deadline {
        Deadline::with_stop(self.seconds, self.margin)
    }
}

/// What came to a question.
pub type Reply = Arrived<Answer>;

/// One protocol, as spoken with one process.
pub trait Protocol: Send {
    /// The first words: what the program is, and whether it plays.
    fn greet(&mut self, process: &mut Process) -> Result<Greeting, Fault>;

    /// Whether it is there, and has answered every question. What it says before its answer is left out.
    fn ping(&mut self, process: &mut Process) -> Result<(), Fault>;

    /// Sets up a game.
    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault>;

    /// Tells of a ply.
    fn observe(&mut self, process: &mut Process, token: &str, by: By) -> Result<(), Fault>;

    /// Asks for a choice. Its time begins when all else is said.
    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Reply, Fault>;

    /// Tells of the end.
    fn finish(&mut self, _process: &mut Process, _outcome: &Outcome) -> Result<(), Fault> {
        Ok(())
    }
}

/// What a program says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Greeting {
    /// Its name.
    pub name: String,
    /// The games that it plays; none if it plays them all, or the protocol does not say.
    pub games: Option<Vec<String>>,
    /// The options that it has; none if it does not say.
    pub options: Option<Vec<Offer>>,
}

impl Greeting {
    /// Whether it has an option.
    pub fn has(&self, name: &str) -> bool {
        self.options.as_deref().is_some_and(|offers| offer::find(offers, name).is_some())
    }

    /// The words of an option's value, with its name as the program writes it; a button has none.
    pub fn option(&self, name: &str, value: &Value) -> (String, Option<String>) {
        let offer = self.options.as_deref().and_then(|offers| offer::find(offers, name));
        let written = offer.and_then(|offer| Some((offer.name.clone(), offer.value(value).ok()?)));
        written.unwrap_or_else(|| {
            (name.to_owned(), Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        })
    }
}

/// The protocol of these settings.
pub fn of(settings: &Settings) -> Box<dyn Protocol> {
    match settings.talk {
        Talk::Torneo => Box::new(torneo::Lines::default()),
        Talk::Uci => Box::new(uci::Uci::default()),
        Talk::Gtp => Box::new(gtp::Gtp::default()),
    }
}

/// The game that begins. It is followed where the form of moves depends on the position.
///
/// # Errors
/// A position that is not one of the game.
fn begun(beginning: &Beginning<'_>) -> Result<Box<dyn Session>, Fault> {
    let mut session = beginning.session.copy();
    if let Some(position) = beginning.position {
        session.set_position(position).map_err(|error| Fault::of_machine(error.to_string()))?;
    }
    Ok(session)
}

/// A move that a form has no word for.
fn unsaid(form: Form, token: &str) -> Fault {
    Fault::of_machine(format!("{form} has no word for the move `{token}`"))
}
