//! Text for people: English, the words of games, numbers, tables, terminals, and SVG.
//!
//! Other crates of the harness decide what is said; how words are joined, columns padded and characters escaped stands here alone.

pub mod english;
pub mod numbers;
pub mod scale;
pub mod svg;
pub mod telling;
pub mod text;

#[cfg(not(target_family = "wasm"))]
pub mod table;
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
