//! What an engine would play.

use torneo_contract::{Refusal, Seat, refusal};
use torneo_registry::Stop;
use torneo_registry::advice::{Advice, Adviser};
use wasm_bindgen::prelude::*;

use crate::games;

/// An engine that thinks about one game.
#[wasm_bindgen]
pub struct Thinker {
    adviser: Adviser,
}

impl Thinker {
    /// An engine for a game.
    ///
    /// # Errors
    /// An invalid specification, or an engine that cannot play the game.
    pub fn of(game: &str, engine: &str) -> Result<Thinker, Refusal> {
        let game = games::registry().game(game).map_err(Refusal::new)?;
        let engine = games::engine(engine)?;
        let adviser = game.adviser(&engine, Stop::default()).map_err(Refusal::new)?;
        Ok(Thinker { adviser })
    }

    /// What the engine would play at a seat after some moves.
    ///
    /// # Errors
    /// An invalid position or token, a seat that does not choose now, or an engine that fails.
    pub fn advise(
        &mut self,
        position: Option<&str>,
        moves: &str,
        seat: usize,
        seed: u64,
        lines: usize,
    ) -> Result<Advice, Refusal> {
        self.adviser.begin(Seat::new(seat), seed);
        if let Some(text) = position.filter(|text| !text.is_empty()) {
            self.adviser.set_position(text).map_err(|error| refusal!("position: {error}"))?;
        }
        for (index, token) in moves.split_whitespace().enumerate() {
            self.adviser.play(token).map_err(|error| refusal!("move {}: {}", index + 1, error.message))?;
        }
        self.adviser.advise(lines).map_err(Refusal::new)
    }
}

#[wasm_bindgen]
impl Thinker {
    /// As [`Thinker::of`].
    ///
    /// # Errors
    /// As there.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, engine: &str) -> Result<Thinker, JsError> {
        Thinker::of(game, engine).map_err(JsError::from)
    }

    /// What the engine would play at a seat after some moves, with up to `lines` actions valued, as JSON.
    ///
    /// # Errors
    /// As [`Thinker::advise`].
    pub fn think(
        &mut self,
        position: Option<String>,
        moves: &str,
        seat: usize,
        seed: u64,
        lines: usize,
    ) -> Result<String, JsError> {
        let advice = self.advise(position.as_deref(), moves, seat, seed, lines);
        let written = |advice| serde_json::to_string(&advice).expect("an advice is plain data");
        advice.map(written).map_err(JsError::from)
    }
}
