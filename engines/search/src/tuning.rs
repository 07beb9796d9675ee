//! How games are searched best: options that were tuned for them, and the engines that follow these.

use torneo_contract::{OptionInfo, Options, Spec};

use crate::common::budget;
use crate::scale::Scale;

/// The option by which an engine follows what was tuned for a game, the same for every engine that does.
pub const TUNED: OptionInfo = OptionInfo::flag("tuned", true).help(
    "use the settings tuned for the game if only the budget is given; `torneo engines GAME` shows them",
);

/// The engine and options that search a game best, from a budget for each choice upwards.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedConfig {
    /// The engine, with the options that replace its defaults, such as `mcts(prior=0, rave=1000)`.
    pub engine: Spec,
    /// The options of the game for which this was found, such as `players=2`; empty for all.
    pub game: Vec<(String, String)>,
    /// The seconds from which this was found.
    pub seconds: f64,
    /// The simulations, or thousands of nodes, that take about as long.
    pub steps: u64,
}

/// The scale of the values that an engine tells.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedScale {
    /// The engine.
    pub engine: String,
    /// Whether it is that of searches by the learnt evaluation, not by that of the game.
    pub is_learned: bool,
    /// The scale.
    pub scale: Scale,
}

impl TunedConfig {
    /// Whether it was found for a game with these options.
    pub fn is_for(&self, options: &Options) -> bool {
        self.game.iter().all(|(name, value)| options.text(name) == value)
    }

    /// Whether a budget is as large as that from which it was found.
    pub fn is_reached(&self, options: &Options) -> bool {
        let of = |name: &str| options.maybe_int(name).map(i64::unsigned_abs);
        let steps = if options.has("sims") { of("sims") } else { of("nodes").map(|nodes| nodes / 1000) };
        let enough = steps.map(|steps| steps >= self.steps);
        let long = budget::seconds(options).map(|seconds| seconds >= self.seconds);
        // Where both are given the tighter one ends the search.
        match (enough, long) {
            (None, None) => self.steps == 0,
            (enough, long) => enough.unwrap_or(true) && long.unwrap_or(true),
        }
    }
}

/// What was tuned and learnt for a game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tuning {
    /// How it is searched best: the best engine first, larger budgets of an engine before smaller ones.
    pub configs: Vec<TunedConfig>,
    /// The scales of the values that engines tell.
    pub scales: Vec<TunedScale>,
    /// The weights of evaluations that were learnt, as `torneo learn` writes them, each for the game with some options.
    pub weights: Vec<String>,
    /// Policies that were learnt, as `torneo learn --policy` writes them, each for the game with some options.
    pub policies: Vec<String>,
}

impl Tuning {
    /// The configurations for a game with these options, those with learnt evaluations and policies only where it has them.
    pub fn configs_for(&self, options: &Options, has_weights: bool, has_policy: bool) -> Vec<TunedConfig> {
        let needs = |tuned: &TunedConfig, name: &str| {
            tuned.engine.given.iter().any(|(given, value)| given == name && value == "learned")
        };
        let fits = |tuned: &&TunedConfig| {
            tuned.is_for(options)
                && (has_weights || !needs(tuned, "evaluation"))
                && (has_policy || !needs(tuned, "policy"))
        };
        self.configs.iter().filter(fits).cloned().collect()
    }
}

/// The specification of an engine with the options that were tuned for a game. None if more than the `budget` is given, or if
/// nothing was tuned.
pub fn tuned(engine: &str, budget: &[&str], options: &Options, configs: &[TunedConfig]) -> Option<Spec> {
    let given = options.spec();
    if !options.bool(TUNED.name) || given.given.iter().any(|(name, _)| !budget.contains(&&**name)) {
        return None;
    }
    let mut configs = configs.iter();
    let config = configs.find(|config| config.engine.name == engine && config.is_reached(options))?;
    Some(with(given, &config.engine))
}

/// A specification with the options of another one behind its own.
pub fn with(spec: Spec, more: &Spec) -> Spec {
    Spec { given: spec.given.into_iter().chain(more.given.iter().cloned()).collect(), ..spec }
}
