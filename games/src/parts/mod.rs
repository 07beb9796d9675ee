//! Parts that several games share.

pub mod attacks;
pub mod fen;
pub mod grid;
pub mod history;
pub mod mixer;
pub mod random;
pub mod text;
pub mod zobrist;
