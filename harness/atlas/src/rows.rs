//! The rows of an atlas, as they stand in its files.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use torneo_contract::{MAX_SEATS, Refusal, refuse_if};

use crate::validation::ValidationRow;
use crate::verdicts::VerdictRow;

/// A seat of a cell: one engine with one budget played all seats of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// The game's canonical specification.
    pub game: String,
    /// The engine.
    pub engine: String,
    /// Its level, as the design writes it.
    pub level: String,
    /// Its budget at this game, such as `nodes=256`.
    pub budget: String,
    /// The seat, from 0.
    pub seat: usize,
    /// Its name in the game.
    pub seat_name: String,
    /// Games of the cell.
    pub games: u64,
    /// Different games among them.
    pub distinct: Option<u64>,
    /// The seat's mean score.
    pub score: f64,
    /// The lower end of its 95% interval; none for an engine's one game.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The e-value against the hypothesis that the seat scores the fair share; none for an engine's one game.
    pub e_value: Option<f64>,
    /// What the cell says of the seat, where the verdict on the game rests on it; empty in all other cells.
    pub verdict: String,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub plies: f64,
    /// Mean number of legal actions; none for a game without choices.
    pub branching: Option<f64>,
    /// Elo above random play, by the matches between neighbouring levels; none while one of them is missing.
    pub measured_elo: Option<f64>,
    /// The version of the program.
    pub version: String,
    /// Share of the games that did not end by the length limit; none where an earlier version did not note it.
    #[serde(default)]
    pub completion: Option<f64>,
}

/// A match between two levels at a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MatchRow {
    /// The game's canonical specification.
    pub game: String,
    /// The engine whose score is given: of the higher level.
    pub engine: String,
    /// Its level.
    pub level: String,
    /// The other engine.
    pub opponent: String,
    /// Its level.
    pub opponent_level: String,
    /// Games of the match.
    pub games: u64,
    /// The engine's score.
    pub score: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The difference in Elo points.
    pub elo: f64,
    /// The lower end of its 95% interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
    /// The probability that the engine is the stronger one.
    pub superiority: f64,
    /// The version of the program.
    pub version: String,
}

/// A seat after one first move: one engine with one budget played all seats from there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FirstMoveRow {
    /// The game's canonical specification.
    pub game: String,
    /// The engine.
    pub engine: String,
    /// Its level, as the design writes it.
    pub level: String,
    /// Its budget at this game.
    pub budget: String,
    /// The first move.
    pub first_move: String,
    /// How many first moves it stands for: symmetries of the board map them onto each other.
    pub alike: u64,
    /// The seat, from 0.
    pub seat: usize,
    /// Its name in the game.
    pub seat_name: String,
    /// Games after this move.
    pub games: u64,
    /// Different games among them.
    pub distinct: Option<u64>,
    /// The seat's mean score.
    pub score: f64,
    /// The lower end of its 95% interval; none for an engine's one game.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The version of the program.
    pub version: String,
    /// Chi-squared of the scores of the moves that it stands for. It has one degree of freedom fewer than there are moves. None for
    /// one move, and in rows of earlier versions.
    #[serde(default)]
    pub asymmetry: Option<f64>,
}

/// The first seat's score where the second has another budget.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct UnequalRow {
    /// The game's canonical specification.
    pub game: String,
    /// The engine of both seats.
    pub engine: String,
    /// The first seat's level.
    pub level: String,
    /// Its budget.
    pub budget: String,
    /// The second seat's level.
    pub other_level: String,
    /// Its budget.
    pub other_budget: String,
    /// The first seat's name.
    pub seat_name: String,
    /// Games.
    pub games: u64,
    /// Different games among them.
    pub distinct: Option<u64>,
    /// The first seat's mean score.
    pub score: f64,
    /// The lower end of its 95% interval; none for one game.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub plies: f64,
    /// The version of the program.
    pub version: String,
}

/// What tells what is played apart.
pub trait Keyed: Default + Serialize + DeserializeOwned {
    /// The name of the file.
    const FILE: &'static str;

    /// The columns at its end that files of earlier versions lack.
    const LATER: &'static [&'static str] = &[];

    /// The game, the engine with its level, and the opponent with its level.
    fn key(&self) -> [&str; 5];

    /// Refuses what cannot be.
    fn check(&self) -> Result<(), Refusal>;
}

impl Keyed for Row {
    const FILE: &'static str = "atlas.csv";
    const LATER: &'static [&'static str] = &["completion"];

    fn key(&self) -> [&str; 5] {
        [&self.game, &self.engine, &self.level, "", ""]
    }

    fn check(&self) -> Result<(), Refusal> {
        let Row { draws, plies, e_value, completion, .. } = *self;
        let is_share = completion.is_none_or(|share| (0.0..=1.0).contains(&share));
        refuse_if!(!is_share, "expected a completion from 0 to 1");
        refuse_if!(!e_value.is_none_or(|e_value| e_value >= 0.0), "expected an e-value from 0 on");
        refuse_if!(!(0.0..=1.0).contains(&draws), "expected draws from 0 to 1, found {draws}");
        refuse_if!(!(0.0..=f64::MAX).contains(&plies), "expected plies from 0 on, found {plies}");
        check(self.low, self.score, self.high, self.seat, self.games)
    }
}

/// Refuses what cannot be of a score with its interval, if it has one, a seat and a number of games.
pub(crate) fn check(
    low: Option<f64>,
    score: f64,
    high: Option<f64>,
    seat: usize,
    games: u64,
) -> Result<(), Refusal> {
    let (low, high) = (low.unwrap_or(score), high.unwrap_or(score));
    let is_score = 0.0 <= low && low <= score && score <= high && high <= 1.0;
    refuse_if!(!is_score, "expected 0 <= low <= score <= high <= 1, found {low}, {score}, {high}");
    refuse_if!(seat >= MAX_SEATS, "there is no seat {seat}");
    refuse_if!(games == 0, "there is no row without games");
    Ok(())
}

impl Keyed for MatchRow {
    const FILE: &'static str = "matches.csv";

    fn key(&self) -> [&str; 5] {
        [&self.game, &self.engine, &self.level, &self.opponent, &self.opponent_level]
    }

    fn check(&self) -> Result<(), Refusal> {
        let MatchRow { elo, elo_low, elo_high, superiority, .. } = *self;
        let is_elo = elo_low <= elo && elo <= elo_high;
        refuse_if!(!is_elo, "expected elo_low <= elo <= elo_high, found {elo_low}, {elo}, {elo_high}");
        let is_share = (0.0..=1.0).contains(&superiority);
        refuse_if!(!is_share, "expected a superiority from 0 to 1, found {superiority}");
        check(Some(self.low), self.score, Some(self.high), 0, self.games)
    }
}

/// What stands for an opponent in the key of games after each first move.
pub const AFTER_FIRST_MOVES: &str = "first-moves";
/// What stands for an opponent in the key of games with unequal budgets.
pub const UNEQUAL: &str = "unequal";

impl Keyed for FirstMoveRow {
    const FILE: &'static str = "first-moves.csv";
    const LATER: &'static [&'static str] = &["asymmetry"];

    fn key(&self) -> [&str; 5] {
        [&self.game, &self.engine, &self.level, AFTER_FIRST_MOVES, ""]
    }

    fn check(&self) -> Result<(), Refusal> {
        check(self.low, self.score, self.high, self.seat, self.games)
    }
}

impl Keyed for UnequalRow {
    const FILE: &'static str = "unequal.csv";

    fn key(&self) -> [&str; 5] {
        let [level, other] = in_order(&self.level, &self.other_level);
        [&self.game, &self.engine, level, UNEQUAL, other]
    }

    fn check(&self) -> Result<(), Refusal> {
        check(self.low, self.score, self.high, 0, self.games)
    }
}

/// Two levels in an order that does not depend on who has which.
pub fn in_order<'a>(one: &'a str, other: &'a str) -> [&'a str; 2] {
    if one <= other { [one, other] } else { [other, one] }
}

/// What stands in the files of an atlas.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contents {
    /// Cells, a row a seat.
    pub cells: Vec<Row>,
    /// Matches between levels.
    pub matches: Vec<MatchRow>,
    /// Seats after each first move.
    pub first_moves: Vec<FirstMoveRow>,
    /// First seats with unequal budgets.
    pub unequal: Vec<UnequalRow>,
    /// What the atlas says of each game and variant.
    pub verdicts: Vec<VerdictRow>,
    /// What such verdicts say of games whose value is known.
    pub validation: Vec<ValidationRow>,
}

impl Contents {
    /// Takes the rows of this key from others, in the place of those that stand here.
    ///
    /// What follows from all rows together stays as it is.
    pub fn take(&mut self, key: [&str; 5], others: &Contents) {
        take(&mut self.cells, key, &others.cells);
        take(&mut self.matches, key, &others.matches);
        take(&mut self.first_moves, key, &others.first_moves);
        take(&mut self.unequal, key, &others.unequal);
    }
}

impl Contents {
    /// Takes how the games of a cell ended, where its rows do not tell it.
    pub fn complete(&mut self, (key, completion): ([String; 5], f64)) {
        let is_own =
            |row: &&mut Row| row.key() == key.each_ref().map(|part| &**part) && row.completion.is_none();
        self.cells.iter_mut().filter(is_own).for_each(|row| row.completion = Some(completion));
    }
}

fn take<R: Keyed + Clone>(own: &mut Vec<R>, key: [&str; 5], others: &[R]) {
    own.retain(|row| row.key() != key);
    own.extend(others.iter().filter(|row| row.key() == key).cloned());
}

/// A number with so many digits behind the point, as it stands in the files.
pub fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.digits$}").parse().unwrap_or(value)
}

/// An e-value with four digits, as it stands in the files.
pub fn rounded_e_value(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}
