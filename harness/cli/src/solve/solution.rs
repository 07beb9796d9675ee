//! How exact values are written.

use serde_json::Value as Json;
use torneo_solve::{Found, Solution};

use super::{proof, retrograde, values};

/// The JSON that `docs/solving.md` and `docs/values.md` describe.
pub fn to_json(solution: &Solution) -> Json {
    match &solution.found {
        Found::Retrograde(found) => retrograde::to_json(solution, found),
        Found::Proof(found) => proof::to_json(solution, found),
        Found::Values(found, options) => values::to_json(solution, found, options),
    }
}

/// The result for people.
pub fn to_text(solution: &Solution) -> String {
    match &solution.found {
        Found::Retrograde(found) => retrograde::to_text(solution, found),
        Found::Proof(found) => proof::to_text(solution, found),
        Found::Values(found, options) => values::to_text(solution, found, options),
    }
}
