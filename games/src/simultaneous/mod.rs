//! Games of simultaneous movement: all seats choose at the same time.

mod frames;

pub use frames::Frames;
