//! One simulation after the other.

use torneo_games::contract::SeatVec;
use torneo_games::parts::random;
use torneo_games::{Game, Seat, SeatSet, Turn};

use rand_core::Rng as _;

use super::tree::{List, NONE, ROOT, Tree};
use crate::engine::Rng;
use crate::parts::rollout::Rollout;
use crate::parts::ucb;

/// One seat's choice on the way through the tree, or a chance result.
pub struct Step {
    node: u32,
    /// [`NONE`] at a chance turn.
    list: u32,
    edge: u32,
    /// A single seat decides.
    alone: bool,
}

/// A search from one root.
pub struct Search<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The root position.
    pub root: &'a G::Position,
    /// The exploration constant.
    pub c: f64,
    /// The tree.
    pub tree: &'a mut Tree<G::Action>,
    /// The position of the simulation.
    pub rollout: &'a mut Rollout<G>,
    /// The way of the simulation through the tree.
    pub path: &'a mut Vec<Step>,
    /// The generator.
    pub rng: &'a mut Rng,
}

impl<G: Game> Search<'_, G> {
    /// Descends to a new node, an end or a proof, plays out from there and records the scores.
    pub fn simulate(&mut self) {
        self.rollout.position.clone_from(self.root);
        self.path.clear();
        let mut node = ROOT;
        let scores = loop {
            if let Some(scores) = self.tree.proof(node) {
                break scores.clone();
            }
            match self.descend(node) {
                Some((child, false)) => node = child,
                Some((child, true)) => break self.first_visit(child),
                None => break self.rollout.finish(self.game, self.rng),
            }
        };
        self.record(&scores);
    }

    /// Plays one ply from a node of the tree: the child and whether it is new. None if the tree is full here.
    fn descend(&mut self, node: u32) -> Option<(u32, bool)> {
        match self.game.turn(&self.rollout.position) {
            Turn::Chance => {
                let (rollout, word) = (&mut *self.rollout, self.rng.next_u64());
                let result = self.game.chance_at(&rollout.position, word, &mut rollout.scratch);
                self.game.apply(&mut rollout.position, result);
                self.path.push(Step { node, list: NONE, edge: NONE, alone: false });
                self.tree.child_by(node, [result].into_iter())
            }
            Turn::Seat(seat) => {
                let list = self.lists_of(node, [seat].into_iter())?;
                let edge = self.select(node, list, true);
                let action = self.tree.edges[edge as usize].action;
                self.game.apply(&mut self.rollout.position, action);
                self.tree.child(edge)
            }
            Turn::Together(seats) => self.descend_together(node, seats),
            Turn::Over => None,
        }
    }

    /// Each seat selects on its own (decoupled UCT: Tak, Lanctot and Winands, "Monte Carlo Tree Search Variants for
    /// Simultaneous Move Games", 2014).
    fn descend_together(&mut self, node: u32, seats: SeatSet) -> Option<(u32, bool)> {
        let first = self.lists_of(node, seats.iter())?;
        let mut joint = SeatVec::<G::Action>::new();
        for list in first..first + seats.len() as u32 {
            let edge = self.select(node, list, false);
            joint.push(self.tree.edges[edge as usize].action);
        }
        self.game.apply_together(&mut self.rollout.position, &joint);
        self.tree.child_by(node, joint.iter().copied())
    }

    /// The first action list of a node, which is expanded if it was not. None if the tree is full.
    fn lists_of(&mut self, node: u32, seats: impl Iterator<Item = Seat>) -> Option<u32> {
        let known = self.tree.nodes[node as usize].lists;
        if known != NONE {
            return Some(known);
        }
        if self.tree.is_full() && node != ROOT {
            return None;
        }
        let actions = &mut self.rollout.scratch.actions;
        for seat in seats {
            actions.clear();
            self.game.actions(&self.rollout.position, seat, actions);
            self.tree.expand(node, seat, actions);
        }
        Some(self.tree.nodes[node as usize].lists)
    }

    /// Selects an edge: one that was not tried, drawn at random, else the one with the highest upper confidence
    /// bound that is not proven to lose.
    fn select(&mut self, node: u32, list: u32, alone: bool) -> u32 {
        let entry = &mut self.tree.lists[list as usize];
        let edge = if entry.tried < entry.count {
            let next = entry.first + entry.tried;
            let drawn = next + random::below(self.rng, (entry.count - entry.tried) as usize) as u32;
            entry.tried += 1;
            self.tree.edges.swap(next as usize, drawn as usize);
            next
        } else {
            let entry = *entry;
            self.most_promising(&entry)
        };
        self.path.push(Step { node, list, edge, alone });
        edge
    }

    fn most_promising(&self, list: &List) -> u32 {
        let exploration = ucb::exploration(self.c, list.visits);
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, edge) in self.tree.edges_of(list).iter().enumerate() {
            let bound = ucb::bound(edge.total, edge.visits, exploration);
            if bound > highest && !edge.lost {
                (best, highest) = (index as u32, bound);
            }
        }
        list.first + best
    }

    /// Judges a node that was just added. An end of the game is a proof for the nodes on the way to it.
    fn first_visit(&mut self, node: u32) -> SeatVec<f64> {
        let over = self.game.turn(&self.rollout.position) == Turn::Over;
        let scores = self.rollout.finish(self.game, self.rng);
        if over {
            self.tree.prove(node, scores.clone());
            for step in self.path.iter().rev() {
                if !step.alone || !self.tree.prove_by(step.node, step.edge) {
                    break;
                }
            }
        }
        scores
    }

    /// Adds the scores to the edges on the way: each seat its own (max^n: Sturtevant, "An Analysis of UCT in
    /// Multi-player Games", 2008).
    fn record(&mut self, scores: &SeatVec<f64>) {
        for step in self.path.iter().filter(|step| step.list != NONE) {
            let list = &mut self.tree.lists[step.list as usize];
            list.visits += 1;
            let edge = &mut self.tree.edges[step.edge as usize];
            edge.visits += 1;
            edge.total += scores[list.seat.index()];
        }
    }
}
