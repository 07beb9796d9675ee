//! The advantage of sitting in the first seat, at each game and strength of play.

use serde::Serialize;
use torneo_contract::Spec;
use torneo_dice::Limits;
use torneo_registry::Registry;
use torneo_statistics::Estimate;
use torneo_statistics::interval::quantile;
use torneo_statistics::model::Fit;

use super::collect::{Collected, Pooled, SeatSums};

/// Where a score of the first seat comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The mean of the games played.
    Observed,
    /// The expectation between equal players, from the seat parameters of the model fitted to the game.
    Model,
    /// Known exactly: the expectation in a game without decisions.
    Exact,
    /// Known exactly: what best play of all seats leads to.
    Solved,
}

impl Method {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Method::Observed => "observed",
            Method::Model => "model",
            Method::Exact => "exact",
            Method::Solved => "solved",
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

/// How far a 95% interval may reach to both sides for a fair score inside it to be called fair; wider ones say nothing.
const NARROW: f64 = 0.1;

/// What a score of the first seat allows to say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The first seat has more than the fair score.
    Ahead,
    /// It has less.
    Behind,
    /// It has the fair score, exactly.
    Fair,
    /// The fair score lies inside a narrow interval.
    NotTold,
    /// The fair score lies inside an interval that is too wide to say anything.
    TooFew,
}

impl Advantage {
    /// What the interval allows to say.
    pub fn verdict(&self) -> Verdict {
        match () {
            () if self.score.low > self.fair => Verdict::Ahead,
            () if self.score.high < self.fair => Verdict::Behind,
            () if self.is_known() => Verdict::Fair,
            () if self.score.high - self.score.low <= 2.0 * NARROW => Verdict::NotTold,
            () => Verdict::TooFew,
        }
    }

    /// The verdict in words; what rests on how these engines play says so.
    pub fn words(&self) -> &'static str {
        match (self.verdict(), self.method) {
            (Verdict::Ahead, Method::Exact) => "first seat ahead (exact)",
            (Verdict::Behind, Method::Exact) => "first seat behind (exact)",
            (Verdict::Fair, Method::Exact) => "fair (exact)",
            (Verdict::Ahead, Method::Solved) => "first seat wins (solved)",
            (Verdict::Behind, Method::Solved) => "first seat loses (solved)",
            (_, Method::Solved) => "a draw (solved)",
            (Verdict::Ahead, _) => "first seat ahead, by these engines",
            (Verdict::Behind, _) => "first seat behind, by these engines",
            (Verdict::TooFew, _) => "too few games",
            _ => "cannot be told from fair",
        }
    }

    /// Whether the score is known rather than estimated.
    pub fn is_known(&self) -> bool {
        matches!(self.method, Method::Exact | Method::Solved)
    }

    /// Whether it is about all games of the run, as they were played.
    pub fn is_overall(&self) -> bool {
        self.engine.is_none() && self.method == Method::Observed
    }
}

/// The best statement on each game, sorted by verdict and then by how far the first seat is from fair: what is known
/// exactly, else what the model says of equal players.
pub fn best(rows: &[Advantage]) -> Vec<&Advantage> {
    let games = rows.iter().filter(|row| row.is_overall());
    let of_game = |overall: &'_ Advantage| {
        let with = |method| rows.iter().find(|row| row.game == overall.game && row.method == method);
        let model = || rows.iter().find(|row| row.game == overall.game && row.method == Method::Model);
        with(Method::Exact).or_else(|| with(Method::Solved)).or_else(model)
    };
    let mut best: Vec<&Advantage> = games.filter_map(of_game).collect();
    let place = |row: &Advantage| (row.verdict(), -(row.score.value - row.fair).abs());
    best.sort_by(|a, b| place(a).0.cmp(&place(b).0).then(place(a).1.total_cmp(&place(b).1)));
    best
}

/// The scores of the first seat at a game: over all games, of each engine against itself, by the model, and exactly where
/// that is known.
pub fn advantages(
    registry: &Registry,
    names: &[&str],
    specs: &[&str],
    collected: &Collected,
    fit_of: impl Fn(&str) -> Option<Fit>,
    options: &Pooled,
) -> Vec<Advantage> {
    let mut rows = Vec::new();
    let played = collected.by_game.iter().filter(|sums| sums.all.games > 0).count();
    let confidence = options.confidence(played);
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
        rows.push(row(None, Method::Observed, sums.all.first_seat.estimate_with(confidence), &sums.all));
        for (&engine, own) in &sums.self_play {
            rows.push(row(
                Some(names[engine]),
                Method::Observed,
                own.first_seat.estimate_with(confidence),
                own,
            ));
        }
        let model = fit_of(spec).and_then(|fit| fit.seat_score(game, 0, confidence));
        rows.extend(model.map(|score| row(None, Method::Model, score, &sums.all)));
        for (method, value) in
            [(Method::Exact, exact_score(registry, spec)), (Method::Solved, solved_score(spec))]
        {
            let score = value.map(|value| Estimate { value, low: value, high: value, groups: 0 });
            rows.extend(score.map(|score| row(None, method, score, &sums.all)));
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

/// What best play gives the first seat where `torneo solve` has found it; `docs/solving.md` and `docs/values.md` say how.
const SOLVED: [(&str, f64); 6] = [
    ("three-mens-morris", 0.5),
    ("three-mens-morris(equal_turns=false)", 1.0),
    ("three-mens-morris(diagonals=false)", 0.5),
    ("three-mens-morris(diagonals=false,equal_turns=false)", 0.5),
    ("havannah(size=3)", 1.0),
    ("frames(size=3)", 0.5),
];

fn solved_score(spec: &str) -> Option<f64> {
    SOLVED.iter().find(|(game, _)| *game == spec).map(|(_, score)| *score)
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
pub fn trends(rows: &[Advantage], names: &[&str], options: &Pooled) -> Vec<Trend> {
    let games = rows.iter().filter(|row| row.is_overall()).count();
    let confidence = options.confidence(games);
    let mut trends: Vec<Trend> = Vec::new();
    for game in rows.iter().filter(|row| row.is_overall()).map(|row| &row.game) {
        let own =
            |name: &&&str| rows.iter().find(|row| row.game == *game && row.engine.as_deref() == Some(**name));
        let points: Vec<(&str, &Advantage)> =
            names.iter().filter_map(|name| Some((*name, own(&name)?))).collect();
        if points.len() >= 2 {
            let engines = points.iter().map(|(name, _)| (*name).to_owned()).collect();
            let per_step = slope(points.iter().map(|(_, row)| row.score), confidence);
            trends.push(Trend { game: game.clone(), per_step, engines });
        }
    }
    trends
}

/// The slope of estimates at 0, 1, 2, ..., each weighed by the inverse of its squared error, with Student's interval for
/// the fewest groups of any of them. The error of an estimate is that of an interval of this width.
fn slope(estimates: impl Iterator<Item = Estimate>, confidence: f64) -> Estimate {
    let far = |groups: u64| quantile(groups.max(2), 0.5 + confidence / 2.0);
    let points: Vec<(f64, f64, f64, u64)> = estimates
        .enumerate()
        .map(|(at, e)| {
            let error = ((e.high - e.low) / (2.0 * far(e.groups))).max(1e-9);
            (at as f64, e.value, error.powi(-2), e.groups)
        })
        .collect();
    let total: f64 = points.iter().map(|(_, _, weight, _)| weight).sum();
    let mean = |of: fn(&(f64, f64, f64, u64)) -> f64| {
        points.iter().map(|point| of(point) * point.2).sum::<f64>() / total
    };
    let (middle, level) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|(at, _, weight, _)| weight * (at - middle).powi(2)).sum();
    let value =
        points.iter().map(|(at, y, weight, _)| weight * (at - middle) * (y - level)).sum::<f64>() / spread;
    let fewest = points.iter().map(|(_, _, _, groups)| *groups).min().unwrap_or(2);
    let half = far(fewest) / spread.sqrt();
    let groups = points.iter().map(|(_, _, _, groups)| groups).sum();
    Estimate { value, low: value - half, high: value + half, groups }
}
