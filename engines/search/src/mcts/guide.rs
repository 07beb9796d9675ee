//! A learnt policy in the tree and in playouts.

use torneo_contract::{Heuristics, Seat, random};

use crate::engine::Rng;
use crate::policy::{Judge, Trail, softmax};

/// A policy at work, with where each seat chose last.
pub struct Guide<G: Heuristics> {
    judge: Judge<G>,
    /// Where the seats chose last: before the root, and on the way of a simulation.
    root: Vec<Trail>,
    trails: Vec<Trail>,
    /// The shares of the actions that were weighed last.
    shares: Vec<f64>,
    sampled: Vec<G::Action>,
}

impl<G: Heuristics> Guide<G> {
    /// One that follows this policy.
    pub fn new(judge: Judge<G>) -> Guide<G> {
        Guide { judge, root: Vec::new(), trails: Vec::new(), shares: Vec::new(), sampled: Vec::new() }
    }

    /// Begins a game.
    pub fn begin(&mut self, seats: usize) {
        self.root.clear();
        self.root.resize(seats, Trail::default());
    }

    /// Begins a simulation.
    pub fn simulate(&mut self) {
        self.trails.clone_from(&self.root);
    }

    /// A seat has chosen an action in this position.
    pub fn chosen(&mut self, place: (&G, &G::Position), choice: (Seat, G::Action)) {
        self.judge.follow(place, choice, &mut self.root);
    }

    /// A seat chooses on the way of a simulation.
    pub fn mark(&mut self, game: &G, position: &G::Position, seat: Seat) {
        self.judge.mark(game, position, &mut self.trails[seat.index()]);
    }

    /// The weights of actions of a seat on the way of a simulation.
    fn weigh(&mut self, place: (&G, &G::Position), seat: Seat, actions: &[G::Action]) -> &[i32] {
        self.judge.weigh(place, seat, actions, self.trails[seat.index()].before())
    }

    /// How likely each action of a seat is, by the policy.
    pub fn shares(&mut self, place: (&G, &G::Position), seat: Seat, actions: &[G::Action]) -> &[f64] {
        let weights = self.judge.weigh(place, seat, actions, self.trails[seat.index()].before());
        softmax(weights, &mut self.shares);
        &self.shares
    }

    /// Of some random actions the one with the largest weight; one time in `random_every` the first of them.
    pub fn sample(
        &mut self,
        (game, position): (&G, &G::Position),
        seat: Seat,
        (samples, random_every): (usize, usize),
        rng: &mut Rng,
        mut draw: impl FnMut(&mut Rng) -> G::Action,
    ) -> G::Action {
        let first = draw(rng);
        if random::below(rng, random_every) == 0 {
            self.mark(game, position, seat);
            return first;
        }
        let mut sampled = std::mem::take(&mut self.sampled);
        sampled.clear();
        sampled.push(first);
        for _ in 1..samples {
            sampled.push(draw(rng));
        }
        let weights = self.weigh((game, position), seat, &sampled);
        let most = weights.iter().copied().max();
        let best = weights.iter().position(|&weight| Some(weight) == most).unwrap_or(0);
        let chosen = sampled[best];
        self.sampled = sampled;
        self.trails[seat.index()].set(self.judge.on());
        chosen
    }
}
