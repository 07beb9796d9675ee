//! Games of capture on points.

mod surakarta;

pub use surakarta::Surakarta;
