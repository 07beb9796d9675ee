//! What the games are like: how long they last, how often they are drawn, why they end.

use std::collections::BTreeMap;

use serde::Serialize;
use torneo_analysis::Analysis;
use torneo_arena::results::GameResult;

use super::names::GameName;

/// Bars of the histogram of a game's lengths.
const BARS: usize = 20;
/// Reasons that are named for each game, at most.
const MOST_REASONS: usize = 3;

/// What is counted of the games of one kind.
#[derive(Default)]
pub struct Counts {
    lengths: BTreeMap<u64, u64>,
    reasons: BTreeMap<String, u64>,
}

/// What is counted of each kind of game, by its specification.
#[derive(Default)]
pub struct Counted(BTreeMap<String, Counts>);

impl Counted {
    /// Counts a game that no fault of an engine ended.
    pub fn add(&mut self, result: &GameResult) {
        if result.fault().is_some() {
            return;
        }
        let counts = self.0.entry(result.game.clone()).or_default();
        *counts.lengths.entry(result.plies).or_default() += 1;
        *counts.reasons.entry(result.reason.clone()).or_default() += 1;
    }
}

/// A kind of game.
#[derive(Serialize)]
pub struct Card<'a> {
    game: &'a GameName,
    /// Median length in plies.
    median: u64,
    /// The longest game in plies, at which the axis ends.
    longest: u64,
    /// The height of each bar in percent of the highest.
    bars: Vec<f64>,
    /// Share of drawn games in words; none where draws are not measured.
    draws: Option<String>,
    /// Why the games end, in words.
    ends: String,
}

/// A card for each game that was played, in the order of the configuration.
pub fn cards<'a>(analysis: &Analysis, counted: &Counted, games: &'a [GameName]) -> Vec<Card<'a>> {
    let card = |game: &'a GameName| {
        let Counts { lengths, reasons } = counted.0.get(&game.spec)?;
        let (longest, total) = (*lengths.keys().last()?, lengths.values().sum::<u64>());
        let mut bars = [0u64; BARS];
        for (&plies, &games) in lengths {
            bars[(plies as usize * BARS / (longest as usize + 1)).min(BARS - 1)] += games;
        }
        let highest = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
        let mut before = 0;
        let median = lengths.iter().find(|(_, games)| {
            before += **games;
            2 * before >= total
        });
        let draws = analysis.metric(&game.spec, "draw_rate");
        let mut ends: Vec<(&String, u64)> = reasons.iter().map(|(reason, &games)| (reason, games)).collect();
        ends.sort_by_key(|(reason, games)| (std::cmp::Reverse(*games), (*reason).clone()));
        let share = |games: u64| match 100.0 * games as f64 / total as f64 {
            share if share > 0.0 && share < 1.0 => "under 1%".to_owned(),
            share => format!("{share:.0}%"),
        };
        let named =
            ends.iter().take(MOST_REASONS).map(|(reason, games)| format!("{reason} {}", share(*games)));
        Some(Card {
            game,
            median: median.map_or(0, |(&plies, _)| plies),
            longest,
            bars: bars.iter().map(|&games| (1000.0 * games as f64 / highest).round() / 10.0).collect(),
            draws: draws.map(|metric| format!("{:.0}%", 100.0 * metric.value)),
            ends: named.collect::<Vec<_>>().join(", "),
        })
    };
    games.iter().filter_map(card).collect()
}
