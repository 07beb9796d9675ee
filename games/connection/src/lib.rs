//! Connection games: join stones into a chain that reaches what it must.

mod akron;
mod havannah;
mod lists;

pub use akron::Akron;
pub use havannah::Havannah;

torneo_contract::family!(Akron, Havannah);
