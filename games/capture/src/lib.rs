//! Games of capture: Camelot, Surakarta and draughts.

mod camelot;
mod sleeping_beauty;
mod surakarta;

pub use camelot::Camelot;
pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;

torneo_contract::family!(Camelot, SleepingBeautyDraughts, Surakarta);
