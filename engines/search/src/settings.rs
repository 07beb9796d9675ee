//! How games are searched: with the options that suit each, and by the best engine.

use torneo_contract::{OptionInfo, OptionKind, Options, Setting, Spec, SpecError};

use crate::common::budget::TIME;
use crate::engine::EngineInfo;
use crate::registry::EngineSpec;
use crate::traits::Traits;
use crate::{alpha_beta, mcts};

/// The option by which an engine follows the settings of a game, the same for every engine that does.
pub const TUNED: OptionInfo = OptionInfo {
    name: "tuned",
    kind: OptionKind::Bool,
    default: "true",
    help: "use the settings tuned for the game if only the budget is given; `torneo engines GAME` shows them",
};

/// The registry entry of `auto`, the engine that becomes one of the others.
pub const AUTO: EngineInfo = EngineInfo {
    id: "auto",
    summary: "`alpha-beta` or `mcts`, whichever plays the game better, with settings tuned for the game",
    options: &[
        OptionInfo {
            name: "sims",
            kind: OptionKind::Int { min: 1, max: u32::MAX as i64 },
            default: "",
            help: "simulations for each choice, or 20 nodes for each of them with `alpha-beta`; 400 if no time is given, else none",
        },
        TIME,
        OptionInfo {
            name: "memory",
            kind: OptionKind::Int { min: 1, max: 65_536 },
            default: "64",
            help: "largest size of the tree or the table, in MiB",
        },
    ],
};

/// Simulations of `auto` where no budget is given.
const SIMS: i64 = 400;
/// Nodes that alpha-beta visits in about the time of a simulation.
const NODES_OF_SIMULATION: i64 = 20;

/// The engine that replaces one that follows the game: `auto` becomes one of the others, and the others get
/// the options that suit the game. None where the specification stands as it is. Where the game has no
/// settings, `auto` is alpha-beta if the evaluation tells more than random play. Settings with a learnt
/// evaluation are for games with its weights.
///
/// # Errors
/// Invalid settings of the game.
pub fn followed(spec: &EngineSpec, traits: &Traits) -> Result<Option<EngineSpec>, SpecError> {
    if spec.info().id == AUTO.id {
        return chosen(spec.options(), traits).map(Some);
    }
    let budget: &[&str] = match spec.info().id {
        id if id == mcts::INFO.id => &["sims", "time", "memory"],
        id if id == alpha_beta::INFO.id => &["depth", "nodes", "time", "hash", "threads"],
        _ => return Ok(None),
    };
    let options = spec.options();
    let given: Spec = options.canonical().parse()?;
    if !options.bool(TUNED.name) || given.given.iter().any(|(name, _)| !budget.contains(&&**name)) {
        return Ok(None);
    }
    let fits = |setting: &&Setting| setting.engine == spec.info().id && is_reached(setting, options);
    traits.wanted().find(fits).map(|setting| with(&given, setting.options)).transpose()
}

/// The engine that `auto` is: the first that the game names for the budget, else the one that is usually better.
fn chosen(options: &Options, traits: &Traits) -> Result<EngineSpec, SpecError> {
    let usual = if traits.is_evaluated && !traits.plays_out { alpha_beta::INFO.id } else { mcts::INFO.id };
    let setting = traits.wanted().find(|setting| is_reached(setting, options));
    let engine = setting.map_or(usual, |setting| setting.engine);
    let is_mcts = engine == mcts::INFO.id;
    let mut given = Vec::new();
    let mut give = |name: &str, value: String| given.push((name.to_owned(), value));
    let seconds = options.maybe_float(TIME.name);
    if let Some(seconds) = seconds {
        give(TIME.name, seconds.to_string());
    }
    if let Some(sims) = options.maybe_int("sims").or(seconds.is_none().then_some(SIMS)) {
        let (name, steps) =
            if is_mcts { ("sims", sims) } else { ("nodes", sims.saturating_mul(NODES_OF_SIMULATION)) };
        give(name, steps.to_string());
    }
    give(if is_mcts { "memory" } else { "hash" }, options.int("memory").to_string());
    with(&Spec { name: engine.to_owned(), given }, setting.map_or("", |setting| setting.options))
}

/// Whether a budget is as large as that from which a setting was found.
fn is_reached(setting: &Setting, options: &Options) -> bool {
    let of = |name: &str| options.maybe_int(name).map(i64::unsigned_abs);
    let steps = if options.has("sims") { of("sims") } else { of("nodes").map(|nodes| nodes / 1000) };
    let enough = steps.map(|steps| steps >= setting.steps);
    let long = options.maybe_float(TIME.name).map(|seconds| seconds >= setting.seconds);
    // Where both are given the tighter one ends the search.
    match (enough, long) {
        (None, None) => setting.steps == 0,
        (enough, long) => enough.unwrap_or(true) && long.unwrap_or(true),
    }
}

/// The engine of a specification with further options.
fn with(spec: &Spec, options: &str) -> Result<EngineSpec, SpecError> {
    let more: Spec = format!("{}({options})", spec.name).parse()?;
    let given = spec.given.iter().cloned().chain(more.given).collect();
    EngineSpec::check(&Spec { name: spec.name.clone(), given })
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::Game;

    const SETTINGS: &[Setting] = &[
        Setting { engine: "mcts", seconds: 0.05, steps: 1000, options: "prior=0, rave=1000" },
        Setting { engine: "alpha-beta", seconds: 0.01, steps: 10, options: "quiescence=4" },
        Setting { engine: "mcts", seconds: 0.0, steps: 0, options: "c=0.3" },
    ];

    fn traits(settings: &'static [Setting], is_evaluated: bool) -> Traits {
        let info = &torneo_games::morris::ThreeMensMorris::INFO;
        Traits { info, seats: 2, is_evaluated, plays_out: false, settings, weights: None }
    }

    fn plays(spec: &str, traits: &Traits) -> String {
        let spec = EngineSpec::check(&spec.parse().unwrap()).unwrap();
        let followed = followed(&spec, traits).unwrap();
        followed.unwrap_or(spec).canonical()
    }

    #[test]
    fn engines_follow_the_game_from_the_budget_on() {
        let plays = |spec| plays(spec, &traits(SETTINGS, true));
        assert_eq!(plays("mcts(sims=1000)"), "mcts(sims=1000, prior=0, rave=1000)");
        assert_eq!(plays("mcts(sims=999)"), "mcts(sims=999, c=0.3)");
        assert_eq!(plays("mcts(time=0.05, memory=9)"), "mcts(time=0.05, prior=0, rave=1000, memory=9)");
        assert_eq!(plays("mcts(time=0.05, sims=10)"), "mcts(sims=10, time=0.05, c=0.3)");
        assert_eq!(plays("mcts"), "mcts(c=0.3)");
        assert_eq!(plays("alpha-beta(nodes=10000)"), "alpha-beta(nodes=10000, quiescence=4)");
        for own in ["mcts(sims=1000, c=1)", "mcts(sims=1000, tuned=false)", "alpha-beta(depth=9)", "random"] {
            assert_eq!(plays(own), own);
        }
    }

    #[test]
    fn auto_is_the_engine_that_was_found_best() {
        assert_eq!(
            plays("auto(sims=1000)", &traits(SETTINGS, true)),
            "mcts(sims=1000, prior=0, rave=1000, memory=64)"
        );
        assert_eq!(
            plays("auto(time=0.02)", &traits(SETTINGS, true)),
            "alpha-beta(time=0.02, hash=64, quiescence=4)"
        );
        assert_eq!(plays("auto", &traits(&[], true)), "alpha-beta(nodes=8000, hash=64)");
        assert_eq!(plays("auto(sims=10, memory=5)", &traits(&[], false)), "mcts(sims=10, memory=5)");
    }

    #[test]
    fn what_was_learnt_is_used_where_there_are_weights() {
        const LEARNT: &[Setting] =
            &[Setting { engine: "alpha-beta", seconds: 0.0, steps: 0, options: "evaluation=learned" }];
        assert_eq!(plays("alpha-beta(nodes=9)", &traits(LEARNT, true)), "alpha-beta(nodes=9)");
        let with_weights = Traits { weights: Some(""), ..traits(LEARNT, true) };
        assert_eq!(plays("alpha-beta(nodes=9)", &with_weights), "alpha-beta(nodes=9, evaluation=learned)");
    }

    #[test]
    fn settings_that_are_none_are_refused() {
        const WRONG: &[Setting] = &[Setting { engine: "mcts", seconds: 0.0, steps: 0, options: "speed=9" }];
        let spec = EngineSpec::check(&"mcts".parse().unwrap()).unwrap();
        assert!(followed(&spec, &traits(WRONG, true)).unwrap_err().to_string().contains("speed"));
    }
}
