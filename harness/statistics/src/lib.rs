//! The statistics of tournaments. Nothing here knows of games, engines or files: players and games are indices.
//!
//! * [`betting`] - verdicts that may be looked at at any time.
//! * [`interval`] - means of bounded observations with intervals.
//! * [`distributions`] - distribution functions and quantiles, the same on every system.
//! * [`data`] - results in mirrored groups, the independent observations.
//! * [`model`] - who comes first, as the Davidson-Luce model: ratings, advantages of seats, ties.
//! * [`movement`] - how a score moves with strength.
//! * [`placement`] - where an agent stands on a ladder of known players.
//! * [`sprt`] - sequential tests between two hypotheses.
//! * [`spsa`] - tuning by noisy matches.
//! * [`reliability`] - whether told values are what is scored.
//! * [`sequence`] - estimates that may be looked at again and again.
//! * [`calibration`] - simulated tournaments with known truths, to test all of the above.
//!
//! ```
//! use torneo_statistics::{expected_score, interval::Moments};
//!
//! let mut scores = Moments::default();
//! [1.0, 0.5, 0.5, 1.0, 0.0, 1.0].map(|score| scores.add(score));
//! assert!(scores.estimate().covers(expected_score(100.0)), "six games say little");
//! ```

pub mod betting;
pub mod calibration;
pub mod data;
pub mod distributions;
pub mod elo;
pub mod interval;
pub mod model;
pub mod movement;
pub mod placement;
pub mod racing;
pub mod ranking;
pub mod reliability;
pub mod sequence;
pub mod sprt;
pub mod spsa;

pub use data::{Data, FirstPlace};
pub use interval::{Estimate, Moments, Pool};

/// Elo points per unit of the logistic scale.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The random numbers of bootstraps and simulations.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// The score that an advantage of this many Elo points is worth: `1 / (1 + 10^(-elo / 400))`.
pub fn expected_score(elo: f64) -> f64 {
    logistic(elo / ELO)
}

/// The score that an advantage on the logistic scale is worth: `1 / (1 + e^-x)`.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The logarithm of the mean of numbers that are given by their logarithms.
fn log_mean(logs: &[f64]) -> f64 {
    let largest = logs.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = logs.iter().map(|log| libm::exp(log - largest)).sum();
    largest + libm::log(sum / logs.len() as f64)
}
