//! Ratings from results, with advantages of seats, for any number of seats.
//!
//! Two models share the code (see [`Outcome`]):
//!
//! * **expected scores**: the score of a seat in a game is 1 for a sole winner, and `1/k` for each of `k`
//!   seats that share the first place. Its expectation is `exp(s + a) / sum of the same over all seats`, with
//!   the strength `s` of the player and the advantage `a` of the seat. With two seats that is the logistic
//!   expected score of Elo, as Ordo and fastchess have it. Only the mean of the scores is modelled, not their
//!   distribution, so the fit is one of quasi-likelihood (Papke and Wooldridge, "Econometric methods for
//!   fractional response variables", 1996).
//! * **first places**: the set `S` of seats shares the first place with probability proportional to
//!   `exp(tie[|S|] + mean over S of (s + a))`. This is the Davidson-Luce model (Firth, Kosmidis and Turner,
//!   "Davidson-Luce model for multi-item choice with ties", 2019). With two seats it is Davidson's ("On
//!   extending the Bradley-Terry model to accommodate ties", 1970).
//!
//! Every game has its own seat advantages and its own tendency to tie. Both log-likelihoods are concave;
//! Newton's method finds the maximum. A weak prior keeps everything finite.

mod bootstrap;
mod covariance;
mod fit;
mod layout;
mod likelihood;
pub(crate) mod matrix;
mod simultaneous;
#[cfg(test)]
mod tests;

pub use bootstrap::Bootstrap;
pub use fit::{Difference, Fit};

/// What the model is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// Expected scores: strengths are Elo ratings, divided by [`crate::ELO`].
    #[default]
    Score,
    /// Who comes first: strengths are those of Davidson's model, which takes ties for results of their own.
    FirstPlace,
}

/// How much each game counts where results of several are pooled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pooling {
    /// Every game the same, however often it was played and whatever the number of its seats.
    #[default]
    Equal,
    /// As much as it was played.
    Played,
}

/// What is added to the results so that estimates stay finite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// Games that every player draws against a player of strength 0; without them strengths can be infinite.
    pub games: f64,
}

impl Default for Prior {
    fn default() -> Prior {
        Prior { games: 1.0 }
    }
}

/// How a model is fitted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// What it is about.
    pub outcome: Outcome,
    /// What is added to the results.
    pub prior: Prior,
    /// How games are pooled.
    pub pooling: Pooling,
    /// Players whose strengths are given, on the logistic scale.
    pub anchors: Vec<(usize, f64)>,
}
