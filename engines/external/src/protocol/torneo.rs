//! The line protocol of torneo: one JSON object for each line.

use serde_json::{Map, Value, json};
use torneo_contract::Outcome;
use torneo_search::text::{Again, Answer};
use torneo_search::{By, Fault};

use super::deadline::{Arrived, Deadline, await_answer, await_arrival};
use super::{Beginning, Greeting, Protocol, Question, Reply};
use crate::fault::unreadable;
use crate::offer::Offer;
use crate::options::Settings;
use crate::process::Process;

const STOP: &str = r#"{"type":"stop"}"#;
const PROGRAM: &str = concat!("torneo ", env!("CARGO_PKG_VERSION"));

/// The line protocol.
#[derive(Default)]
pub struct Lines {
    /// Whether a `go` has no `move` yet.
    is_open: bool,
}

/// The object of a line, with its type.
fn message(line: &str) -> Result<(String, Map<String, Value>), Fault> {
    match serde_json::from_str(line) {
        Ok(Value::Object(fields)) => match fields.get("type") {
            Some(Value::String(kind)) => Ok((kind.clone(), fields)),
            _ => Err(unreadable(line, "a message with its `type`")),
        },
        _ => Err(unreadable(line, "a JSON object")),
    }
}

/// Waits for a message of a type, passing over information.
fn await_message<T>(
    process: &mut Process,
    deadline: &Deadline,
    expected: &str,
    stop: Option<&str>,
    of: impl Fn(&str, &Map<String, Value>) -> Result<T, Fault>,
) -> Result<Arrived<T>, Fault> {
    let read = |line: &str| {
        if line.trim().is_empty() {
            return Ok(None);
        }
        let (kind, fields) = message(line)?;
        match &*kind {
            kind if kind == expected => of(line, &fields).map(Some),
            "info" => Ok(None),
            _ => Err(unreadable(line, &format!("a message of type `{expected}`"))),
        }
    };
    await_arrival(process, deadline, &format!("`{expected}`"), stop, read)
}

impl Protocol for Lines {
    fn greet(&mut self, process: &mut Process) -> Result<Greeting, Fault> {
        process.send(&json!({"type": "hello", "protocol": 1, "program": PROGRAM}).to_string())?;
        let deadline = Deadline::within(process.settings.startup);
        await_message(process, &deadline, "hello", None, |_, hello| greeting(hello)).map(|hello| hello.answer)
    }

    fn ping(&mut self, process: &mut Process) -> Result<(), Fault> {
        let deadline = Deadline::within(process.settings.ping);
        let is_of = |line: &str, expected: &str| message(line).is_ok_and(|(kind, _)| kind == expected);
        if self.is_open {
            // It was told to stop. Its answer would be taken for the one to the next question.
            await_answer(process, &deadline, "`move`", |line| Ok(is_of(line, "move").then_some(())))?;
            self.is_open = false;
        }
        process.send(r#"{"type":"ping"}"#)?;
        await_answer(process, &deadline, "`pong`", |line| Ok(is_of(line, "pong").then_some(())))
    }

    fn begin(&mut self, process: &mut Process, beginning: Beginning<'_>) -> Result<(), Fault> {
        let Beginning { game, seat, seed, position, .. } = beginning;
        let mut new = json!({
            "type": "new",
            "game": game.spec,
            "seat": seat.index(),
            "seats": game.seats,
            "seed": format!("{seed:016x}"),
            "limits": limits(&process.settings),
            "options": process.settings.options,
        });
        if let Some(position) = position {
            new["position"] = json!(position);
        }
        process.send(&new.to_string())?;
        let deadline = Deadline::within(process.settings.startup);
        await_message(process, &deadline, "ready", None, |_, _| Ok(())).map(drop)
    }

    fn observe(&mut self, process: &mut Process, token: &str, by: By) -> Result<(), Fault> {
        let by = match by {
            By::Seat => "seat",
            By::Chance => "chance",
            By::Simultaneous => "simultaneous",
            By::Opening => "opening",
        };
        process.send(&json!({"type": "ply", "token": token, "by": by}).to_string())
    }

    fn choose(&mut self, process: &mut Process, question: &Question<'_>) -> Result<Reply, Fault> {
        let asked = question.asked;
        let mut go = json!({
            "type": "go",
            "position": asked.position,
            "legal": asked.legal,
            "ply": asked.ply,
        });
        if let Some(clock) = question.clock {
            go["clock"] = json!(clock.left);
        }
        if let Some(Again { retry, token, reason }) = asked.again {
            go["retry"] = json!(retry);
            go["illegal"] = json!({ "token": token, "reason": reason });
        }
        process.send(&go.to_string())?;
        self.is_open = true;
        let arrived = await_message(process, &question.deadline(), "move", Some(STOP), |line, fields| {
            Ok((line.to_owned(), fields.clone()))
        });
        // What cannot be read is an answer, too.
        self.is_open = arrived.as_ref().is_err_and(|fault| !fault.is_of_answer());
        let arrived = arrived?;
        let (line, fields) = arrived.answer;
        let answer = answer(&line, &fields)?;
        Ok(Arrived { answer, took: arrived.took, was_stopped: arrived.was_stopped })
    }

    fn finish(&mut self, process: &mut Process, outcome: &Outcome) -> Result<(), Fault> {
        let scores = outcome.scores.as_slice();
        process.send(&json!({"type": "over", "scores": scores, "reason": outcome.reason}).to_string())
    }
}

/// The limits of a choice as the protocol has them.
fn limits(settings: &Settings) -> Value {
    let mut limits = Map::new();
    for (name, value) in [("nodes", settings.nodes), ("sims", settings.sims), ("depth", settings.depth)] {
        limits.extend(value.map(|value| (name.to_owned(), json!(value))));
    }
    limits.extend(settings.time.map(|time| ("time".to_owned(), json!(time))));
    let clock = settings.clock.map(|clock| match clock.period {
        Some(moves) => json!([clock.seconds, clock.increment, moves]),
        None => json!([clock.seconds, clock.increment]),
    });
    limits.extend(clock.map(|clock| ("clock".to_owned(), clock)));
    Value::Object(limits)
}

/// What a program says of itself in `hello`.
fn greeting(hello: &Map<String, Value>) -> Result<Greeting, Fault> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let name = hello.get("name").and_then(text).unwrap_or_default();
    let games: Option<Vec<String>> = match hello.get("games") {
        None | Some(Value::Null) => None,
        Some(Value::Array(games)) => Some(games.iter().filter_map(text).collect()),
        Some(other) => return Err(unreadable(&other.to_string(), "`games`: a list of ids, or [\"*\"]")),
    };
    let options = hello.get("options").and_then(Value::as_array);
    let options = options.map(|options| options.iter().filter_map(Offer::of_json).collect());
    Ok(Greeting { name, games: games.filter(|games| !games.iter().any(|game| game == "*")), options })
}

/// The answer in a message of type `move`.
fn answer(line: &str, fields: &Map<String, Value>) -> Result<Answer, Fault> {
    let field = |name: &str| fields.get(name).filter(|value| !value.is_null());
    let Some(token) = field("token").and_then(Value::as_str) else {
        return Err(unreadable(line, "a `move` with its `token`"));
    };
    let wrong = |name: &str, expected: &str| unreadable(line, &format!("`{name}`: {expected}"));
    let value = match field("value").map(Value::as_f64) {
        None => None,
        Some(Some(value)) if (0.0..=1.0).contains(&value) => Some(value),
        Some(_) => return Err(wrong("value", "an expected score, 0 to 1")),
    };
    let nodes = match field("nodes") {
        None => 0,
        Some(nodes) => nodes.as_u64().ok_or_else(|| wrong("nodes", "a whole number"))?,
    };
    let depth = match field("depth").map(Value::as_u64) {
        None => None,
        Some(depth) => {
            let depth = depth.and_then(|depth| u32::try_from(depth).ok());
            Some(depth.ok_or_else(|| wrong("depth", "a whole number of plies"))?)
        }
    };
    let whole = |name: &str| match field(name).map(Value::as_i64) {
        Some(None) => Err(wrong(name, "a whole number")),
        told => Ok(told.flatten()),
    };
    let (cp, mate) = (whole("cp")?, whole("mate")?);
    let tokens = field("pv").and_then(Value::as_array).into_iter().flatten();
    let line = tokens.map_while(|token| token.as_str().map(str::to_owned)).collect();
    Ok(Answer { token: token.to_owned(), value, nodes, depth, cp, mate, line, ..Answer::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(line: &str) -> Result<Answer, Fault> {
        let fields: Map<String, Value> = serde_json::from_str(line).unwrap();
        answer(line, &fields)
    }

    #[test]
    fn a_program_may_tell_centipawns_or_a_mate() {
        let told = answered(r#"{"token":"a1","value":0.6,"cp":-31,"mate":null}"#).unwrap();
        assert_eq!((told.cp, told.mate, told.value), (Some(-31), None, Some(0.6)));
        assert_eq!(answered(r#"{"token":"a1","mate":-3}"#).unwrap().mate, Some(-3));
        for wrong in [r#"{"token":"a1","cp":0.5}"#, r#"{"token":"a1","mate":"3"}"#] {
            let fault = answered(wrong).unwrap_err();
            assert!(fault.message.contains("a whole number"), "{}", fault.message);
        }
    }
}
