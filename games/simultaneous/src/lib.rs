//! Games of simultaneous movement: all seats choose at the same time.

mod frames;
mod king_of_pearls;
mod lanza;
mod nibelungenlied;

pub use frames::Frames;
pub use king_of_pearls::KingOfPearls;
pub use lanza::Lanza;
pub use nibelungenlied::Nibelungenlied;

torneo_contract::family!(Frames, KingOfPearls; Lanza, Nibelungenlied);
