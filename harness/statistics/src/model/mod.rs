//! The Davidson-Luce model of who comes first (Firth, Kosmidis and Turner, "Davidson-Luce model for multi-item choice
//! with ties", 2019), with advantages of seats.
//!
//! In a game of players with strengths on the logistic scale, the set `S` of seats shares the first place with
//! probability proportional to `exp(tie[|S|] + mean over S of (strength + seat advantage))`. With two seats it is
//! Davidson's model ("On extending the Bradley-Terry model to accommodate ties", 1970), without ties the choice of the
//! first place by Plackett and Luce. Every game has its own seat advantages and its own tendency to tie.
//!
//! The log-likelihood is concave; Newton's method finds its maximum. A weak prior keeps everything finite.

mod bootstrap;
mod fit;
mod layout;

pub use bootstrap::Replicates;
pub use fit::{Fit, Prior};
