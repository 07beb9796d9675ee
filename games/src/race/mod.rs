//! Race games without captures: bring one piece to the far side of the board.

mod razzle_dazzle;

pub use razzle_dazzle::RazzleDazzle;
