//! Every pair of engines: who is stronger, by how much, and where.

use serde::Serialize;
use torneo_statistics::ELO;
use torneo_statistics::model::Difference;

use super::collect::pairs_of;
use super::rating::{Rated, overall};

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
    let Some(all) = overall(rated) else { return Vec::new() };
    let elo = |(low, high): (f64, f64)| (ELO * low, ELO * high);
    let connected = pairs_of(&all.order).filter(|(a, b)| all.is_connected(**a, **b));
    let pair = |(&a, &b): (&usize, &usize)| {
        let difference = all.fit.difference(a, &[b]);
        let games_where = |is_clear: fn((f64, f64)) -> bool| -> Vec<String> {
            let clear = rated.iter().filter(|rated| rated.between(a, b).is_some_and(is_clear));
            clear.filter_map(|rated| rated.scope.game()).map(str::to_owned).collect()
        };
        Pair {
            engine: names[a].to_owned(),
            opponent: names[b].to_owned(),
            elo: ELO * difference.value,
            interval: elo(all.interval(a, &[b])),
            across: all.across(&difference).map(elo),
            superiority: Difference::superiority(&difference),
            met: all.met.contains(&(a.min(b), a.max(b))),
            leads: games_where(|(low, _)| low > 0.0),
            trails: games_where(|(_, high)| high < 0.0),
        }
    };
    connected.map(pair).collect()
}
