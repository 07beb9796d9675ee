//! Smaller tables: how solved values are known, unequal budgets, and what others found.

use serde::Serialize;
use torneo_present::english::{Joined as _, does};
use torneo_present::numbers::thousands;

use super::story::Sources;
use super::words::{interval, score};
use crate::rows::{Keyed, Row, UnequalRow};
use crate::tasks;
use crate::verdicts::{MARGIN, Verdict, VerdictRow};

/// How a value is known.
#[derive(Serialize)]
pub struct SolvedStory {
    pub spec: String,
    pub method: String,
    pub value: String,
    pub positions: String,
    pub seconds: String,
    pub mib: String,
    pub command: String,
}

/// Two budgets.
#[derive(Serialize)]
pub struct UnequalStory {
    pub spec: String,
    /// The first player.
    pub first: String,
    pub budget: String,
    pub other: String,
    pub score: String,
    pub games: u64,
    /// Whether the interval holds the fair score.
    pub said: &'static str,
    /// Whether no other pair of budgets makes the game more even.
    pub nearest: bool,
}

/// A figure of others.
#[derive(Serialize)]
pub struct PublishedStory {
    pub spec: String,
    pub figure: String,
    pub source: String,
    /// What differs in the rules, or in how it was found.
    pub differs: String,
    /// The first player's score here.
    pub here: String,
    /// Whether it agrees.
    pub agrees: String,
}

impl Sources<'_> {
    pub(super) fn solved(&self) -> Vec<SolvedStory> {
        let row = |row: &crate::exact::ExactRow| SolvedStory {
            spec: row.game.clone(),
            method: row.method.clone(),
            value: row.score.map_or("not solved".to_owned(), |score| format!("{score:.3}")),
            positions: row.positions.map_or("-".to_owned(), thousands),
            seconds: format!("{:.1}", row.seconds),
            mib: thousands(row.mib),
            command: row.command.clone(),
        };
        self.exact.iter().map(row).collect()
    }

    /// The rows of unequal budgets with the cells of equal ones between them, from the first player's smallest share on.
    pub(super) fn unequal(&self) -> Vec<UnequalStory> {
        let design = self.design;
        let Some(asked) = &design.unequal else { return Vec::new() };
        let mut stories = Vec::new();
        for &entry in asked.entries.iter().chain(&asked.decided) {
            let game = &design.entries[entry];
            if tasks::unequal(design, &[entry]).is_empty() {
                continue;
            }
            let mut rows: Vec<UnequalRow> =
                self.contents.unequal.iter().filter(|row| row.game == game.spec()).cloned().collect();
            if rows.is_empty() {
                continue;
            }
            for level in design.played(game, &asked.engine) {
                rows.extend(self.cell(entry, level).first().map(|cell| UnequalRow {
                    game: cell.game.clone(),
                    engine: cell.engine.clone(),
                    level: cell.level.clone(),
                    budget: cell.budget.clone(),
                    other_level: cell.level.clone(),
                    other_budget: cell.budget.clone(),
                    seat_name: cell.seat_name.clone(),
                    games: cell.games,
                    distinct: cell.distinct,
                    score: cell.score,
                    low: cell.low,
                    high: cell.high,
                    draws: cell.draws,
                    plies: cell.plies,
                    version: cell.version.clone(),
                }));
            }
            let place = |row: &UnequalRow| {
                let level = |name: &str| design.level(&row.engine, name).unwrap_or(0) as i64;
                let (own, other) = (level(&row.level), level(&row.other_level));
                (own - other, own)
            };
            rows.sort_by_key(place);
            let off = |row: &UnequalRow| (row.score - 0.5).abs();
            let least = rows.iter().map(off).fold(f64::INFINITY, f64::min);
            stories.extend(rows.iter().map(|row| UnequalStory {
                spec: row.game.clone(),
                first: row.seat_name.clone(),
                budget: row.budget.clone(),
                other: row.other_budget.clone(),
                score: interval(row.score, row.low, row.high),
                games: row.games,
                said: match (row.low, row.high) {
                    (Some(low), _) if low > 0.5 => "ahead",
                    (_, Some(high)) if high < 0.5 => "behind",
                    _ => "not shown to be unequal",
                },
                nearest: asked.entries.contains(&entry) && off(row) == least,
            }));
        }
        stories
    }

    /// What the largest handicap does in games that one side wins always.
    pub(super) fn handicaps(&self) -> Vec<String> {
        let asked = self.design.unequal.iter().flat_map(|asked| &asked.decided);
        asked.filter_map(|&entry| self.handicap(entry)).collect()
    }

    fn handicap(&self, entry: usize) -> Option<String> {
        let design = self.design;
        let task = tasks::unequal(design, &[entry]).into_iter().last()?;
        let rows = || self.contents.unequal.iter().filter(|row| row.key() == task.key(design));
        let has_more = |row: &&UnequalRow| design.level(&row.engine, &row.level) == design.unequal_level();
        let (first, second) = (rows().find(has_more)?, rows().find(|row| !has_more(row))?);
        let times = times(&first.budget, &first.other_budget)?;
        let other = design.entries[entry].game.seat_name(torneo_contract::Seat::SECOND);
        let sides = [(&*first.seat_name, first.score), (other, 1.0 - second.score)];
        let scores = sides.map(|(name, score)| format!("{} {score:.3}", does(name, "score")));
        let losers = sides.iter().filter(|(_, score)| *score < 0.5);
        let lost =
            losers.map(|(name, _)| format!(" {times} times the budget does not win this game for {name}."));
        Some(format!(
            "`{}`: with {times} times the budget ({} against {}) {}.{}",
            first.game,
            first.budget,
            first.other_budget,
            scores.iter().joined(", "),
            lost.joined("")
        ))
    }

    pub(super) fn published(&self) -> Vec<PublishedStory> {
        let told = |published: &crate::design::Published| {
            let entry = &self.design.entries[published.entry];
            let row = self.verdict(published.entry)?;
            let cells: Vec<Vec<&Row>> = self.strongest(published.entry).into_iter().flatten().collect();
            let by_engines =
                cells.iter().map(|cell| format!("{} {}", cell[0].engine, score(cell[0]))).joined(", ");
            let here = match row.value {
                Some(value) => format!("{value:.3}, exact"),
                None => by_engines,
            };
            Some(PublishedStory {
                spec: entry.spec().to_owned(),
                figure: published.figure.clone(),
                source: published.source.clone(),
                differs: published.differs.clone(),
                here: if here.is_empty() { "-".to_owned() } else { here },
                agrees: agrees(published.score, row, &cells),
            })
        };
        self.design.published.iter().filter_map(told).collect()
    }
}

/// How many times one budget is the other, such as `nodes=64` and `nodes=2`.
fn times(own: &str, less: &str) -> Option<u64> {
    let number = |budget: &str| budget.split_once('=')?.1.parse::<u64>().ok();
    number(own)?.checked_div(number(less)?)
}

/// Whether a first player's score of others agrees with what was found here.
fn agrees(there: Option<f64>, row: &VerdictRow, cells: &[Vec<&Row>]) -> String {
    let Some(there) = there else { return "no score to compare".to_owned() };
    let fair = cells.first().map_or(0.5, |cell| 1.0 / cell.len() as f64);
    let ahead = |score: f64| usize::from(score < fair);
    let holds = |cell: &&Vec<&Row>| {
        cell[0].low.is_some_and(|low| low <= there) && cell[0].high.is_some_and(|high| there <= high)
    };
    match (row.value, row.verdict, row.seat) {
        (Some(value), ..) if (value - there).abs() <= MARGIN => "yes, within 0.05".to_owned(),
        (Some(_), ..) => "no".to_owned(),
        (None, Verdict::Ahead, Some(seat)) if ahead(there) == seat => {
            "yes, the same player is ahead".to_owned()
        }
        (None, Verdict::Ahead, _) => "no, the other player is ahead here".to_owned(),
        _ => match cells.iter().find(holds) {
            Some(cell) => format!("yes, within the interval of {}", cell[0].engine),
            None => "no, outside both intervals".to_owned(),
        },
    }
}
