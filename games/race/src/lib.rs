//! Race games without captures: bring one piece to the far side of the board.

mod blocker;
mod razzle_dazzle;

pub use blocker::Blocker;
pub use razzle_dazzle::RazzleDazzle;

torneo_contract::family!(Blocker, RazzleDazzle);
