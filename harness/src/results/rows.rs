//! Writing the rows of `games.csv` and `seats.csv`.

use std::fmt::Write;

use crate::plan::Group;
use crate::table::Played;

/// The columns of `games.csv`.
pub const GAMES_HEADER: [&str; 10] =
    ["game_no", "round", "pair", "game", "opening", "seats", "winner", "reason", "plies", "record"];
/// The columns of `seats.csv`.
pub const SEATS_HEADER: [&str; 7] = ["game_no", "seat", "engine", "score", "points", "actions", "nodes"];

/// The bytes of a header row.
pub fn header_line(columns: &[&str]) -> Vec<u8> {
    (columns.join(",") + "\n").into_bytes()
}

/// Rows on their way to the files.
#[derive(Debug)]
pub struct Rows {
    games: csv::Writer<Vec<u8>>,
    seats: csv::Writer<Vec<u8>>,
    count: u64,
    number: String,
}

impl Default for Rows {
    fn default() -> Rows {
        let writer = || csv::Writer::from_writer(Vec::with_capacity(1 << 12));
        Rows { games: writer(), seats: writer(), count: 0, number: String::new() }
    }
}

impl Rows {
    /// Adds the rows of a game; `engines` are the names of the engines at its seats.
    pub fn push<'a>(
        &mut self,
        game_no: u64,
        group: &Group,
        game: &str,
        engines: impl Iterator<Item = &'a str>,
        played: &Played,
    ) {
        let outcome = played.outcome.as_ref().expect("the game was played to its end");
        let mut buffers = [itoa::Buffer::new(), itoa::Buffer::new(), itoa::Buffer::new()];
        let mut small = [itoa::Buffer::new(), itoa::Buffer::new(), itoa::Buffer::new()];
        let [number, round, pair] = &mut buffers;
        let [seats, winner, plies] = &mut small;
        let number = number.format(game_no);
        let winner = outcome.winner().map_or("", |seat| winner.format(seat.index()));
        let row = [
            number,
            round.format(group.round),
            pair.format(group.number),
            game,
            &played.opening,
            seats.format(outcome.scores.len()),
            winner,
            outcome.reason,
            plies.format(played.plies),
            &played.record,
        ];
        self.games.write_record(row).expect("writing to memory succeeds");
        for (seat, engine) in engines.enumerate() {
            let mut buffers = [itoa::Buffer::new(), itoa::Buffer::new(), itoa::Buffer::new()];
            let [seat_buffer, actions, nodes] = &mut buffers;
            self.seats.write_field(number).expect("writing to memory succeeds");
            self.seats.write_field(seat_buffer.format(seat)).expect("writing to memory succeeds");
            self.seats.write_field(engine).expect("writing to memory succeeds");
            self.write_number(Some(outcome.scores[seat]));
            self.write_number(outcome.points.as_ref().map(|points| points[seat]));
            self.seats.write_field(actions.format(played.actions[seat])).expect("writing to memory succeeds");
            self.seats.write_field(nodes.format(played.nodes[seat])).expect("writing to memory succeeds");
            self.seats.write_record(None::<&[u8]>).expect("writing to memory succeeds");
        }
        self.count += 1;
    }

    /// Writes a field of `seats.csv`: whole numbers without a fraction, none as an empty field.
    fn write_number(&mut self, value: Option<f64>) {
        self.number.clear();
        match value {
            Some(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                self.number.push_str(itoa::Buffer::new().format(value as i64));
            }
            Some(value) => write!(self.number, "{value}").expect("writing to memory succeeds"),
            None => {}
        }
        self.seats.write_field(&self.number).expect("writing to memory succeeds");
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.count
    }

    /// The bytes of the two files.
    pub fn into_bytes(self) -> (Vec<u8>, Vec<u8>) {
        let bytes = |writer: csv::Writer<Vec<u8>>| writer.into_inner().expect("flushing to memory succeeds");
        (bytes(self.games), bytes(self.seats))
    }
}
