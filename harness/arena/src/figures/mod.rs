//! What games add up to: the one definition of an engine's games, wins, draws, losses and score, and of a seat's score in
//! self-play. The standing that is shown while a run goes on, trials, the analysis of a run and what is made of it (tables,
//! JSON, CSV, report, site) all read it.

mod copies;
mod points;
mod self_play;
mod tally;

pub use copies::{Copies, FEWEST_DIFFERENT, MOST_IN_A_ROW, Repeated, STOPPED, told};
pub use points::{Points, SwissRow, SwissTable};
pub use self_play::{Observed, PROBES, SeatScore, SelfPlayFigure, SelfPlaySums, Source};
pub(crate) use tally::sole_winner;
pub(crate) use tally::told_of;
pub use tally::{Entry, GroupScore, Groups, Pooled, Record, Standing, Tally, head_to_head};
