//! Games of tiles on the unbounded plane: Trax.

mod mosaic;
mod trax;

pub use trax::Trax;
