//! Parts that several games share.

pub mod army;
pub mod attacks;
pub mod combinations;
pub mod fen;
pub mod grid;
pub mod hex;
pub mod history;
pub mod mixer;
pub mod point_graph;
pub mod random;
pub mod ranked;
pub mod ranks;
pub mod sowing;
pub mod swap;
pub mod text;
pub mod zobrist;
