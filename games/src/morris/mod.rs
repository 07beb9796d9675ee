//! Morris games: rows of men on the points of a line board.

mod three_mens;

pub use three_mens::ThreeMensMorris;
