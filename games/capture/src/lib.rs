//! Games of capture: Camelot, Martian Chess, Surakarta and draughts.

mod camelot;
mod martian_chess;
mod sleeping_beauty;
mod surakarta;

pub use camelot::Camelot;
pub use martian_chess::MartianChess;
pub use sleeping_beauty::SleepingBeautyDraughts;
pub use surakarta::Surakarta;

torneo_contract::family!(Camelot, MartianChess, SleepingBeautyDraughts, Surakarta);
