//! Uniformly random play.

use torneo_contract::{Game, Scratch, Seat};

use crate::common::explanation;
use crate::engine::{self, Choice, Engine, EngineInfo, Explanation, Rng};

/// Plays every legal action with the same probability: the anchor of every rating.
pub struct Random<G: Game> {
    rng: Rng,
    seat: Seat,
    scratch: Scratch<G::Action>,
}

/// The registry entry.
pub const INFO: EngineInfo =
    EngineInfo { id: "random", summary: "every legal action with the same probability", options: &[] };

impl<G: Game> Random<G> {
    /// A random player.
    pub fn new() -> Random<G> {
        Random { rng: engine::unseeded(), seat: Seat::FIRST, scratch: Scratch::default() }
    }
}

impl<G: Game> Default for Random<G> {
    fn default() -> Random<G> {
        Random::new()
    }
}

impl<G: Game> Engine<G> for Random<G> {
    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let action = game.random_action(position, self.seat, &mut self.rng, &mut self.scratch);
        Choice { action, nodes: 0 }
    }

    fn explain(&mut self, game: &G, position: &G::Position, _candidates: usize) -> Explanation<G::Action> {
        let actions = &mut self.scratch.actions;
        actions.clear();
        game.actions(position, self.seat, actions);
        let mixture = explanation::equal_mixture(actions);
        Explanation { mixture, ..Explanation::default() }
    }
}
