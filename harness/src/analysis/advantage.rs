//! The advantage of sitting in the first seat.

use serde::Serialize;

use super::collect::Collected;
use super::interval::Estimate;

/// The first seat's results at one game, over all games of the run.
#[derive(Clone, Debug, Serialize)]
pub struct Advantage {
    /// The game's specification.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Number of games.
    pub games: u64,
    /// The first seat's score: the mean over groups. Fair is one over the number of seats.
    pub score: Estimate,
    /// The score that a seat without advantage would have.
    pub fair: f64,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// Mean length in plies.
    pub mean_plies: f64,
}

impl Advantage {
    /// What the interval allows to say.
    pub fn verdict(&self) -> &'static str {
        match () {
            () if self.score.low > self.fair => "first seat ahead",
            () if self.score.high < self.fair => "first seat behind",
            () => "undecided",
        }
    }
}

/// One row for each game that was played.
pub fn advantages(specs: &[&str], collected: &Collected) -> Vec<Advantage> {
    let played = specs.iter().zip(&collected.by_game).filter(|(_, sums)| sums.games > 0);
    let row = |(spec, sums): (&&str, &super::collect::GameSums)| Advantage {
        game: (*spec).to_owned(),
        seats: sums.seats,
        games: sums.games,
        score: sums.first_seat.estimate(),
        fair: 1.0 / sums.seats as f64,
        draws: sums.draws as f64 / sums.games as f64,
        mean_plies: sums.plies as f64 / sums.games as f64,
    };
    played.map(row).collect()
}
