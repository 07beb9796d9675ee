//! The advantage of sitting in the first seat, at each game and strength of play.

use serde::Serialize;
use torneo_contract::Spec;
use torneo_dice::Limits;
use torneo_registry::Registry;
use torneo_statistics::Estimate;
use torneo_statistics::model::Fit;

use super::collect::{Collected, SeatSums};

/// Where a score of the first seat comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The mean of the games played.
    Observed,
    /// The expectation between equal players, from the seat parameters of the model fitted to the game.
    Model,
    /// Known exactly.
    Exact,
}

impl Method {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Method::Observed => "observed",
            Method::Model => "model",
            Method::Exact => "exact",
        }
    }
}

/// The first seat's results at one game.
#[derive(Clone, Debug, Serialize)]
pub struct Advantage {
    /// The game's specification.
    pub game: String,
    /// The engine that played against itself; none for all games of the run.
    pub engine: Option<String>,
    /// Where the score comes from.
    pub method: Method,
    /// Number of seats.
    pub seats: usize,
    /// Number of games.
    pub games: u64,
    /// The first seat's score. Fair is one over the number of seats.
    pub score: Estimate,
    /// The score that a seat without advantage would have.
    pub fair: f64,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub mean_plies: f64,
}

impl Advantage {
    /// What the interval allows to say.
    pub fn verdict(&self) -> &'static str {
        match () {
            () if self.score.low > self.fair => "first seat ahead",
            () if self.score.high < self.fair => "first seat behind",
            () if self.score.low == self.score.high => "fair",
            () => "undecided",
        }
    }

    /// Whether it is about all games of the run, as they were played.
    pub fn is_overall(&self) -> bool {
        self.engine.is_none() && self.method == Method::Observed
    }
}

/// The scores of the first seat at a game: over all games, of each engine against itself, by the model, and exactly where
/// that is known.
pub fn advantages(
    registry: &Registry,
    names: &[&str],
    specs: &[&str],
    collected: &Collected,
    fit_of: impl Fn(&str) -> Option<Fit>,
) -> Vec<Advantage> {
    let mut rows = Vec::new();
    for ((game, spec), sums) in specs.iter().enumerate().zip(&collected.by_game) {
        if sums.all.games == 0 {
            continue;
        }
        let row = |engine: Option<&str>, method: Method, score: Estimate, seat_sums: &SeatSums| Advantage {
            game: (*spec).to_owned(),
            engine: engine.map(str::to_owned),
            method,
            seats: sums.seats,
            games: seat_sums.games,
            score,
            fair: 1.0 / sums.seats as f64,
            draws: seat_sums.draws as f64 / seat_sums.games as f64,
            mean_plies: seat_sums.plies as f64 / seat_sums.games as f64,
        };
        rows.push(row(None, Method::Observed, sums.all.first_seat.estimate(), &sums.all));
        for (&engine, own) in &sums.self_play {
            rows.push(row(Some(names[engine]), Method::Observed, own.first_seat.estimate(), own));
        }
        let model = fit_of(spec).and_then(|fit| fit.seat_score(game, 0));
        rows.extend(model.map(|score| row(None, Method::Model, score, &sums.all)));
        if let Some(value) = exact_score(registry, spec) {
            let score = Estimate { value, low: value, high: value, groups: 0 };
            rows.push(row(None, Method::Exact, score, &sums.all));
        }
    }
    rows
}

/// The first seat's score where it is known exactly and quickly: in dice games without decisions.
fn exact_score(registry: &Registry, spec: &str) -> Option<f64> {
    let spec: Spec = spec.parse().ok()?;
    let info = registry.info(&spec.name).ok()?;
    if info.turns.decision {
        return None;
    }
    let game = registry.analysis(&spec).ok()?;
    let odds = torneo_dice::odds(&game, Limits::QUICK).ok()?;
    Some(odds.expected_score[0].decimal())
}

/// How the first seat's score changes from the weaker to the stronger engine.
#[derive(Clone, Debug, Serialize)]
pub struct Trend {
    /// The game's specification.
    pub game: String,
    /// The change of the score from one engine to the next of the configuration, which is to list them from weak to
    /// strong.
    pub per_step: Estimate,
    /// The engines, in this order.
    pub engines: Vec<String>,
}

/// The trend of each game that two or more engines played against themselves: the line of weighted least squares
/// through their scores.
pub fn trends(rows: &[Advantage], names: &[&str]) -> Vec<Trend> {
    let mut trends: Vec<Trend> = Vec::new();
    for game in rows.iter().filter(|row| row.is_overall()).map(|row| &row.game) {
        let own =
            |name: &&&str| rows.iter().find(|row| row.game == *game && row.engine.as_deref() == Some(**name));
        let points: Vec<(&str, &Advantage)> =
            names.iter().filter_map(|name| Some((*name, own(&name)?))).collect();
        if points.len() >= 2 {
            let engines = points.iter().map(|(name, _)| (*name).to_owned()).collect();
            let per_step = slope(points.iter().map(|(_, row)| row.score));
            trends.push(Trend { game: game.clone(), per_step, engines });
        }
    }
    trends
}

/// The slope of estimates at 0, 1, 2, ..., each weighed by the inverse of its squared error.
fn slope(estimates: impl Iterator<Item = Estimate>) -> Estimate {
    let points: Vec<(f64, f64, f64, u64)> = estimates
        .enumerate()
        .map(|(at, e)| (at as f64, e.value, (2.0 * NORMAL / (e.high - e.low).max(1e-9)).powi(2), e.groups))
        .collect();
    let total: f64 = points.iter().map(|(_, _, weight, _)| weight).sum();
    let mean = |of: fn(&(f64, f64, f64, u64)) -> f64| {
        points.iter().map(|point| of(point) * point.2).sum::<f64>() / total
    };
    let (middle, level) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|(at, _, weight, _)| weight * (at - middle).powi(2)).sum();
    let value =
        points.iter().map(|(at, y, weight, _)| weight * (at - middle) * (y - level)).sum::<f64>() / spread;
    let half = NORMAL / spread.sqrt();
    let groups = points.iter().map(|(_, _, _, groups)| groups).sum();
    Estimate { value, low: value - half, high: value + half, groups }
}

/// The 97.5% quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;
