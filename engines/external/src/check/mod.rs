//! Testing a program against its protocol: for the line protocol the tests that need no game, for UCI and GTP those that need
//! to look at single lines.

mod gtp;
mod uci;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use torneo_contract::session::Session;
use torneo_contract::{SpecError, reason};
use torneo_search::text::TextGame;
use torneo_search::{Fault, Stop};

use crate::fault::shown;
use crate::log::Log;
use crate::options::Settings;
use crate::place::Place;
use crate::process::Process;
use crate::protocol::{self, Greeting};

/// One thing that was tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What the program should do.
    pub what: String,
    /// What was seen.
    pub note: String,
    /// What it does wrong.
    pub fault: Option<String>,
}

impl Checked {
    /// It does it.
    pub fn passed(what: &str, note: &str) -> Checked {
        Checked { what: what.to_owned(), note: note.to_owned(), fault: None }
    }

    /// It does not.
    pub fn failed(what: &str, why: &str) -> Checked {
        Checked { what: what.to_owned(), note: String::new(), fault: Some(why.to_owned()) }
    }

    /// It could not be tested.
    pub fn skipped(what: &str, why: &str) -> Checked {
        Checked::passed(what, &format!("not tested: {why}"))
    }

    fn of(what: &str, result: Result<String, Fault>) -> Checked {
        match result {
            Ok(note) => Checked::passed(what, &note),
            Err(fault) => Checked::failed(what, &format!("{}: {fault}", fault.reason)),
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => write!(f, "FAULT {}: {fault}", self.what),
            None if self.note.is_empty() => write!(f, "ok    {}", self.what),
            None => write!(f, "ok    {}: {}", self.what, self.note),
        }
    }
}

/// What was found, and the games that the program plays; none for all.
pub type Examined = (Vec<Checked>, Option<Vec<String>>);

/// A ping with a field that nobody knows.
const STRANGE_PING: &str = r#"{"type":"ping","later":{"versions":["may","add","fields"]}}"#;
/// How long the program may take to end.
const END: Duration = Duration::from_secs(1);

/// Tests the first words of a program, its answers to pings, and how it ends.
///
/// # Errors
/// A program that cannot be started.
pub fn examine(settings: &Settings) -> Result<Examined, SpecError> {
    let settings = &Arc::new(settings.clone());
    let start = || start(settings);
    let mut checks = Vec::new();
    let mut process = start()?;
    let mut words = protocol::of(settings);
    let greeting = words.greet(&mut process);
    let games = greeting.as_ref().ok().and_then(|greeting| greeting.games.clone());
    let named = |greeting: Greeting| if greeting.name.is_empty() { "no name".into() } else { greeting.name };
    checks.push(Checked::of("says hello", greeting.map(named)));
    if checks[0].fault.is_some() {
        return Ok((checks, games));
    }
    let ping = words.ping(&mut process);
    let answers = ping.is_ok();
    checks.push(Checked::of("answers a ping", ping.map(|()| String::new())));
    if answers {
        let strange = process.send(STRANGE_PING).and_then(|()| words.ping(&mut process));
        checks.push(Checked::of("leaves unknown fields alone", strange.map(|()| String::new())));
    }
    let what = "ends when it is asked to quit";
    checks.push(match process.send(settings.talk.farewell()) {
        Ok(()) => ended(what, ending(&process)),
        Err(fault) => Checked::of(what, Err(fault)),
    });
    let mut process = start()?;
    if words.greet(&mut process).is_ok() {
        process.close_input();
        checks.push(ended("ends when its input ends", ending(&process)));
    }
    Ok((checks, games))
}

/// A game with which a program is tested.
pub struct Table {
    /// The game.
    pub game: TextGame,
    /// Its start.
    pub start: Box<dyn Session>,
    /// The game of which it is one of many starts, if it is, at its start.
    pub of_all_starts: Option<Box<dyn Session>>,
}

/// Tests what a program says by UCI. `told` hears of each test as soon as it is done.
///
/// # Errors
/// A program that cannot be started.
pub fn examine_uci(
    settings: &Settings,
    table: &Table,
    told: &mut dyn FnMut(Checked),
) -> Result<(), SpecError> {
    uci::examine(Bench::new(settings, told)?, table);
    Ok(())
}

/// Tests what a program says by GTP. `told` hears of each test as soon as it is done.
///
/// # Errors
/// A program that cannot be started.
pub fn examine_gtp(
    settings: &Settings,
    table: &Table,
    told: &mut dyn FnMut(Checked),
) -> Result<(), SpecError> {
    gtp::examine(Bench::new(settings, told)?, table);
    Ok(())
}

/// Questions that a program may leave without an answer before it is given up, and its faults of any kind.
const MOST_HANGS: u32 = 3;
const MOST_FAULTS: u32 = 12;

/// A program that is tested.
struct Bench<'a> {
    settings: Arc<Settings>,
    process: Process,
    /// The position and the moves that it was asked about last, in the words of its protocol.
    asked: String,
    /// How often it did not answer.
    hangs: u32,
    faults: u32,
    told: &'a mut dyn FnMut(Checked),
}

impl<'a> Bench<'a> {
    /// A program that was started, before its first test.
    fn new(settings: &Settings, told: &'a mut dyn FnMut(Checked)) -> Result<Bench<'a>, SpecError> {
        let settings = Arc::new(settings.clone());
        let process = start(&settings)?;
        Ok(Bench { settings, process, asked: String::new(), hangs: 0, faults: 0, told })
    }

    /// Whether there is no use in asking it any more.
    fn is_given_up(&self) -> bool {
        self.hangs >= MOST_HANGS || self.faults >= MOST_FAULTS
    }

    /// Tells of a test. With a fault the place and the last lines of the program are told.
    fn tell(&mut self, what: &str, found: Result<String, Fault>) {
        let found = found.map_err(|fault| self.placed(fault));
        (self.told)(Checked::of(what, found));
    }

    fn skip(&mut self, what: &str, why: &str) {
        (self.told)(Checked::skipped(what, why));
    }

    fn placed(&self, mut fault: Fault) -> Fault {
        if !self.asked.is_empty() {
            fault.message += &format!("; at `{}`", self.asked);
        }
        let last = self.process.last_words();
        if !last.is_empty() {
            fault.message += "\n      its last lines (`<` on its output, `!` on stderr):";
            last.iter().for_each(|line| fault.message += &format!("\n        {line}"));
        }
        fault
    }

    /// Puts a new process in the place of the one that failed.
    fn renew(&mut self, fault: &Fault) -> Result<(), Fault> {
        self.faults += 1;
        self.hangs += u32::from(fault.reason == reason::TIME_FORFEIT);
        self.process.condemn(fault);
        self.process = start(&self.settings).map_err(|error| Fault::of_machine(error.to_string()))?;
        Ok(())
    }

    /// Tests how it ends, unless it was given up: when it is asked to, and, a new process that `greet` has spoken to, when its
    /// input ends.
    fn test_endings(&mut self, greet: impl FnOnce(&mut Process) -> Result<(), Fault>) {
        if self.is_given_up() {
            return self.skip("the rest", "it did too much wrong, or answered too little");
        }
        self.asked.clear();
        let what = "ends when it is asked to quit";
        match self.process.send(self.settings.talk.farewell()) {
            Ok(()) => (self.told)(ended(what, ending(&self.process))),
            Err(fault) => self.tell(what, Err(fault)),
        }
        let what = "ends when its input ends";
        match start(&self.settings) {
            Ok(process) => {
                self.process = process;
                match greet(&mut self.process) {
                    Ok(()) => {
                        self.process.close_input();
                        (self.told)(ended(what, ending(&self.process)));
                    }
                    Err(fault) => self.tell(what, Err(fault)),
                }
            }
            Err(error) => self.tell(what, Err(Fault::of_machine(error.to_string()))),
        }
    }
}

fn start(settings: &Arc<Settings>) -> Result<Process, SpecError> {
    let log = Arc::new(Log::default());
    let cannot = |why: &dyn fmt::Display| {
        SpecError::new(format!("argument <COMMAND>: cannot start `{}`: {why}", shown(&settings.command[0])))
    };
    let place = Place::of(settings, None).map_err(|why| cannot(&why))?;
    Process::start(settings, &place, &log, &Stop::default()).map_err(|error| cannot(&error))
}

/// How long a program takes to end; none if too long.
fn ending(process: &Process) -> Option<Duration> {
    let began = Instant::now();
    process.ends_before(began + END).then(|| began.elapsed())
}

fn ended(what: &str, took: Option<Duration>) -> Checked {
    match took {
        Some(took) => Checked::passed(what, &format!("after {:.3} s", took.as_secs_f64())),
        None => Checked::failed(what, "it still runs after a second, and would be killed"),
    }
}
