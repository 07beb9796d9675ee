//! Race games: bring pieces across the board before the others do, or outlast them there.

mod blocker;
mod cross_over;
mod razzle_dazzle;

pub use blocker::Blocker;
pub use cross_over::CrossOver;
pub use razzle_dazzle::RazzleDazzle;

torneo_contract::family!(Blocker, CrossOver, RazzleDazzle);
