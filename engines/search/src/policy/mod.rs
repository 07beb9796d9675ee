//! Policies that are learnt: weights of the features of actions.
//!
//! No game describes its actions. So an action is played, and what it did is looked at: what stands where before and after it, and
//! what the game tells searches of it. The sum of the weights of its [features](Sort) is a logit: the softmax of these sums over the legal
//! actions gives each of them the probability with which a search chooses it.

mod asking;
mod eye;
mod groups;
mod judge;
mod local;
mod player;
mod sort;
mod surroundings;
mod trail;
mod weights;

use std::path::Path;

use torneo_contract::{SpecError, refuse, refuse_if};

use crate::learned::Sight;

pub use crate::common::elementary::{exp, ln};
pub use asking::{OPTION, asked, evaluation_path};
pub use judge::{Judge, softmax};
pub use player::{INFO, PolicyPlayer};
pub use sort::{SORTS, Sort, is_of_surroundings};
pub use trail::{Since, Trail};
pub use weights::{MOST_WEIGHTS, UNIT, Weights, policy_of};

/// A policy of a game.
pub struct Policy {
    /// What the game tells.
    sight: Sight,
    /// The weights of features.
    weights: Weights,
    /// Whether it looks at what replies gain.
    heeds_replies: bool,
    /// Whether it looks at the surroundings of targets alone.
    is_local: bool,
}

impl Policy {
    /// The policy with these weights. One without any looks at everything, as it is learnt.
    pub fn new(sight: Sight, weights: Weights) -> Policy {
        let heeds_replies =
            weights.count() == 0 || ["reply", "net", "rank"].iter().any(|sort| weights.has(sort));
        let is_local = weights.is_of_surroundings();
        Policy { sight, weights, heeds_replies, is_local }
    }

    /// Reads the policy of a file, or with an empty path the one that comes with the game.
    ///
    /// # Errors
    /// Those of [`check`], a game without a policy, and files without a policy of it.
    pub fn read(path: &str, sight: Sight) -> Result<Policy, SpecError> {
        check(&sight)?;
        let weights = match (path, &sight.policy) {
            ("", Some(text)) => Weights::parse(text, &sight)?,
            ("", None) => refuse!(
                "no policy comes with `{}` as it is set up: `torneo learn {} --policy` finds one, and \
                 `weights=FILE` uses it",
                sight.id,
                sight.id
            ),
            (path, _) => Weights::read(Path::new(path), &sight)?,
        };
        Ok(Policy::new(sight, weights))
    }
}

/// Whether there can be a policy for a game.
///
/// # Errors
/// A game with simultaneous turns, or in which no seat ever decides.
pub fn check(sight: &Sight) -> Result<(), SpecError> {
    let (id, turns) = (sight.id, sight.turns);
    refuse_if!(turns.simultaneous, "`{id}` has no learnt policy: it has simultaneous turns");
    refuse_if!(!turns.decision, "`{id}` has no learnt policy: no seat ever decides");
    Ok(())
}
