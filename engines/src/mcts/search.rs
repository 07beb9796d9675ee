//! One simulation after the other.

use torneo_games::contract::SeatVec;
use torneo_games::parts::random;
use torneo_games::{Game, Seat, SeatSet, Turn};

use rand_core::Rng as _;

use super::options::MctsOptions;
use super::tree::{NONE, Node, ROOT, Tree};
use crate::engine::Rng;
use crate::parts::rollout::Rollout;
use crate::parts::value;

/// Joint choices that each action at a simultaneous root is tried against for its prior; one deeper.
const ROOT_TRIALS: usize = 16;
/// The unit of the noise that decides between equal priors: it stays below 10^-6.
const NOISE: f64 = 1.0 / (1u64 << 44) as f64;

/// Results of a chance turn up to which they are listed, so that it can be proven; others are drawn by the game.
const LISTED_RESULTS: usize = 64;

/// One seat's choice on the way through the tree, or a chance result.
pub struct Step {
    node: u32,
    /// [`NONE`] for a chance result that is not listed.
    list: u32,
    edge: u32,
    /// The choice alone leads to the child.
    decides: bool,
}

/// Where a ply from a node of the tree led.
enum Ply {
    /// To a node of the tree.
    Known(u32),
    /// To a node that has just been added.
    New(u32),
    /// Nowhere in the tree: it does not grow here yet, or no more.
    Outside,
}

impl From<Option<(u32, bool)>> for Ply {
    fn from(child: Option<(u32, bool)>) -> Ply {
        match child {
            Some((child, false)) => Ply::Known(child),
            Some((child, true)) => Ply::New(child),
            None => Ply::Outside,
        }
    }
}

/// A search from one root.
pub struct Search<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The root position.
    pub root: &'a G::Position,
    /// How to search.
    pub options: &'a MctsOptions,
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
                Ply::Known(child) => node = child,
                Ply::New(child) => break self.first_visit(child),
                Ply::Outside => break self.rollout.finish(self.game, self.rng),
            }
        };
        self.record(&scores);
    }

    /// Plays one ply from a node of the tree.
    fn descend(&mut self, node: u32) -> Ply {
        match self.game.turn(&self.rollout.position) {
            Turn::Chance => self.descend_chance(node),
            Turn::Seat(seat) => {
                let Some(list) = self.lists_of(node, [seat].into_iter()) else { return Ply::Outside };
                let edge = self.select(list);
                self.path.push(Step { node, list, edge, decides: true });
                let action = self.tree.edges[edge as usize].action;
                self.game.apply(&mut self.rollout.position, action);
                self.tree.child(edge).into()
            }
            Turn::Together(seats) => self.descend_together(node, seats),
            Turn::Over => Ply::Outside,
        }
    }

    /// Draws a result: of few from their list, of many as the game does.
    fn descend_chance(&mut self, node: u32) -> Ply {
        let word = self.rng.next_u64();
        let Rollout { position, scratch, .. } = &mut *self.rollout;
        let Node { lists, links, .. } = self.tree.nodes[node as usize];
        if lists == NONE && links == NONE && !self.tree.is_full() {
            scratch.outcomes.clear();
            self.game.chance(position, &mut scratch.outcomes);
            if scratch.outcomes.len() <= LISTED_RESULTS {
                self.tree.expand_chance(node, &scratch.outcomes);
            }
        }
        let list = self.tree.nodes[node as usize].lists;
        if list != NONE {
            let edge = self.tree.draw(list, word);
            self.path.push(Step { node, list, edge, decides: true });
            self.game.apply(position, self.tree.edges[edge as usize].action);
            return self.tree.child(edge).into();
        }
        let result = self.game.chance_at(position, word, scratch);
        self.game.apply(position, result);
        self.path.push(Step { node, list: NONE, edge: NONE, decides: false });
        self.follow(node, &[result])
    }

    /// Each seat selects on its own (decoupled UCT: Tak, Lanctot and Winands, "Monte Carlo Tree Search Variants for
    /// Simultaneous Move Games", 2014).
    fn descend_together(&mut self, node: u32, seats: SeatSet) -> Ply {
        let Some(first) = self.lists_of(node, seats.iter()) else { return Ply::Outside };
        let decider = self.tree.nodes[node as usize].decider;
        let mut joint = SeatVec::<G::Action>::new();
        let mut deciding = NONE;
        for list in first..first + seats.len() as u32 {
            let edge = self.select(list);
            if list == decider {
                deciding = edge;
            }
            self.path.push(Step { node, list, edge, decides: list == decider });
            joint.push(self.tree.edges[edge as usize].action);
        }
        self.game.apply_together(&mut self.rollout.position, &joint);
        if deciding == NONE { self.follow(node, &joint) } else { self.tree.child(deciding).into() }
    }

    /// The child by a result or a joint choice.
    fn follow(&mut self, node: u32, actions: &[G::Action]) -> Ply {
        let found = self.tree.link(node, actions);
        found.map(|(link, new)| (self.tree.links[link as usize].child, new)).into()
    }

    /// The first action list of a node, which is expanded if it was not. None if it is visited too seldom yet or the
    /// tree is full.
    fn lists_of(&mut self, node: u32, seats: impl Iterator<Item = Seat> + Clone) -> Option<u32> {
        let entry = &mut self.tree.nodes[node as usize];
        if entry.lists != NONE {
            return Some(entry.lists);
        }
        if node != ROOT {
            entry.visits += 1;
            if entry.visits < self.options.expand || self.tree.is_full() {
                return None;
            }
        }
        self.draw_trials(node, seats.clone());
        for (place, seat) in seats.enumerate() {
            let actions = &mut self.rollout.scratch.actions;
            actions.clear();
            self.game.actions(&self.rollout.position, seat, actions);
            self.judge_actions(seat, place);
            let actions = &self.rollout.scratch.actions;
            self.tree.expand(node, seat, actions, (self.priors, self.options.prior));
        }
        Some(self.tree.nodes[node as usize].lists)
    }

    /// Draws the joint choices that priors are found against: more at the root.
    fn draw_trials(&mut self, node: u32, seats: impl Iterator<Item = Seat> + Clone) {
        self.trials.clear();
        if self.options.prior == 0 {
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
        if self.options.prior == 0 || self.game.evaluate(&self.rollout.position, seat).is_none() {
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
    fn select(&mut self, list: u32) -> u32 {
        let entry = self.tree.lists[list as usize];
        if entry.count == 1 {
            self.tree.lists[list as usize].tried = 1;
            entry.first
        } else if entry.tried < entry.count {
            self.tree.try_next(list, random::below(self.rng, (entry.count - entry.tried) as usize) as u32)
        } else {
            self.tree.most_promising(&entry, self.options.c)
        }
    }

    /// Judges a node that was just added. An end of the game is a proof for the nodes on the way to it.
    fn first_visit(&mut self, node: u32) -> SeatVec<f64> {
        let over = self.game.turn(&self.rollout.position) == Turn::Over;
        let scores = self.rollout.finish(self.game, self.rng);
        if over {
            self.tree.prove(node, scores.clone());
            for step in self.path.iter().rev() {
                // The choices of the other seats of a turn with one real choice lead nowhere by themselves.
                let is_aside = step.list != NONE && !step.decides && self.tree.has_decider(step.node);
                let is_proven = is_aside || step.decides && self.tree.prove_by(step.node, step.edge);
                if !is_proven {
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
            let seat = self.tree.lists[step.list as usize].seat;
            self.tree.record(step.list, step.edge, scores[seat.index()]);
        }
    }
}
