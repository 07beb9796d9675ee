//! Games of simultaneous movement: all seats choose at the same time.

mod frames;
mod lanza;

pub use frames::Frames;
pub use lanza::Lanza;
