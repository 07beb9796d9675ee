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
    /// By how many Elo points; none where the results do not bound one of the two, or are copies.
    pub elo: Option<f64>,
    /// The 95% interval of this difference within the games of the run.
    pub interval: Option<(f64, f64)>,
    /// The interval that holds together with those of all other pairs with 95%.
    pub simultaneous: Option<(f64, f64)>,
    /// Whether this interval excludes 0: of all pairs so called, one is wrong with a probability of at most 5%.
    pub different: bool,
    /// The same over games as a sample of such games; none for fewer than ten games.
    pub across: Option<(f64, f64)>,
    /// The probability that the engine is the stronger one within these games.
    pub superiority: Option<f64>,
    /// Whether they played against each other; else the difference rests on games against others.
    pub met: bool,
    /// The games at which the engine leads clearly: the interval of the difference there lies above 0, together with those of
    /// all pairs at all games.
    pub leads: Vec<String>,
    /// The games at which the opponent does.
    pub trails: Vec<String>,
}

impl Pair {
    /// Whether the engine is the stronger one: the interval of the difference that holds for all pairs at once lies above 0.
    pub fn is_clear(&self) -> bool {
        self.simultaneous.is_some_and(|(low, _)| low > 0.0)
    }
}

/// All pairs of engines that are comparable, in the order of the ratings over all games.
pub fn pairs(names: &[&str], rated: &[Rated]) -> Vec<Pair> {
    let Some(all) = overall(rated) else { return Vec::new() };
    let elo = |(low, high): (f64, f64)| (ELO * low, ELO * high);
    let connected = pairs_of(&all.order).filter(|(a, b)| all.is_connected(**a, **b));
    let pair = |(&a, &b): (&usize, &usize)| {
        let difference = Some(all.fit.difference(a, &[b])).filter(|_| all.compares(a, b));
        let simultaneous = all.between(a, b);
        let games_where = |is_clear: fn((f64, f64)) -> bool| -> Vec<String> {
            let clear = rated.iter().filter(|rated| rated.between(a, b).is_some_and(is_clear));
            let clear = clear.filter(|_| difference.is_some());
            clear.filter_map(|rated| rated.scope.game()).map(str::to_owned).collect()
        };
        Pair {
            engine: names[a].to_owned(),
            opponent: names[b].to_owned(),
            elo: difference.map(|difference| ELO * difference.value),
            interval: difference.map(|_| elo(all.interval(a, &[b]))),
            simultaneous: simultaneous.map(elo),
            different: simultaneous.is_some_and(|(low, high)| low > 0.0 || high < 0.0),
            across: difference.and_then(|difference| all.across(&difference)).map(elo),
            superiority: difference.as_ref().map(Difference::superiority),
            met: all.met.contains(&(a.min(b), a.max(b))),
            leads: games_where(|(low, _)| low > 0.0),
            trails: games_where(|(_, high)| high < 0.0),
        }
    };
    connected.map(pair).collect()
}
