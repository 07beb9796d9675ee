//! What is known of games without playing them. Every command asks here.

use torneo_arena::trial::{KnownScore, known_word};
use torneo_contract::Spec;
use torneo_dice::Limits;
use torneo_registry::{AnyGame, Registry};

use super::first_move::Method;

/// The scores of a game's seats when all play best.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// [`Method::Exact`] where nobody decides anything, else [`Method::Solved`].
    pub method: Method,
    /// The score of each seat.
    pub scores: Vec<f64>,
}

impl Known {
    /// What is known of a game by its specification: worked out where that takes no longer than a second and 256 MiB, else
    /// looked up in the list of solved games. How much is worked out is counted, not timed, so that the answer is the same on
    /// every machine. None where nothing is known, and for no game.
    pub fn of(registry: &Registry, spec: &str) -> Option<Known> {
        let spec: Spec = spec.parse().ok()?;
        let game = registry.game_of(&spec).ok()?;
        let method = if game.has_choices() { Method::Solved } else { Method::Exact };
        let scores = worked_out(registry, &spec).or_else(|| listed(registry, &*game))?;
        Some(Known { method, scores })
    }

    /// The first seat's score.
    pub fn first(&self) -> KnownScore {
        KnownScore { value: self.scores[0], method: self.method.word() }
    }

    /// What can be said of a seat: `ahead`, `behind` or `fair`.
    pub fn verdict(&self, seat: usize) -> &'static str {
        known_word(self.scores[seat], 1.0 / self.scores.len() as f64)
    }
}

/// The scores of a dice game that offers exact analysis and is small.
fn worked_out(registry: &Registry, spec: &Spec) -> Option<Vec<f64>> {
    let scores = torneo_dice::scores(&registry.analysis(spec).ok()?, Limits::AT_ONCE).ok()?;
    Some(scores.iter().map(torneo_dice::Number::decimal).collect())
}

/// The scores of a game of two seats that was solved before.
fn listed(registry: &Registry, game: &dyn AnyGame) -> Option<Vec<f64>> {
    let first = registry.solved(game.canonical())?;
    (game.seats() == 2).then(|| vec![first, 1.0 - first])
}
