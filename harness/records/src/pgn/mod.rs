//! Portable Game Notation (S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide",
//! 1994) for games of chess.
//!
//! Fischerandom Chess and Grand Chess are written in standard algebraic notation, with the letters that other
//! programs have for the pieces of Grand Chess. The moves of the other games are their own tokens: rating
//! programs read them as any PGN, since they look at the tags alone. The tag `Variant` tells everybody else
//! that the rules differ.

mod pieces;
mod reader;
mod words;
mod writer;

pub(crate) use pieces::Pieces;
pub(crate) use reader::{Starts, read};
pub use writer::write;

use torneo_contract::reason;
use torneo_registry::external::Dialect;

/// How the moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// Standard algebraic notation, with the letters of this dialect.
    Printed(Dialect),
    /// The tokens of the game.
    Tokens,
}

/// The games with their value of the tag `Variant` and how their moves are written.
pub const GAMES: [(&str, &str, Moves); 6] = [
    ("fischerandom", "Chess960", Moves::Printed(Dialect::Chess960)),
    ("grand-chess", "grand", Moves::Printed(Dialect::Grand)),
    ("grande-acedrex", "grande-acedrex", Moves::Tokens),
    ("martian-chess", "martian-chess", Moves::Tokens),
    ("millennium-3d-chess", "millennium-3d-chess", Moves::Tokens),
    ("nardeshir", "nardeshir", Moves::Tokens),
];

/// Other values of `Variant`, small letters, with the game that they mean.
const ALIASES: [(&str, &str); 10] = [
    ("chess960", "fischerandom"),
    ("chess 960", "fischerandom"),
    ("fischerandom", "fischerandom"),
    ("fischerrandom", "fischerandom"),
    ("fischer random", "fischerandom"),
    ("grand", "grand-chess"),
    ("grand chess", "grand-chess"),
    ("standard", "fischerandom(start=518)"),
    ("chess", "fischerandom(start=518)"),
    ("from position", "fischerandom(start=518)"),
];

/// How the moves of a game are written.
fn moves_of(id: &str) -> Moves {
    GAMES.iter().find(|(known, ..)| *known == id).map_or(Moves::Tokens, |(.., moves)| *moves)
}

/// The comment behind the last move of an opening.
const OPENING: &str = "end of the opening";

/// The word of the tag `Termination` for a reason.
fn termination(why: &str) -> &'static str {
    match why {
        reason::TIME_FORFEIT => "time forfeit",
        reason::ILLEGAL_MOVE | reason::PROTOCOL_ERROR => "rules infraction",
        reason::ENGINE_CRASH | reason::ENGINE_ERROR | reason::MEMORY_LIMIT => "abandoned",
        reason::LENGTH_LIMIT => "adjudication",
        _ => "normal",
    }
}
