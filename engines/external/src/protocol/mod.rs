//! The messages to a program, and how its answers are read.
mod gtp;
mod torneo;
mod uci;

pub mod deadline;

pub use gtp::{GAME_COMMAND as GTP_GAME_COMMAND, GAMES as GTP_GAMES};

use serde_json::Value;
use torneo_contract::{Outcome, Seat};
use torneo_search::text::{Answer, Asked, TextGame};
use torneo_search::{By, Fault};

use crate::offer::{self, Offer};
use crate::options::{Settings, Talk};
use crate::process::Process;
use deadline::Deadline;

/// A game that begins.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// The game.
    pub game: &'a TextGame,
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
    /// The time left for the game or its period, in seconds.
    pub clock: Option<f64>,
    /// Choices up to the end of the period, this one included; none if there are no periods.
    pub moves_to_go: Option<u32>,
    /// When the answer is due.
    pub deadline: Deadline,
}

/// One protocol, as spoken with one process.
pub trait Protocol: Send {
    /// The first words: what the program is, and whether it plays.
    fn greet(&mut self, process: &mut Process) -> Result<Greeting, Fault>;

    /// Whether it is there. What it says before its answer is left out.
    fn ping(&mut self, process: &mut Process) -> Result<(), Fault>;

    /// Sets up a game.
    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault>;

    /// Tells of a ply.
    fn observe(&mut self, process: &mut Process, token: &str, by: By) -> Result<(), Fault>;

    /// Asks for a choice.
    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Answer, Fault>;

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
        Talk::Torneo => Box::new(torneo::Lines),
        Talk::Uci => Box::new(uci::Uci::default()),
        Talk::Gtp => Box::new(gtp::Gtp::default()),
    }
}

/// The games that a protocol can carry; none for all.
pub fn games(talk: Talk) -> Option<&'static [&'static str]> {
    match talk {
        Talk::Torneo => None,
        Talk::Uci => Some(uci::GAMES),
        Talk::Gtp => Some(gtp::GAMES),
    }
}
