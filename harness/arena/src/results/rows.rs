//! Writing the rows of `games.csv` and `seats.csv`.

use std::io::Write;

use super::reuse_cache::Held;
use crate::plan::Group;
use torneo_registry::pairing::Played;

/// The columns of `games.csv`.
pub const GAMES_HEADER: [&str; 10] =
    ["game_no", "round", "pair", "game", "opening", "seats", "winner", "reason", "plies", "record"];
/// The columns of `seats.csv`.
pub const SEATS_HEADER: [&str; 7] = ["game_no", "seat", "engine", "score", "points", "actions", "nodes"];

/// The bytes of a header row.
pub fn header_line(columns: &[&str]) -> Vec<u8> {
    (columns.join(",") + "\n").into_bytes()
}

/// A text as one field of a row, in quotes if it needs them (RFC 4180).
///
/// The rows of a run are put together here and not by a general writer: at a million small games a second that
/// writer took a fifth of the time. The names of games and engines are made into fields once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field(String);

impl Field {
    /// The field of a text.
    pub fn new(text: &str) -> Field {
        let mut field = Vec::new();
        push_field(&mut field, text);
        Field(String::from_utf8(field).expect("a text with more quotes is still a text"))
    }
}

fn push_field(row: &mut Vec<u8>, text: &str) {
    if !text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        return row.extend_from_slice(text.as_bytes());
    }
    row.push(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            row.push(b'"');
        }
        row.push(byte);
    }
    row.push(b'"');
}

/// A row that is being put together.
struct Row<'a> {
    bytes: &'a mut Vec<u8>,
    digits: &'a mut itoa::Buffer,
}

impl Row<'_> {
    fn number(&mut self, number: u64) -> &mut Self {
        self.bytes.extend_from_slice(self.digits.format(number).as_bytes());
        self.separate()
    }

    /// A score or points: whole numbers without a fraction, none as an empty field.
    fn value(&mut self, value: Option<f64>) -> &mut Self {
        match value {
            Some(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                self.bytes.extend_from_slice(self.digits.format(value as i64).as_bytes());
            }
            Some(value) => write!(self.bytes, "{value}").expect("writing to memory succeeds"),
            None => {}
        }
        self.separate()
    }

    fn text(&mut self, text: &str) -> &mut Self {
        push_field(self.bytes, text);
        self.separate()
    }

    fn field(&mut self, field: &Field) -> &mut Self {
        self.bytes.extend_from_slice(field.0.as_bytes());
        self.separate()
    }

    fn separate(&mut self) -> &mut Self {
        self.bytes.push(b',');
        self
    }

    fn end(&mut self) {
        *self.bytes.last_mut().expect("the row has fields") = b'\n';
    }
}

/// Rows on their way to the files.
#[derive(Default)]
pub struct Rows {
    games: Vec<u8>,
    seats: Vec<u8>,
    count: u64,
    digits: itoa::Buffer,
}

impl Rows {
    /// Adds the rows of a game; `engines` are the names of the engines at its seats.
    pub fn push<'a>(
        &mut self,
        game_no: u64,
        group: &Group,
        game: &Field,
        engines: impl Iterator<Item = &'a Field>,
        played: &Played,
    ) {
        let outcome = played.outcome.as_ref().expect("the game was played to its end");
        let mut row = Row { bytes: &mut self.games, digits: &mut self.digits };
        row.number(game_no).number(group.round).number(group.number).field(game).text(&played.opening);
        row.number(outcome.scores.len() as u64);
        row.value(outcome.winner().map(|seat| seat.index() as f64));
        row.text(outcome.reason).number(played.plies).text(&played.record).end();
        for (seat, engine) in engines.enumerate() {
            let mut row = Row { bytes: &mut self.seats, digits: &mut self.digits };
            row.number(game_no).number(seat as u64).field(engine).value(Some(outcome.scores[seat]));
            row.value(outcome.points.as_ref().map(|points| points[seat]));
            row.number(played.actions[seat]).number(played.nodes[seat]).end();
        }
        self.count += 1;
    }

    /// Adds the rows of a game that another run has played, under its number and the names here.
    pub fn push_held<'a>(
        &mut self,
        game_no: u64,
        group: &Group,
        game: &Field,
        engines: impl Iterator<Item = &'a Field>,
        held: &Held,
    ) {
        let mut row = Row { bytes: &mut self.games, digits: &mut self.digits };
        row.number(game_no).number(group.round).number(group.number).field(game);
        held.game.iter().skip(4).for_each(|field| {
            row.text(field);
        });
        row.end();
        for ((seat, engine), held) in engines.enumerate().zip(&held.seats) {
            let mut row = Row { bytes: &mut self.seats, digits: &mut self.digits };
            row.number(game_no).number(seat as u64).field(engine);
            held.iter().skip(3).for_each(|field| {
                row.text(field);
            });
            row.end();
        }
        self.count += 1;
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.count
    }

    /// The bytes of the two files.
    pub fn into_bytes(self) -> (Vec<u8>, Vec<u8>) {
        (self.games, self.seats)
    }
}
