//! Games of capture: Camelot, Surakarta, draughts and Zèrtz.

mod camelot;
mod sleeping_beauty;
mod surakarta;
mod zertz;

pub use camelot::Camelot;
pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;
pub use zertz::Zertz;

torneo_contract::family!(Camelot, SleepingBeautyDraughts, Surakarta, Zertz);
