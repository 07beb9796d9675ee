//! Exact values of games and positions, and how they are written.

mod proof;
mod retrograde;
mod values;

use std::sync::Arc;

use serde_json::Value as Json;
use torneo_contract::Playable;
use torneo_contract::{Spec, SpecError};
use torneo_games::registry::{self, Visitor};
use torneo_solve::{Control, Expander, Found, NotSolved, Request, Solution, expander};

/// Solves the game of a specification.
///
/// # Errors
/// A specification that stands for no game; inside, a position that is none or a game that cannot be solved.
pub fn solve(
    spec: &Spec,
    request: &Request,
    control: &Control,
) -> Result<Result<Solution, NotSolved>, SpecError> {
    struct Erase;
    impl Visitor for Erase {
        type Output = Arc<dyn Expander>;
        fn visit<G: Playable>(self, game: G, canonical: String) -> Self::Output {
            expander(game, canonical)
        }
    }
    let expander = registry::visit(spec, Erase)?;
    Ok(torneo_solve::solve(&*expander, request, control))
}

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
