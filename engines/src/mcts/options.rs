//! How an [`Mcts`](super::Mcts) searches.

use std::f64::consts::SQRT_2;

use torneo_games::contract::{OptionInfo, OptionKind, Options, SpecError};
use torneo_games::{Game, Seat};

use crate::parts::budget::{Budget, TIME};

/// Simulations where no budget is given.
const DEFAULT_SIMS: u64 = 400;
/// Plies after which a playout is cut in plain UCT.
const PLIES: u64 = 300;
/// With a prior the evaluation judges better than a long random playout, and less has to be explored: at 400
/// simulations these values score 0.59 against plain UCT on a 3x3 board and 0.5 against 0.0 where they and plain UCT
/// meet a search of three plies on a larger one.
const PRIOR_PLIES: u64 = 4;
const PRIOR_C: f64 = 0.3;

/// The options of the registry entry.
pub const INFOS: &[OptionInfo] = &[
    OptionInfo {
        name: "sims",
        kind: OptionKind::Int { min: 1, max: u32::MAX as i64 },
        default: "",
        help: "simulations for each choice; 400 if no time is given, else none",
    },
    TIME,
    OptionInfo {
        name: "prior",
        kind: OptionKind::Int { min: 0, max: 1_000 },
        default: "10",
        help: "simulations that the evaluation after an action stands for; 0, or no evaluation: plain UCT",
    },
    OptionInfo {
        name: "c",
        kind: OptionKind::Float { min: 0.0, max: 1_000.0 },
        default: "",
        help: "exploration constant for scores in 0..=1; 0.3 with a prior, else the square root of 2",
    },
    OptionInfo {
        name: "expand",
        kind: OptionKind::Int { min: 1, max: 1_000_000 },
        default: "1",
        help: "visits of a node before its actions are listed and judged",
    },
    OptionInfo {
        name: "reuse",
        kind: OptionKind::Bool,
        default: "true",
        help: "a turn begins with what the tree of the last one knows of its position",
    },
    OptionInfo {
        name: "playout_plies",
        kind: OptionKind::Int { min: 0, max: u32::MAX as i64 },
        default: "",
        help: "plies after which the evaluation (a draw without one) ends a playout; 4 with a prior, else 300",
    },
    OptionInfo {
        name: "memory",
        kind: OptionKind::Int { min: 1, max: 65_536 },
        default: "256",
        help: "bound of the tree in MiB; a full tree is searched on but grows no more",
    },
];

/// How an [`Mcts`](super::Mcts) searches.
#[derive(Clone, Copy, Debug)]
pub struct MctsOptions {
    /// Simulations and seconds for each choice. Default: 400 simulations if there is no time budget.
    pub budget: Budget,
    /// Simulations that the evaluation after an action stands for when its node is expanded. Default: 10, and 0 if the
    /// game offers no evaluation.
    pub prior: u32,
    /// The exploration constant. Default: 0.3 with a prior, the square root of 2 without.
    pub c: f64,
    /// Visits of a node before its actions are listed and judged. Default: 1.
    pub expand: u32,
    /// A turn begins with what the tree of the last one knows of its position. Default: true.
    pub reuse: bool,
    /// Plies after which a playout is cut. Default: 4 with a prior, 300 without.
    pub playout_plies: u64,
    /// Bound of the tree in MiB. Default: 256.
    pub memory: usize,
}

impl MctsOptions {
    /// The options of a specification for one game.
    ///
    /// # Errors
    /// Options that contradict each other.
    pub fn new<G: Game>(options: &Options, game: &G) -> Result<MctsOptions, SpecError> {
        let evaluated = game.evaluate(&game.start(), Seat::FIRST).is_some();
        MctsOptions::for_game(options, evaluated)
    }

    /// The options for a game that offers an evaluation, or for one that does not.
    fn for_game(options: &Options, evaluated: bool) -> Result<MctsOptions, SpecError> {
        let prior = if evaluated { options.u32("prior") } else { 0 };
        let (c, plies) = if prior > 0 { (PRIOR_C, PRIOR_PLIES) } else { (SQRT_2, PLIES) };
        Ok(MctsOptions {
            budget: Budget::from_options(options, "sims", Some(DEFAULT_SIMS)),
            prior,
            c: options.maybe_float("c").unwrap_or(c),
            expand: options.u32("expand"),
            reuse: options.bool("reuse"),
            playout_plies: options.maybe_int("playout_plies").map_or(plies, i64::unsigned_abs),
            memory: options.u32("memory") as usize,
        })
    }
}
