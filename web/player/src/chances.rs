//! What the sides of a decision in a dice game are worth.

use torneo_contract::{Refusal, refusal};
use torneo_dice::{Chances, Limits};
use wasm_bindgen::prelude::*;

use crate::games;

/// What going on and stopping are worth at a position of a dice game, if both seats play as well as they can afterwards; none
/// where no decision is due.
///
/// # Errors
/// A game without decisions or a text that is no position, and a game that is too large to be solved at once.
pub fn of(game: &str, position: &str) -> Result<Option<Chances>, Refusal> {
    let spec = game.parse().map_err(Refusal::new)?;
    let analysis = games::registry().analysis(&spec).map_err(Refusal::new)?;
    torneo_dice::chances(&analysis, position, Limits::default()).map_err(|why| refusal!("{why}"))
}

/// As [`of`], as JSON: `null`, or `seat`, `throw` and `stop`, each with `win`, `draw` and `score`.
///
/// # Errors
/// As [`of`].
#[wasm_bindgen]
pub fn chances(game: &str, position: &str) -> Result<String, JsError> {
    let chances = of(game, position).map_err(JsError::from)?;
    Ok(serde_json::to_string(&chances).expect("chances are numbers"))
}
