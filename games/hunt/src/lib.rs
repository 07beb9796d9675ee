//! Hunt games: unequal sides, one of which has somebody to catch.

mod catch_the_rabbit;
mod hnefatafl;

pub use catch_the_rabbit::CatchTheRabbit;
pub use hnefatafl::Hnefatafl;

torneo_contract::family!(CatchTheRabbit, Hnefatafl);
