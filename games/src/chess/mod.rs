//! Chess games: armies led by a king, taken by displacement.

mod four_seasons;

pub use four_seasons::FourSeasons;
