//! Hunt games: unequal sides, one of which has somebody to catch.

mod hnefatafl;

pub use hnefatafl::Hnefatafl;
