//! Games from elsewhere as the rows of one run, in files without a name: they are gone when the program ends, however it ends.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};

use super::reader::Reader;
use super::rows::header_line;
use super::{GAMES, GAMES_HEADER, GameResult, SEATS, SEATS_HEADER, SeatResult};
use crate::Error;

/// Rows of games that were gathered.
pub struct Spool {
    games: csv::Writer<BufWriter<File>>,
    seats: csv::Writer<BufWriter<File>>,
    count: u64,
}

/// The failure to keep rows.
fn failed(error: impl std::fmt::Display) -> Error {
    Error::run(format!("cannot keep games in a temporary file: {error}"))
}

fn new_file(columns: &[&str]) -> io::Result<csv::Writer<BufWriter<File>>> {
    let mut file = BufWriter::with_capacity(1 << 16, tempfile::tempfile()?);
    file.write_all(&header_line(columns))?;
    Ok(csv::WriterBuilder::new().from_writer(file))
}

impl Spool {
    /// No game yet.
    ///
    /// # Errors
    /// No temporary file can be made.
    pub fn new() -> Result<Spool, Error> {
        let games = new_file(&GAMES_HEADER).map_err(failed)?;
        Ok(Spool { games, seats: new_file(&SEATS_HEADER).map_err(failed)?, count: 0 })
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.count
    }

    /// Adds a game under the next number, as one of a group. The games of a group follow each other.
    ///
    /// # Errors
    /// A full disk.
    pub fn add(&mut self, pair: u64, result: &GameResult) -> Result<(), Error> {
        let (game_no, winner) = (self.count.to_string(), result.winner.map(|seat| seat.to_string()));
        let numbers = [result.round, pair, result.seats.len() as u64, result.plies].map(|n| n.to_string());
        let [round, pair, seats, plies] = &numbers;
        let winner = winner.as_deref().unwrap_or_default();
        let GameResult { game, opening, reason, record, .. } = result;
        let row = [&game_no, round, pair, game, opening, seats, winner, reason, plies, record];
        self.games.write_record(row).map_err(failed)?;
        for (seat, SeatResult { engine, score, points, actions }) in result.seats.iter().enumerate() {
            let points = points.map_or(String::new(), |points| points.to_string());
            let [seat, score, actions] = [seat.to_string(), score.to_string(), actions.to_string()];
            let row = [&game_no, &seat, engine, &score, &points, &actions, "0"];
            self.seats.write_record(row).map_err(failed)?;
        }
        self.count += 1;
        Ok(())
    }

    /// Ends the rows, so that they can be read.
    ///
    /// # Errors
    /// A full disk.
    pub fn finish(self) -> Result<Spooled, Error> {
        let file = |rows: csv::Writer<BufWriter<File>>| -> Result<File, Error> {
            let buffered = rows.into_inner().map_err(failed)?;
            buffered.into_inner().map_err(failed)
        };
        Ok(Spooled { files: [file(self.games)?, file(self.seats)?] })
    }
}

/// Rows of games that were gathered, to be read any number of times.
pub struct Spooled {
    files: [File; 2],
}

impl Spooled {
    /// Calls `visit` with every game; returns how many there were.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn each_game(&self, mut visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
        let open = |file: &File| -> io::Result<BufReader<File>> {
            let mut file = file.try_clone()?;
            file.seek(SeekFrom::Start(0))?;
            Ok(BufReader::with_capacity(1 << 16, file))
        };
        let [games, seats] = [&self.files[0], &self.files[1]].map(open);
        let names = [GAMES, SEATS].map(|name| format!("the gathered {name}"));
        let files = (games.map_err(failed)?, seats.map_err(failed)?);
        let mut reader = Reader::of_files(names, files)?;
        let mut count = 0;
        while reader.next()? {
            visit(&reader.result);
            count += 1;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_were_added() {
        let seat =
            |engine: &str, score| SeatResult { engine: engine.to_owned(), score, points: None, actions: 1 };
        let game = GameResult {
            round: 3,
            game: "lanza(players=3, start=sides)".to_owned(),
            winner: Some(1),
            reason: "won".to_owned(),
            plies: 2,
            record: "a,b c".to_owned(),
            seats: [seat("a \"b\", c", 0.0), seat("d", 1.0)].into_iter().collect(),
            ..GameResult::default()
        };
        let mut spool = Spool::new().unwrap();
        spool.add(7, &game).unwrap();
        spool.add(7, &GameResult { winner: None, ..game.clone() }).unwrap();
        let spooled = spool.finish().unwrap();
        for _ in 0..2 {
            let mut found = Vec::new();
            assert_eq!(spooled.each_game(|game| found.push(game.clone())).unwrap(), 2);
            assert_eq!((found[1].game_no, found[1].pair, found[1].winner), (1, 7, None));
            assert_eq!((&found[0].record, &found[0].seats[0].engine), (&game.record, &game.seats[0].engine));
        }
    }
}
