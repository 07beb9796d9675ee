//! A search that somebody watches: told of what the tree says after some simulations, after twice as many, and so on.

use torneo_contract::Heuristics;

use super::Mcts;
use super::explain::Grounds;
use super::tree::{NONE, ROOT};
use crate::common::budget::Clock;
use crate::engine::{self, Choice};
use crate::inquiry::Inquiry;

/// Simulations after which it is told of the first time.
const FIRST: u64 = 1_000;

impl<G: Heuristics> Mcts<G> {
    /// Simulates until the budget ends or the root is proven, and tells of it; the number of simulations.
    pub(super) fn simulate_watched(
        &mut self,
        place: (&G, &G::Position),
        clock: &Clock<'_>,
        inquiry: &mut Inquiry<'_, G::Action>,
    ) -> u64 {
        let (mut sims, mut pause) = (0, FIRST);
        loop {
            sims = self.simulate(place, clock, sims, pause);
            if sims < pause {
                return sims;
            }
            if self.tree.has_decider(ROOT) {
                self.tell(Choice { action: self.best(), nodes: sims }, inquiry);
            }
            pause = pause.saturating_mul(2);
        }
    }

    /// Tells what the tree says of a choice; the choice among the actions that may be chosen.
    pub(super) fn tell(
        &self,
        choice: Choice<G::Action>,
        inquiry: &mut Inquiry<'_, G::Action>,
    ) -> Choice<G::Action> {
        let found = self.explanation(choice, inquiry.compared());
        engine::tell_of(choice, &found, self.plies_after(choice.action), inquiry)
    }

    /// Plies to the end of the game after a choice of an action at the root, if that is proven to win or to lose.
    pub(super) fn plies_after(&self, action: G::Action) -> Option<u32> {
        match self.grounds {
            Grounds::None => None,
            Grounds::Win => Some(1),
            Grounds::Tree => {
                let edges = self.tree.edges_of(self.root_list());
                let child = edges.iter().find(|edge| edge.action == action)?.child;
                let score = (child != NONE).then(|| self.tree.proof(child)).flatten()?[self.seat.index()];
                let plies = (score <= 0.0 || score >= 1.0).then(|| self.tree.plies_to_end(child)).flatten();
                plies.map(|plies| plies + 1)
            }
        }
    }
}
