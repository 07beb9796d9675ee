//! Parts that several engines share.

pub mod budget;
pub mod elementary;
pub mod equilibrium;
pub mod immediate;
pub mod mixer;
pub mod rollout;
pub mod ucb;
pub mod value;
