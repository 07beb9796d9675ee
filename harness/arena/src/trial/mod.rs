//! Playing until a question is answered.
//!
//! Groups are played in parallel but looked at in their order, so what a trial says does not depend on the number of
//! threads. The games are forgotten, or kept in a results folder with which the trial can go on later.

mod advantage;
mod comparison;
mod costs;
mod games;
mod log;
mod race;
mod rating;
mod tune;

pub use crate::run::Keeping;
pub use advantage::{
    AdvantageReport, Goal, KnownScore, SeatReport, Variation, Varied, known_word, measure_advantage, word,
};
pub use comparison::{Comparison, GameScore, Terms, Tested, compare, compare_growing, expected_groups};
pub use costs::measure_costs;
pub use games::Conduct;
pub(crate) use log::{TuneCheck, check as check_tuning, is_tuning};
pub(crate) use race::follows;
pub use race::{Course, RaceReport, Runner, race};
pub(crate) use rating::climbs;
pub use rating::{
    AgentReport, Difference, PLACEMENTS, Placed, RateReport, RateSettings, RatedScore, rate, rating_of,
};
pub use tune::{Iteration, Parameter, TuneReport, TuneSettings, tune};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::plan::Tournament;
use crate::run::Stage;
use crate::{Error, PlayedGroup};

/// Defaults of a trial.
pub mod defaults {
    pub use crate::plan::MAX_PLIES;

    /// Random plies at the start of matches.
    pub const RANDOM_PLIES: u64 = 2;
    /// How close to one over the number of seats a seat's score is to be called fair.
    pub const MARGIN: f64 = 0.05;
    /// Most groups of each game.
    pub const ROUNDS: u64 = 100_000;
}

/// Plays these groups of a tournament and returns what came out, in the order asked for.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn play_groups(
    tournament: &Tournament,
    groups: &[u64],
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<PlayedGroup>, Error> {
    let (mut asked, mut played) = (Some(groups.to_vec()), Vec::new());
    let conduct = Conduct { stop: stop.clone(), ..Conduct::new(threads, Keeping::Nothing) };
    games::stages(tournament, &conduct, |new| {
        played.extend(new);
        Ok(asked.take().filter(|groups| !groups.is_empty()).map(Stage::These))
    })?;
    Ok(played)
}
