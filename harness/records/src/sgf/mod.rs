//! Smart Game Format FF\[4\] (A. Hollosi, 1999).
//!
//! A game says its number in `GM`, which seat is black, and how its points are written. The property `RU` names the game with
//! its options.

mod nodes;
mod pieces;
mod reader;
mod writer;

pub(crate) use pieces::Pieces;
pub(crate) use reader::read;
pub use writer::write;

/// The comment at the last move of an opening.
const OPENING: &str = "end of the opening";
