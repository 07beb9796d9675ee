//! The engine that becomes one of the others, whichever plays a game better.

use torneo_contract::{OptionInfo, Options, Playable, Spec, SpecError};

use crate::common::budget::{self, TIME};
use crate::common::clock::CLOCK;
use crate::common::memory;
use crate::engine::{Engine, EngineInfo};
use crate::kind::{EngineKind, SetUp};
use crate::traits::Traits;
use crate::{alpha_beta, mcts, tuning};

/// Simulations where no budget is given.
const SIMS: i64 = 400;
/// Nodes that alpha-beta visits in about the time of a simulation.
const NODES_OF_SIMULATION: i64 = 20;

/// The description of the engine.
pub const INFO: EngineInfo = EngineInfo {
    id: "auto",
    summary: "`alpha-beta` or `mcts`, whichever plays the game better, with settings tuned for the game",
    options: &[
        OptionInfo::int("sims", 1..=u32::MAX as i64, "")
            .help("simulations for each choice, or 20 nodes for each of them with `alpha-beta`; 400 if no time is given, else none"),
        TIME,
        CLOCK,
        OptionInfo::int("memory", 1..=65_536, "64").help("largest size of the tree or the table, in MiB"),
    ],
};

/// The engine that becomes one of the others.
pub struct Auto;

impl EngineKind for Auto {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn memory(&self, options: &Options) -> u64 {
        memory::bytes(options, "memory")
    }

    /// The first engine that the game names for the budget. Where it names none, alpha-beta if the evaluation tells more than random
    /// play.
    fn followed(&self, options: &Options, traits: &Traits) -> Option<Spec> {
        let is_usual = traits.is_evaluated && !traits.prefers_rollouts;
        let usual = if is_usual { alpha_beta::INFO.id } else { mcts::INFO.id };
        let config = traits.tuned.iter().find(|config| config.is_reached(options));
        let engine = config.map_or(usual, |config| &config.engine.name);
        let is_mcts = engine == mcts::INFO.id;
        let mut given = Vec::new();
        let mut give = |name: &str, value: String| given.push((name.to_owned(), value));
        if let Some(seconds) = options.maybe_float(TIME.name) {
            give(TIME.name, seconds.to_string());
        }
        if !options.text(CLOCK.name).is_empty() {
            give(CLOCK.name, options.text(CLOCK.name).to_owned());
        }
        let seconds = budget::seconds(options);
        if let Some(sims) = options.maybe_int("sims").or(seconds.is_none().then_some(SIMS)) {
            let (name, steps) =
                if is_mcts { ("sims", sims) } else { ("nodes", sims.saturating_mul(NODES_OF_SIMULATION)) };
            give(name, steps.to_string());
        }
        give(if is_mcts { "memory" } else { "hash" }, options.int("memory").to_string());
        let spec = Spec { name: engine.to_owned(), given };
        Some(config.map_or(spec.clone(), |config| tuning::with(spec, &config.engine)))
    }

    fn build<G: Playable>(&self, _game: &G, _set_up: &SetUp<'_>) -> Result<Box<dyn Engine<G>>, SpecError> {
        unreachable!("it has become another engine")
    }
}
