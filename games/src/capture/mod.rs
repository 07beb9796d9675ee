//! Games of capture on points and holes: Surakarta, mancala.

mod surakarta;

pub use surakarta::Surakarta;
