//! Every game as a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use torneo_contract::{Seat, refuse_if};
use torneo_present::terminal::shown_json;
use torneo_registry::AnyGame;

use crate::draft::{Draft, ReadError, check_same, game_of};
use crate::import::{Cut, Cutter, Imported, Piece};
use crate::known::Known;
use crate::record::{By, Record, WriteError, play};
use crate::told::Told;

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
    let mut fields = json!({
        "event": record.event,
        "game_no": record.game_no,
        "round": record.round,
        "game": record.game,
        "seats": Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect::<Vec<_>>(),
        "engines": record.engines,
        "scores": record.scores,
        "points": record.points,
        "reason": record.reason,
        "position": record.position,
        "opening": record.tokens[..record.opening.min(record.tokens.len())].join(" "),
        "tokens": record.tokens,
        "by": by,
        "cp": by_token(record, |told| told.cp),
        "mate": by_token(record, |told| told.mate),
    });
    add_known(&mut fields, record, "value", |told| told.value);
    add_known(&mut fields, record, "depth", |told| told.depth);
    add_known(&mut fields, record, "nodes", |told| told.nodes);
    add_known(&mut fields, record, "seconds", |told| told.seconds);
    add_known(&mut fields, record, "clock", |told| told.clock);
    Ok(format!("{}\n", shown_json(&fields.to_string())))
}

/// What is told of each token; null where nothing is.
fn by_token<T: Serialize>(record: &Record, of: impl Fn(Told) -> Option<T>) -> Value {
    json!((0..record.tokens.len()).map(|token| of(record.told_of(token))).collect::<Vec<_>>())
}

/// Adds such a list, if something is told of some token.
fn add_known<T: Serialize>(fields: &mut Value, record: &Record, name: &str, of: impl Fn(Told) -> Option<T>) {
    if record.told.iter().any(|told| of(*told).is_some()) {
        fields[name] = by_token(record, of);
    }
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
    tokens: Option<Vec<String>>,
    cp: Vec<Option<i64>>,
    mate: Vec<Option<i64>>,
    value: Vec<Option<f64>>,
    depth: Vec<Option<u32>>,
    nodes: Vec<Option<u64>>,
    seconds: Vec<Option<f64>>,
    clock: Vec<Option<f64>>,
}

impl Line {
    /// What is told of each token of a game.
    fn told(&self, tokens: usize) -> Vec<Told> {
        fn at<T: Copy>(list: &[Option<T>], token: usize) -> Option<T> {
            list.get(token).copied().flatten()
        }
        let told = |token| Told {
            cp: at(&self.cp, token),
            mate: at(&self.mate, token),
            value: at(&self.value, token),
            depth: at(&self.depth, token),
            nodes: at(&self.nodes, token),
            seconds: at(&self.seconds, token),
            clock: at(&self.clock, token),
        };
        (0..tokens).map(told).collect()
    }
}

/// Every line is a piece.
pub(crate) struct Pieces;

impl Cutter for Pieces {
    fn take(&mut self, line: torneo_registry::incoming::Line) -> Vec<Cut> {
        let is_game = !line.text.trim().is_empty();
        Vec::from_iter(is_game.then_some(Ok(Piece { line: line.number, text: line.text })))
    }

    fn rest(&mut self) -> Option<Piece> {
        None
    }

    fn is_between(&self) -> bool {
        true
    }
}

/// Reads the game of a line; `game` is that of lines that do not name theirs.
pub(crate) fn read(registry: &Known<'_>, piece: &Piece, game: Option<&str>) -> Result<Imported, ReadError> {
    let line = piece.line;
    let read: Line = serde_json::from_str(&piece.text).map_err(|error| {
        ReadError::new(line, format!("column {}: not a game as JSON: {error}", error.column()))
    })?;
    if let (Some(asked), Some(named)) = (game, &read.game) {
        check_same(registry, asked, named, line)?;
    }
    let Some(spec) = game.or(read.game.as_deref()) else {
        let found = ReadError::new(line, "it does not say which game it is");
        return Err(found.with_help("say it with --game"));
    };
    let game = game_of(registry, spec, line)?;
    let told = read.told(read.tokens.as_ref().map_or(0, Vec::len));
    let Some(tokens) = read.tokens else {
        return Err(ReadError::new(line, "it has no `tokens`: expected the list of its moves"));
    };
    let opening: Vec<&str> = read.opening.split_whitespace().collect();
    let begins = opening.len() <= tokens.len() && opening.iter().eq(&tokens[..opening.len()]);
    refuse_if!(!begins, ReadError::new(line, "the game does not begin with its opening"));
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
        ..Record::default()
    };
    let words = tokens.into_iter().map(|token| (token, line)).collect();
    let told = told.into_iter().map(|told| (told, false)).collect();
    let record = Draft { record, words, told, result_line: line }.finish(&*game, None)?;
    let round = record.round.map_or(String::new(), |round| round.to_string());
    Ok(Imported { record, notes: Vec::new(), round, is_ours: true })
}
