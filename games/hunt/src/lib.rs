//! Hunt games: unequal sides, one of which has somebody to catch.

mod catch_the_rabbit;
mod hnefatafl;
mod thud;

pub use catch_the_rabbit::CatchTheRabbit;
pub use hnefatafl::Hnefatafl;
pub use thud::Thud;

torneo_contract::family!(CatchTheRabbit, Hnefatafl, Thud);
