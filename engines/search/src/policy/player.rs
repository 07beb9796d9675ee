//! The player that follows a policy without a search.

use std::sync::Arc;

use torneo_contract::{Heuristics, OptionInfo, Seat, Turn, random};

use super::Policy;
use super::judge::Judge;
use super::trail::Trail;
use crate::common::explanation;
use crate::common::judging::WEIGHTS;
use crate::engine::{self, ActionFeatures, Candidate, Choice, Engine, EngineInfo, Explanation, Rng};

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "policy",
    summary: "the action to which a learnt policy gives the largest weight, without a search",
    options: &[OptionInfo {
        help: "a file written by `torneo learn GAME --policy`; without it the policy that comes with the game",
        ..WEIGHTS
    }],
};

/// Plays the action with the largest weight.
pub struct PolicyPlayer<G: Heuristics> {
    judge: Judge<G>,
    trail: Trail,
    seat: Seat,
    rng: Rng,
    actions: Vec<G::Action>,
    /// The weights of the actions at the last choice; empty if there was only one.
    weights: Vec<i32>,
    chosen: Option<G::Action>,
    /// The actions of which the last choice was drawn; empty if it was not.
    equal: Vec<G::Action>,
}

impl<G: Heuristics> PolicyPlayer<G> {
    /// A player that follows this policy.
    pub fn new(policy: Arc<Policy>) -> PolicyPlayer<G> {
        PolicyPlayer {
            judge: Judge::new(policy),
            trail: Trail::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            actions: Vec::new(),
            weights: Vec::new(),
            chosen: None,
            equal: Vec::new(),
        }
    }

    /// One of the actions with the largest weight, each equally likely.
    fn draw(&mut self) -> G::Action {
        let most = self.weights.iter().copied().max();
        let pairs = self.actions.iter().zip(&self.weights);
        self.equal.extend(pairs.filter(|(_, weight)| Some(**weight) == most).map(|(action, _)| *action));
        self.equal[random::below(&mut self.rng, self.equal.len())]
    }
}

impl<G: Heuristics> Engine<G> for PolicyPlayer<G> {
    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
        self.trail.clear();
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        self.actions.clear();
        self.weights.clear();
        self.equal.clear();
        game.actions(position, self.seat, &mut self.actions);
        let choice = if let [only] = self.actions[..] {
            self.judge.mark(game, position, &mut self.trail);
            Choice { action: only, nodes: 0 }
        } else {
            let before = self.trail.before();
            let weights = self.judge.weigh((game, position), self.seat, &self.actions, before);
            self.weights.extend_from_slice(weights);
            self.trail.set(self.judge.on());
            Choice { action: self.draw(), nodes: self.actions.len() as u64 }
        };
        self.chosen = Some(choice.action);
        choice
    }

    fn explain(&mut self, _game: &G, _position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        let Some(chosen) = self.chosen else { return Explanation::default() };
        let mut sorted: Vec<(bool, i32, usize)> = Vec::new();
        for (index, &weight) in self.weights.iter().enumerate() {
            sorted.push((self.actions[index] != chosen, -weight, index));
        }
        sorted.sort_unstable();
        sorted.truncate(candidates);
        let of = |(_, _, index): (bool, i32, usize)| Candidate {
            action: self.actions[index],
            value: None,
            nodes: 1,
        };
        Explanation {
            line: vec![chosen],
            candidates: sorted.into_iter().map(of).collect(),
            mixture: explanation::equal_mixture(&self.equal),
            ..Explanation::default()
        }
    }

    fn features(&mut self, game: &G, position: &G::Position) -> Option<ActionFeatures> {
        let Turn::Seat(seat) = game.turn(position) else { return None };
        self.actions.clear();
        game.actions(position, seat, &mut self.actions);
        let found = self.judge.features((game, position), seat, &self.actions, self.trail.before());
        self.trail.set(self.judge.on());
        Some(found)
    }
}
