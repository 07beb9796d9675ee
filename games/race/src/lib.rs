//! Race games: bring pieces across the board before the others do, or outlast them there.

mod bin_fa;
mod blocker;
mod cross_over;
mod razzle_dazzle;

pub use bin_fa::BinFa;
pub use blocker::Blocker;
pub use cross_over::CrossOver;
pub use razzle_dazzle::RazzleDazzle;

torneo_contract::family!(BinFa, Blocker; CrossOver, RazzleDazzle);
