//! What a game is: the traits that games implement, and the small values that they use.
//!
//! A game is one value with its options set. Its contract has five parts:
//!
//! - [`Game`]: the rules, which are all that a search needs.
//! - [`Notation`]: its texts, and its positions as data.
//! - [`Scenery`]: how it is shown and played on a screen.
//! - [`Heuristics`]: hints for searches. It may be empty.
//! - [`Solving`]: what solvers use. It may be empty.
//!
//! A type that has all five is [`Playable`]. A game that other programs know has [`Interchange`] besides.
//!
//! This crate knows no game and no engine.
//!
//! ```
//! use torneo_contract::{Options, Spec};
//!
//! let spec: Spec = "nim(stones=12)".parse()?;
//! assert_eq!(spec.name, "nim");
//! assert_eq!(spec.given, [("stones".to_owned(), "12".to_owned())]);
//! # Ok::<(), torneo_contract::SpecError>(())
//! ```

mod archive;
mod drawing;
mod error;
mod family;
mod foresight;
mod game;
mod heuristics;
mod info;
mod interchange;
pub mod mixer;
mod notation;
mod numbering;
mod outcome;
pub mod perft;
pub mod playout;
mod ply;
pub mod random;
pub mod scene;
pub mod scenery;
mod seat;
pub mod session;
mod solving;
mod spec;
mod state;
mod words;
pub mod zobrist;

pub use archive::{Archive, Archiving};
pub use error::{PositionError, Refusal, SpecError};
pub use family::{GameVisitor, Playable};
pub use foresight::{Foreseer, Foresight, keep_decisive};
pub use game::{
    Game, Scratch, Stage, Turn, has_chance, has_choices, has_many_seats, has_simultaneous, random_listed,
};
pub use heuristics::{Heuristics, Repetition, Terms, count_terms, noisy_listed};
pub use info::{Described, GameInfo, TurnKinds};
pub use interchange::{Dialect, Exchange, Form, Formats, Interchange, Pgn, Sgf, Uci};
pub use notation::{End, Notation, PLAYERS, SeatName, how_it_ended};
pub use numbering::{Number, NumberedSpace, Numbering, Standing};
pub use outcome::{Ending, Outcome, Reason, reason};
pub use ply::Ply;
pub use scenery::{Laying, Scenery};
pub use seat::{MAX_SEATS, Seat, SeatSet, SeatVec};
pub use solving::{LengthRule, Solving};
pub use spec::{OptionInfo, OptionKind, Options, Spec, nearest};
pub use state::{Field, Kind, Show};
pub use words::{Word, Words};
