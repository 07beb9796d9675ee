//! Games of capture: Surakarta and draughts.

mod sleeping_beauty;
mod surakarta;

pub use sleeping_beauty::SleepingBeautyDraughts;
mod camelot;
mod surakarta;

pub use camelot::Camelot;
pub use surakarta::Surakarta;
