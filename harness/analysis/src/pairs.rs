//! Every pair of engines: who is stronger, by how much, and where.

use serde::Serialize;
use torneo_statistics::ELO;
use torneo_statistics::model::Difference;

use super::rating::{Rated, Scope};

/// The difference between two engines over all games of the run.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The engine that is ahead.
    pub engine: String,
    /// The other one.
    pub opponent: String,
    /// By how many Elo points.
    pub elo: f64,
    /// The 95% interval of this difference within the games of the run.
    pub interval: (f64, f64),
    /// The same over games as a sample of such games; none for fewer than ten games.
    pub across: Option<(f64, f64)>,
    /// The probability that the engine is the stronger one within these games.
    pub superiority: f64,
    /// Whether they played against each other; else the difference rests on games against others.
    pub met: bool,
    /// The games at which the engine leads clearly: the interval of the difference there lies above 0.
    pub leads: Vec<String>,
    /// The games at which the opponent does.
    pub trails: Vec<String>,
}

impl Pair {
    /// Whether the engine is the stronger one: the interval of the difference lies above 0.
    pub fn is_clear(&self) -> bool {
        self.interval.0 > 0.0
    }
}

/// All pairs of engines that are comparable, in the order of the ratings over all games.
pub fn pairs(names: &[&str], rated: &[Rated]) -> Vec<Pair> {
    let Some(all) = rated.iter().find(|rated| rated.scope == Scope::All) else { return Vec::new() };
    let games: Vec<(&str, &Rated)> = rated
        .iter()
        .filter(|rated| matches!(rated.scope, Scope::Game(_)))
        .map(|rated| (rated.scope.words().1, rated))
        .collect();
    let mut pairs = Vec::new();
    for (place, &a) in all.order.iter().enumerate() {
        for &b in all.order[place + 1..].iter().filter(|&&b| all.is_connected(a, b)) {
            let difference = all.fit.difference(a, &[b]);
            let elo = |low: f64, high: f64| (ELO * low, ELO * high);
            let within = all.interval(a, &[b]);
            let clear = |(_, rated): &&(&str, &Rated), sign: f64| {
                let played = rated.order.contains(&a) && rated.order.contains(&b) && rated.is_connected(a, b);
                let (low, high) = if played { rated.interval(a, &[b]) } else { (0.0, 0.0) };
                if sign > 0.0 { low > 0.0 } else { high < 0.0 }
            };
            let where_clear = |sign: f64| -> Vec<String> {
                games.iter().filter(|game| clear(game, sign)).map(|(game, _)| (*game).to_owned()).collect()
            };
            pairs.push(Pair {
                engine: names[a].to_owned(),
                opponent: names[b].to_owned(),
                elo: ELO * difference.value,
                interval: elo(within.0, within.1),
                across: all.across(&difference).map(|(low, high)| elo(low, high)),
                superiority: Difference::superiority(&difference),
                met: all.met.contains(&(a.min(b), a.max(b))),
                leads: where_clear(1.0),
                trails: where_clear(-1.0),
            });
        }
    }
    pairs
}
