//! What tests of several modules share.

pub mod pennies;
pub mod program;
pub mod python;
pub mod session;
pub mod small;
