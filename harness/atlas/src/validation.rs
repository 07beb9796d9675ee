//! What verdicts are worth: those that the atlas would give games whose value is known, compared with the values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use torneo_contract::{MAX_SEATS, Refusal, refuse_if};

use crate::design::Design;
use crate::exact::ExactRow;
use crate::rows::Keyed;
use crate::verdicts::{Decision, MARGIN, Verdict};

/// Games whose evaluation was fitted to exact values: engines know them better than games that nobody has solved.
const FITTED: [&str; 1] = ["catch-the-rabbit"];

/// Which half of the games a row belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// The rules of verdicts may be chosen by it.
    #[default]
    Tuning,
    /// What is reported.
    Reported,
}

/// What a verdict is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It says what is so.
    Right,
    /// It says what is not so.
    Wrong,
    /// It says nothing.
    #[default]
    Undecided,
}

impl Outcome {
    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong => "wrong",
            Outcome::Undecided => "undecided",
        }
    }
}

/// A game whose value is known, with what the atlas would say of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ValidationRow {
    /// The game's canonical specification.
    pub variant: String,
    /// The first player's score by best play.
    pub value: f64,
    /// How it was found.
    pub method: String,
    /// Processor-seconds that this took.
    pub seconds: f64,
    /// The command that finds it.
    pub command: String,
    /// The half of the games.
    pub half: Half,
    /// What the atlas would say.
    pub verdict: Verdict,
    /// The seat that it would say is ahead, from 0.
    pub seat: Option<usize>,
    /// Whether that is right.
    pub outcome: Outcome,
}

impl Keyed for ValidationRow {
    const FILE: &'static str = "validation.csv";

    fn key(&self) -> [&str; 5] {
        [&self.variant, "", "", "", ""]
    }

    fn check(&self) -> Result<(), Refusal> {
        refuse_if!(!(0.0..=1.0).contains(&self.value), "expected a value from 0 to 1, found {}", self.value);
        refuse_if!(!(0.0..=f64::MAX).contains(&self.seconds), "expected seconds from 0 on");
        refuse_if!(self.seat.is_some_and(|seat| seat >= MAX_SEATS), "there is no such seat");
        Ok(())
    }
}

/// The rows of the games of a design that solvers found the value of, without verdicts yet. These are games of
/// two seats with decisions and a first move. Of several methods the first that found it counts.
pub fn solved(design: &Design, exact: &[ExactRow]) -> Vec<ValidationRow> {
    let mut rows: BTreeMap<&str, ValidationRow> = BTreeMap::new();
    for entry in &design.entries {
        let game = &entry.game;
        let found = exact.iter().find_map(|row| (row.game == entry.spec()).then_some((row, row.score?)));
        let Some((row, value)) = found else { continue };
        if game.seats() != 2 || !game.has_choices() || game.has_no_first_move() {
            continue;
        }
        let row = ValidationRow {
            variant: row.game.clone(),
            value,
            method: row.method.clone(),
            seconds: row.seconds,
            command: row.command.clone(),
            ..ValidationRow::default()
        };
        rows.insert(entry.spec(), row);
    }
    rows.into_values().collect()
}

/// Sorts rows by name, and divides them: the first, the third and so on are reported.
pub fn halve(rows: &mut [ValidationRow]) {
    rows.sort_by(|one, other| one.variant.cmp(&other.variant));
    for (place, row) in rows.iter_mut().enumerate() {
        row.half = if place.is_multiple_of(2) { Half::Reported } else { Half::Tuning };
    }
}

impl ValidationRow {
    /// Whether engines play the game by an evaluation that was fitted to exact values.
    pub fn is_fitted(&self) -> bool {
        FITTED.iter().any(|id| self.variant.split('(').next() == Some(id))
    }

    /// Takes what the atlas would say.
    pub fn judge(&mut self, decision: &Decision) {
        (self.verdict, self.seat) = (decision.verdict, decision.seat);
        self.outcome = outcome(self.value, decision.verdict, decision.seat);
    }
}

/// Whether a verdict on a game of two seats is right, whose first seat scores `value` by best play.
pub fn outcome(value: f64, verdict: Verdict, seat: Option<usize>) -> Outcome {
    let is_right = match (verdict, seat) {
        (Verdict::Ahead, Some(0)) => value > 0.5,
        (Verdict::Ahead, _) => value < 0.5,
        (Verdict::Fair | Verdict::Drawn, _) => (value - 0.5).abs() <= MARGIN,
        _ => return Outcome::Undecided,
    };
    if is_right { Outcome::Right } else { Outcome::Wrong }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_compared_with_values() {
        use Outcome::{Right, Undecided, Wrong};
        for (value, verdict, seat, expected) in [
            (1.0, Verdict::Ahead, Some(0), Right),
            (1.0, Verdict::Ahead, Some(1), Wrong),
            (0.5, Verdict::Ahead, Some(0), Wrong),
            (0.498, Verdict::Ahead, Some(1), Right),
            (0.54, Verdict::Fair, None, Right),
            (0.56, Verdict::Fair, None, Wrong),
            (0.5, Verdict::Drawn, None, Right),
            (0.0, Verdict::Drawn, None, Wrong),
            (0.0, Verdict::Disagree, None, Undecided),
            (0.0, Verdict::NotMeasured, None, Undecided),
            (0.0, Verdict::Undecided, None, Undecided),
        ] {
            assert_eq!(outcome(value, verdict, seat), expected, "{value} {verdict:?} {seat:?}");
        }
    }
}
