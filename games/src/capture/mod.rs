//! Games of capture: Surakarta and draughts.

mod sleeping_beauty;
mod surakarta;

pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;
