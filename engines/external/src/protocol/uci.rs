//! The Universal Chess Interface (Meyer-Kahlen and Huber, 2006), for chess from the 960 starts and for grand chess.
//!
//! Variants are named as Fairy-Stockfish and cutechess name them: `UCI_Chess960`, `UCI_Variant`.

use torneo_contract::reason;
use torneo_search::text::Answer;
use torneo_search::{By, Fault};

use super::deadline::{Deadline, await_answer};
use super::{Beginning, Greeting, Protocol, Question};
use crate::castling::{self, Castling, Men};
use crate::dialect::Dialect;
use crate::fault::unreadable;
use crate::offer::Offer;
use crate::options::Settings;
use crate::process::Process;

/// The games that are played by this protocol.
pub const GAMES: &[&str] = &["fischerandom", "grand-chess"];

/// The protocol as spoken so far.
#[derive(Default)]
pub struct Uci {
    /// What the program said of itself.
    greeting: Greeting,
    dialect: Dialect,
    /// The men on the board, where castling has to be seen by them.
    men: Option<Men>,
    /// Whether the options have been set.
    set: bool,
    /// The position of the first question of the game, and the moves since.
    base: Option<String>,
    moves: Vec<String>,
}

impl Uci {
    fn set_options(&mut self, process: &mut Process) -> Result<(), Fault> {
        if let Some(option) = self.dialect.option() {
            process.send(&format!("setoption {option}"))?;
        }
        for (name, value) in &process.settings.clone().options {
            process.send(&match self.greeting.option(name, value) {
                (name, Some(value)) => format!("setoption name {name} value {value}"),
                (name, None) => format!("setoption name {name}"),
            })?;
        }
        self.set = true;
        Ok(())
    }

    /// The words for the limits of a choice. Of the other side's clock nothing is known; it is given as the own.
    fn go(settings: &Settings, question: &Question<'_>) -> String {
        let mut go = "go".to_owned();
        let milliseconds = |seconds: f64| (seconds * 1e3) as u64;
        if let (Some(left), Some(clock)) = (question.clock, settings.clock) {
            let (left, more) = (milliseconds(left).max(1), milliseconds(clock.increment));
            go += &format!(" wtime {left} btime {left} winc {more} binc {more}");
            go += &question.moves_to_go.map_or(String::new(), |moves| format!(" movestogo {moves}"));
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
        await_answer(process, &deadline, "`uciok`", None, read)?;
        self.greeting = Greeting { name, games: None, options: Some(options) };
        Ok(self.greeting.clone())
    }

    fn ping(&mut self, process: &mut Process) -> Result<(), Fault> {
        let deadline = Deadline::within(process.settings.ping);
        await_ready(process, &deadline)
    }

    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault> {
        (self.base, self.moves, self.men) = (None, Vec::new(), None);
        if !self.set {
            let offers = self.greeting.options.as_deref().unwrap_or_default();
            let dialect = Dialect::of_game(beginning.game, offers);
            self.dialect = dialect.map_err(|why| Fault::new(reason::PROTOCOL_ERROR, format!("it {why}")))?;
            self.set_options(process)?;
        }
        process.send("ucinewgame")?;
        let deadline = Deadline::within(process.settings.startup);
        await_ready(process, &deadline)
    }

    fn observe(&mut self, _process: &mut Process, token: &str, _by: By) -> Result<(), Fault> {
        if self.base.is_some() {
            let token = match &mut self.men {
                Some(men) => men.played(token),
                None => token.to_owned(),
            };
            self.moves.push(self.dialect.move_to_uci(&token));
        }
        Ok(())
    }

    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Answer, Fault> {
        let dialect = self.dialect;
        if self.base.is_none() {
            let position = question.asked.position;
            if dialect == Dialect::Orthodox {
                self.men = Some(Men::of(position));
            }
            self.base = Some(match dialect {
                Dialect::Orthodox => castling::orthodox(position).ok_or_else(|| {
                    Fault::of_machine(format!(
                        "a program without `UCI_Chess960` cannot play on from `{position}`"
                    ))
                })?,
                _ => dialect.position_to_uci(position),
            });
        }
        let base = self.base.as_deref().unwrap_or_default();
        let mut position = format!("position fen {base}");
        if !self.moves.is_empty() {
            position += &format!(" moves {}", self.moves.join(" "));
        }
        process.send(&position)?;
        process.send(&Uci::go(&process.settings, question))?;
        let mut info = Answer::default();
        let read = |line: &str| match line.split_whitespace().next() {
            Some("info") => {
                read_info(line, &mut info);
                Ok(None)
            }
            Some("bestmove") => match line.split_whitespace().nth(1) {
                Some(token) => Ok(Some(token.to_owned())),
                None => Err(unreadable(line, "`bestmove` with its move")),
            },
            _ => Ok(None),
        };
        let token = await_answer(process, &question.deadline, "`bestmove`", Some("stop"), read)?;
        let line = info.line.iter().map(|token| dialect.move_from_uci(token)).collect();
        let mut token = dialect.move_from_uci(&token);
        if dialect == Dialect::Orthodox {
            token = Castling::ByKing.read(&token, question.asked.position);
        }
        Ok(Answer { token, line, ..info })
    }
}

fn await_ready(process: &mut Process, deadline: &Deadline) -> Result<(), Fault> {
    process.send("isready")?;
    let read = |line: &str| Ok((line.trim() == "readyok").then_some(()));
    await_answer(process, deadline, "`readyok`", None, read)
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
        info.value = Some(expected_score(kind, number));
    }
    if let Some(place) = words.iter().position(|word| *word == "pv") {
        info.line = words[place + 1..].iter().map(|&word| word.to_owned()).collect();
    }
}

/// The expected score that a UCI score stands for: centipawns by the logistic curve of Elo ratings, a pawn counting
/// 100 points; a mate is a win or a loss.
fn expected_score(kind: &str, number: f64) -> f64 {
    match kind {
        "mate" => f64::from(u8::from(number > 0.0)),
        _ => 1.0 / (1.0 + 10f64.powf(-number / 400.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_is_read_from_the_best_line() {
        let mut info = Answer::default();
        read_info("info depth 5 seldepth 7 multipv 1 score cp 100 nodes 1234 nps 99 pv e2e4 e7e5", &mut info);
        read_info("info depth 6 multipv 2 score cp 900 nodes 2000 pv a2a3", &mut info);
        read_info("info depth 6 score cp 50 lowerbound nodes 2100", &mut info);
        read_info("info string depth 99", &mut info);
        assert_eq!((info.depth, info.nodes, info.line.len()), (Some(5), 2100, 2));
        assert!((info.value.unwrap() - 0.64).abs() < 0.001);
        read_info("info depth 7 score mate -3 nodes 3000 pv", &mut info);
        assert_eq!((info.depth, info.value), (Some(7), Some(0.0)));
        for nonsense in ["NaN", "inf", "-infinity", "1e999"] {
            read_info(&format!("info depth 8 score cp {nonsense}"), &mut info);
            assert_eq!(info.value, Some(0.0), "{nonsense}");
        }
    }
}
