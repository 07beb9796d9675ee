//! Morris games and their kin: men on the points of a line board.

mod jumping;
mod nine_mens;
mod three_mens;
mod twelve_mens;

pub use jumping::JumpingMorris;
pub use nine_mens::NineMensMorris;
pub use three_mens::ThreeMensMorris;
pub use twelve_mens::TwelveMensMorris;

torneo_contract::family!(NineMensMorris, ThreeMensMorris, TwelveMensMorris);
