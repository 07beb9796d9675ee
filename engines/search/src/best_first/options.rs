//! The options of best-first minimax.

use torneo_contract::{OptionInfo, Options, SpecError};

use crate::common::budget::{Budget, TIME};
use crate::common::clock::CLOCK;
use crate::common::{evaluation, memory};
use crate::engine::EngineInfo;

/// Positions where no budget is given.
const DEFAULT_NODES: u64 = 8_000;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "best-first",
    summary: "unbounded best-first minimax with completion: it always extends the most promising line",
    options: &[
        OptionInfo::int("nodes", 1..=i64::MAX, "")
            .help("positions to judge for each choice, to the end of the expansion that has begun; 8000 if no time is given, else none"),
        TIME,
        CLOCK,
        evaluation::OPTION,
        evaluation::WEIGHTS,
        OptionInfo::int("memory", 1..=65_536, "64")
            .help("largest size of the tree in MiB; a full tree ends the search"),
    ],
};

/// How a [`BestFirst`](super::BestFirst) searches.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstOptions {
    /// Positions and seconds for each choice. Default: 8000 positions if there is no time budget.
    pub budget: Budget,
    /// What judges the positions that are not expanded. Default: the game's evaluation.
    pub evaluation: evaluation::Kind,
    /// Bytes that the tree may take. Default: 64 MiB.
    pub memory: usize,
}

impl BestFirstOptions {
    /// The options of a specification.
    ///
    /// # Errors
    /// More memory than the machine has.
    pub fn new(options: &Options) -> Result<BestFirstOptions, SpecError> {
        memory::check(options, "memory")?;
        Ok(BestFirstOptions {
            budget: Budget::from_options(options, "nodes", Some(DEFAULT_NODES)),
            evaluation: evaluation::Kind::new(options),
            memory: memory::bytes(options, "memory") as usize,
        })
    }
}
