//! How an [`Mcts`](super::Mcts) searches.

use torneo_contract::{Heuristics, OptionInfo, Options, Seat, SpecError};

use super::bounds::{Guidance, Scale};
use super::playout::Policy;
use super::simultaneous::Simultaneous;
use crate::Traits;
use crate::common::budget::{Budget, TIME};
use crate::common::clock::CLOCK;
use crate::common::evaluation;
use crate::common::memory;
use crate::policy;
use crate::tuning::TUNED;

/// Simulations where no budget is given.
const DEFAULT_SIMS: u64 = 400;
/// The exploration constant of plain UCT: against the square root of 2 it scores 0.68 over seven games.
const PLAIN_C: f64 = 0.5;
/// Plies after which a playout is cut in plain UCT.
const PLIES: u64 = 300;
/// Simulations that an evaluation stands for.
const PRIOR: u32 = 10;
/// With a prior the evaluation judges better than a long random playout, and less has to be explored. The values are
/// those of the tournaments in `docs/measurements/mcts.md`.
const PRIOR_PLIES: u64 = 1;
const PRIOR_C: f64 = 0.15;
const PRIOR_MINIMAX: f64 = 0.4;
/// The exploration constant of PUCT; `docs/learning.md` has the matches.
const POLICY_C: f64 = 0.3;

/// The options of the registry entry.
pub const INFOS: &[OptionInfo] = &[
    OptionInfo::int("sims", 1..=u32::MAX as i64, "")
        .help("simulations for each choice; 400 if no time is given, else none"),
    TIME,
    CLOCK,
    OptionInfo::int("prior", 0..=1_000, "")
        .help("number of simulations that the evaluation of an action counts as; 10, or 0 with `bias`; 0: plain UCT"),
    OptionInfo::flag("decisive", false)
        .help("where an action wins at once or has to be played lest the next seat wins at once, search no other; in games that foresee this"),
    OptionInfo::float("c", 0.0..=1_000.0, "")
        .help("exploration constant for scores in 0..=1; 0.15 with an evaluation, else 0.5; 0.3 with a policy; also called `exploration`"),
    OptionInfo::float("bias", 0.0..=1_000.0, "0")
        .help("weight of the evaluation as a progressive bias, instead of a prior"),
    OptionInfo::float("minimax", 0.0..=1.0, "")
        .help("weight of evaluations backed up by minimax against mean scores, with two seats; 0.4 with a prior, else 0"),
    OptionInfo::float("fpu", 0.0..=1_000.0, "")
        .help("first-play urgency: the upper bound of an action that has no visit and no prior; infinite by default"),
    OptionInfo::float("rave", 0.0..=1_000_000.0, "0")
        .help("RAVE: simulations at which all-moves-as-first scores weigh one half; 0: not used"),
    OptionInfo::int("grave", 1..=1_000_000, "")
        .help("GRAVE: `rave` takes its scores from the nearest node above with this many visits; by default from the node itself"),
    OptionInfo::flag("bounds", false)
        .help("keep bounds of the score that each seat can still reach, and skip actions that cannot be better"),
    OptionInfo::float("proof_numbers", 0.0..=1_000.0, "0")
        .help("weight of proof numbers in the selection; it turns `bounds` on; 0: not used"),
    OptionInfo::choice("proof_scale", &["largest", "sum", "rank"], "largest")
        .help("scale of proof numbers: divided by the largest one of the actions, by their sum, or by rank"),
    OptionInfo::choice("together", &["duct", "exp3", "rm"], "duct")
        .help("selection at simultaneous turns: decoupled UCT, Exp3 or regret matching"),
    OptionInfo::int("expand", 1..=1_000_000, "1")
        .help("visits of a node before its actions are listed and judged"),
    OptionInfo::flag("reuse", true)
        .help("keep the part of the tree that the last turn has found for this position"),
    OptionInfo::choice("playout", &["random", "mast", "lgr", "ngram", "policy", "answer"], "random")
        .help("how playouts choose: at random, by the mean scores of actions (MAST), by the last good reply, by the mean scores of pairs of actions, by a learnt policy, or by what answers the last action in this game"),
    OptionInfo::int("playout_plies", 0..=u32::MAX as i64, "")
        .help("plies after which a playout ends and the evaluation judges it (without one: a draw); 1 with a prior if the evaluation beats playouts, else 300"),
    OptionInfo::int("memory", 1..=65_536, "256")
        .help("largest size of the tree in MiB; a full tree is searched further but does not grow"),
    OptionInfo {
        help: "learned: explore by how likely a learnt policy finds each action (PUCT), and try the likely ones first where there are more than 200",
        ..policy::OPTION
    },
    evaluation::GAME_OR_LEARNED,
    evaluation::WEIGHTS,
    TUNED,
];

/// How an [`Mcts`](super::Mcts) searches.
#[derive(Clone, Copy, Debug)]
pub struct MctsOptions {
    /// Simulations and seconds for each choice. Default: 400 simulations if there is no time budget.
    pub budget: Budget,
    /// Simulations that the evaluation after an action stands for when its node is expanded. Default: 10, and 0 if the
    /// game offers no evaluation.
    pub prior: u32,
    /// Whether decisive actions alone are searched where there are some. Default: false.
    pub decisive: bool,
    /// The exploration constant. Default: 0.15 where the evaluation judges, 0.5 elsewhere.
    pub c: f64,
    /// The weight of the progressive bias. Default: 0.
    pub bias: f64,
    /// The weight of implicit minimax. Default: 0.4 with a prior, 0 without.
    pub minimax: f64,
    /// First-play urgency. Default: infinite.
    pub fpu: f64,
    /// The equivalence parameter of RAVE. Default: 0, not used.
    pub rave: f64,
    /// Visits of the node above that RAVE takes its scores from; none for the node itself. Default: none.
    pub grave: Option<u32>,
    /// Bounds of the scores are kept for each node. Default: false.
    pub bounds: bool,
    /// How proof numbers enter the selection. Default: not.
    pub guidance: Guidance,
    /// Selection at simultaneous turns. Default: decoupled UCT.
    pub simultaneous: Simultaneous,
    /// How playouts choose. Default: at random.
    pub playout: Policy,
    /// Whether a learnt policy is followed in the tree. Default: false.
    pub policy: bool,
    /// Visits of a node before its actions are listed and judged. Default: 1.
    pub expand: u32,
    /// A turn begins with what the tree of the last one knows of its position. Default: true.
    pub reuse: bool,
    /// Plies after which a playout is cut. Default: 1 with a prior, 300 without and in games that are to be
    /// [played out](Heuristics::PREFERS_ROLLOUTS).
    pub playout_plies: u64,
    /// Bound of the tree in MiB. Default: 256.
    pub memory: usize,
}

impl MctsOptions {
    /// The options of a specification for one game.
    ///
    /// # Errors
    /// Options that contradict each other, or a tree that does not fit in this machine's memory.
    pub fn new<G: Heuristics>(options: &Options, game: &G) -> Result<MctsOptions, SpecError> {
        let is_evaluated = game.evaluate(&game.start(), Seat::FIRST).is_some();
        MctsOptions::for_table(options, is_evaluated, game.seats(), G::PREFERS_ROLLOUTS)
    }

    /// Whether the actions of a node are judged by the evaluation when it is expanded.
    pub fn judges(&self) -> bool {
        self.prior > 0 || self.bias > 0.0 || self.minimax > 0.0
    }

    /// As [`new`](MctsOptions::new), of a game with these traits.
    ///
    /// # Errors
    /// As [`new`](MctsOptions::new).
    pub fn for_game(options: &Options, traits: &Traits) -> Result<MctsOptions, SpecError> {
        MctsOptions::for_table(options, traits.is_evaluated, traits.seats, traits.prefers_rollouts)
    }

    /// The options by the number of seats of the game: whether it has an evaluation, and whether play to the end tells more.
    fn for_table(
        options: &Options,
        evaluated: bool,
        seats: usize,
        prefers_rollouts: bool,
    ) -> Result<MctsOptions, SpecError> {
        memory::check(options, "memory")?;
        check(options)?;
        let bias = if evaluated { options.float("bias") } else { 0.0 };
        let default_prior = if options.float("bias") > 0.0 { 0 } else { PRIOR };
        let prior = options.maybe_int("prior").map_or(default_prior, |prior| prior as u32);
        let prior = if evaluated { prior } else { 0 };
        let default_minimax = if prior > 0 { PRIOR_MINIMAX } else { 0.0 };
        let minimax = options.maybe_float("minimax").unwrap_or(default_minimax);
        let minimax = if evaluated && seats == 2 { minimax } else { 0.0 };
        let is_judged = prior > 0 || bias > 0.0 || minimax > 0.0;
        let policy = options.choice(policy::OPTION.name) == "learned";
        let c = match (policy, is_judged) {
            (true, _) => POLICY_C,
            (false, true) => PRIOR_C,
            (false, false) => PLAIN_C,
        };
        let plies = if is_judged && !prefers_rollouts { PRIOR_PLIES } else { PLIES };
        Ok(MctsOptions {
            budget: Budget::from_options(options, "sims", Some(DEFAULT_SIMS)),
            prior,
            decisive: options.bool("decisive"),
            c: options.maybe_float("c").unwrap_or(c),
            bias,
            minimax,
            fpu: options.maybe_float("fpu").unwrap_or(f64::INFINITY),
            rave: options.float("rave"),
            grave: options.maybe_int("grave").map(|visits| visits as u32),
            bounds: options.bool("bounds") || options.float("proof_numbers") > 0.0,
            guidance: Guidance {
                weight: options.float("proof_numbers"),
                scale: options.one_of("proof_scale", [Scale::Largest, Scale::Sum, Scale::Rank]),
            },
            simultaneous: options
                .one_of("together", [Simultaneous::Duct, Simultaneous::Exp3, Simultaneous::RegretMatching]),
            playout: options.one_of(
                "playout",
                [Policy::Random, Policy::Mast, Policy::Reply, Policy::Ngram, Policy::Learned, Policy::Answer],
            ),
            policy,
            expand: options.u32("expand"),
            reuse: options.bool("reuse"),
            playout_plies: options.maybe_int("playout_plies").map_or(plies, i64::unsigned_abs),
            memory: options.u32("memory") as usize,
        })
    }
}

/// Refuses options that contradict each other.
fn check(options: &Options) -> Result<(), SpecError> {
    let bias = options.float("bias") > 0.0;
    let prior = options.maybe_int("prior").is_some_and(|prior| prior > 0);
    let minimax = options.maybe_float("minimax").is_some_and(|weight| weight > 0.0);
    let (is_judged, with_fpu) = (bias || prior || minimax, options.maybe_float("fpu").is_some());
    let without_rave = options.maybe_int("grave").is_some() && options.float("rave") == 0.0;
    let without_numbers = options.choice("proof_scale") != "largest" && options.float("proof_numbers") == 0.0;
    let follows = options.choice(policy::OPTION.name) == "learned";
    let unplayed = options.choice("playout") != "random" && options.maybe_int("playout_plies") == Some(0);
    for (is_wrong, name, why) in [
        (bias && prior, "bias", "the evaluation is either a bias or a prior"),
        (with_fpu && is_judged, "fpu", "the evaluation gives every action a value before it is tried"),
        (with_fpu && follows, "fpu", "with a policy every action counts as tried"),
        (without_rave, "grave", "it says where the scores of `rave` are taken from, which is off"),
        (without_numbers, "proof_scale", "it says how `proof_numbers` count, which are off"),
        (unplayed, "playout", "there are no playouts with `playout_plies=0`"),
    ] {
        options.refuse_if(is_wrong, name, why)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Result<MctsOptions, SpecError> {
        MctsOptions::for_table(&Options::check(&text.parse()?, INFOS)?, true, 2, false)
    }

    #[test]
    fn contradictions_are_refused() {
        for text in [
            "mcts(bias=1, prior=5)",
            "mcts(fpu=1, prior=5)",
            "mcts(fpu=1, bias=1)",
            "mcts(fpu=1, minimax=0.5)",
            "mcts(fpu=1, policy=learned)",
            "mcts(playout=ngram, playout_plies=0)",
            "mcts(grave=50)",
            "mcts(playout=mast, playout_plies=0)",
            "mcts(bounds=true, proof_scale=rank)",
        ] {
            assert!(options(text).is_err(), "{text}");
        }
        assert!(options("mcts(bias=1, prior=0)").is_ok());
        assert!(options("mcts(rave=100, grave=50)").is_ok());
        assert!(options("mcts(proof_numbers=0.1, proof_scale=rank)").is_ok_and(|options| options.bounds));
    }

    #[test]
    fn defaults_depend_on_what_judges() {
        let values =
            |text| options(text).map(|options| (options.prior, options.c, options.playout_plies)).unwrap();
        assert_eq!(values("mcts"), (PRIOR, PRIOR_C, PRIOR_PLIES));
        assert_eq!(values("mcts(bias=1)"), (0, PRIOR_C, PRIOR_PLIES));
        assert_eq!(values("mcts(prior=0)"), (0, PLAIN_C, PLIES));
        assert_eq!(values("mcts(policy=learned)"), (PRIOR, POLICY_C, PRIOR_PLIES));
        assert_eq!(values("mcts(prior=0, c=1, playout_plies=9)"), (0, 1.0, 9));
    }
}
