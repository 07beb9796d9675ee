//! `played-on.csv`: how games that were adjudicated end when they are played on.

use std::path::Path;

use torneo_contract::Outcome;
use torneo_registry::pairing::PlayedOn;

use super::PLAYED_ON;
use super::values::Rows;
use crate::Error;

/// The columns of the file.
pub const PLAYED_ON_HEADER: [&str; 9] =
    ["game_no", "reason", "plies", "score", "end", "end_plies", "end_score", "nodes", "milliseconds"];

/// An adjudicated game that was played on. Scores are those of the first seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// The number of the game.
    pub game_no: u64,
    /// Why it was adjudicated.
    pub reason: String,
    /// Plies before that.
    pub plies: u64,
    /// The score that it was given.
    pub score: f64,
    /// Why it ended in the end.
    pub end: String,
    /// Plies of the whole game.
    pub end_plies: u64,
    /// Its score in the end.
    pub end_score: f64,
    /// Positions visited in playing on.
    pub nodes: u64,
    /// The time that it took.
    pub milliseconds: f64,
}

impl Ending {
    /// Whether the adjudication gave another score than the game.
    pub fn is_wrong(&self) -> bool {
        self.score != self.end_score
    }
}

/// The row of a game.
pub(crate) fn row(game_no: u64, adjudged: &Outcome, plies: u64, on: &PlayedOn) -> Vec<u8> {
    let (reason, end) = (adjudged.reason, on.outcome.reason);
    let (score, end_score) = (adjudged.scores[0], on.outcome.scores[0]);
    let milliseconds = on.took.as_secs_f64() * 1e3;
    let (end_plies, nodes) = (on.plies, on.nodes);
    format!("{game_no},{reason},{plies},{score},{end},{end_plies},{end_score},{nodes},{milliseconds:.3}\n")
        .into_bytes()
}

/// The adjudicated games that were played on, in order.
pub struct EndingReader(Rows);

impl EndingReader {
    /// Those of a folder; none if the run wrote none, or is not finished.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn open(folder: &Path) -> Result<Option<EndingReader>, Error> {
        let path = folder.join(PLAYED_ON);
        let rows = path.exists().then(|| Rows::open(&path, &PLAYED_ON_HEADER, u64::MAX));
        Ok(rows.transpose()?.map(EndingReader))
    }

    /// The end of a game, if it was played on. Games are asked for in their order.
    ///
    /// # Errors
    /// Rows that are none; the error names the line.
    pub fn of_game(&mut self, game_no: u64) -> Result<Option<Ending>, Error> {
        if !self.0.next_of(game_no)? {
            return Ok(None);
        }
        let file = &self.0.file;
        let text = |column: usize| file.row.get(column).unwrap_or_default().to_owned();
        let real = |column: usize| text(column).parse::<f64>().map_err(|_| file.error(column, "a number"));
        Ok(Some(Ending {
            game_no,
            reason: text(1),
            plies: file.number(2)?,
            score: real(3)?,
            end: text(4),
            end_plies: file.number(5)?,
            end_score: real(6)?,
            nodes: file.number(7)?,
            milliseconds: real(8)?,
        }))
    }
}
