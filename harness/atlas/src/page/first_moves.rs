//! What the first player scores after each first move.

use super::heat::{Heat, heat};
use super::story::Sources;
use super::words::interval;
use crate::alike::{Measured, SIGNIFICANT, homogeneity, probability};
use crate::first_moves::FirstMove;
use crate::rows::FirstMoveRow;
use serde::Serialize;
use torneo_arena::Error;
use torneo_present::english::Joined as _;

/// The first moves of a game.
#[derive(Serialize)]
pub struct FirstMovesStory {
    pub spec: String,
    pub title: String,
    /// The player who makes the move.
    pub first: String,
    pub engine: String,
    pub games: u64,
    /// The moves, the best one first.
    pub moves: Vec<MoveStory>,
    /// The probability of such differences if all moves were worth the same.
    pub differ: String,
    /// How the engine treats moves that symmetries map onto each other.
    pub treated: String,
    /// The board with what each move scores, where moves are made on it.
    pub map: Option<String>,
    /// The game's id, if the page shows its board from a file.
    pub picture: Option<&'static str>,
}

/// A first move.
#[derive(Serialize)]
pub struct MoveStory {
    pub token: String,
    /// How many moves it stands for.
    pub alike: u64,
    /// That the engine treats them differently, with the probability; else empty.
    pub differently: String,
    pub score: String,
}

impl Sources<'_> {
    /// The games that have such rows, in the order of the design.
    pub(super) fn first_moves(&self) -> Result<Vec<FirstMovesStory>, Error> {
        (0..self.design.entries.len()).filter_map(|entry| self.first_moves_of(entry).transpose()).collect()
    }

    /// The board of a game with what each first move scores; none where nothing was played or moves are not made on a board.
    ///
    /// # Errors
    /// A game that this program does not know.
    pub fn map_of(&self, entry: usize) -> Result<Option<String>, Error> {
        Ok(self.first_moves_of(entry)?.and_then(|story| story.map))
    }

    /// The rows of the first seat after each first move of a game.
    fn rows_after(&self, entry: usize) -> Vec<(&FirstMove, &FirstMoveRow)> {
        let spec = self.design.entries[entry].spec();
        let own = || self.contents.first_moves.iter().filter(|row| row.game == spec && row.seat == 0);
        if own().next().is_none() {
            return Vec::new();
        }
        let moves = self.design.first_moves(entry).iter();
        moves.filter_map(|first| Some((first, own().find(|row| row.first_move == first.token)?))).collect()
    }

    fn first_moves_of(&self, entry: usize) -> Result<Option<FirstMovesStory>, Error> {
        let mut rows = self.rows_after(entry);
        let Some(&(_, row)) = rows.first() else { return Ok(None) };
        let game = &self.design.entries[entry].game;
        let fair = 1.0 / game.seats() as f64;
        let Some(asked) = &self.design.first_moves else { return Ok(None) };
        let is_shown = asked.shown.contains(&entry);
        let scored = |(first, row): &(&FirstMove, &FirstMoveRow)| Heat {
            tokens: first.all().cloned().collect(),
            score: row.score,
            said: format!("{} {}", row.first_move, interval(row.score, row.low, row.high)),
        };
        let map = heat(&**game, &rows.iter().map(scored).collect::<Vec<_>>(), fair);
        let test = measured(&rows).and_then(|measured| probability(homogeneity(&measured)));
        let treated = treated(&rows);
        rows.sort_by(|(_, one), (_, other)| other.score.total_cmp(&one.score));
        let story = |(_, row): &(&FirstMove, &FirstMoveRow)| MoveStory {
            token: row.first_move.clone(),
            alike: row.alike,
            differently: match alike(row) {
                Some(p) if p < SIGNIFICANT => format!("treated differently, p {}", told(p)),
                _ => String::new(),
            },
            score: interval(row.score, row.low, row.high),
        };
        Ok(Some(FirstMovesStory {
            spec: row.game.clone(),
            title: game.info().title.to_owned(),
            first: row.seat_name.clone(),
            engine: format!("{}({})", row.engine, row.budget),
            games: asked.games,
            differ: test.map_or("-".to_owned(), told),
            treated,
            moves: rows.iter().map(story).collect(),
            map,
            picture: is_shown.then_some(game.info().id),
        }))
    }
}

/// The scores of rows, each with its standard error; none where a row has no interval.
fn measured(rows: &[(&FirstMove, &FirstMoveRow)]) -> Option<Vec<Measured>> {
    rows.iter().map(|(_, row)| Measured::of(row.score, row.low?, row.high?)).collect()
}

/// The probability of such differences between the moves of a row if the engine treats them alike; none where nothing was
/// compared.
fn alike(row: &FirstMoveRow) -> Option<f64> {
    probability((row.asymmetry?, row.alike.saturating_sub(1) as usize))
}

/// The moves that are treated differently from those that symmetries map them onto, in words; a dash where nothing was compared.
fn treated(rows: &[(&FirstMove, &FirstMoveRow)]) -> String {
    let tests: Vec<(&str, f64)> =
        rows.iter().filter_map(|(_, row)| Some((&*row.first_move, alike(row)?))).collect();
    let differing = tests.iter().filter(|(_, p)| *p < SIGNIFICANT);
    let differing: Vec<String> = differing.map(|(token, p)| format!("{token} (p {})", told(*p))).collect();
    let least = tests.iter().map(|(_, p)| *p).reduce(f64::min);
    match (least, &differing[..]) {
        (None, _) => "-".to_owned(),
        (Some(least), []) => format!("alike (p {} or more)", told(least)),
        (_, differing) => format!("differently: {}", differing.iter().joined(", ")),
    }
}

/// A probability as a reader wants it.
fn told(p: f64) -> String {
    if p < 0.001 { "below 0.001".to_owned() } else { format!("= {p:.3}") }
}
