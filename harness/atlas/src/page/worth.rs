//! What verdicts are worth: how often those on solved games are right.

use serde::Serialize;
use torneo_present::english::{and, counted};
use torneo_statistics::interval::exact_share;

use super::story::Sources;
use super::words::said;
use crate::validation::{Half, Outcome, ValidationRow};
use crate::verdicts::Verdict;

/// What the page opens with.
#[derive(Serialize)]
pub struct WorthStory {
    /// The result in a sentence.
    pub sentence: String,
    /// Whether a verdict names the wrong player.
    pub signs: String,
    /// The result in the other half.
    pub other: String,
    /// The result by kind of verdict.
    pub kinds: Vec<KindStory>,
    /// All solved games.
    pub rows: Vec<SolvedVerdict>,
}

/// A kind of verdict.
#[derive(Serialize)]
pub struct KindStory {
    pub kind: &'static str,
    pub games: usize,
    pub right: String,
    pub wrong: String,
    /// The share that is right with its exact interval; none of verdicts that say nothing.
    pub share: String,
}

/// A solved game with what the atlas would say.
#[derive(Serialize)]
pub struct SolvedVerdict {
    pub spec: String,
    pub value: String,
    pub method: String,
    pub seconds: String,
    pub half: &'static str,
    pub verdict: String,
    pub outcome: &'static str,
    pub command: String,
}

/// The kinds of verdicts in the order of the table, with their words.
const KINDS: [(Verdict, &str); 6] = [
    (Verdict::Ahead, "a player is ahead"),
    (Verdict::Fair, "fair within 0.05"),
    (Verdict::Drawn, "mostly drawn"),
    (Verdict::Disagree, "engines disagree"),
    (Verdict::NotMeasured, "not measured"),
    (Verdict::Undecided, "undecided"),
];

impl Sources<'_> {
    /// What verdicts are worth; none before a solved game was played.
    pub(super) fn worth(&self) -> Option<WorthStory> {
        let all = &self.contents.validation;
        let reported: Vec<&ValidationRow> = all.iter().filter(|row| row.half == Half::Reported).collect();
        if reported.is_empty() {
            return None;
        }
        let other: Vec<&ValidationRow> = all.iter().filter(|row| row.half == Half::Tuning).collect();
        Some(WorthStory {
            sentence: format!(
                "In {} such verdicts were {}.{}",
                counted(reported.len() as u64, "solved game"),
                outcomes(&reported),
                without_fitted(&reported)
            ),
            signs: signs(&reported),
            other: format!(
                "The rules of verdicts may be chosen by {} more. There they were {}.",
                other.len(),
                outcomes(&other)
            ),
            kinds: KINDS.into_iter().filter_map(|kind| kind_story(kind, &reported)).collect(),
            rows: all.iter().map(|row| self.solved_verdict(row)).collect(),
        })
    }

    fn solved_verdict(&self, row: &ValidationRow) -> SolvedVerdict {
        let entry = self.design.entries.iter().find(|entry| entry.spec() == row.variant);
        let name = |seat: usize| {
            let seat = torneo_contract::Seat::new(seat);
            entry.map_or("", |entry| entry.game.seat_name(seat))
        };
        SolvedVerdict {
            spec: row.variant.clone(),
            value: format!("{:.3}", row.value),
            method: row.method.clone(),
            seconds: format!("{:.1}", row.seconds),
            half: match row.half {
                Half::Reported => "reported",
                Half::Tuning => "tuning",
            },
            verdict: said(row.verdict, row.seat.map(name), None),
            outcome: row.outcome.word(),
            command: row.command.clone(),
        }
    }
}

/// How many verdicts are right, wrong and undecided.
fn outcomes(rows: &[&ValidationRow]) -> String {
    let count = |outcome: Outcome| rows.iter().filter(|row| row.outcome == outcome).count();
    let [right, wrong, undecided] = [Outcome::Right, Outcome::Wrong, Outcome::Undecided].map(count);
    format!("right in {right}, wrong in {wrong}, undecided in {undecided}")
}

/// The verdicts on games that engines do not know from their solution, where there are others.
fn without_fitted(reported: &[&ValidationRow]) -> String {
    let others: Vec<&ValidationRow> = reported.iter().copied().filter(|row| !row.is_fitted()).collect();
    match reported.len() - others.len() {
        0 => String::new(),
        fitted => format!(
            " Of these games {fitted} {} an evaluation that was fitted to exact values. In the others verdicts were {}.",
            if fitted == 1 { "has" } else { "have" },
            outcomes(&others)
        ),
    }
}

/// Whether a verdict names a player whom best play does not put ahead.
fn signs(reported: &[&ValidationRow]) -> String {
    let is_wrong = |row: &&&ValidationRow| row.verdict == Verdict::Ahead && row.outcome == Outcome::Wrong;
    let wrong: Vec<String> =
        reported.iter().filter(is_wrong).map(|row| format!("`{}`", row.variant)).collect();
    match &wrong[..] {
        [] => "None of them names the wrong player.".to_owned(),
        _ => format!("A player who is not ahead by best play is named in {}.", and(&wrong)),
    }
}

fn kind_story((verdict, kind): (Verdict, &'static str), reported: &[&ValidationRow]) -> Option<KindStory> {
    let own: Vec<Outcome> =
        reported.iter().filter(|row| row.verdict == verdict).map(|row| row.outcome).collect();
    if own.is_empty() {
        return None;
    }
    let count = |outcome: Outcome| own.iter().filter(|own| **own == outcome).count();
    let (right, wrong) = (count(Outcome::Right), count(Outcome::Wrong));
    let says_nothing = right + wrong == 0;
    let number = |count: usize| if says_nothing { "-".to_owned() } else { count.to_string() };
    let share = || {
        let (events, all) = (right as f64, own.len() as f64);
        let (low, high) = exact_share(events, all, 0.95);
        format!("{:.2} [{low:.2}, {high:.2}]", events / all)
    };
    Some(KindStory {
        kind,
        games: own.len(),
        right: number(right),
        wrong: number(wrong),
        share: if says_nothing { "-".to_owned() } else { share() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_on_games_that_engines_know_are_told_apart() {
        let row = |variant: &str, outcome| ValidationRow {
            variant: variant.to_owned(),
            outcome,
            ..ValidationRow::default()
        };
        let rows = [
            row("akron(size=3)", Outcome::Wrong),
            row("catch-the-rabbit(hunters=10)", Outcome::Right),
            row("three-mens-morris", Outcome::Right),
        ];
        let all: Vec<&ValidationRow> = rows.iter().collect();
        let said = without_fitted(&all);
        assert!(said.contains("1 has an evaluation"), "{said}");
        assert!(said.ends_with("right in 1, wrong in 1, undecided in 0."), "{said}");
        assert_eq!(without_fitted(&[&rows[0], &rows[2]]), "");
    }
}
