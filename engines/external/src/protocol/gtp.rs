//! The Go Text Protocol, version 2 (Farneback, 2002), for the games that say so.
//!
//! The first seat is black. An option of the program is sent as a command with its value.

use torneo_contract::session::Session;
use torneo_contract::{Form, Seat, reason};
use torneo_search::text::Answer;
use torneo_search::{By, Fault};

use super::deadline::{Deadline, await_answer};
use super::{Beginning, Greeting, Protocol, Question, begun, unsaid};
use crate::fault::{shortened, unreadable};
use crate::offer::Offer;
use crate::options::GameClock;
use crate::process::Process;

/// The command by which a program takes a game with all its options, such as the swap rule: `torneo-game
/// havannah(size=8, swap=true)`. A program that lacks it hears the size of the board.
pub const GAME_COMMAND: &str = "torneo-game";

/// Commands that a program must know.
const NEEDED: [&str; 4] = ["boardsize", "clear_board", "play", "genmove"];

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
}

fn colour(seat: usize) -> &'static str {
    if seat == 0 { "black" } else { "white" }
}

/// The legal token that a vertex stands for. Letters are large or small as the program likes.
pub fn token_of(session: &dyn Session, vertex: &str, legal: &[String]) -> Option<String> {
    let read = session.import_action(Form::Gtp, vertex);
    legal.iter().find(|token| token.eq_ignore_ascii_case(&read)).cloned()
}

/// Sends a command and waits for what it answers; an answer ends with a blank line.
fn command(
    process: &mut Process,
    command: &str,
    deadline: &Deadline,
) -> Result<Result<String, String>, Fault> {
    process.send(command)?;
    let mut answer: Option<String> = None;
    let read = |line: &str| match &mut answer {
        _ if line.trim().is_empty() => Ok(answer.take()),
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
    let answer = await_answer(process, deadline, &format!("the answer to `{command}`"), None, read)?;
    let text = answer[1..].trim().to_owned();
    Ok(if answer.starts_with('=') { Ok(text) } else { Err(text) })
}

/// Sends a command that the program must be able to obey.
fn obeyed(process: &mut Process, words: &str, seconds: f64) -> Result<String, Fault> {
    obeyed_by(process, words, &Deadline::within(seconds))
}

fn obeyed_by(process: &mut Process, words: &str, deadline: &Deadline) -> Result<String, Fault> {
    command(process, words, deadline)?.map_err(|why| {
        let message = format!("the program does not obey `{words}`: {}", shortened(&why));
        Fault::new(reason::PROTOCOL_ERROR, message)
    })
}

impl Protocol for Gtp {
    fn greet(&mut self, process: &mut Process) -> Result<Greeting, Fault> {
        let settings = process.settings.clone();
        let name = obeyed(process, "name", settings.startup)?;
        let commands = obeyed(process, "list_commands", settings.startup)?;
        let known: Vec<&str> = commands.split_whitespace().collect();
        if let Some(missing) = NEEDED.iter().find(|needed| !known.contains(needed)) {
            let message = format!("the program lacks the command `{missing}`");
            return Err(Fault::new(reason::PROTOCOL_ERROR, message));
        }
        self.knows_options = known.contains(&GAME_COMMAND);
        // An option is a command; what values it takes the program does not tell.
        let options = known.iter().map(|name| Offer::named(name)).collect();
        let greeting = Greeting { name, games: None, options: Some(options) };
        let is_known = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
        for (name, value) in settings.options.iter().filter(|(name, _)| is_known(name)) {
            if let (name, Some(value)) = greeting.option(name, value) {
                obeyed(process, &format!("{name} {value}"), settings.startup)?;
            }
        }
        Ok(greeting)
    }

    fn ping(&mut self, process: &mut Process) -> Result<(), Fault> {
        let deadline = Deadline::within(process.settings.ping);
        command(process, "protocol_version", &deadline).map(drop)
    }

    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault> {
        let settings = process.settings.clone();
        (self.own, self.made) = (Some(beginning.seat), false);
        self.session = Some(begun(&beginning)?);
        let game = if self.knows_options {
            format!("{GAME_COMMAND} {}", beginning.game.spec)
        } else {
            format!("boardsize {}", beginning.game.formats.size)
        };
        obeyed(process, &game, settings.startup)?;
        obeyed(process, "clear_board", settings.startup)?;
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
            let _ = command(process, &time, &Deadline::within(settings.ping))?;
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
        obeyed(process, &format!("play {} {vertex}", colour(mover)), ping).map(drop)
    }

    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Answer, Fault> {
        let colour = colour(self.own.map_or(0, Seat::index));
        if let Some(left) = question.clock {
            let left = format!("time_left {colour} {} {}", left.floor(), question.moves_to_go.unwrap_or(0));
            let deadline = Deadline::within(process.settings.ping);
            let _ = command(process, &left, &deadline)?;
        }
        let vertex = obeyed_by(process, &format!("genmove {colour}"), &question.deadline)?;
        self.made = true;
        let session = self.session.as_deref();
        let token = session.and_then(|session| token_of(session, &vertex, question.asked.legal));
        Ok(Answer { token: token.unwrap_or(vertex), ..Answer::default() })
    }
}
