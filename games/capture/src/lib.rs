//! Games of capture: Camelot, Martian Chess, Surakarta, draughts and Zèrtz.

mod camelot;
mod martian_chess;
mod sleeping_beauty;
mod surakarta;
mod zertz;

pub use camelot::Camelot;
pub use martian_chess::MartianChess;
pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;
pub use zertz::Zertz;

torneo_contract::family!(Camelot, MartianChess; SleepingBeautyDraughts, Surakarta, Zertz);
