//! Mancala games: seeds are sown from hole to hole.

mod ot_tjin;

pub use ot_tjin::OtTjin;

torneo_contract::family!(OtTjin);
