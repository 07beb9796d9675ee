//! The Universal Chess Interface (Meyer-Kahlen and Huber, 2006), for the games that say so.

use std::collections::BTreeMap;

use torneo_contract::session::Session;
use torneo_contract::{Dialect, Form, reason, refuse_if};
use torneo_search::assessment::expected_score;
use torneo_search::text::{Answer, TextGame};
use torneo_search::{By, Fault};

use super::deadline::{Arrived, Deadline, await_answer, await_arrival};
use super::{Beginning, Greeting, Protocol, Question, Reply, begun};
use crate::fault::unreadable;
use crate::offer::{self, Offer};
use crate::options::Settings;
use crate::process::Process;

/// The option that names a file of further variants, which a program then has beside its own.
const VARIANT_PATH: &str = "VariantPath";
/// The position that UCI calls `startpos`.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The protocol as spoken so far.
#[derive(Default)]
pub struct Uci {
    /// What the program said of itself.
    greeting: Greeting,
    /// How the game is played.
    dialect: Option<Dialect>,
    /// The seat of the program: the first one is white.
    seat: usize,
    /// The options that were set, with the values that they have now.
    set: BTreeMap<String, Option<String>>,
    /// The game as it was told.
    session: Option<Box<dyn Session>>,
    /// The first position of the game for which UCI has a text, and the moves since.
    base: Option<String>,
    moves: Vec<String>,
    /// Whether a `go` has no `bestmove` yet.
    is_open: bool,
}

impl Uci {
    /// Sends the options of the game, then those of the entry, as far as they are not set so; what another game or entry has set
    /// goes back to its default.
    fn set_options(&mut self, process: &mut Process, dialect: Dialect) -> Result<(), Fault> {
        let of_game = dialect.options.iter().map(|(name, value)| ((*name).into(), Some((*value).into())));
        let settings = process.settings.clone();
        let of_entry = settings.options.iter().map(|(name, value)| self.greeting.option(name, value));
        let wanted: Vec<(String, Option<String>)> = of_game.chain(of_entry).collect();
        let offers = self.greeting.options.as_deref().unwrap_or_default();
        let left = self.set.keys().filter(|name| !wanted.iter().any(|(wanted, _)| wanted == *name));
        let usual =
            left.filter_map(|name| Some((name.clone(), Some(offer::find(offers, name)?.usual.clone()?))));
        for (name, value) in usual.collect::<Vec<_>>().into_iter().chain(wanted) {
            if self.set.get(&name) == Some(&value) {
                continue;
            }
            process.send(&match &value {
                Some(value) => format!("setoption name {name} value {value}"),
                None => format!("setoption name {name}"),
            })?;
            let is_more = name == VARIANT_PATH;
            self.set.insert(name, value);
            if is_more {
                self.greet(process)?;
                let offers = self.greeting.options.as_deref().unwrap_or_default();
                let lacking = dialect.options.iter().find_map(|option| lacking(option, offers));
                refuse_if!(lacking.is_some(), wrong_dialect(&lacking.unwrap_or_default()));
            }
        }
        Ok(())
    }

    fn form(&self) -> Form {
        self.dialect.map_or(Form::Uci, |dialect| dialect.form)
    }

    /// The words for a position: the one where the game began, and the moves since then.
    fn position(&mut self, asked: &str) -> Result<String, Fault> {
        let form = self.form();
        let session = self.session.as_mut().ok_or_else(|| cannot_play_from(asked))?;
        if session.position() != asked {
            // Somebody went there without a ply.
            session.set_position(asked).map_err(|error| Fault::of_machine(error.to_string()))?;
            (self.base, self.moves) = (None, Vec::new());
        }
        if self.base.is_none() {
            self.base = Some(session.export_position(form).ok_or_else(|| cannot_play_from(asked))?);
        }
        let base = self.base.as_deref().unwrap_or_default();
        let moves =
            if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        let base = if base == START { "startpos".to_owned() } else { format!("fen {base}") };
        Ok(format!("position {base}{moves}"))
    }

    /// An answer with the tokens of the game.
    fn read(&self, token: &str, answer: Answer) -> Answer {
        let Some(session) = &self.session else { return Answer { token: token.to_owned(), ..answer } };
        let mut followed = session.copy();
        let expected = answer.line.iter();
        let line = expected.map_while(|text| followed.follow_imported(self.form(), text).ok()).collect();
        Answer { token: session.import_action(self.form(), token), line, ..answer }
    }

    /// The words for the limits of a choice. Another side without a clock is given one like the own.
    fn go(&self, settings: &Settings, question: &Question<'_>) -> String {
        let mut go = "go".to_owned();
        let milliseconds = |seconds: f64| (seconds * 1e3) as u64;
        if let Some(own) = question.clock {
            let shown = |seat: usize| {
                let other = question.asked.clocks.get(seat).copied().flatten();
                let face = if seat == self.seat { own } else { other.unwrap_or(own) };
                (milliseconds(face.left).max(1), milliseconds(face.increment))
            };
            let [(white, more), (black, more_black)] = [0, 1].map(shown);
            go += &format!(" wtime {white} btime {black} winc {more} binc {more_black}");
            go += &own.moves_to_go.map_or(String::new(), |moves| format!(" movestogo {moves}"));
        }
        for (word, value) in [
            ("movetime", settings.time.map(milliseconds)),
            ("depth", settings.depth),
            ("nodes", settings.nodes),
        ] {
            go += &value.map_or(String::new(), |value| format!(" {word} {value}"));
        }
        go
    }
}

impl Protocol for Uci {
    fn greet(&mut self, process: &mut Process) -> Result<Greeting, Fault> {
        process.send("uci")?;
        let mut name = String::new();
        let mut options = Vec::new();
        let read = |line: &str| {
            if let Some(given) = line.strip_prefix("id name ") {
                given.trim().clone_into(&mut name);
            }
            options.extend(Offer::of_uci(line));
            Ok((line.trim() == "uciok").then_some(()))
        };
        let deadline = Deadline::within(process.settings.startup);
        await_answer(process, &deadline, "`uciok`", read)?;
        self.greeting = Greeting { name, games: None, options: Some(options) };
        Ok(self.greeting.clone())
    }

    fn ping(&mut self, process: &mut Process) -> Result<(), Fault> {
        let deadline = Deadline::within(process.settings.ping);
        if self.is_open {
            // It was told to stop. Its answer would be taken for the one to the next question.
            await_answer(process, &deadline, "`bestmove`", |line| Ok(best_move(line)))?;
            self.is_open = false;
        }
        await_ready(process, &deadline)
    }

    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault> {
        (self.base, self.moves, self.session) = (None, Vec::new(), Some(begun(&beginning)?));
        self.seat = beginning.seat.index();
        let found = dialect(beginning.game, self.greeting.options.as_deref().unwrap_or_default());
        let found = found.map_err(|why| wrong_dialect(&why))?;
        self.set_options(process, found)?;
        self.dialect = Some(found);
        self.base = self.session.as_ref().and_then(|session| session.export_position(self.form()));
        process.send("ucinewgame")?;
        let deadline = Deadline::within(process.settings.startup);
        await_ready(process, &deadline)
    }

    fn observe(&mut self, _process: &mut Process, token: &str, _by: By) -> Result<(), Fault> {
        let form = self.form();
        let Some(session) = &mut self.session else { return Ok(()) };
        match session.follow_exported(form, token).ok().flatten().filter(|_| self.base.is_some()) {
            Some(exported) => self.moves.push(exported),
            // What is drawn or opened before the game begins for UCI, or has no word there.
            None => (self.base, self.moves) = (session.export_position(form), Vec::new()),
        }
        Ok(())
    }

    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Reply, Fault> {
        let position = self.position(question.asked.position)?;
        process.send(&position)?;
        // What it says before `readyok` belongs to an earlier question.
        await_ready(process, &Deadline::within(process.settings.ping))?;
        process.send(&self.go(&process.settings, question))?;
        self.is_open = true;
        let mut info = Answer::default();
        let read = |line: &str| {
            if line.split_whitespace().next() == Some("info") {
                read_info(line, &mut info);
            }
            Ok(best_move(line).map(|token| (line.to_owned(), token)))
        };
        let arrived = await_arrival(process, &question.deadline(), "`bestmove`", Some("stop"), read)?;
        self.is_open = false;
        let (line, token) = arrived.answer;
        refuse_if!(token.is_empty(), unreadable(&line, "`bestmove` with its move"));
        Ok(Arrived { answer: self.read(&token, info), took: arrived.took, was_stopped: arrived.was_stopped })
    }
}

/// The move of a line `bestmove`; empty if it has none.
pub fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
}

/// The way in which a program with these options plays a game.
///
/// # Errors
/// The end of a sentence: what the program lacks.
pub fn dialect(game: &TextGame, offers: &[Offer]) -> Result<Dialect, String> {
    let Some(uci) = game.formats.uci else { return Err(format!("does not play `{}`", game.id)) };
    let lacks = |dialect: &Dialect| {
        // A file of variants adds to the values that the program told: those are asked for when it has read the file.
        let told = dialect
            .options
            .iter()
            .position(|(name, _)| *name == VARIANT_PATH)
            .map_or(usize::MAX, |at| at + 1);
        dialect.options.iter().take(told).find_map(|option| lacking(option, offers))
    };
    let mut fitting = uci.dialects.iter().filter(|dialect| lacks(dialect).is_none());
    fitting.next().copied().ok_or_else(|| match (uci.dialects.first().and_then(lacks), uci.instead) {
        (Some(lacking), Some(near)) => format!("{lacking}, so it plays {near}"),
        (lacking, _) => format!("{}, so it does not play `{}`", lacking.unwrap_or_default(), game.id),
    })
}

/// What a program lacks of an option that it is to be given: the option, or its value.
fn lacking((name, value): &(&str, &str), offers: &[Offer]) -> Option<String> {
    match offer::find(offers, name) {
        None => Some(format!("has no option `{name}`")),
        Some(offer) => {
            (!offer.takes(value)).then(|| format!("does not take `{value}` for its option `{name}`"))
        }
    }
}

/// A program that does not play the game after all.
fn wrong_dialect(why: &str) -> Fault {
    Fault::new(reason::PROTOCOL_ERROR, format!("it {why}"))
}

fn cannot_play_from(position: &str) -> Fault {
    Fault::of_machine(format!("this program cannot play on from `{position}`: UCI has no text for it"))
}

/// Waits for `readyok`. What comes before it is passed over.
///
/// # Errors
/// A program that does not answer, or has ended.
pub fn await_ready(process: &mut Process, deadline: &Deadline) -> Result<(), Fault> {
    process.send("isready")?;
    let read = |line: &str| Ok((line.trim() == "readyok").then_some(()));
    await_answer(process, deadline, "`readyok`", read)
}

/// Reads a line of information; what it does not tell stays as it was. Bounds and lines other than the best are
/// passed over.
fn read_info(line: &str, info: &mut Answer) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1).copied()
    };
    if let Some(nodes) = after("nodes").and_then(|word| word.parse().ok()) {
        info.nodes = nodes;
    }
    let is_bound = words.contains(&"lowerbound") || words.contains(&"upperbound");
    if is_bound || after("multipv").is_some_and(|number| number != "1") || words.contains(&"string") {
        return;
    }
    if let Some(depth) = after("depth").and_then(|word| word.parse().ok()) {
        info.depth = Some(depth);
    }
    let score = words.iter().position(|word| *word == "score").and_then(|at| words.get(at + 1..at + 3));
    if let Some([kind, number]) = score
        && let Some(number) = number.parse().ok().filter(|number: &f64| number.is_finite())
    {
        (info.value, info.cp, info.mate) = match *kind {
            "mate" => (Some(f64::from(u8::from(number > 0.0))), None, Some(number as i64)),
            _ => (Some(expected_score(number)), Some(number.round() as i64), None),
        };
    }
    if let Some(place) = words.iter().position(|word| *word == "pv") {
        info.line = words[place + 1..].iter().map(|&word| word.to_owned()).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::Formats;

    #[test]
    fn options_tell_what_is_played() {
        const FREE: Dialect = Dialect { options: &[("UCI_Chess960", "true")], form: Form::Uci960 };
        const PLAIN: Dialect = Dialect { options: &[], form: Form::Uci };
        const GRAND: Dialect = Dialect { options: &[("UCI_Variant", "grand")], form: Form::Uci };
        let of = |dialects: &'static [Dialect], instead, line: &str| {
            let uci = Some(torneo_contract::Uci { variant: "v", dialects, instead });
            let formats = Formats { uci, ..Formats::NONE };
            dialect(
                &TextGame { id: "g", spec: String::new(), seats: 2, formats },
                &Vec::from_iter(Offer::of_uci(line)),
            )
        };
        let chess960 = "option name UCI_Chess960 type check default false";
        assert_eq!(of(&[FREE, PLAIN], None, chess960), Ok(FREE));
        assert_eq!(of(&[FREE, PLAIN], None, ""), Ok(PLAIN));
        let file = "option name VariantPath type string default <empty>";
        let ours = "option name UCI_Variant type combo default chess var chess";
        const OWN: Dialect =
            Dialect { options: &[("VariantPath", "/v.ini"), ("UCI_Variant", "own")], form: Form::Uci };
        let offers: Vec<Offer> = [file, ours].into_iter().filter_map(Offer::of_uci).collect();
        assert_eq!(
            lacking(&OWN.options[1], &offers).unwrap(),
            "does not take `own` for its option `UCI_Variant`"
        );
        assert_eq!(of(&[OWN], None, file), Ok(OWN), "the file may have it");
        assert!(of(&[OWN], None, ours).is_err(), "no file can be named");
        let near = "has no option `UCI_Chess960`, so it plays chess";
        assert_eq!(of(&[FREE], Some("chess"), "").unwrap_err(), near);
        let variants = "option name UCI_Variant type combo default chess var chess var grand";
        assert_eq!(of(&[GRAND], None, variants), Ok(GRAND));
        let other = of(&[GRAND], None, &variants.replace("grand", "grandhouse")).unwrap_err();
        assert_eq!(other, "does not take `grand` for its option `UCI_Variant`, so it does not play `g`");
    }

    #[test]
    fn information_is_read_from_the_best_line() {
        let mut info = Answer::default();
        read_info("info depth 5 seldepth 7 multipv 1 score cp 100 nodes 1234 nps 99 pv e2e4 e7e5", &mut info);
        read_info("info depth 6 multipv 2 score cp 900 nodes 2000 pv a2a3", &mut info);
        read_info("info depth 6 score cp 50 lowerbound nodes 2100", &mut info);
        read_info("info string depth 99", &mut info);
        assert_eq!((info.depth, info.nodes, info.line.len()), (Some(5), 2100, 2));
        assert!((info.value.unwrap() - 0.64).abs() < 0.001);
        assert_eq!((info.cp, info.mate), (Some(100), None));
        read_info("info depth 7 score mate -3 nodes 3000 pv", &mut info);
        assert_eq!((info.depth, info.value), (Some(7), Some(0.0)));
        assert_eq!((info.cp, info.mate), (None, Some(-3)));
        for nonsense in ["NaN", "inf", "-infinity", "1e999"] {
            read_info(&format!("info depth 8 score cp {nonsense}"), &mut info);
            assert_eq!(info.value, Some(0.0), "{nonsense}");
        }
    }
}
