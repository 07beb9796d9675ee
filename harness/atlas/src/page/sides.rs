//! Smaller tables: how solved values are known, unequal budgets, and what others found.

use serde::Serialize;
use torneo_present::numbers::thousands;

use super::story::Sources;
use super::words::{interval, score};
use crate::rows::UnequalRow;
use crate::tasks;

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
    /// The first player's score here.
    pub here: String,
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
        for &entry in &asked.entries {
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
                nearest: off(row) == least,
            }));
        }
        stories
    }

    pub(super) fn published(&self) -> Vec<PublishedStory> {
        let told = |published: &crate::design::Published| {
            let (_, cell) = self.shown(published.entry)?;
            let first = cell[0];
            Some(PublishedStory {
                spec: first.game.clone(),
                figure: published.figure.clone(),
                source: published.source.clone(),
                here: format!("{} {} ({})", first.seat_name, score(first), super::words::engine(first)),
            })
        };
        self.design.published.iter().filter_map(told).collect()
    }
}
