//! Measures of a game's quality, after Browne ("Automatic generation and evaluation of recombination games", 2008) and
//! Ludii's concepts. `docs/statistics.md` has the formulas.

mod replay;

pub use replay::{Replays, replay};

use serde::Serialize;
use torneo_statistics::{ELO, Estimate};

use super::advantage::Trend;
use super::collect::{Collected, GameSums};
use super::rating::Rated;

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
    specs: &[&str],
    collected: &Collected,
    replays: &[Replays],
    rated: &[Rated],
    trends: &[Trend],
) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for ((spec, sums), replays) in specs.iter().zip(&collected.by_game).zip(replays) {
        if sums.all.games == 0 {
            continue;
        }
        let mut estimates = of_results(sums);
        estimates.extend(of_replays(replays));
        estimates.extend(skill_depth(spec, rated).map(|depth| ("skill_depth", depth)));
        let trend = trends.iter().find(|trend| trend.game == *spec);
        estimates.extend(trend.map(|trend| ("first_seat_trend", trend.per_step)));
        let metric = |(name, estimate): (&'static str, Estimate)| Metric {
            game: (*spec).to_owned(),
            name,
            value: estimate.value,
            interval: (estimate.low.is_finite() && estimate.high.is_finite())
                .then_some((estimate.low, estimate.high)),
            observations: estimate.groups,
        };
        metrics.extend(estimates.into_iter().map(metric));
        metrics.extend(lengths(sums).map(|(name, plies)| Metric {
            game: (*spec).to_owned(),
            name,
            value: plies,
            interval: None,
            observations: sums.all.first_seat.count,
        }));
    }
    metrics
}

fn of_results(sums: &GameSums) -> Vec<(&'static str, Estimate)> {
    let drawn = sums.all.drawn.estimate();
    let decisive =
        Estimate { value: 1.0 - drawn.value, low: 1.0 - drawn.high, high: 1.0 - drawn.low, ..drawn };
    vec![
        ("mean_plies", sums.all.lengths.mean_estimate()),
        ("draw_rate", drawn),
        ("decisiveness", decisive),
        ("completion", sums.all.completed.estimate()),
        ("first_seat_score", sums.all.first_seat.estimate()),
    ]
}

fn of_replays(replays: &Replays) -> impl Iterator<Item = (&'static str, Estimate)> {
    let measures = [
        ("branching_factor", replays.branching.mean_estimate()),
        ("decision_moves", replays.decisions.estimate()),
        ("lead_changes", replays.lead_changes.mean_estimate()),
        ("drama", replays.drama.estimate()),
    ];
    measures.into_iter().filter(|(_, estimate)| estimate.groups > 0)
}

/// How much stronger the best engine is than the worst at the game.
fn skill_depth(spec: &str, rated: &[Rated]) -> Option<Estimate> {
    let rated = rated.iter().find(|rated| rated.scope.words() == ("game", spec))?;
    let (best, worst) = (rated.order.first()?, rated.order.last()?);
    let depth = rated.fit.difference(*best, &[*worst]);
    Some(Estimate { value: ELO * depth.value, low: ELO * depth.low, high: ELO * depth.high, ..depth })
}

/// The distribution of the length: standard deviation, shortest, quantiles, longest.
fn lengths(sums: &GameSums) -> impl Iterator<Item = (&'static str, f64)> {
    let games = sums.all.games as f64;
    let mean = sums.all.plies as f64 / games;
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
