//! Measures of a game's quality, after Browne ("Automatic generation and evaluation of recombination games", 2008) and
//! Ludii's concepts. `docs/statistics.md` has the formulas.

mod replay;

pub use replay::{Replays, replay};

use serde::Serialize;
use torneo_arena::figures::Pooled;
use torneo_arena::plan::PerGame;
use torneo_statistics::{ELO, Estimate};

use super::collect::{Collected, GameSums};
use super::rating::{Rated, of_game};

/// A measure of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Metric {
    /// The game's specification.
    pub game: String,
    /// Which measure.
    pub name: &'static str,
    /// The value.
    pub value: f64,
    /// The 95% interval; none for descriptions of the games played, such as their shortest length.
    pub interval: Option<(f64, f64)>,
    /// Number of independent observations.
    pub observations: u64,
}

/// All measures of all games that were played. Those that need replays are there if moves were recorded.
pub fn metrics(
    collected: &Collected,
    replays: &PerGame<Replays>,
    rated: &[Rated],
    pooled: &Pooled,
) -> Vec<Metric> {
    let games = collected.by_game.iter().filter(|sums| sums.games > 0).count();
    let confidence = pooled.confidence(games);
    let mut metrics = Vec::new();
    for (game, sums) in collected.by_game.indexed() {
        if sums.games == 0 {
            continue;
        }
        let mut estimates = of_results(sums, confidence);
        estimates.extend(of_replays(&replays[game], confidence));
        estimates.extend(skill_depth(&sums.game, rated, confidence).map(|depth| ("skill_depth", depth)));
        let metric = |name, value, interval, observations| {
            let game = sums.game.clone();
            Metric { game, name, value, interval, observations }
        };
        metrics.extend(estimates.into_iter().map(|(name, Estimate { value, low, high, groups })| {
            let is_bounded = low.is_finite() && high.is_finite();
            metric(name, value, is_bounded.then_some((low, high)), groups)
        }));
        metrics.extend(lengths(sums).map(|(name, plies)| metric(name, plies, None, sums.lengths.count)));
    }
    metrics
}

fn of_results(sums: &GameSums, confidence: f64) -> Vec<(&'static str, Estimate)> {
    let drawn = sums.drawn.share_with(confidence);
    vec![
        ("mean_plies", sums.lengths.mean_estimate(confidence)),
        ("draw_rate", drawn),
        ("decisiveness", drawn.reversed()),
        ("completion", sums.completed.share_with(confidence)),
    ]
}

fn of_replays(replays: &Replays, confidence: f64) -> impl Iterator<Item = (&'static str, Estimate)> {
    let measures = [
        ("branching_factor", replays.branching.mean_estimate(confidence)),
        ("decision_moves", replays.decisions.estimate_with(confidence)),
        ("lead_changes", replays.lead_changes.mean_estimate(confidence)),
        ("drama", replays.drama.estimate_with(confidence)),
    ];
    measures.into_iter().filter(|(_, estimate)| estimate.groups > 0)
}

/// How much stronger the best engine is than the worst at the game, with an interval that allows for both having been
/// picked out; none where an engine's rating is not bounded by the results.
fn skill_depth(spec: &str, rated: &[Rated], confidence: f64) -> Option<Estimate> {
    let rated = of_game(rated, spec)?;
    if rated.ratings.is_empty() || !rated.ratings.iter().all(|rating| rating.comparable) {
        return None;
    }
    let depth = rated.fit.range(&rated.order, confidence)?;
    Some(Estimate { value: ELO * depth.value, low: ELO * depth.low, high: ELO * depth.high, ..depth })
}

/// The distribution of the length: standard deviation, shortest, quantiles, longest.
fn lengths(sums: &GameSums) -> impl Iterator<Item = (&'static str, f64)> {
    let games = sums.games as f64;
    let mean = sums.plies as f64 / games;
    let squares: f64 =
        sums.by_length.iter().map(|(&plies, &count)| count as f64 * (plies as f64 - mean).powi(2)).sum();
    let quantile = |share: f64| {
        let mut below = 0;
        let reached = sums.by_length.iter().find(|(_, count)| {
            below += **count;
            below as f64 >= share * games
        });
        reached.map_or(0.0, |(&plies, _)| plies as f64)
    };
    [
        ("sd_plies", (squares / (games - 1.0).max(1.0)).sqrt()),
        ("min_plies", quantile(0.0)),
        ("median_plies", quantile(0.5)),
        ("p90_plies", quantile(0.9)),
        ("max_plies", quantile(1.0)),
    ]
    .into_iter()
}
