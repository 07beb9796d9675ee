//! Every game as a line of JSON.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use torneo_contract::Seat;
use torneo_registry::{AnyGame, Registry};

use crate::draft::{Draft, ReadError, game_of};
use crate::record::{By, Record, WriteError, play};

/// Writes a game: one line.
///
/// # Errors
/// A record that the rules of the game do not bear out.
pub fn write(game: &dyn AnyGame, record: &Record) -> Result<String, WriteError> {
    let mut by = Vec::new();
    play(game, record, |_, who, _| {
        by.push(match who {
            By::Seat(seat) => json!(seat.index()),
            By::Chance => json!("chance"),
            By::Seats(seats) => json!(seats.iter().map(|seat| seat.index()).collect::<Vec<_>>()),
        });
        Ok(())
    })?;
    let mut fields = Map::new();
    let mut field = |name: &str, value: Value| _ = fields.insert(name.to_owned(), value);
    field("event", json!(record.event));
    field("game_no", json!(record.game_no));
    field("round", json!(record.round));
    field("game", json!(record.game));
    field("seats", json!(Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect::<Vec<_>>()));
    field("engines", json!(record.engines));
    field("scores", json!(record.scores));
    field("points", json!(record.points));
    field("reason", json!(record.reason));
    field("position", json!(record.position));
    field("opening", json!(record.tokens[..record.opening.min(record.tokens.len())].join(" ")));
    field("tokens", json!(record.tokens));
    field("by", json!(by));
    Ok(Value::Object(fields).to_string() + "\n")
}

/// A line as it is read; other fields are left alone.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Line {
    event: String,
    game_no: Option<u64>,
    round: Option<u64>,
    game: Option<String>,
    engines: Vec<String>,
    scores: Vec<f64>,
    points: Option<Vec<f64>>,
    reason: String,
    position: Option<String>,
    opening: String,
    tokens: Vec<String>,
}

/// Reads games, one from each line; `game` is the game of lines that do not name theirs.
///
/// # Errors
/// A line that is not such an object, or whose game is not by the rules.
pub fn read(registry: &Registry, text: &str, game: Option<&str>) -> Result<Vec<Record>, ReadError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let records = lines.map(|(index, line)| read_line(registry, line, index + 1, game)).collect::<Vec<_>>();
    if records.is_empty() {
        return Err(ReadError::new(1, "there is no game"));
    }
    records.into_iter().collect()
}

fn read_line(registry: &Registry, text: &str, line: usize, game: Option<&str>) -> Result<Record, ReadError> {
    let read: Line = serde_json::from_str(text).map_err(|error| {
        ReadError::new(line, format!("column {}: not a game as JSON: {error}", error.column()))
    })?;
    let Some(spec) = game.or(read.game.as_deref()) else {
        let found = ReadError::new(line, "it does not say which game it is");
        return Err(found.with_help("say it with --game"));
    };
    let game = game_of(registry, spec, line)?;
    let opening: Vec<&str> = read.opening.split_whitespace().collect();
    if opening.len() > read.tokens.len() || opening.iter().ne(&read.tokens[..opening.len()]) {
        return Err(ReadError::new(line, "the game does not begin with its opening"));
    }
    let record = Record {
        game: String::new(),
        event: read.event,
        game_no: read.game_no,
        round: read.round,
        engines: read.engines,
        scores: read.scores,
        points: read.points,
        reason: read.reason,
        position: read.position,
        opening: opening.len(),
        tokens: Vec::new(),
    };
    let words = read.tokens.into_iter().map(|token| (token, line)).collect();
    Draft { record, words, result_line: line }.finish(&*game)
}
