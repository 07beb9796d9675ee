//! What commands print with `--json`, for programs that embed torneo.

use serde_json::{Value, json};
use torneo_registry::Registry;

use crate::Failure;
pub use crate::conformance::written as conformance;
use crate::dice::combos::Combos;
use crate::dice::odds::ExactOdds;
pub use crate::engines::engines_json as engines;
pub use crate::games::games_json as games;
pub use crate::rate::written as rating;
pub use crate::solve::to_json as solution;

/// `torneo dice odds`: the exact results of a dice game, under fixed policies where any are named.
///
/// # Errors
/// A game that is no dice game or cannot be solved, or an unknown policy.
pub fn odds(registry: &Registry, game: &str, policy: &[String]) -> Result<Value, Failure> {
    Ok(json!(ExactOdds::of(game, policy).odds(registry)?))
}

/// `torneo dice combos`: the distribution of a dice expression, or one value of it.
///
/// # Errors
/// A text that is no expression, conditions that are none, or a value that does not occur.
pub fn combos(dice: &str, sum: Option<i64>, given: Option<&str>) -> Result<Value, Failure> {
    Combos::of(dice, sum, given).value()
}
