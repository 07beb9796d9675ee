//! Ratings of the engines: at each game, in each family of games and over all games.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;
use torneo_arena::plan::{GameIndex, PerGame};
use torneo_registry::Registry;
use torneo_statistics::data::Contest;
use torneo_statistics::model::{Difference, Fit, Outcome, Prior, Settings};
use torneo_statistics::{Data, ELO, Estimate};

use torneo_arena::figures::FEWEST_DIFFERENT;

use super::AnalysisOptions;
use super::collect::{Collected, GameSums, pairs_of};

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

    /// The game that it is the scope of.
    pub fn game(&self) -> Option<&str> {
        match self {
            Scope::Game(name) => Some(name),
            _ => None,
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
    /// Elo points (of the expected score) relative to the anchor: the engine `random` if it takes part, else
    /// the mean of all. None for engines that no games connect with the anchor. Without a prior it is none
    /// for engines whose rating the results do not bound.
    pub elo: Option<f64>,
    /// The 95% interval within the games of the scope: if their groups were played again; none for an anchor.
    pub interval: Option<(f64, f64)>,
    /// The same by the studentised bootstrap over groups; none for an anchor and if there was no bootstrap.
    pub bootstrap: Option<(f64, f64)>,
    /// The 95% interval over games as a sample of such games; none for an anchor and for fewer than ten games.
    pub across: Option<(f64, f64)>,
    /// The strength in Davidson's model, on the scale of Elo points. The model treats draws as results of
    /// their own, so this is not the Elo of the expected score. None where fitting would take too long.
    pub davidson: Option<f64>,
    /// The probability of being stronger than the next engine below; none for the last one.
    pub superiority: Option<f64>,
    /// Number of games.
    pub games: u64,
    /// Whether the results alone bound the rating on both sides; else only the prior does.
    pub comparable: bool,
    /// Whether copies leave too few different groups for a rating.
    #[serde(skip)]
    pub is_repetitive: bool,
}

/// The fitted model of each scope, with its ratings.
pub struct Rated {
    /// The scope.
    pub scope: Scope,
    /// The model.
    pub fit: Fit,
    /// The ratings, the best first; none if only one engine took part.
    pub ratings: Vec<Rating>,
    /// The rated engines by index, in the same order.
    pub order: Vec<usize>,
    /// The pairs of engines that met.
    pub met: BTreeSet<(usize, usize)>,
    /// The engines that games connect.
    parts: Vec<Vec<usize>>,
    /// How many standard errors all intervals reach if they are to hold at once.
    far: Option<f64>,
    /// The same of the differences between any two engines: in the scope of a game, so that those at all games hold.
    pairs_far: f64,
    /// What cannot be said of each engine.
    silence: Vec<Silence>,
}

/// Why an engine has no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Silence {
    /// It has one.
    None,
    /// Without a prior the results do not bound it.
    NotBounded,
    /// Copies leave too few different groups.
    Repetitive,
}

impl Rated {
    /// Whether games connect two engines, directly or over others.
    pub fn is_connected(&self, a: usize, b: usize) -> bool {
        self.parts.iter().any(|part| part.contains(&a) && part.contains(&b))
    }

    /// The interval within the games of the difference between an engine and the mean of others, on the logistic scale.
    pub fn interval(&self, player: usize, others: &[usize]) -> (f64, f64) {
        let difference = self.fit.difference(player, others);
        ends(self.far.map_or_else(|| difference.within(0.95), |far| difference.reaching(far)))
    }

    /// Whether the results say how much stronger an engine is than another one.
    pub fn compares(&self, a: usize, b: usize) -> bool {
        let speaks = |player: usize| self.order.contains(&player) && self.silence[player] == Silence::None;
        speaks(a) && speaks(b) && self.is_connected(a, b)
    }

    /// The interval of the difference between two engines that played here and that games connect. It holds together with
    /// those of all other pairs; at a game, with those at all other games too.
    pub fn between(&self, a: usize, b: usize) -> Option<(f64, f64)> {
        self.compares(a, b).then(|| ends(self.fit.difference(a, &[b]).reaching(self.pairs_far)))
    }

    /// The interval of a difference over games as a sample.
    pub fn across(&self, difference: &Difference) -> Option<(f64, f64)> {
        let pairs = self.order.len() * self.order.len().saturating_sub(1) / 2;
        let confidence = if self.far.is_some() { 1.0 - 0.05 / pairs.max(1) as f64 } else { 0.95 };
        difference.across(confidence).map(ends)
    }
}

fn ends(estimate: Estimate) -> (f64, f64) {
    (estimate.low, estimate.high)
}

/// The model of all games.
pub fn overall(rated: &[Rated]) -> Option<&Rated> {
    rated.iter().find(|rated| rated.scope == Scope::All)
}

/// The model of a game, by its specification.
pub fn of_game<'a>(rated: &'a [Rated], spec: &str) -> Option<&'a Rated> {
    rated.iter().find(|rated| rated.scope.game() == Some(spec))
}

/// The games of each scope.
fn scopes(registry: &Registry, games: &PerGame<GameSums>) -> Vec<(Scope, Vec<GameIndex>)> {
    let mut families: BTreeMap<&str, Vec<GameIndex>> = BTreeMap::new();
    for (game, GameSums { game: spec, .. }) in games.indexed() {
        let id = spec.split('(').next().unwrap_or(spec);
        if let Ok(info) = registry.info(id) {
            families.entry(info.family).or_default().push(game);
        }
    }
    let mut scopes = vec![(Scope::All, games.indexed().map(|(game, _)| game).collect())];
    scopes.extend(families.into_iter().map(|(name, games)| (Scope::Family(name.to_owned()), games)));
    scopes.extend(games.indexed().map(|(game, sums)| (Scope::Game(sums.game.clone()), vec![game])));
    scopes
}

/// What ratings are relative to: engines by index with their Elo points. One of them sets the origin, more are held to
/// their points.
pub type Anchors = [(usize, f64)];

/// The work beyond which Davidson's model is not fitted: products of features in a step.
const MOST_WORK: u64 = 200_000_000;
/// The confidence of intervals.
const CONFIDENCE: f64 = 0.95;
/// The seed of the bootstrap: the same results have the same intervals.
const SEED: u64 = 1283;

/// Ratings in all scopes.
pub fn rate(
    registry: &Registry,
    names: &[&str],
    collected: &Collected,
    anchors: &Anchors,
    options: &AnalysisOptions,
) -> Vec<Rated> {
    let scopes = scopes(registry, &collected.by_game);
    let kinds = collected.by_game.iter().filter(|sums| !sums.first_seat.is_empty()).count();
    let rated = scopes.into_par_iter().filter_map(|(scope, games)| {
        let data = collected.data.at_games(|number| games.iter().any(|game| game.number() == number));
        let pairs_confidence = match scope {
            Scope::Game(_) => libm::pow(CONFIDENCE, 1.0 / kinds.max(1) as f64),
            _ => CONFIDENCE,
        };
        Scoped { scope, names, data: &data, anchors, options, pairs_confidence }.rate()
    });
    rated.collect()
}

/// The results of a scope.
struct Scoped<'a> {
    scope: Scope,
    names: &'a [&'a str],
    data: &'a Data,
    anchors: &'a Anchors,
    options: &'a AnalysisOptions,
    /// With what confidence the differences between any two engines hold at once.
    pairs_confidence: f64,
}

impl Scoped<'_> {
    fn rate(self) -> Option<Rated> {
        let silence = self.silence();
        let is_bounded: Vec<bool> = silence.iter().map(|why| *why != Silence::NotBounded).collect();
        // Engines that are not bounded are rated by nobody's games: the others are, without them.
        let rest = (!is_bounded.iter().all(|is| *is)).then(|| self.data.among(&is_bounded));
        let (data, settings) = match &rest {
            Some(rest) if rest.groups().next().is_some() => (rest, self.settings()),
            // Nobody is bounded; what the model says of seats needs strengths all the same.
            Some(_) => (self.data, Settings { prior: Prior::default(), ..self.settings() }),
            None => (self.data, self.settings()),
        };
        let fit = Fit::new(data, &settings)?;
        let order = match &rest {
            Some(_) => ranking(
                self.data,
                &Fit::strengths(self.data, &Settings { prior: Prior::default(), ..settings.clone() })?,
            ),
            None => ranking(self.data, fit.all_strengths()),
        };
        let mut rated = Rated {
            scope: self.scope.clone(),
            ratings: Vec::new(),
            met: self.data.met(),
            parts: self.data.parts(),
            far: None,
            pairs_far: f64::INFINITY,
            fit,
            order,
            silence,
        };
        if rated.order.is_empty() {
            return Some(rated);
        }
        let players = rated.order.clone();
        let heard: Vec<usize> =
            players.iter().copied().filter(|&player| rated.silence[player] == Silence::None).collect();
        let zero = self.zero(&rated, &heard);
        rated.pairs_far = rated.fit.pairs_at_once(&heard, self.pairs_confidence);
        let compared = self.compared(&rated, &zero);
        if self.options.simultaneous {
            let mut all: Vec<(usize, &[usize])> =
                compared.iter().map(|&player| (player, zero.as_slice())).collect();
            all.extend(pairs_of(&players).map(|(&a, b)| (a, std::slice::from_ref(b))));
            rated.far = Some(rated.fit.simultaneous(&all, 0.95));
        }
        let bootstrap = self.bootstrap(&rated, &compared, &zero);
        let davidson = self.davidson(data, &settings);
        rated.ratings = self.ratings(&rated, &compared, &zero, &bootstrap, davidson.as_deref());
        Some(rated)
    }

    fn settings(&self) -> Settings {
        let took_part = self.data.took_part();
        let given = self.anchors.iter().filter(|(player, _)| took_part[*player]);
        let given: Vec<(usize, f64)> = given.map(|&(player, elo)| (player, elo / ELO)).collect();
        Settings {
            outcome: Outcome::Score,
            prior: Prior { games: self.options.prior },
            pooling: self.options.pooling,
            anchors: if given.len() >= 2 { given } else { Vec::new() },
        }
    }

    /// What cannot be said of each engine.
    fn silence(&self) -> Vec<Silence> {
        let players: Vec<usize> = (0..self.data.players()).collect();
        let bounded = match self.options.prior > 0.0 {
            true => vec![true; players.len()],
            // Distances from anchors that were asked for, else those that the results give.
            false if self.are_anchors_asked_for() => self.data.bounded_by(&self.given_anchors(&players)),
            false => self.data.bounded(),
        };
        let (groups, copies) = (self.data.groups_of_players(), self.data.copies_of_players());
        let of = |player: &usize| match () {
            () if !bounded[*player] => Silence::NotBounded,
            () if copies[*player] > 0 && groups[*player] < FEWEST_DIFFERENT => Silence::Repetitive,
            () => Silence::None,
        };
        players.iter().map(of).collect()
    }

    /// Whether engines that took part have points that somebody gave them, rather than `random` its usual 0.
    fn are_anchors_asked_for(&self) -> bool {
        let took_part = self.data.took_part();
        !self.options.anchors.is_empty() && self.anchors.iter().any(|(player, _)| took_part[*player])
    }

    /// The anchors among these engines.
    fn given_anchors(&self, players: &[usize]) -> Vec<usize> {
        let given = self.anchors.iter().map(|(player, _)| *player);
        given.filter(|player| players.contains(player)).collect()
    }

    /// The anchors that played, but `random` only if the results bound it.
    fn anchors(&self, rated: &Rated) -> Vec<usize> {
        let mut anchors = self.given_anchors(&rated.order);
        anchors
            .retain(|&player| self.are_anchors_asked_for() || rated.silence[player] != Silence::NotBounded);
        anchors
    }

    /// The engines whose mean is the origin, of those that can be `heard` where there is no anchor; none if several engines
    /// are held to given points.
    fn zero(&self, rated: &Rated, heard: &[usize]) -> Vec<usize> {
        let anchors = self.anchors(rated);
        match anchors.len() {
            0 if heard.is_empty() => rated.order.clone(),
            0 => heard.to_vec(),
            1 => anchors,
            _ => Vec::new(),
        }
    }

    /// Elo points at the origin.
    fn origin(&self, zero: &[usize]) -> f64 {
        match zero {
            [anchor] => self.anchors.iter().find(|(player, _)| player == anchor).map_or(0.0, |(_, elo)| *elo),
            _ => 0.0,
        }
    }

    fn is_anchor(&self, player: usize, zero: &[usize]) -> bool {
        (zero == [player] || zero.is_empty()) && self.anchors.iter().any(|(anchor, _)| *anchor == player)
    }

    /// The engines that have an interval: those that are connected with the origin and bounded, without anchors.
    fn compared(&self, rated: &Rated, zero: &[usize]) -> Vec<usize> {
        let bases = self.bases(rated);
        let fits = |player: &&usize| {
            !self.is_anchor(**player, zero)
                && rated.silence[**player] == Silence::None
                && bases.iter().any(|&base| rated.is_connected(**player, base))
        };
        rated.order.iter().filter(fits).copied().collect()
    }

    /// What the engines are compared with: the anchors that played, or the best engine if there are none.
    fn bases(&self, rated: &Rated) -> Vec<usize> {
        let anchors = self.anchors(rated);
        let heard = || rated.order.iter().find(|player| rated.silence[**player] == Silence::None);
        if anchors.is_empty() { vec![*heard().unwrap_or(&rated.order[0])] } else { anchors }
    }

    fn comparable(&self, rated: &Rated) -> Vec<bool> {
        let is_heard = rated.silence.iter().map(|why| *why == Silence::None);
        match self.options.prior > 0.0 {
            true => self
                .data
                .comparable_with(self.bases(rated)[0])
                .into_iter()
                .zip(is_heard)
                .map(|(is, heard)| is && heard)
                .collect(),
            false => is_heard.collect(),
        }
    }

    fn bootstrap(&self, rated: &Rated, compared: &[usize], zero: &[usize]) -> Vec<Estimate> {
        if self.options.bootstrap == 0 || self.options.simultaneous {
            return Vec::new();
        }
        let differences: Vec<(usize, &[usize])> = compared.iter().map(|&player| (player, zero)).collect();
        rated.fit.bootstrap(&differences, self.options.bootstrap, SEED).intervals(0.95)
    }

    /// Strengths by Davidson's model; none where that takes too long.
    fn davidson(&self, data: &Data, settings: &Settings) -> Option<Vec<f64>> {
        let settings = Settings { outcome: Outcome::FirstPlace, ..settings.clone() };
        let fits = Fit::work(data, Outcome::FirstPlace) <= MOST_WORK;
        fits.then(|| Fit::strengths(data, &settings))?
    }

    fn ratings(
        &self,
        rated: &Rated,
        compared: &[usize],
        zero: &[usize],
        bootstrap: &[Estimate],
        davidson: Option<&[f64]>,
    ) -> Vec<Rating> {
        let comparable = self.comparable(rated);
        let origin = self.origin(zero);
        let elo = |(low, high): (f64, f64)| (origin + ELO * low, origin + ELO * high);
        let rating = |(place, &player): (usize, &usize)| {
            let difference = rated.fit.difference(player, zero);
            let index = compared.iter().position(|&other| other == player);
            let known = index.is_some() || self.is_anchor(player, zero);
            let next = rated.order.get(place + 1).filter(|&&next| rated.compares(player, next));
            let level = |values: &[f64]| {
                let mean = zero.iter().map(|&other| values[other]).sum::<f64>() / zero.len().max(1) as f64;
                origin + ELO * (values[player] - mean)
            };
            Rating {
                scope: self.scope.clone(),
                engine: self.names[player].to_owned(),
                elo: known.then_some(origin + ELO * difference.value),
                interval: index.map(|_| elo(rated.interval(player, zero))),
                bootstrap: index.and_then(|index| bootstrap.get(index)).map(|found| elo(ends(*found))),
                across: index.and_then(|_| rated.across(&difference)).map(elo),
                davidson: davidson.filter(|_| known).map(level),
                superiority: next
                    .filter(|_| known)
                    .map(|&next| rated.fit.difference(player, &[next]).superiority()),
                games: self.data.games_of(player),
                comparable: comparable[player],
                is_repetitive: rated.silence[player] == Silence::Repetitive,
            }
        };
        rated.order.iter().enumerate().map(rating).collect()
    }
}

/// The engines that played against others, the best first.
fn ranking(data: &Data, strengths: &[f64]) -> Vec<usize> {
    let took_part = data.took_part();
    let mut players: Vec<usize> = (0..took_part.len()).filter(|&player| took_part[player]).collect();
    if players.len() < 2 || data.contests().iter().all(Contest::is_self_play) {
        return Vec::new();
    }
    // Equal strengths differ in their last bits; engines that are equal stand as in the configuration.
    let rounded = |player: usize| (strengths[player] * 1e9).round();
    players.sort_by(|&a, &b| rounded(b).total_cmp(&rounded(a)).then(a.cmp(&b)));
    players
}
