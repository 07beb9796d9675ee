//! A program at a seat: its process, its clock, its faults.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use torneo_contract::session::Session;
use torneo_contract::{Form, Outcome, Refusal, Seat, SpecError, nearest, reason};
use torneo_search::text::{Answer, Asked, TextEngine, TextGame, TextPlayer};
use torneo_search::{By, Fault, Stop};

use crate::fault::shortened;
use crate::log::Log;
use crate::options::{GameClock, Restart, Settings, Talk};
use crate::place::Place;
use crate::probe::probe;
use crate::process::Process;
use crate::protocol::{self, Beginning, Greeting, Protocol, Question, Reply};

/// A program as an engine.
pub struct Program {
    settings: Arc<Settings>,
    log: Arc<Log>,
    /// The folder of the configuration.
    beside: OnceLock<PathBuf>,
    /// What the program said of itself when it was first asked.
    greeting: OnceLock<Greeting>,
    /// Whether it was said that the program does not stop at its limit.
    warned: Arc<AtomicBool>,
}

impl Program {
    /// A program that has not been started yet.
    pub fn new(settings: Settings) -> Program {
        Program {
            settings: Arc::new(settings),
            log: Arc::default(),
            beside: OnceLock::new(),
            greeting: OnceLock::new(),
            warned: Arc::default(),
        }
    }

    /// What the program says of itself; it is started for that once.
    fn greeting(&self, stop: &Stop) -> Result<&Greeting, SpecError> {
        if let Some(greeting) = self.greeting.get() {
            return Ok(greeting);
        }
        let place = self.place().map_err(|why| {
            let program = shortened(&self.settings.command[0]);
            SpecError::new(format!("cannot start the program `{program}`: {why}"))
        })?;
        if let Some(note) = &place.note {
            eprintln!("warning: {note}");
        }
        let greeting = probe(&self.settings, &place, stop)?;
        for warning in self.settings.warnings() {
            eprintln!("warning: {}: {warning}", shortened(&self.settings.command[0]));
        }
        Ok(self.greeting.get_or_init(|| greeting))
    }

    fn place(&self) -> Result<Place, Refusal> {
        Place::of(&self.settings, self.beside.get().map(PathBuf::as_path))
    }
}

impl TextEngine for Program {
    fn form(&self) -> Option<Form> {
        self.settings.talk.form()
    }

    fn greet(&self, game: &TextGame, stop: &Stop) -> Result<(), SpecError> {
        let greeting = self.greeting(stop)?;
        let program = format!("the program `{}`", shortened(&self.settings.command.join(" ")));
        if self.settings.talk == Talk::Uci {
            return protocol::dialect(game, greeting.options.as_deref().unwrap_or_default())
                .map(drop)
                .map_err(|why| SpecError::new(format!("{program} {why}")));
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
        self.beside.get_or_init(|| folder.to_owned());
    }

    fn player(&self, game: &TextGame) -> Box<dyn TextPlayer> {
        Box::new(Player {
            settings: self.settings.clone(),
            place: self.place(),
            log: self.log.clone(),
            warned: self.warned.clone(),
            game: game.clone(),
            stop: Stop::default(),
            running: None,
            fault: None,
            last_words: Vec::new(),
            clock: None,
            choices: 0,
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

    fn log_to(&self, file: &Path) {
        self.log.keep(file);
    }
}

/// A process with the protocol as spoken so far.
struct Running {
    process: Process,
    protocol: Box<dyn Protocol>,
}

/// A program at one seat, its process kept from game to game.
struct Player {
    settings: Arc<Settings>,
    place: Result<Place, Refusal>,
    log: Arc<Log>,
    warned: Arc<AtomicBool>,
    game: TextGame,
    stop: Stop,
    running: Option<Running>,
    /// What it did wrong in this game.
    fault: Option<Fault>,
    /// What it wrote last when it did so.
    last_words: Vec<String>,
    /// Seconds left for the game or its period.
    clock: Option<f64>,
    /// Choices made in the period.
    choices: u32,
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
        self.keep_or_end();
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let running = self.running.as_mut().expect("it was just started");
        let beginning = Beginning { game: &self.game, session, seat, seed, position };
        running.protocol.begin(&mut running.process, beginning)
    }

    /// Ends the process of the last game unless it may and can go on.
    fn keep_or_end(&mut self) {
        if self.settings.restart == Restart::On {
            self.running = None;
        }
        let Some(running) = &mut self.running else { return };
        if let Err(fault) = running.protocol.ping(&mut running.process) {
            running.process.condemn(&fault);
            self.running = None;
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
            Process::start(settings, place, &self.log, &self.stop).map_err(|error| cannot(&error))?;
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
        let period = self.settings.clock.and_then(|clock| clock.period);
        let moves_to_go = period.map(|period| period - self.choices);
        let Settings { time, margin, watchdog, .. } = *self.settings;
        let limit = time.into_iter().chain(self.clock).reduce(f64::min);
        let seconds = limit.map_or(watchdog, |seconds| seconds.max(0.0));
        let question = Question { asked: *asked, clock: self.clock, moves_to_go, seconds, margin };
        let Some(Running { process, protocol }) = &mut self.running else {
            return Err(Fault::new(reason::ENGINE_CRASH, "the program has ended"));
        };
        let Reply { answer, took, was_stopped } = protocol.choose(process, &question)?;
        if was_stopped && limit.is_none() && !self.warned.swap(true, Ordering::Relaxed) {
            let program = shortened(&self.settings.command[0]);
            let limit = self.settings.named_limit();
            eprintln!(
                "warning: `{program}` does not stop at {limit}: it was stopped after {watchdog} s (watchdog)"
            );
        }
        if let (Some(left), Some(GameClock { seconds, increment, .. })) =
            (&mut self.clock, self.settings.clock)
        {
            *left = (*left - took.as_secs_f64()).max(0.0) + increment;
            self.choices += 1;
            if period == Some(self.choices) {
                *left += seconds;
                self.choices = 0;
            }
        }
        Ok(answer)
    }
}

impl TextPlayer for Player {
    fn heed(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, seed: u64, position: Option<&str>) {
        self.fault = None;
        self.last_words.clear();
        (self.clock, self.choices) = (self.settings.clock.map(|clock| clock.seconds), 0);
        if let Err(fault) = self.set_up(session, seat, seed, position) {
            self.fail(fault);
        }
    }

    fn observe(&mut self, token: &str, by: By) {
        self.tell(|protocol, process| protocol.observe(process, token, by));
    }

    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.ask(asked).map_err(|fault| self.fail(fault))
    }

    fn refuse(&mut self) {
        self.fail(Fault::new(reason::ILLEGAL_MOVE, "its last answer is not legal"));
    }

    fn last_words(&self) -> &[String] {
        &self.last_words
    }

    fn finish(&mut self, outcome: &Outcome) {
        self.tell(|protocol, process| protocol.finish(process, outcome));
    }
}
