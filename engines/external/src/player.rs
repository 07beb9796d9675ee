//! A program at a seat: its process, its clock, its faults.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};
use torneo_contract::session::Session;
use torneo_contract::{Form, Options, Outcome, Refusal, Seat, SpecError, nearest, reason};
use torneo_search::text::{Answer, Asked, Known, Numbers, TextEngine, TextGame, TextPlayer};
use torneo_search::{By, Face, Fault, RunningClock, Stop};

use crate::fault::shortened;
use crate::log::Log;
use crate::note;
use crate::offer;
use crate::options::{Restart, Settings, Talk};
use crate::place::Place;
use crate::pool::{Pool, Running};
use crate::probe::probe;
use crate::process::Process;
use crate::protocol::{self, Beginning, Greeting, Protocol, Question, Reply, gtp};

/// A program as an engine.
pub struct Program {
    settings: Arc<Settings>,
    kept: Arc<Kept>,
}

/// What stays while options and limits change.
#[derive(Default)]
struct Kept {
    log: Arc<Log>,
    /// The folder of the configuration.
    beside: OnceLock<PathBuf>,
    /// What the program said of itself when it was first asked.
    greeting: OnceLock<Greeting>,
    /// Whether it was said that the program does not stop at its limit.
    warned: AtomicBool,
    /// Its processes between two games.
    pool: Pool,
}

impl Program {
    /// A program that has not been started yet.
    pub fn new(settings: Settings) -> Program {
        Program { settings: Arc::new(settings), kept: Arc::default() }
    }

    /// What the program says of itself; it is started for that once, and goes on as the process of a first game.
    fn greeting(&self, stop: &Stop) -> Result<&Greeting, SpecError> {
        if let Some(greeting) = self.kept.greeting.get() {
            return Ok(greeting);
        }
        let place = self.place().map_err(|why| {
            let program = shortened(&self.settings.command[0]);
            SpecError::new(format!("cannot start the program `{program}`: {why}"))
        })?;
        if let Some(note) = &place.note {
            note::warn(note);
        }
        let (greeting, running) = probe(&self.settings, &place, &self.kept.log, stop)?;
        self.kept.pool.give(running);
        for warning in self.settings.warnings() {
            note::warn(&format!("{}: {warning}", shortened(&self.settings.command[0])));
        }
        Ok(self.kept.greeting.get_or_init(|| greeting))
    }

    fn place(&self) -> Result<Place, Refusal> {
        Place::of(&self.settings, self.kept.beside.get().map(PathBuf::as_path))
    }
}

impl TextEngine for Program {
    fn form(&self) -> Option<Form> {
        self.settings.talk.form()
    }

    fn greet(&self, game: &TextGame, stop: &Stop) -> Result<(), SpecError> {
        let greeting = self.greeting(stop)?;
        let program = shortened(&self.settings.command.join(" "));
        if let Some(offers) = &greeting.options {
            offer::check(&program, offers, &self.settings.options)?;
        }
        let program = format!("the program `{program}`");
        if self.settings.talk == Talk::Uci {
            return protocol::dialect(game, greeting.options.as_deref().unwrap_or_default())
                .map(drop)
                .map_err(|why| SpecError::new(format!("{program} {why}")));
        }
        if self.settings.retries > 0 && self.settings.talk == Talk::Gtp && !greeting.has(gtp::UNDO) {
            let lacking =
                format!("{program} lacks the command `{}`, without which no move is tried again", gtp::UNDO);
            return Err(SpecError::new(lacking));
        }
        match &greeting.games {
            Some(games) if !games.iter().any(|id| id == game.id) => {
                let message = format!("{program} does not play `{}`, only {}", game.id, games.join(", "));
                let near = nearest(game.id, games.iter().map(String::as_str));
                Err(SpecError::new(message).with_nearest(near))
            }
            _ => Ok(()),
        }
    }

    fn start_in(&self, folder: &Path) {
        self.kept.beside.get_or_init(|| folder.to_owned());
    }

    fn player(&self, game: &TextGame) -> Box<dyn TextPlayer> {
        Box::new(Player {
            settings: self.settings.clone(),
            place: self.place(),
            kept: self.kept.clone(),
            game: game.clone(),
            stop: Stop::default(),
            running: None,
            fault: None,
            last_words: Vec::new(),
            clock: self.settings.clock.map(RunningClock::new),
        })
    }

    fn draws_at_random(&self) -> bool {
        self.settings.random
    }

    fn is_timed(&self) -> bool {
        self.settings.time.is_some() || self.settings.clock.is_some()
    }

    fn memory(&self) -> u64 {
        self.settings.known_memory
    }

    fn needs_history(&self) -> bool {
        self.settings.talk == Talk::Gtp
    }

    fn known(&self) -> Option<Known> {
        let id = self.kept.greeting.get()?.name.clone();
        Some(Known { id, files: self.place().ok()?.files(&self.settings.command) })
    }

    fn log_to(&self, file: &Path) {
        self.kept.log.keep(file);
    }

    fn numbers(&self, option: &str, ends: [f64; 2], stop: &Stop) -> Result<Numbers, SpecError> {
        let greeting = self.greeting(stop)?;
        let program = shortened(&self.settings.command.join(" "));
        let is_whole = ends.iter().all(|end| end.fract() == 0.0);
        let value = |end: f64| if is_whole { Value::from(end as i64) } else { Value::from(end) };
        let Some(offers) = &greeting.options else {
            return Ok(Numbers { name: option.to_owned(), usual: None, whole: is_whole });
        };
        let given = ends.map(|end| Map::from_iter([(option.to_owned(), value(end))]));
        given.iter().try_for_each(|given| offer::check(&program, offers, given))?;
        let offer = offer::find(offers, option).expect("it was just found");
        let usual = offer.usual.as_ref().and_then(|usual| usual.parse().ok());
        Ok(Numbers { name: offer.name.clone(), usual, whole: is_whole || offer.is_whole() })
    }

    fn with(&self, options: &Options) -> Option<Arc<dyn TextEngine>> {
        let settings = Settings::new(options).ok().filter(|settings| settings.starts_as(&self.settings))?;
        Some(Arc::new(Program { settings: Arc::new(settings), kept: self.kept.clone() }))
    }
}

/// A program at one seat. Its process comes from those that wait, and goes back to them after the game.
struct Player {
    settings: Arc<Settings>,
    place: Result<Place, Refusal>,
    kept: Arc<Kept>,
    game: TextGame,
    stop: Stop,
    running: Option<Running>,
    /// What it did wrong in this game.
    fault: Option<Fault>,
    /// What it wrote last when it did so.
    last_words: Vec<String>,
    clock: Option<RunningClock>,
}

impl Player {
    /// Makes the process ready for a game.
    fn set_up(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        seed: u64,
        position: Option<&str>,
    ) -> Result<(), Fault> {
        self.give_back();
        let running = match self.waiting() {
            Some(running) => running,
            None => self.start()?,
        };
        let running = self.running.insert(running);
        let beginning = Beginning { game: &self.game, session, seat, seed, position };
        running.protocol.begin(&mut running.process, beginning)
    }

    /// A process that waits and is there; those that do not answer end.
    fn waiting(&self) -> Option<Running> {
        loop {
            let mut running = self.kept.pool.take()?;
            running.process.serve(&self.settings, &self.stop);
            match running.protocol.ping(&mut running.process) {
                Ok(()) => return Some(running),
                Err(fault) => running.process.condemn(&fault),
            }
        }
    }

    /// Gives the process to whoever plays next, if it may go on.
    fn give_back(&mut self) {
        let Some(running) = self.running.take() else { return };
        if self.settings.restart != Restart::On && !self.stop.is_set() {
            self.kept.pool.give(running);
        }
    }

    fn start(&mut self) -> Result<Running, Fault> {
        let settings = &self.settings;
        // It did start before the first game: what is missing now is missing here.
        let cannot = |why: &dyn std::fmt::Display| {
            Fault::of_machine(format!("cannot start `{}`: {why}", shortened(&settings.command[0])))
        };
        let place = self.place.as_ref().map_err(|why| cannot(why))?;
        let mut process =
            Process::start(settings, place, &self.kept.log, &self.stop).map_err(|error| cannot(&error))?;
        process.serve(settings, &self.stop);
        let mut protocol = protocol::of(settings);
        match protocol.greet(&mut process) {
            Ok(_) => Ok(Running { process, protocol }),
            Err(fault) => {
                self.last_words = process.last_words();
                process.condemn(&fault);
                Err(fault)
            }
        }
    }

    /// Does something with the process; what goes wrong is kept until the next choice.
    fn tell(&mut self, say: impl FnOnce(&mut dyn Protocol, &mut Process) -> Result<(), Fault>) {
        if self.fault.is_some() {
            return;
        }
        let Some(Running { process, protocol }) = &mut self.running else { return };
        if let Err(fault) = say(&mut **protocol, process) {
            self.fail(fault);
        }
    }

    /// Notes a fault, and for one that ended the program its last line on stderr. The process ends with it, unless it is
    /// to be kept at any cost.
    fn fail(&mut self, mut fault: Fault) -> Fault {
        if let Some(Running { process, .. }) = &self.running {
            self.last_words = process.last_words();
        }
        if let Some(Running { process, .. }) = &mut self.running
            && (self.settings.restart != Restart::Off || !process.is_alive())
        {
            if fault.reason == reason::ENGINE_CRASH
                && let Some(last) = process.last_errors().pop()
            {
                fault.message += &format!("; its last line on stderr: {last}");
            }
            process.condemn(&fault);
            self.running = None;
        }
        self.fault.insert(fault).clone()
    }

    fn ask(&mut self, asked: &Asked<'_>) -> Result<Answer, Fault> {
        let Settings { time, margin, watchdog, .. } = *self.settings;
        let clock = self.clock();
        let limit = time.into_iter().chain(clock.map(|clock| clock.left)).reduce(f64::min);
        let seconds = limit.map_or(watchdog, |seconds| seconds.max(0.0));
        let question = Question { asked: *asked, clock, seconds, margin };
        let Some(Running { process, protocol }) = &mut self.running else {
            return Err(Fault::new(reason::ENGINE_CRASH, "the program has ended"));
        };
        let Reply { answer, took, was_stopped } = protocol.choose(process, &question)?;
        if was_stopped && limit.is_none() && !self.kept.warned.swap(true, Ordering::Relaxed) {
            let program = shortened(&self.settings.command[0]);
            let limit = self.settings.named_limit();
            note::warn(&format!(
                "`{program}` does not stop at {limit}: it was stopped after {watchdog} s (watchdog)"
            ));
        }
        self.clock.iter_mut().for_each(|clock| clock.spend(took));
        Ok(Answer { took: Some(took), ..answer })
    }
}

impl TextPlayer for Player {
    fn heed(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, seed: u64, position: Option<&str>) {
        self.fault = None;
        self.last_words.clear();
        self.clock = self.settings.clock.map(RunningClock::new);
        if let Err(fault) = self.set_up(session, seat, seed, position) {
            self.fail(fault);
        }
    }

    fn observe(&mut self, token: &str, by: By) {
        self.tell(|protocol, process| protocol.observe(process, token, by));
    }

    fn clock(&self) -> Option<Face> {
        self.clock.map(|clock| clock.face())
    }

    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let may_try_again = asked.again.map_or(0, |again| again.retry) < self.settings.retries;
        self.ask(asked).map_err(|fault| match fault.is_of_answer() && may_try_again {
            true => fault,
            false => self.fail(fault),
        })
    }

    fn retries(&self) -> u32 {
        self.settings.retries
    }

    fn refuse(&mut self) {
        self.fail(Fault::new(reason::ILLEGAL_MOVE, "its last answer is not legal"));
    }

    fn last_words(&self) -> &[String] {
        &self.last_words
    }

    fn finish(&mut self, outcome: &Outcome) {
        self.tell(|protocol, process| protocol.finish(process, outcome));
        self.give_back();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.give_back();
    }
}
