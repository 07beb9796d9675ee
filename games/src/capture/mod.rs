//! Games of capture on points.
//! Games of capture: Surakarta, draughts, mancala.

mod sleeping_beauty;
mod surakarta;

pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;
