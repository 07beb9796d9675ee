//! A learnt policy in the tree and in playouts.

use torneo_contract::{Heuristics, Seat, random};

use crate::engine::Rng;
use crate::policy::{Judge, Since, Trail, softmax};

/// A policy at work, with where each seat chose last.
pub struct Guide<G: Heuristics> {
    judge: Judge<G>,
    /// Where the seats chose last: before the root, and on the way of a simulation.
    root: Vec<Trail>,
    trails: Vec<Trail>,
    /// Where a policy of surroundings is followed: what changed for each seat up to the root, and where was placed what on the way.
    since: Vec<Option<Since>>,
    placed: Vec<(Seat, u16)>,
    on_way: Since,
    /// The shares of the actions that were weighed last.
    shares: Vec<f64>,
    sampled: Vec<G::Action>,
}

impl<G: Heuristics> Guide<G> {
    /// One that follows this policy.
    pub fn new(judge: Judge<G>) -> Guide<G> {
        Guide {
            judge,
            root: Vec::new(),
            trails: Vec::new(),
            since: Vec::new(),
            placed: Vec::new(),
            on_way: Since::default(),
            shares: Vec::new(),
            sampled: Vec::new(),
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, seats: usize) {
        self.root.clear();
        self.root.resize(seats, Trail::default());
    }

    /// Begins a search from a root.
    pub fn start(&mut self, (game, root): (&G, &G::Position)) {
        self.since.clear();
        if self.judge.is_local() {
            for (seat, trail) in Seat::all(game.seats()).zip(&self.root) {
                let before = trail.before();
                self.since.push(before.map(|before| self.judge.since((game, root), seat, before).clone()));
            }
        }
    }

    /// Begins a simulation.
    pub fn simulate(&mut self) {
        self.placed.clear();
        if !self.judge.is_local() {
            self.trails.clone_from(&self.root);
        }
    }

    /// A seat has chosen an action in this position.
    pub fn chosen(&mut self, place: (&G, &G::Position), choice: (Seat, G::Action)) {
        self.judge.follow(place, choice, &mut self.root);
    }

    /// A seat chooses an action on the way of a simulation.
    pub fn mark(&mut self, place: (&G, &G::Position), seat: Seat, action: G::Action) {
        if self.judge.is_local() {
            let site = self.judge.placed(place, action);
            self.placed.extend(site.map(|site| (seat, site as u16)));
        } else {
            self.judge.mark(place.0, place.1, &mut self.trails[seat.index()]);
        }
    }

    /// The weights of actions of a seat on the way of a simulation.
    fn weigh(&mut self, place: (&G, &G::Position), seat: Seat, actions: &[G::Action]) -> &[i32] {
        if self.judge.is_local() {
            self.find_changes(seat);
            self.judge.weigh_since(place, seat, actions, &self.on_way)
        } else {
            self.judge.weigh(place, seat, actions, self.trails[seat.index()].before())
        }
    }

    /// Finds what changed since a seat chose last, before the root or on the way of a simulation.
    fn find_changes(&mut self, seat: Seat) {
        let Since { own, others } = &mut self.on_way;
        own.clear();
        others.clear();
        let last = self.placed.iter().rposition(|&(mover, _)| mover == seat);
        let first = match (last, &self.since[seat.index()]) {
            (Some(last), _) => {
                own.push(self.placed[last].1);
                last + 1
            }
            (None, Some(before)) => {
                own.extend(&before.own);
                others.extend(&before.others);
                0
            }
            // It has not chosen yet.
            (None, None) => return,
        };
        others.extend(self.placed[first..].iter().map(|&(_, site)| site));
    }

    /// Finds how likely each action of a seat is, by the policy: its [shares](Guide::last_shares).
    pub fn share(&mut self, place: (&G, &G::Position), seat: Seat, actions: &[G::Action]) {
        let mut shares = std::mem::take(&mut self.shares);
        softmax(self.weigh(place, seat, actions), &mut shares);
        self.shares = shares;
    }

    /// The shares that were found last, in the order of the actions.
    pub fn last_shares(&mut self) -> &mut [f64] {
        &mut self.shares
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
            self.mark((game, position), seat, first);
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
        if self.judge.is_local() {
            self.mark((game, position), seat, chosen);
        } else {
            self.trails[seat.index()].set(self.judge.on());
        }
        chosen
    }
}
