//! Connection games: join stones into a chain that reaches what it must.

mod havannah;
mod lists;

pub use havannah::Havannah;
