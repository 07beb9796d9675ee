//! Every engine by its id.
//!
//! A new engine adds its entry to [`ENGINES`] and its constructor to [`build`]; nothing else names engines.

use torneo_contract::{Options, Playable, Spec, SpecError, nearest};

use crate::alpha_beta::{self, AlphaBeta, AlphaBetaOptions};
use crate::engine::{Engine, EngineInfo};
use crate::flat_mc::{self, FlatMc, FlatMcOptions};
use crate::greedy::{self, Greedy};
use crate::mcts::{self, Mcts, MctsOptions};
use crate::perfect::{self, Perfect, PerfectOptions};
use crate::random::{self, Random};

/// All engines.
pub static ENGINES: &[&EngineInfo] =
    &[&random::INFO, &greedy::INFO, &flat_mc::INFO, &alpha_beta::INFO, &mcts::INFO, &perfect::INFO];

/// An engine's specification, checked.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    info: &'static EngineInfo,
    options: Options,
}

impl EngineSpec {
    /// Checks the name and the options of a specification such as `mcts(sims=1000)`.
    ///
    /// # Errors
    /// An unknown engine or option, or a value that the option does not take.
    pub fn check(spec: &Spec) -> Result<EngineSpec, SpecError> {
        let Some(info) = ENGINES.iter().copied().find(|info| info.id == spec.name) else {
            let message = format!("there is no engine `{}`; `torneo engines` lists all", spec.name);
            let near = nearest(&spec.name, ENGINES.iter().map(|info| info.id));
            return Err(SpecError::new(message).with_nearest(near));
        };
        Ok(EngineSpec { info, options: Options::check(spec, info.options)? })
    }

    /// The specification written in the one canonical way.
    pub fn canonical(&self) -> String {
        self.options.canonical()
    }

    /// The description of the engine.
    pub fn info(&self) -> &'static EngineInfo {
        self.info
    }

    /// Whether the engine's play is a pure function of its seed: it has no time budget.
    pub fn is_reproducible(&self) -> bool {
        let timed = self.info.options.iter().any(|option| option.name == "time");
        !(timed && self.options.maybe_float("time").is_some())
    }
}

/// The engine of a specification, for one game, whose own canonical specification is `canonical`.
///
/// # Errors
/// Options that contradict each other, or a game that the engine cannot play.
pub fn build<G: Playable>(
    spec: &EngineSpec,
    game: &G,
    canonical: &str,
) -> Result<Box<dyn Engine<G>>, SpecError> {
    match spec.info.id {
        "random" => Ok(Box::new(Random::<G>::new())),
        "greedy" => Ok(Box::new(Greedy::<G>::new())),
        "flat-mc" => Ok(Box::new(FlatMc::<G>::new(FlatMcOptions::new(&spec.options)))),
        "alpha-beta" => Ok(Box::new(AlphaBeta::<G>::new(AlphaBetaOptions::new(&spec.options)?))),
        "mcts" => Ok(Box::new(Mcts::<G>::new(MctsOptions::new(&spec.options, game)?))),
        "perfect" => Ok(Box::new(Perfect::<G>::new(game, canonical, &PerfectOptions::new(&spec.options))?)),
        id => unreachable!("`{id}` is listed but not built"),
    }
}
