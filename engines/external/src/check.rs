//! Testing a program against the line protocol: the tests that need no game.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use torneo_contract::SpecError;
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
    let start = || {
        let log = Arc::new(Log::default());
        let cannot = |why: &dyn fmt::Display| {
            SpecError::new(format!(
                "argument <COMMAND>: cannot start `{}`: {why}",
                shown(&settings.command[0])
            ))
        };
        let place = Place::of(settings, None).map_err(|why| cannot(&why))?;
        Process::start(settings, &place, &log, &Stop::default()).map_err(|error| cannot(&error))
    };
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
