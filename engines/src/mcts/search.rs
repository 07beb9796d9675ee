//! One simulation after the other.

use torneo_games::contract::SeatVec;
use torneo_games::parts::random;
use torneo_games::{Game, Seat, SeatSet, Turn};

use rand_core::Rng as _;

use super::tree::{List, NONE, ROOT, Tree};
use crate::engine::Rng;
use crate::parts::rollout::Rollout;
use crate::parts::{ucb, value};

/// Joint choices that each action at a simultaneous root is tried against for its prior; one deeper.
const ROOT_TRIALS: usize = 16;
/// The unit of the noise that decides between equal priors: it stays below 10^-6.
const NOISE: f64 = 1.0 / (1u64 << 44) as f64;

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
    /// Simulations that the evaluation after an action stands for.
    pub prior: u32,
    /// The tree.
    pub tree: &'a mut Tree<G::Action>,
    /// The position of the simulation.
    pub rollout: &'a mut Rollout<G>,
    /// A position to look at.
    pub spare: &'a mut G::Position,
    /// The joint choices that priors are found against.
    pub trials: &'a mut Vec<SeatVec<G::Action>>,
    /// The priors of one action list.
    pub priors: &'a mut Vec<f64>,
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
    fn lists_of(&mut self, node: u32, seats: impl Iterator<Item = Seat> + Clone) -> Option<u32> {
        let known = self.tree.nodes[node as usize].lists;
        if known != NONE {
            return Some(known);
        }
        if self.tree.is_full() && node != ROOT {
            return None;
        }
        self.draw_trials(node, seats.clone());
        for (place, seat) in seats.enumerate() {
            let actions = &mut self.rollout.scratch.actions;
            actions.clear();
            self.game.actions(&self.rollout.position, seat, actions);
            self.judge_actions(seat, place);
            let actions = &self.rollout.scratch.actions;
            self.tree.expand(node, seat, actions, (self.priors, self.prior));
        }
        Some(self.tree.nodes[node as usize].lists)
    }

    /// Draws the joint choices that priors are found against: more at the root.
    fn draw_trials(&mut self, node: u32, seats: impl Iterator<Item = Seat> + Clone) {
        self.trials.clear();
        if self.prior == 0 {
            return;
        }
        let Rollout { position, scratch, .. } = &mut *self.rollout;
        let together = matches!(self.game.turn(position), Turn::Together(_));
        for _ in 0..if node == ROOT && together { ROOT_TRIALS } else { 1 } {
            let draw = |seat| self.game.random_action(position, seat, self.rng, scratch);
            self.trials.push(seats.clone().map(draw).collect());
        }
    }

    /// Writes the priors of the listed actions of a seat, which has this place in joint choices: the scores that the
    /// evaluation expects right after each, a little noise deciding between equals (Gelly and Silver, "Combining
    /// Online and Offline Knowledge in UCT", 2007). None without an evaluation.
    fn judge_actions(&mut self, seat: Seat, place: usize) {
        self.priors.clear();
        if self.prior == 0 || self.game.evaluate(&self.rollout.position, seat).is_none() {
            return;
        }
        let share = 1.0 / self.trials.len() as f64;
        for index in 0..self.rollout.scratch.actions.len() {
            let action = self.rollout.scratch.actions[index];
            let scores = (0..self.trials.len()).map(|trial| self.judge_action(seat, action, place, trial));
            let score = scores.sum::<f64>() * share;
            self.priors.push(score + (self.rng.next_u64() >> 40) as f64 * NOISE);
        }
    }

    /// The score that a seat may expect right after its action, at a simultaneous turn together with a trial.
    fn judge_action(&mut self, seat: Seat, action: G::Action, place: usize, trial: usize) -> f64 {
        self.spare.clone_from(&self.rollout.position);
        if let Turn::Together(_) = self.game.turn(self.spare) {
            let mut joint = self.trials[trial].clone();
            joint[place] = action;
            self.game.apply_together(self.spare, &joint);
        } else {
            self.game.apply(self.spare, action);
        }
        match self.game.turn(self.spare) {
            Turn::Over => self.game.outcome(self.spare).scores[seat.index()],
            _ => {
                let value = value::of_position(self.game, self.spare, seat).unwrap_or(0);
                value::score(value, self.game.seats())
            }
        }
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
        let exploration = ucb::exploration(self.c, list.visits.max(1));
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
