//! Portable Game Notation (S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide",
//! 1994).
//!
//! A game writes its moves itself, in standard algebraic notation or as its own tokens: rating programs read them as any PGN, since
//! they look at the tags alone. The tag `Variant` tells everybody else that the rules differ.

mod comments;
mod pieces;
mod reader;
mod signs;
mod words;
mod writer;

pub(crate) use pieces::Pieces;
pub(crate) use reader::{Starts, read};
pub use writer::write;

use torneo_contract::reason;

/// The result of a game that is not known.
const UNDECIDED: &str = "*";

/// The comment behind the last move of an opening.
const OPENING: &str = "end of the opening";

/// The word of the tag `Termination` for a reason.
fn termination(why: &str) -> &'static str {
    match why {
        reason::TIME_FORFEIT => "time forfeit",
        reason::ILLEGAL_MOVE | reason::PROTOCOL_ERROR => "rules infraction",
        reason::ENGINE_CRASH | reason::ENGINE_ERROR | reason::MEMORY_LIMIT => "abandoned",
        reason::LENGTH_LIMIT => "adjudication",
        adjudicated if reason::ADJUDICATED.contains(&adjudicated) => "adjudication",
        _ => "normal",
    }
}
