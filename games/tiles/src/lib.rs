//! Games of tiles on the unbounded plane: Trax and Tantrix.

mod mosaic;
mod tantrix;
mod trax;

pub use tantrix::Tantrix;
pub use trax::Trax;

torneo_contract::family!(Tantrix, Trax);
