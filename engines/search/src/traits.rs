//! What is asked of a game before an engine is set up for it.

use torneo_contract::{Described, Formats, GameInfo, Heuristics, Options, Seat, Spec};

use crate::learned;
use crate::policy::policy_of;
use crate::scale::Scale;
use crate::tuning::{TunedConfig, TunedScale, Tuning};

/// What the set-up of engines depends on, of a game with its options set.
#[derive(Clone, Debug)]
pub struct Traits {
    /// The description.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: Options,
    /// The canonical specification.
    pub canonical: String,
    /// Number of seats.
    pub seats: usize,
    /// What carries it to other programs.
    pub formats: Formats,
    /// Whether it offers an evaluation.
    pub is_evaluated: bool,
    /// Whether play to the end tells more than its evaluation.
    pub prefers_rollouts: bool,
    /// How it is searched best: the best engine first, larger budgets of an engine before smaller ones. Learnt evaluations are only
    /// among them where the game has their weights.
    pub tuned: Vec<TunedConfig>,
    /// The scales of the values that engines tell.
    pub scales: Vec<TunedScale>,
    /// The weights of an evaluation that was learnt for it with these options.
    pub weights: Option<String>,
    /// The policy that was learnt for it with these options.
    pub policy: Option<String>,
}

impl Traits {
    /// Those of a game with its defaults for which nothing was tuned.
    pub fn untuned<G: Described>(game: &G) -> Traits {
        let info = const { &G::INFO };
        let spec = Spec::new(info.id, &[]);
        let defaults = Options::check(&spec, info.options).expect("defaults are options");
        Traits::of(game, info, &defaults, &Tuning::default())
    }

    /// Those of a game with its options.
    pub fn of<G: Heuristics>(
        game: &G,
        info: &'static GameInfo,
        options: &Options,
        tuning: &Tuning,
    ) -> Traits {
        let canonical = options.canonical();
        let texts = tuning.weights.iter().map(String::as_str);
        let weights = learned::weights_of(texts, &canonical).map(str::to_owned);
        let policy = policy_of(&tuning.policies, &canonical).map(str::to_owned);
        Traits {
            info,
            options: options.clone(),
            seats: game.seats(),
            formats: Formats::of(game),
            is_evaluated: game.evaluate(&game.start(), Seat::FIRST).is_some(),
            prefers_rollouts: G::PREFERS_ROLLOUTS,
            tuned: tuning.configs_for(options, weights.is_some(), policy.is_some()),
            scales: tuning.scales.clone(),
            weights,
            policy,
            canonical,
        }
    }

    /// The scale of the values that an engine tells, by the learnt evaluation or that of the game.
    pub fn scale(&self, engine: &str, is_learned: bool) -> Scale {
        let is_it = |tuned: &&TunedScale| tuned.engine == engine && tuned.is_learned == is_learned;
        self.scales.iter().find(is_it).map(|tuned| tuned.scale).unwrap_or_default()
    }
}
