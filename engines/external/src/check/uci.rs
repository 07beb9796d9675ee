//! Tests of what a program says by UCI.

use std::time::{Duration, Instant};

use torneo_contract::session::Session;
use torneo_contract::{Dialect, Form, reason, refuse_if};
use torneo_search::Fault;

use super::{Bench, Table};
use crate::fault::{late, shortened, unreadable};
use crate::offer::{self, Offer};
use crate::process::Process;
use crate::protocol::deadline::{Deadline, await_answer, await_arrival};
use crate::protocol::uci::{Uci, await_ready, best_move};
use crate::protocol::{Greeting, Protocol as _, dialect};

/// The value of `UCI_Variant` for orthodox chess, of which there are positions to test with.
const CHESS: &str = "chess";
const CHESS960: &str = "UCI_Chess960";

/// A position in the words of `position`, and what it is like.
struct Place {
    what: &'static str,
    position: &'static str,
}

/// Castling on both sides by the king's two squares; a program that misreads it does not see the check.
const CASTLED: [Place; 2] = [
    Place { what: "king side", position: "fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1" },
    Place { what: "queen side", position: "fen r3k3/8/8/8/8/8/8/3K4 b q - 0 1 moves e8c8" },
];
const MAY_CASTLE: (&str, &str) = ("fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1");
/// The same where the king takes its own rook.
const CASTLED_960: [Place; 2] = [
    Place { what: "king side", position: "fen 5k2/8/8/8/8/8/8/1K4R1 w G - 0 1 moves b1g1" },
    Place { what: "queen side", position: "fen 1r3k2/8/8/8/8/8/8/2K5 b b - 0 1 moves f8b8" },
];
const MAY_CASTLE_960: (&str, &str) = ("fen 1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1");
/// The king is locked in, so a pawn has to promote.
const MUST_PROMOTE: &str = "fen 8/4P3/7k/8/8/1q6/8/K7 w - - 0 1";
const PROMOTED: &str = "fen 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1 moves e7e8n g7g8 e8f6";
/// Mates in one and in two moves.
const MATES: [(u32, &str); 2] =
    [(1, "fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), (2, "fen r2r2k1/5ppp/8/8/8/8/3R4/1K1R4 w - - 0 1")];
/// Positions in which something is unusual.
const ODD: [Place; 6] = [
    Place { what: "a hundred plies without progress", position: "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90" },
    Place { what: "kings alone", position: "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 90" },
    Place { what: "nine queens", position: "fen 7k/Q7/Q7/QQ6/QQ6/QQ6/Q7/7K w - - 0 1" },
    Place { what: "a check by two pieces", position: "fen 4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1" },
    Place { what: "taking in passing", position: "fen 4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1 moves d2d4" },
    Place {
        what: "a position three times",
        position: "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    },
];
/// Positions without a move.
const OVER: [Place; 2] = [
    Place { what: "mate", position: "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1" },
    Place { what: "stalemate", position: "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" },
];

/// How long `go infinite` lasts before `stop`, and how long the answer to `stop` may take.
const THINKING: f64 = 0.3;
const STOPPING: f64 = 1.0;
/// Seconds of `movetime` and of the clock, and what may come on top on a busy machine.
const MOVE_TIME: f64 = 0.1;
const CLOCK: f64 = 2.0;
const TOLERANCE: f64 = 1.0;
/// Plies of the games that the program plays against itself in one process.
const PLIES: usize = 30;
/// How long a program may be silent where there is no move.
const NO_ANSWER: f64 = 2.0;

/// What came to a `go`.
struct Found {
    /// The move as it was written.
    best: String,
    infos: Vec<String>,
    seconds: f64,
    was_stopped: bool,
}

impl Found {
    /// The value behind a word of the last line of information that has it.
    fn last(&self, name: &str) -> Option<&str> {
        let after = |line: &'_ str| line.split_whitespace().position(|word| word == name);
        let line = self.infos.iter().rev().find(|line| after(line).is_some())?;
        line.split_whitespace().nth(after(line)? + 1)
    }
}

struct Tester<'a, 'b> {
    bench: Bench<'a>,
    table: &'b Table,
    offers: Vec<Offer>,
    form: Form,
    /// The game in whose positions it is asked.
    start: Box<dyn Session>,
    dialect: Option<Dialect>,
    /// The words of `go` where nothing else is to be tested.
    go: String,
}

/// Tests a program, whose process has just been started.
pub fn examine(mut bench: Bench<'_>, table: &Table) {
    let greeting = Uci::default().greet(&mut bench.process);
    let offers = greeting.as_ref().ok().and_then(|greeting| greeting.options.clone()).unwrap_or_default();
    let named = |Greeting { name, .. }: Greeting| match offers.len() {
        count if name.is_empty() => format!("no name, {count} options"),
        count => format!("{name}, {count} options"),
    };
    let failed = greeting.is_err();
    bench.tell("says uciok", greeting.map(named));
    if failed {
        return;
    }
    let found = dialect(&table.game, &offers);
    let what = format!("plays {}", table.game.id);
    let Ok(dialect) = found else {
        let why = found.err().unwrap_or_default();
        return bench.tell(&what, Err(Fault::new(reason::PROTOCOL_ERROR, format!("it {why}"))));
    };
    let mut tester = Tester {
        go: format!("go nodes {}", bench.settings.nodes.unwrap_or(100)),
        bench,
        table,
        offers,
        form: dialect.form,
        start: table.start.copy(),
        dialect: Some(dialect),
    };
    tester.run();
}

impl Tester<'_, '_> {
    fn run(&mut self) {
        self.check("answers isready", |tester| {
            tester.set_up()?;
            tester.ready()?;
            Ok(String::new())
        });
        self.check("leaves unknown commands and options alone", |tester| {
            tester.bench.process.send("joho")?;
            tester.bench.process.send("setoption name No Such Option value 1")?;
            tester.ready()?;
            Ok(String::new())
        });
        self.test_options();
        self.test_limits();
        self.check("thinks until stop", Tester::stop);
        self.check("tells of its search before its move", |tester| {
            let found = tester.ask("startpos", &tester.go.clone(), None)?;
            let has = |name: &str| found.infos.iter().any(|line| line.split(' ').any(|word| word == name));
            let missing: Vec<&str> =
                ["depth", "score", "nodes", "pv"].into_iter().filter(|name| !has(name)).collect();
            Ok(if missing.is_empty() { String::new() } else { format!("no {}", missing.join(", ")) })
        });
        self.check("searches the moves of searchmoves alone", Tester::searchmoves);
        if offer::find(&self.offers, "MultiPV").is_some() {
            self.check("tells of several lines with MultiPV", Tester::several_lines);
        }
        if self.table.game.formats.uci.is_some_and(|uci| uci.variant == CHESS) {
            self.test_chess();
        }
        self.check("plays two games in one process", |tester| {
            let first = tester.play()?;
            let second = tester.play()?;
            Ok(format!("{first} and {second} plies"))
        });
        let greet = |process: &mut Process| Uci::default().greet(process).map(drop);
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
        self.bench.asked.clear();
        if let Some(fault) = fault
            && self.renew(&fault).is_err()
        {
            self.bench.hangs = u32::MAX;
        }
    }

    fn renew(&mut self, fault: &Fault) -> Result<(), Fault> {
        self.bench.renew(fault)?;
        Uci::default().greet(&mut self.bench.process)?;
        self.set_up()
    }

    /// Sets the options by which it plays the game.
    fn set_up(&mut self) -> Result<(), Fault> {
        for (name, value) in self.dialect.map_or(&[][..], |dialect| dialect.options) {
            self.bench.process.send(&format!("setoption name {name} value {value}"))?;
        }
        if self.form == Form::Uci960 {
            self.bench.process.send(&format!("setoption name {CHESS960} value true"))?;
        }
        Ok(())
    }

    fn ready(&mut self) -> Result<(), Fault> {
        let deadline = Deadline::within(self.bench.settings.ping);
        await_ready(&mut self.bench.process, &deadline)
    }

    /// The game at a position in the words of `position`.
    fn session(&self, position: &str) -> Result<Box<dyn Session>, Fault> {
        let of_test = |error: &dyn std::fmt::Display| Fault::of_machine(format!("`{position}`: {error}"));
        let mut session = self.start.copy();
        let (base, moves) = position.split_once(" moves ").unwrap_or((position, ""));
        let text = match base.strip_prefix("fen ") {
            Some(fen) => Some(session.import_position(self.form, fen)),
            None => session.formats().start.map(str::to_owned),
        };
        if let Some(text) = text {
            session.set_position(&text).map_err(|error| of_test(&error))?;
        }
        for text in moves.split_whitespace() {
            session.follow_imported(self.form, text).map_err(|error| of_test(&error))?;
        }
        session.play_on();
        Ok(session)
    }

    /// Asks for a move, which has to be legal and the only one, with legal lines before it. It is told to stop after so many
    /// seconds, or after the watchdog's.
    fn ask(&mut self, position: &str, go: &str, stop: Option<f64>) -> Result<Found, Fault> {
        let found = self.ask_any(position, go, stop)?;
        let session = self.session(position)?;
        let written = self.written(&*session, &found.best)?;
        refuse_if!(
            written != found.best,
            Fault::new(
                reason::ILLEGAL_MOVE,
                format!("it writes `{}` for `{written}`", shortened(&found.best))
            )
        );
        for line in &found.infos {
            self.test_line(&*session, line)?;
        }
        Ok(found)
    }

    /// A legal move as UCI writes it.
    fn written(&self, session: &dyn Session, best: &str) -> Result<String, Fault> {
        let token = session.import_action(self.form, best);
        session
            .exported(self.form, &token)
            .ok_or_else(|| Fault::new(reason::ILLEGAL_MOVE, format!("`{}` is not legal", shortened(best))))
    }

    /// Whether the line of moves that it expects is legal.
    fn test_line(&self, session: &dyn Session, info: &str) -> Result<(), Fault> {
        let words: Vec<&str> = info.split_whitespace().collect();
        let Some(at) = words.iter().position(|&word| word == "pv") else { return Ok(()) };
        if words.contains(&"string") {
            return Ok(());
        }
        let mut session = session.copy();
        for text in &words[at + 1..] {
            let played = session.follow_imported(self.form, text);
            refuse_if!(
                played.is_err(),
                Fault::new(
                    reason::PROTOCOL_ERROR,
                    format!("the move `{}` is not legal in `{}`", shortened(text), shortened(info))
                )
            );
        }
        Ok(())
    }

    /// Asks for a move, whatever it is.
    fn ask_any(&mut self, position: &str, go: &str, stop: Option<f64>) -> Result<Found, Fault> {
        self.bench.asked = format!("position {position}");
        self.bench.process.send(&format!("position {position}"))?;
        self.ready()?;
        self.bench.process.send(go)?;
        let mut infos: Vec<String> = Vec::new();
        let seconds = stop.unwrap_or(self.bench.settings.watchdog);
        let read = |line: &str| {
            if line.split_whitespace().next() == Some("info") {
                infos.push(line.to_owned());
            }
            Ok(best_move(line).map(|token| (line.to_owned(), token)))
        };
        let deadline = Deadline::with_stop(seconds, STOPPING);
        let arrived = await_arrival(&mut self.bench.process, &deadline, "`bestmove`", Some("stop"), read)?;
        let (line, best) = arrived.answer;
        refuse_if!(best.is_empty(), unreadable(&line, "`bestmove` with its move"));
        self.test_silence()?;
        let (seconds, was_stopped) = (arrived.took.as_secs_f64(), arrived.was_stopped);
        Ok(Found { best, infos, seconds, was_stopped })
    }

    /// It says nothing more of a question that it has answered.
    fn test_silence(&mut self) -> Result<(), Fault> {
        self.bench.process.send("isready")?;
        let read = |line: &str| {
            refuse_if!(
                best_move(line).is_some(),
                Fault::new(reason::PROTOCOL_ERROR, format!("it answers twice: `{}`", shortened(line)))
            );
            Ok((line.trim() == "readyok").then_some(()))
        };
        let deadline = Deadline::within(self.bench.settings.ping);
        await_answer(&mut self.bench.process, &deadline, "`readyok`", read)
    }

    fn test_options(&mut self) {
        for (name, value) in
            [("Hash", Some(1)), ("Hash", Some(16)), ("Clear Hash", None), ("Threads", Some(1))]
        {
            let Some(offer) = offer::find(&self.offers, name) else { continue };
            let offered = offer.name.clone();
            let value = value.map(|value: i64| value.to_string());
            if value.as_ref().is_some_and(|value| !offer.takes(value)) {
                continue;
            }
            let value = value.map_or(String::new(), |value| format!(" value {value}"));
            self.check(&format!("takes setoption name {offered}{value}"), |tester| {
                tester.bench.process.send(&format!("setoption name {offered}{value}"))?;
                tester.ready()?;
                Ok(String::new())
            });
        }
    }

    /// Limits of nodes, depth and time. The first of them that it keeps to is used in all other tests.
    fn test_limits(&mut self) {
        let by_time = format!("go movetime {}", MOVE_TIME * 1e3);
        let mut kept = None;
        for (what, go, seconds) in [
            ("stops at nodes", self.go.clone(), None),
            ("stops at depth", "go depth 2".to_owned(), None),
            ("keeps to movetime", by_time.clone(), Some(MOVE_TIME + TOLERANCE)),
            ("keeps to its clock", format!("go wtime {0} btime {0} winc 0 binc 0", CLOCK * 1e3), Some(CLOCK)),
            (
                "keeps to the moves of a period",
                format!("go wtime {0} btime {0} movestogo 2", CLOCK * 1e3),
                Some(CLOCK),
            ),
        ] {
            self.check(what, |tester| {
                let found = tester.ask("startpos", &go, seconds)?;
                refuse_if!(
                    found.was_stopped,
                    Fault::new(
                        reason::TIME_FORFEIT,
                        format!("it does not end at `{go}`: it was stopped after {:.1} s", found.seconds)
                    )
                );
                kept = kept.take().or(Some(go.clone()));
                let nodes = found.last("nodes").map_or(String::new(), |nodes| format!(", {nodes} nodes"));
                Ok(format!("after {:.3} s{nodes}", found.seconds))
            });
        }
        self.go = kept.unwrap_or(by_time);
    }

    fn stop(&mut self) -> Result<String, Fault> {
        let began = Instant::now();
        let found = self.ask("startpos", "go infinite", Some(THINKING))?;
        refuse_if!(
            !found.was_stopped,
            Fault::new(
                reason::PROTOCOL_ERROR,
                format!("it answers `go infinite` after {:.3} s, before `stop`", found.seconds)
            )
        );
        Ok(format!("its move came {:.3} s after it", (began.elapsed().as_secs_f64() - THINKING).max(0.0)))
    }

    fn searchmoves(&mut self) -> Result<String, Fault> {
        let session = self.session("startpos")?;
        let chooser = session.turn().choosers().iter().next();
        let tokens = session.tokens(chooser);
        let mut moves: Vec<String> =
            tokens.iter().filter_map(|token| session.exported(self.form, token)).collect();
        moves.sort();
        moves.truncate(2);
        let go = format!("{} searchmoves {}", self.go, moves.join(" "));
        let found = self.ask("startpos", &go, None)?;
        Ok(if moves.contains(&found.best) { String::new() } else { format!("no: it plays {}", found.best) })
    }

    fn several_lines(&mut self) -> Result<String, Fault> {
        self.bench.process.send("setoption name MultiPV value 3")?;
        let found = self.ask("startpos", &self.go.clone(), None)?;
        self.bench.process.send("setoption name MultiPV value 1")?;
        let ranks = |rank: &str| {
            found.infos.iter().any(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                words.windows(2).any(|pair| pair[0] == "multipv" && pair[1] == rank)
            })
        };
        let count = ["1", "2", "3"].iter().filter(|rank| ranks(rank)).count();
        Ok(if count == 3 { String::new() } else { format!("no: {count} of 3") })
    }

    fn test_chess(&mut self) {
        if self.form == Form::Uci {
            self.test_castling("the king's two squares", &CASTLED, MAY_CASTLE);
        }
        self.check("promotes", |tester| {
            let found = tester.ask(MUST_PROMOTE, &tester.go.clone(), None)?;
            tester.ask(PROMOTED, &tester.go.clone(), None)?;
            Ok(found.best)
        });
        for (moves, position) in MATES {
            self.check(&format!("finds a mate in {moves}"), |tester| {
                let found = tester.ask(position, &format!("go depth {}", 2 * moves + 2), None)?;
                let mated = found.last("mate").is_some_and(|told| told == moves.to_string());
                Ok(if mated { found.best } else { format!("no: {} without score mate {moves}", found.best) })
            });
        }
        for Place { what, position } in ODD {
            self.check(&format!("plays on: {what}"), |tester| {
                Ok(tester.ask(position, &tester.go.clone(), None)?.best)
            });
        }
        for Place { what, position } in OVER {
            self.check(&format!("lives on after {what}"), |tester| tester.over(position));
        }
        self.test_chess960();
    }

    fn test_chess960(&mut self) {
        const HOW: &str = "taking its own rook";
        if self.form == Form::Uci960 {
            return self.test_castling(HOW, &CASTLED_960, MAY_CASTLE_960);
        }
        let Some(open) = self.table.of_all_starts.as_ref().map(|open| open.copy()) else { return };
        if offer::find(&self.offers, CHESS960).is_none() {
            return self.bench.skip(&format!("castles by {HOW}"), &format!("it has no option {CHESS960}"));
        }
        let orthodox = std::mem::replace(&mut self.start, open);
        self.form = Form::Uci960;
        self.take_option(CHESS960, "true");
        self.test_castling(HOW, &CASTLED_960, MAY_CASTLE_960);
        (self.form, self.start) = (Form::Uci, orthodox);
        self.take_option(CHESS960, "false");
        self.test_castling("the king's two squares again", &CASTLED[..1], MAY_CASTLE);
    }

    fn take_option(&mut self, name: &str, value: &str) {
        let words = format!("setoption name {name} value {value}");
        self.check(&format!("takes {words}"), |tester| {
            tester.bench.process.send(&words)?;
            tester.ready()?;
            Ok(String::new())
        });
    }

    fn test_castling(&mut self, how: &str, castled: &[Place], (position, best): (&str, &str)) {
        for place in castled {
            self.check(&format!("reads castling by {how}: {}", place.what), |tester| {
                Ok(tester.ask(place.position, &tester.go.clone(), None)?.best)
            });
        }
        self.check(&format!("castles by {how}"), |tester| {
            let found = tester.ask(position, &format!("{} searchmoves {best}", tester.go), None)?;
            Ok(if found.best == best {
                best.to_owned()
            } else {
                format!("not tested: it plays {} for searchmoves {best}", found.best)
            })
        });
    }

    /// Where there is no move it may say anything, or nothing, but has to be there afterwards.
    fn over(&mut self, position: &str) -> Result<String, Fault> {
        self.bench.asked = format!("position {position}");
        self.bench.process.send(&format!("position {position}"))?;
        self.ready()?;
        self.bench.process.send("go depth 1")?;
        let until = Instant::now() + Duration::from_secs_f64(NO_ANSWER);
        let mut said = "no bestmove".to_owned();
        while let Some((_, line)) = self.bench.process.receive(until)? {
            if best_move(&line).is_some() {
                said = line;
                break;
            }
        }
        self.ready().map_err(|fault| match fault.reason {
            reason::TIME_FORFEIT => late("`readyok` after it", self.bench.settings.ping),
            _ => fault,
        })?;
        Ok(shortened(&said))
    }

    /// Plays a game against itself; its plies.
    fn play(&mut self) -> Result<usize, Fault> {
        self.bench.process.send("ucinewgame")?;
        self.ready()?;
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < PLIES {
            let position = match moves.is_empty() {
                true => "startpos".to_owned(),
                false => format!("startpos moves {}", moves.join(" ")),
            };
            if self.session(&position)?.turn().choosers().is_empty() {
                break;
            }
            moves.push(self.ask(&position, &self.go.clone(), None)?.best);
        }
        Ok(moves.len())
    }
}
