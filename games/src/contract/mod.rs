//! What a game is: the [`Game`] trait and the small values that it speaks in.

mod error;
mod game;
mod info;
mod outcome;
mod ply;
mod ranking;
mod seat;
mod spec;

pub use error::{PositionError, SpecError};
pub use game::{Game, LengthRule, Scratch, Turn};
pub use info::{GameInfo, TurnKinds};
pub use outcome::{Ending, Outcome, reason};
pub use ply::Ply;
pub use ranking::{Rank, RankedSpace, Ranking, Standing};
pub use seat::{MAX_SEATS, Seat, SeatSet, SeatVec};
pub use spec::{OptionInfo, OptionKind, Options, Spec, nearest};
