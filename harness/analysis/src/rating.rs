//! Ratings of the engines: at each game, in each family of games and over all games.

use std::collections::BTreeMap;

use serde::Serialize;
use torneo_registry::Registry;
use torneo_statistics::data::Contest;
use torneo_statistics::model::{Fit, Prior};
use torneo_statistics::{Data, ELO};

use super::AnalysisOptions;
use super::collect::Collected;

/// Which games a rating is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "scope", content = "name", rename_all = "lowercase")]
pub enum Scope {
    /// All games of the run; every game has its own seat advantages and its own tendency to tie.
    All,
    /// The games of a family.
    Family(String),
    /// A game, by its specification.
    Game(String),
}

impl Scope {
    /// The word for the kind of scope, and the name of the family or the game.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Scope::All => ("all", ""),
            Scope::Family(name) => ("family", name),
            Scope::Game(name) => ("game", name),
        }
    }
}

/// The rating of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// Which games it is about.
    #[serde(flatten)]
    pub scope: Scope,
    /// The engine.
    pub engine: String,
    /// Elo points relative to the anchor: the engine `random` if it takes part, else the mean of all; none where the
    /// results do not bound it and there is no prior.
    pub elo: Option<f64>,
    /// The 95% interval by the curvature of the likelihood, robust to dependence inside groups; none for the anchor.
    pub interval: Option<(f64, f64)>,
    /// The 95% interval by the bootstrap over groups; none for the anchor and if there was no bootstrap.
    pub bootstrap: Option<(f64, f64)>,
    /// The probability of being stronger than the next engine below; none for the last one.
    pub superiority: Option<f64>,
    /// Number of games.
    pub games: u64,
    /// Whether the results alone bound the rating on both sides; else only the prior does.
    pub comparable: bool,
}

/// The fitted model of each scope with more than one engine, with its ratings.
pub struct Rated {
    /// The scope.
    pub scope: Scope,
    /// The model.
    pub fit: Fit,
    /// The ratings, the best first; none if only one engine took part.
    pub ratings: Vec<Rating>,
    /// The rated engines by index, in the same order.
    pub order: Vec<usize>,
}

/// The games of each scope, as indices.
fn scopes(registry: &Registry, specs: &[&str]) -> Vec<(Scope, Vec<usize>)> {
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (game, spec) in specs.iter().enumerate() {
        let id = spec.split('(').next().unwrap_or(spec);
        if let Ok(info) = registry.info(id) {
            families.entry(info.family).or_default().push(game);
        }
    }
    let mut scopes = vec![(Scope::All, (0..specs.len()).collect())];
    scopes.extend(families.into_iter().map(|(name, games)| (Scope::Family(name.to_owned()), games)));
    let games = specs.iter().enumerate();
    scopes.extend(games.map(|(game, spec)| (Scope::Game((*spec).to_owned()), vec![game])));
    scopes
}

/// Ratings in all scopes. `anchor` is the index of the engine at 0.
pub fn rate(
    registry: &Registry,
    names: &[&str],
    specs: &[&str],
    collected: &Collected,
    anchor: Option<usize>,
    options: AnalysisOptions,
) -> Vec<Rated> {
    let rated = scopes(registry, specs).into_iter().filter_map(|(scope, games)| {
        let data = collected.data.at_games(|game| games.contains(&game));
        let fit = Fit::new(&data, Prior { games: options.prior })?;
        let order = ranking(&data, &fit);
        let ratings = ratings(&scope, names, &data, &fit, &order, anchor, options);
        Some(Rated { scope, fit, ratings, order })
    });
    rated.collect()
}

/// The engines that played against others, the best first.
fn ranking(data: &Data, fit: &Fit) -> Vec<usize> {
    let took_part = data.took_part();
    let mut players: Vec<usize> = (0..took_part.len()).filter(|&player| took_part[player]).collect();
    if players.len() < 2 || data.contests().iter().all(Contest::is_self_play) {
        return Vec::new();
    }
    players.sort_by(|&a, &b| fit.strength(b).total_cmp(&fit.strength(a)));
    players
}

fn ratings(
    scope: &Scope,
    names: &[&str],
    data: &Data,
    fit: &Fit,
    order: &[usize],
    anchor: Option<usize>,
    options: AnalysisOptions,
) -> Vec<Rating> {
    if order.is_empty() {
        return Vec::new();
    }
    let anchor = anchor.filter(|anchor| order.contains(anchor));
    let zero = anchor.map_or_else(|| order.to_vec(), |anchor| vec![anchor]);
    let comparable = data.comparable_with(anchor.unwrap_or(order[0]));
    let bootstrap = (options.bootstrap > 0).then(|| fit.bootstrap(options.bootstrap, SEED));
    let rating = |(place, &player): (usize, &usize)| {
        let known = options.prior > 0.0 || comparable[player];
        let bounded = known && anchor != Some(player);
        let estimate = fit.difference(player, &zero);
        let elo = |(low, high): (f64, f64)| (ELO * low, ELO * high);
        let next = order.get(place + 1);
        Rating {
            scope: scope.clone(),
            engine: names[player].to_owned(),
            elo: known.then_some(ELO * estimate.value),
            interval: bounded.then(|| elo((estimate.low, estimate.high))),
            bootstrap: bootstrap.as_ref().filter(|_| bounded).map(|b| elo(b.difference(player, &zero))),
            superiority: next.filter(|_| known).map(|&next| fit.superiority(player, next)),
            games: data.games_of(player),
            comparable: comparable[player],
        }
    };
    order.iter().enumerate().map(rating).collect()
}

/// The seed of the bootstrap: the same results have the same intervals.
const SEED: u64 = 1283;
