//! Parts that several engines share.

pub mod budget;
pub mod clock;
pub mod elementary;
pub mod evaluation;
pub mod explanation;
pub mod immediate;
pub mod judging;
pub mod kept;
pub mod memory;
pub mod neighbours;
pub mod order;
pub mod playout;
pub mod threads;
pub mod ucb;
pub mod value;
