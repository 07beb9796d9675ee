//! What the first player scores after each first move.

use serde::Serialize;
use torneo_arena::Error;
use torneo_statistics::distributions::chi_squared_above;

use super::heat::{Heat, heat};
use super::story::Sources;
use super::words::interval;
use crate::first_moves::{FirstMove, first_moves};
use crate::rows::FirstMoveRow;

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
    /// Whether the moves differ.
    pub differ: String,
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
    pub score: String,
}

/// A score with its standard error.
type Measured = (f64, f64);

/// Half the width of a 95% interval in standard errors.
const HALF: f64 = 1.96;

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
        let classes = first_moves(&**game, asked.most);
        let scored = |(first, row): &(&FirstMove, &FirstMoveRow)| Heat {
            tokens: std::iter::once(&first.token).chain(&first.alike).cloned().collect(),
            score: row.score,
            said: format!("{} {}", row.first_move, interval(row.score, row.low, row.high)),
        };
        let is_first = |first: &FirstMove| classes.iter().any(|class| class.token == first.token);
        let firsts = rows.iter().filter(|(first, _)| is_first(first));
        let map = heat(&**game, &firsts.map(scored).collect::<Vec<_>>(), fair);
        let measured: Vec<Measured> = rows.iter().filter_map(|(_, row)| measured(row)).collect();
        let test = (measured.len() == rows.len()).then(|| homogeneity(&[measured])).flatten();
        rows.sort_by(|(_, one), (_, other)| other.score.total_cmp(&one.score));
        let told = |(_, row): &(&FirstMove, &FirstMoveRow)| MoveStory {
            token: row.first_move.clone(),
            alike: row.alike,
            score: interval(row.score, row.low, row.high),
        };
        Ok(Some(FirstMovesStory {
            spec: row.game.clone(),
            title: game.info().title.to_owned(),
            first: row.seat_name.clone(),
            engine: format!("{}({})", row.engine, row.budget),
            games: row.games,
            differ: test.map_or("-".to_owned(), probability),
            moves: rows.iter().map(told).collect(),
            map,
            picture: is_shown.then_some(game.info().id),
        }))
    }

    /// How moves compare that symmetries of the board map onto each other, where they were played apart.
    pub(super) fn control(&self) -> Option<String> {
        let asked = self.design.first_moves.as_ref()?;
        let entry = asked.apart?;
        let rows = self.rows_after(entry);
        if rows.is_empty() {
            return None;
        }
        let game = &self.design.entries[entry].game;
        let of_class = |class: FirstMove| -> Vec<Measured> {
            let is_own = |token: &String| *token == class.token || class.alike.contains(token);
            let own = rows.iter().filter(|(_, row)| is_own(&row.first_move));
            own.filter_map(|(_, row)| measured(row)).collect()
        };
        let classes: Vec<Vec<Measured>> =
            first_moves(&**game, asked.most).into_iter().map(of_class).collect();
        let p = homogeneity(&classes)?;
        let spread = |class: &Vec<Measured>| {
            let (low, high) = class
                .iter()
                .fold((1.0f64, 0.0f64), |(low, high), (score, _)| (low.min(*score), high.max(*score)));
            high - low
        };
        let largest = classes.iter().map(spread).fold(0.0, f64::max);
        let said =
            if p < 0.05 { "so it does not quite treat them alike" } else { "so nothing speaks against that" };
        Some(format!(
            "As a control each of the {} first moves of {} was played apart. Moves that symmetries of the board map onto each other \
             have the same score if the engine treats them alike. The largest difference between two such moves is {largest:.2}. A \
             chi-squared test has p = {}, {said}.",
            rows.len(),
            game.info().title,
            probability(p)
        ))
    }
}

/// A score with its standard error; none where there is no interval.
fn measured(row: &FirstMoveRow) -> Option<Measured> {
    let error = (row.high? - row.low?) / (2.0 * HALF);
    (error > 0.0).then_some((row.score, error))
}

/// The probability that scores differ at least as much as these do if those of each class are the same; none without two of a class.
fn homogeneity(classes: &[Vec<Measured>]) -> Option<f64> {
    let (mut squares, mut freedom) = (0.0, 0);
    for class in classes.iter().filter(|class| class.len() > 1) {
        let weight: f64 = class.iter().map(|(_, error)| error.powi(-2)).sum();
        let mean = class.iter().map(|(score, error)| score * error.powi(-2)).sum::<f64>() / weight;
        squares += class.iter().map(|(score, error)| ((score - mean) / error).powi(2)).sum::<f64>();
        freedom += class.len() - 1;
    }
    (freedom > 0).then(|| chi_squared_above(squares, freedom as f64))
}

/// A probability as a reader wants it.
fn probability(p: f64) -> String {
    if p < 0.001 { "below 0.001".to_owned() } else { format!("{p:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_are_homogeneous() {
        let same = vec![(0.5, 0.03); 4];
        assert!((homogeneity(std::slice::from_ref(&same)).unwrap() - 1.0).abs() < 1e-12);
        // Two scores 3 standard errors of their difference apart: chi-squared 9 with one degree of freedom.
        let gap = 3.0 * 0.03 * 2f64.sqrt();
        let apart = vec![(0.5, 0.03), (0.5 + gap, 0.03)];
        assert!((homogeneity(std::slice::from_ref(&apart)).unwrap() - 0.0027).abs() < 1e-4);
        assert!(homogeneity(&[same, apart]).unwrap() > 0.0027, "more degrees of freedom");
        assert!(homogeneity(&[vec![(0.5, 0.03)]]).is_none());
    }
}
