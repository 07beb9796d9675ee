//! The game and its program.

mod faults;
#[path = "../src/hex.rs"]
mod hex;
mod interchange;
mod program;
