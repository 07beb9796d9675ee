//! Games of capture on points and holes: Surakarta, mancala.

mod camelot;
mod surakarta;

pub use camelot::Camelot;
pub use surakarta::Surakarta;
