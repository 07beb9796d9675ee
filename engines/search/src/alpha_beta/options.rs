//! The options of alpha-beta search.

use torneo_contract::{OptionInfo, Options, Spec, SpecError};

use super::search::Features;
use crate::common::budget::{Budget, TIME};
use crate::common::clock::CLOCK;
use crate::common::evaluation;
use crate::common::memory;
use crate::engine::EngineInfo;
use crate::policy;
use crate::tuning::TUNED;

/// The depth where no budget is given.
const DEFAULT_DEPTH: u32 = 3;
/// The greatest depth.
pub const MAX_DEPTH: u32 = 250;
/// Threads of one search at most.
const MAX_THREADS: i64 = 256;
/// Plies of noisy actions after the last regular ply, at most.
pub const MAX_QUIESCENCE: usize = 64;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "alpha-beta",
    summary: "alpha-beta search with iterative deepening, a transposition table and quiescence",
    options: &[
        OptionInfo::int("depth", 1..=MAX_DEPTH as i64, "")
            .help("plies to search; 3 if no other budget is given, else none"),
        OptionInfo::int("nodes", 1..=i64::MAX, "")
            .help("positions to visit for each choice; none by default"),
        TIME,
        CLOCK,
        OptionInfo::int("hash", 0..=65_536, "16").help("size of the transposition table in MiB; 0: none"),
        OptionInfo::int("threads", 1..=MAX_THREADS, "1")
            .help("threads that search at the same time; with more than one the choice may differ from run to run, so tournaments allow only one"),
        OptionInfo::int("width", 1..=1_000, "16")
            .help("choices of each side that are searched at simultaneous turns"),
        OptionInfo::choice("multi", &["paranoid", "best-reply", "max-n"], "paranoid")
            .help("how the others play at three and more seats: all against the searching seat, only one of them against it, or each for itself"),
        OptionInfo::flag("aspiration", true).help("begin deeper searches with a narrow window"),
        OptionInfo::flag("ordering", true)
            .help("try promising actions first; false: in the order in which the game lists them"),
        OptionInfo::flag("reductions", true).help("search late quiet actions less deeply at first"),
        OptionInfo::flag("null_move", true)
            .help("cut a line off if its side to move stands well enough even after a pass; only in games that offer passes"),
        OptionInfo::flag("pruning", true)
            .help("leave out actions near the horizon if the evaluation is far outside the window"),
        OptionInfo::int("futility", 0..=100_000, "100")
            .help("with pruning: end a line if the evaluation is this far above the window for each ply left, in units of the evaluation"),
        OptionInfo::flag("exchanges", true)
            .help("try captures that lose material last, and leave them out of quiescence"),
        OptionInfo::flag("extensions", true)
            .help("search a line deeper after a check and after the only good action"),
        OptionInfo::flag("internal", true).help("search positions without an entry in the table less deeply"),
        OptionInfo::flag("continuation", true)
            .help("order actions also by how well they followed the two actions before them"),
        OptionInfo::flag("reuse", true).help("keep the table and the history between the moves of a game"),
        OptionInfo::flag("star2", true)
            .help("try one action after each chance result before searching any in full"),
        OptionInfo::int("quiescence", 0..=MAX_QUIESCENCE as i64, "8")
            .help("most plies of captures and other noisy actions after the last regular ply"),
        OptionInfo::flag("quiescence_table", false)
            .help("use the table in these plies too; it helps if the evaluation is slow"),
        OptionInfo::flag("decisive", false)
            .help("where the game tells that some actions win at once or meet a threat to lose at once, search these alone, also after the last regular ply"),
        OptionInfo {
            help: "learned: order quiet actions by a learnt policy too, where three plies or more are left",
            ..policy::OPTION
        },
        evaluation::OPTION,
        evaluation::WEIGHTS,
        TUNED,
    ],
};

/// How three and more seats are assumed to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Multi {
    /// All others play against the root seat.
    Paranoid,
    /// One of the others replies freely between two turns of the root seat.
    BestReply,
    /// Each seat plays for itself.
    MaxN,
}

/// How an [`AlphaBeta`](super::AlphaBeta) searches.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBetaOptions {
    /// Plies to search, up to 250. None means 250. Default: 3 if there is no other budget.
    pub depth: Option<u32>,
    /// Nodes and seconds for each choice. Default: none.
    pub budget: Budget,
    /// Size of the transposition table in MiB. Default: 16.
    pub hash: usize,
    /// Threads that search at the same time, at least 1; for turns of one seat, and not for max^n. Default:
    /// 1.
    pub threads: usize,
    /// Choices of each side that are searched at simultaneous turns. Default: 16.
    pub width: usize,
    /// How three and more seats are assumed to play. Default: paranoid.
    pub multi: Multi,
    /// Whether begin deeper searches with a narrow window. Default: true.
    pub aspiration: bool,
    /// Whether a search begins with the table and the histories of the earlier ones of the game. Default: true.
    pub reuse: bool,
    /// What the search makes use of. Default: everything.
    pub features: Features,
    /// How positions at the horizon are valued. Default: by the game.
    pub evaluation: evaluation::Kind,
}

impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        let spec = Spec::new(INFO.id, &[]);
        let options = Options::check(&spec, INFO.options);
        options.and_then(|options| AlphaBetaOptions::new(&options)).expect("the defaults are options")
    }
}

impl AlphaBetaOptions {
    /// The options of a specification.
    ///
    /// # Errors
    /// A table that does not fit in this machine's memory.
    pub fn new(options: &Options) -> Result<AlphaBetaOptions, SpecError> {
        memory::check(options, "hash")?;
        let multi = options.one_of("multi", [Multi::Paranoid, Multi::BestReply, Multi::MaxN]);
        Ok(AlphaBetaOptions {
            depth: options.maybe_int("depth").map(|depth| depth as u32),
            budget: Budget::from_options(options, "nodes", None),
            hash: options.u32("hash") as usize,
            threads: options.u32("threads") as usize,
            width: options.u32("width") as usize,
            multi,
            aspiration: options.bool("aspiration"),
            reuse: options.bool("reuse"),
            features: Features {
                ordering: options.bool("ordering"),
                quiescence: options.u32("quiescence") as usize,
                quiescence_table: options.bool("quiescence_table"),
                decisive: options.bool("decisive"),
                reductions: options.bool("reductions"),
                null_move: options.bool("null_move"),
                pruning: options.bool("pruning"),
                futility: options.u32("futility") as i32,
                exchanges: options.bool("exchanges"),
                extensions: options.bool("extensions"),
                internal: options.bool("internal"),
                continuation: options.bool("continuation"),
                star2: options.bool("star2"),
                best_reply: multi == Multi::BestReply,
            },
            evaluation: evaluation::Kind::new(options),
        })
    }

    /// Whether each of these seats plays for itself.
    pub(super) fn is_max_n(&self, seats: usize) -> bool {
        self.multi == Multi::MaxN && seats > 2
    }

    pub(super) fn max_depth(&self) -> u32 {
        let unbounded = self.budget.steps.is_none() && self.budget.seconds.is_none();
        self.depth.unwrap_or(if unbounded { DEFAULT_DEPTH } else { MAX_DEPTH }).min(MAX_DEPTH)
    }
}
