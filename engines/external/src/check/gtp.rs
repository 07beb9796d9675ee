//! Tests of what a program says by GTP.

use torneo_contract::session::Session;
use torneo_contract::{Form, Seat, Turn, reason, refuse_if};
use torneo_search::Fault;

use super::{Bench, Table};
use crate::fault::{shortened, unreadable};
use crate::process::Process;
use crate::protocol::Protocol as _;
use crate::protocol::deadline::{Deadline, await_answer};
use crate::protocol::gtp::{GAME_COMMAND, Gtp, NEEDED, Obeyed, colour, token_of};

/// Commands that version 2 of the protocol asks every engine for, but for those without which torneo cannot play.
const REQUIRED: [&str; 7] =
    ["protocol_version", "name", "version", "known_command", "list_commands", "quit", "komi"];
/// A number that a command is given.
const NUMBER: &str = "1283";
/// A board that no program has.
const HUGE: &str = "1000";
/// Plies of the games that the program plays against itself in one process.
const PLIES: usize = 60;

struct Tester<'a, 'b> {
    bench: Bench<'a>,
    table: &'b Table,
    gtp: Gtp,
    commands: Vec<String>,
    /// The game as it was told.
    session: Box<dyn Session>,
    moves: Vec<String>,
}

/// Tests a program, whose process has just been started.
pub fn examine(bench: Bench<'_>, table: &Table) {
    let session = table.start.copy();
    let mut tester =
        Tester { bench, table, gtp: Gtp::default(), commands: Vec::new(), session, moves: Vec::new() };
    tester.run();
}

/// The answer to a command that a program should obey.
fn obeyed(words: &str, answer: Obeyed) -> Result<String, Fault> {
    answer.map_err(|why| wrong(format!("it does not obey `{words}`: {}", shortened(&why))))
}

fn wrong(message: String) -> Fault {
    Fault::new(reason::PROTOCOL_ERROR, message)
}

impl Tester<'_, '_> {
    fn run(&mut self) {
        self.check("speaks version 2", |tester| {
            let version = tester.obey("protocol_version")?;
            refuse_if!(version.trim() != "2", unreadable(&version, "protocol version 2"));
            Ok(String::new())
        });
        if self.bench.hangs > 0 {
            return;
        }
        self.check("says its name and version", |tester| {
            let (name, version) = (tester.obey("name")?, tester.obey("version")?);
            Ok(format!("{} {}", shortened(&name), shortened(&version)))
        });
        self.check("lists its commands", |tester| {
            let listed = tester.obey("list_commands")?;
            tester.commands = listed.split_whitespace().map(str::to_owned).collect();
            let mut needed = NEEDED.iter().chain(&REQUIRED);
            match needed.find(|name| !tester.knows(name)) {
                Some(missing) => Err(wrong(format!("it lacks the command `{missing}`"))),
                None => Ok(format!("{} commands", tester.commands.len())),
            }
        });
        self.check("knows what it knows", |tester| {
            for (name, expected) in [("genmove", "true"), ("no-such-command", "false")] {
                let known = tester.obey(&format!("known_command {name}"))?;
                refuse_if!(known.trim() != expected, unreadable(&known, &format!("{expected} for `{name}`")));
            }
            Ok(String::new())
        });
        self.check("refuses unknown commands", |tester| tester.refused("no-such-command", "unknown command"));
        self.check("repeats the numbers of commands", Tester::numbers);
        self.check("passes over comments and blank lines", |tester| {
            tester.bench.process.send("# a comment")?;
            tester.bench.process.send("")?;
            tester.obey("protocol_version # another")?;
            Ok(String::new())
        });
        self.check("sets up the board", |tester| {
            tester.begin()?;
            Ok(format!("size {}", tester.table.game.formats.size))
        });
        self.check("refuses a board that it does not have", |tester| {
            let words = format!("boardsize {HUGE}");
            let note = tester.refused(&words, "unacceptable size")?;
            tester.begin()?;
            Ok(note)
        });
        self.check("plays and takes back", Tester::play_and_undo);
        self.check("refuses moves that are not legal", Tester::refuse_moves);
        if self.knows("time_settings") {
            self.check("takes settings of time", |tester| {
                tester.obey("time_settings 60 10 5")?;
                if tester.knows("time_left") {
                    tester.obey("time_left black 50 0")?;
                }
                tester.obey("time_settings 0 1 0")?;
                Ok(String::new())
            });
        }
        self.check("plays two games in one process", |tester| {
            let first = tester.play()?;
            let score = match tester.knows("final_score") {
                true => match tester.ask("final_score")? {
                    Ok(score) => format!(", final score {}", shortened(&score)),
                    Err(why) => format!(", no final score: {}", shortened(&why)),
                },
                false => String::new(),
            };
            let second = tester.play()?;
            Ok(format!("{first} and {second} plies{score}"))
        });
        let greet = |process: &mut Process| Gtp::default().greet(process).map(drop);
        self.bench.test_endings(greet);
    }

    /// Does a test. After a fault another process goes on.
    fn check(&mut self, what: &str, test: impl FnOnce(&mut Self) -> Result<String, Fault>) {
        if self.bench.is_given_up() {
            return;
        }
        let found = test(self);
        let fault = found.as_ref().err().cloned();
        self.bench.tell(what, found);
        if let Some(fault) = fault {
            self.bench.asked.clear();
            self.gtp = Gtp::default();
            if self.bench.renew(&fault).and_then(|()| self.begin()).is_err() {
                self.bench.hangs = u32::MAX;
            }
        }
    }

    fn knows(&self, name: &str) -> bool {
        self.commands.iter().any(|known| known == name)
    }

    fn ask(&mut self, words: &str) -> Result<Obeyed, Fault> {
        let deadline = Deadline::within(self.bench.settings.watchdog);
        self.gtp.command(&mut self.bench.process, words, &deadline)
    }

    fn obey(&mut self, words: &str) -> Result<String, Fault> {
        let answer = self.ask(words)?;
        obeyed(words, answer)
    }

    /// That it does not obey; in which words, if they are others than those of the protocol.
    fn refused(&mut self, words: &str, expected: &str) -> Result<String, Fault> {
        match self.ask(words)? {
            Ok(_) => Err(wrong(format!("it obeys `{words}`"))),
            Err(why) if why.starts_with(expected) => Ok(String::new()),
            Err(why) => Ok(format!("`{}` for `{expected}`", shortened(&why))),
        }
    }

    fn numbers(&mut self) -> Result<String, Fault> {
        for (command, expected) in [("name", format!("={NUMBER}")), ("no-such-command", format!("?{NUMBER}"))]
        {
            self.bench.process.send(&format!("{NUMBER} {command}"))?;
            let deadline = Deadline::within(self.bench.settings.ping);
            let mut first: Option<String> = None;
            let read = |line: &str| {
                if line.trim().is_empty() {
                    return Ok(first.take());
                }
                first.get_or_insert_with(|| line.to_owned());
                Ok(None)
            };
            let what = format!("the answer to `{NUMBER} {command}`");
            let answer = await_answer(&mut self.bench.process, &deadline, &what, read)?;
            let sign = answer.split_whitespace().next().unwrap_or_default();
            refuse_if!(
                sign != expected,
                unreadable(&answer, &format!("an answer that begins with `{expected}`"))
            );
        }
        Ok(String::new())
    }

    /// Sets up the game.
    fn begin(&mut self) -> Result<(), Fault> {
        let game = &self.table.game;
        let words = match self.knows(GAME_COMMAND) {
            true => format!("{GAME_COMMAND} {}", game.spec),
            false => format!("boardsize {}", game.formats.size),
        };
        self.obey(&words)?;
        self.obey("clear_board")?;
        self.session = self.table.start.copy();
        self.moves.clear();
        self.bench.asked = words;
        Ok(())
    }

    /// Notes a move.
    fn note(&mut self, seat: usize, vertex: &str) {
        self.moves.push(format!("{} {vertex}", colour(seat)));
        self.bench.asked = format!("{}, {}", self.table.game.spec, self.moves.join(", "));
    }

    /// A free vertex with its token.
    fn free(&self) -> Result<(String, String), Fault> {
        let chooser = self.session.turn().choosers().iter().next();
        let tokens = self.session.tokens(chooser);
        let token = tokens.get(tokens.len() / 2).cloned().unwrap_or_default();
        let vertex = self.session.exported(Form::Gtp, &token);
        vertex.map(|vertex| (vertex, token)).ok_or_else(|| Fault::of_machine("the board has no free point"))
    }

    fn play_and_undo(&mut self) -> Result<String, Fault> {
        self.begin()?;
        let (vertex, _) = self.free()?;
        let play = format!("play black {vertex}");
        self.obey(&play)?;
        if !self.knows("undo") {
            self.begin()?;
            return Ok("it has no undo".to_owned());
        }
        self.obey("undo")?;
        self.obey(&play)?;
        self.obey("undo")?;
        self.begin()?;
        let note = self.refused("undo", "cannot undo")?;
        Ok(note)
    }

    fn refuse_moves(&mut self) -> Result<String, Fault> {
        self.begin()?;
        let (vertex, _) = self.free()?;
        self.obey(&format!("play black {vertex}"))?;
        self.note(0, &vertex);
        let note = self.refused(&format!("play white {vertex}"), "illegal move")?;
        for words in
            [format!("play white {vertex}{vertex}"), "play white".to_owned(), format!("play green {vertex}")]
        {
            refuse_if!(self.ask(&words)?.is_ok(), wrong(format!("it obeys `{words}`")));
        }
        self.begin()?;
        Ok(note)
    }

    /// Plays a game against itself; its plies.
    fn play(&mut self) -> Result<usize, Fault> {
        self.begin()?;
        while self.moves.len() < PLIES {
            let Turn::Seat(seat) = self.session.turn() else { break };
            let vertex = self.obey(&format!("genmove {}", colour(seat.index())))?;
            let vertex = vertex.trim().to_owned();
            if vertex.eq_ignore_ascii_case("resign") {
                break;
            }
            self.note(seat.index(), &vertex);
            self.follow(seat, &vertex)?;
        }
        Ok(self.moves.len())
    }

    fn follow(&mut self, seat: Seat, vertex: &str) -> Result<(), Fault> {
        let legal = self.session.tokens(Some(seat));
        let token = token_of(&*self.session, vertex, &legal);
        let played = token.is_some_and(|token| self.session.follow(&token).is_ok());
        refuse_if!(
            !played,
            Fault::new(reason::ILLEGAL_MOVE, format!("`{}` is not legal", shortened(vertex)))
        );
        Ok(())
    }
}
