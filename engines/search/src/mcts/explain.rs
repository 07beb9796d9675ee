//! What a choice rests on: the visits and mean scores of the root's actions, and the most visited line.

use torneo_contract::{Heuristics, Turn};

use super::Mcts;
use super::tree::{Edge, List, NONE, ROOT};
use crate::common::explanation;
use crate::common::playout::Playout;
use crate::engine::{Candidate, Choice, Explanation};

/// What a choice rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds {
    /// There was no other action.
    None,
    /// It wins at once.
    Win,
    /// The tree.
    Tree,
}

impl<G: Heuristics> Mcts<G> {
    /// What the last choice rests on.
    pub(super) fn explanation(&self, chosen: Choice<G::Action>, candidates: usize) -> Explanation<G::Action> {
        let action = chosen.action;
        match self.grounds {
            Grounds::None => Explanation::default(),
            Grounds::Win => {
                let mut all = vec![Candidate { action, value: Some(1.0), nodes: 0 }];
                all.truncate(candidates);
                let (value, line) = (Some(1.0), vec![action]);
                Explanation { value, depth: Some(1), line, candidates: all, ..Explanation::default() }
            }
            Grounds::Tree => self.by_tree(action, candidates),
        }
    }

    /// The value of the only action: what the tree of the last choice has found of it, else by the evaluation. None at simultaneous turns.
    pub(super) fn of_forced(&mut self, game: &G, position: &G::Position, only: G::Action) -> Option<f64> {
        if game.turn(position) != Turn::Seat(self.seat) {
            return None;
        }
        let known = self.is_decision(ROOT).then(|| self.root_list());
        let known = known.and_then(|list| self.candidate(list, self.tree.edges_of(list).first()?).value);
        let judge = |playout: &mut Playout<G>| playout.evaluation.of_forced(game, position, self.seat, only);
        known.or_else(|| self.playout.as_mut().map(judge))
    }

    fn by_tree(&self, chosen: G::Action, candidates: usize) -> Explanation<G::Action> {
        let list = self.root_list();
        let mut all = Vec::new();
        for edge in self.tree.edges_of(list) {
            all.push(self.candidate(list, edge));
        }
        explanation::rank(&mut all, chosen);
        let alone = self.is_decision(ROOT);
        // Where all others were found to lose, an action may be chosen that no simulation has tried.
        let value = all[0].value.filter(|_| alone).or_else(|| mean_of(&all));
        all.truncate(candidates);
        let line = if alone { self.variation(chosen) } else { vec![chosen] };
        let mixture = if self.tree.has_decider(ROOT) { Vec::new() } else { self.mixture() };
        Explanation { value, depth: None, line, candidates: all, mixture }
    }

    fn candidate(&self, list: &List, edge: &Edge<G::Action>) -> Candidate<G::Action> {
        let proof = (edge.child != NONE).then(|| self.tree.proof(edge.child)).flatten();
        // Estimates of mixed strategies may leave the range of the scores by what rounding and weights do.
        let mean = (edge.visits > 0).then(|| (edge.total / f64::from(edge.visits)).clamp(0.0, 1.0));
        Candidate {
            action: edge.action,
            value: proof.map(|scores| scores[self.seat.index()]).or(mean),
            nodes: u64::from(edge.visits - list.prior),
        }
    }

    /// Whether one seat alone decides at a node, and the tree has its actions.
    fn is_decision(&self, node: u32) -> bool {
        let first = self.tree.nodes[node as usize].lists;
        if first == NONE {
            return false;
        }
        let lists = &self.tree.lists[first as usize..];
        lists[0].weights == NONE && lists.get(1).is_none_or(|next| next.node != node)
    }

    /// The chosen action and the most visited replies, as long as one seat alone decides.
    fn variation(&self, chosen: G::Action) -> Vec<G::Action> {
        let (mut line, mut node) = (Vec::new(), ROOT);
        while self.is_decision(node) {
            let list = &self.tree.lists[self.tree.nodes[node as usize].lists as usize];
            let edges = self.tree.edges_of(list);
            let edge = match node {
                ROOT => edges.iter().find(|edge| edge.action == chosen),
                _ => edges.iter().max_by_key(|edge| (edge.visits, std::cmp::Reverse(edge.action))),
            };
            let Some(edge) = edge.filter(|edge| edge.visits > 0) else { break };
            line.push(edge.action);
            if edge.child == NONE {
                break;
            }
            node = edge.child;
        }
        line
    }
}

/// The mean score over all simulations through these actions.
fn mean_of<A>(all: &[Candidate<A>]) -> Option<f64> {
    let sums = all.iter().filter_map(|one| Some((one.value?, one.nodes as f64)));
    let (total, nodes) = sums.fold((0.0, 0.0), |(total, nodes), (value, n)| (total + value * n, nodes + n));
    (nodes > 0.0).then(|| (total / nodes).clamp(0.0, 1.0))
}
