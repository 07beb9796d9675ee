//! The Go Text Protocol, version 2 (Farneback, 2002), for the games that say so.
//!
//! The first seat is black. An option of the program is sent as a command with its value.

use std::collections::BTreeMap;

use torneo_contract::session::Session;
use torneo_contract::{Form, Seat, reason, refuse_if};
use torneo_search::text::Answer;
use torneo_search::{By, Face, Fault, GameClock};

use super::deadline::{Arrived, Deadline, await_arrival};
use super::{Beginning, Greeting, Protocol, Question, Reply, begun, unsaid};
use crate::fault::{shortened, unreadable};
use crate::offer::Offer;
use crate::process::Process;

/// The command by which a program takes a game with all its options, such as the swap rule: `torneo-game
/// havannah(size=8, swap=true)`. A program that lacks it hears the size of the board.
pub const GAME_COMMAND: &str = "torneo-game";

/// The command that takes a move back, for programs whose moves are tried again.
pub const UNDO: &str = "undo";

/// The vertex of a program that gives up.
const RESIGN: &str = "resign";

/// Commands that a program must know.
pub const NEEDED: [&str; 4] = ["boardsize", "clear_board", "play", "genmove"];

/// The protocol as spoken so far.
#[derive(Default)]
pub struct Gtp {
    own: Option<Seat>,
    /// The game as it was told.
    session: Option<Box<dyn Session>>,
    /// The move that the program made itself and need not be told of.
    made: bool,
    /// Whether the program takes a whole specification, not the size of the board alone.
    knows_options: bool,
    /// The number of the last command.
    sent: u64,
    /// What the program said of itself, and the options that it was sent.
    greeting: Greeting,
    set: BTreeMap<String, String>,
}

/// The word for the side of a seat.
pub fn colour(seat: usize) -> &'static str {
    if seat == 0 { "black" } else { "white" }
}

/// The legal token that a vertex stands for. Letters are large or small as the program likes.
pub fn token_of(session: &dyn Session, vertex: &str, legal: &[String]) -> Option<String> {
    let read = session.import_action(Form::Gtp, vertex);
    legal.iter().find(|token| token.eq_ignore_ascii_case(&read)).cloned()
}

/// What a program answers to a command: what it says, or why it does not obey.
pub type Obeyed = Result<String, String>;

/// An answer without its sign and its number, with the number if there is one.
fn numbered(answer: &str) -> (Option<u64>, &str) {
    let rest = answer.trim_start_matches(|c: char| c.is_ascii_digit());
    (answer[..answer.len() - rest.len()].parse().ok(), rest)
}

impl Gtp {
    /// Sends a command with a number and waits for its answer, which ends with a blank line. Answers with other numbers belong to
    /// commands that were given up.
    fn arrival(
        &mut self,
        process: &mut Process,
        command: &str,
        deadline: &Deadline,
    ) -> Result<Arrived<Obeyed>, Fault> {
        self.sent += 1;
        process.send(&format!("{} {command}", self.sent))?;
        let mut answer: Option<String> = None;
        let read = |line: &str| match &mut answer {
            _ if line.trim().is_empty() => {
                Ok(answer.take().filter(|answer| numbered(&answer[1..]).0.is_none_or(|id| id == self.sent)))
            }
            Some(answer) => {
                *answer += "\n";
                *answer += line;
                Ok(None)
            }
            None if line.starts_with(['=', '?']) => {
                answer = Some(line.to_owned());
                Ok(None)
            }
            None => Err(unreadable(line, "an answer that begins with `=` or `?`")),
        };
        let what = format!("the answer to `{command}`");
        let Arrived { answer, took, was_stopped } = await_arrival(process, deadline, &what, None, read)?;
        let text = numbered(&answer[1..]).1.trim().to_owned();
        Ok(Arrived { answer: if answer.starts_with('=') { Ok(text) } else { Err(text) }, took, was_stopped })
    }

    /// The same without how long it took.
    ///
    /// # Errors
    /// A program that does not answer, answers in another form, or has ended.
    pub fn command(
        &mut self,
        process: &mut Process,
        command: &str,
        deadline: &Deadline,
    ) -> Result<Obeyed, Fault> {
        self.arrival(process, command, deadline).map(|arrived| arrived.answer)
    }

    /// Sends a command that the program must be able to obey.
    fn obeyed(&mut self, process: &mut Process, words: &str, seconds: f64) -> Result<String, Fault> {
        self.command(process, words, &Deadline::within(seconds))?.map_err(|why| disobeyed(words, &why))
    }
}

impl Gtp {
    /// Sends the options of the entry that are not set so.
    fn set_options(&mut self, process: &mut Process) -> Result<(), Fault> {
        let settings = process.settings.clone();
        for (name, value) in &settings.options {
            if self.greeting.has(name)
                && let (name, Some(value)) = self.greeting.option(name, value)
                && self.set.get(&name) != Some(&value)
            {
                self.obeyed(process, &format!("{name} {value}"), settings.startup)?;
                self.set.insert(name, value);
            }
        }
        Ok(())
    }
}

fn given_up() -> Fault {
    Fault::new(reason::ILLEGAL_MOVE, "the program resigns").of_kind("refused")
}

fn disobeyed(words: &str, why: &str) -> Fault {
    let message = format!("the program does not obey `{words}`: {}", shortened(why));
    Fault::new(reason::PROTOCOL_ERROR, message)
}

impl Protocol for Gtp {
    fn greet(&mut self, process: &mut Process) -> Result<Greeting, Fault> {
        let settings = process.settings.clone();
        let name = self.obeyed(process, "name", settings.startup)?;
        let commands = self.obeyed(process, "list_commands", settings.startup)?;
        let known: Vec<&str> = commands.split_whitespace().collect();
        if let Some(missing) = NEEDED.iter().find(|needed| !known.contains(needed)) {
            let message = format!("the program lacks the command `{missing}`");
            return Err(Fault::new(reason::PROTOCOL_ERROR, message));
        }
        self.knows_options = known.contains(&GAME_COMMAND);
        // An option is a command; what values it takes the program does not tell.
        let options = known.iter().map(|name| Offer::named(name)).collect();
        self.greeting = Greeting { name, games: None, options: Some(options) };
        self.set_options(process)?;
        Ok(self.greeting.clone())
    }

    fn ping(&mut self, process: &mut Process) -> Result<(), Fault> {
        let deadline = Deadline::within(process.settings.ping);
        self.command(process, "protocol_version", &deadline).map(drop)
    }

    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault> {
        let settings = process.settings.clone();
        (self.own, self.made) = (Some(beginning.seat), false);
        self.set_options(process)?;
        self.session = Some(begun(&beginning)?);
        let game = if self.knows_options {
            format!("{GAME_COMMAND} {}", beginning.game.spec)
        } else {
            format!("boardsize {}", beginning.game.formats.size)
        };
        self.obeyed(process, &game, settings.startup)?;
        self.obeyed(process, "clear_board", settings.startup)?;
        let time = match (settings.clock, settings.time) {
            (Some(GameClock { seconds, period: Some(moves), .. }), _) => {
                Some(format!("time_settings 0 {} {moves}", seconds.ceil()))
            }
            (Some(clock), _) => Some(format!("time_settings {} 0 0", clock.seconds.ceil())),
            (None, Some(time)) => Some(format!("time_settings 0 {} 1", time.ceil())),
            (None, None) => None,
        };
        if let Some(time) = time {
            // A program that keeps no time may not know the command.
            let _ = self.command(process, &time, &Deadline::within(settings.ping))?;
        }
        Ok(())
    }

    fn observe(&mut self, process: &mut Process, token: &str, _by: By) -> Result<(), Fault> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let mover = session.turn().choosers().iter().next().map_or(0, Seat::index);
        let exported = session.follow_exported(Form::Gtp, token).ok().flatten();
        if std::mem::take(&mut self.made) {
            return Ok(());
        }
        let vertex = exported.ok_or_else(|| unsaid(Form::Gtp, token))?;
        let ping = process.settings.ping;
        self.obeyed(process, &format!("play {} {vertex}", colour(mover)), ping).map(drop)
    }

    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Reply, Fault> {
        let own = self.own.map_or(0, Seat::index);
        let others = question.asked.clocks.iter().enumerate().filter(|(seat, _)| *seat != own);
        let others: Vec<_> = others.map(|(seat, clock)| (seat, *clock)).collect();
        if question.clock.is_some() {
            for (seat, clock) in others.into_iter().chain([(own, question.clock)]) {
                let Some(Face { left, moves_to_go, .. }) = clock else { continue };
                let colour = colour(seat);
                let left = format!("time_left {colour} {} {}", left.floor(), moves_to_go.unwrap_or(0));
                let deadline = Deadline::within(process.settings.ping);
                let _ = self.command(process, &left, &deadline)?;
            }
        }
        if let Some(again) = question.asked.again {
            let taken_back = self.command(process, UNDO, &Deadline::within(process.settings.ping))?;
            self.made = false;
            // Where no vertex was read, the program may have made no move.
            if again.token.is_some() {
                taken_back.map_err(|why| disobeyed(UNDO, &why))?;
            }
        }
        let colour = colour(own);
        let words = format!("genmove {colour}");
        // GTP has no word for answering at once: what comes within the limit and the margin counts.
        let deadline = Deadline::within(question.seconds + question.margin);
        let Arrived { answer, took, was_stopped } = self.arrival(process, &words, &deadline)?;
        let vertex = answer.map_err(|why| disobeyed(&words, &why))?;
        refuse_if!(vertex.eq_ignore_ascii_case(RESIGN), given_up());
        self.made = true;
        let session = self.session.as_deref();
        let token = session.and_then(|session| token_of(session, &vertex, question.asked.legal));
        let answer = Answer { token: token.unwrap_or(vertex), ..Answer::default() };
        Ok(Arrived { answer, took, was_stopped })
    }
}
