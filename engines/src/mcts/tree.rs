//! The search tree in arenas, so that no node allocates.

use std::hash::{Hash, Hasher};

use torneo_games::Seat;
use torneo_games::contract::SeatVec;

use crate::parts::mixer::{HashedMap, Mixer};

/// No child, list or proof.
pub const NONE: u32 = u32::MAX;
/// The root's number.
pub const ROOT: u32 = 0;

/// A position of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first of the node's action lists, one for each choosing seat; [`NONE`] until the node is expanded.
    pub lists: u32,
    /// The proven scores; [`NONE`] if none are.
    pub proof: u32,
    /// The edges of a single seat's decision whose child has no proof.
    unproven: u32,
}

/// The legal actions of one seat at one node.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The seat.
    pub seat: Seat,
    /// The first of its edges; those that were tried come first.
    pub first: u32,
    /// The number of its edges.
    pub count: u32,
    /// The number of edges that were tried; edges with a prior count as tried.
    pub tried: u32,
    /// Simulations through the list.
    pub visits: u32,
    /// Simulations that the prior of each edge stands for.
    pub prior: u32,
}

/// An action of one seat at one node.
#[derive(Clone, Copy, Debug)]
pub struct Edge<A> {
    /// The action.
    pub action: A,
    /// Simulations through the edge, with those that a prior stands for.
    pub visits: u32,
    /// The node that a single seat's decision leads to.
    pub child: u32,
    /// The action is proven to lose.
    pub lost: bool,
    /// The sum of the seat's scores.
    pub total: f64,
}

/// The tree.
pub struct Tree<A> {
    /// All nodes; the root is the first.
    pub nodes: Vec<Node>,
    /// The action lists of the nodes.
    pub lists: Vec<List>,
    /// The edges of the lists.
    pub edges: Vec<Edge<A>>,
    /// Proven scores of all seats.
    proofs: Vec<SeatVec<f64>>,
    /// The children of chance results and of joint choices, by the hash of the parent and the ply.
    children: HashedMap<u32>,
    /// Bytes that the arenas may hold.
    memory: usize,
}

impl<A: Copy + Hash> Tree<A> {
    /// An empty tree that grows to about `memory` bytes.
    pub fn new(memory: usize) -> Tree<A> {
        Tree {
            nodes: Vec::new(),
            lists: Vec::new(),
            edges: Vec::new(),
            proofs: Vec::new(),
            children: HashedMap::default(),
            memory,
        }
    }

    /// Forgets everything but a fresh root; the memory is kept.
    pub fn reset(&mut self) {
        self.nodes.clear();
        self.lists.clear();
        self.edges.clear();
        self.proofs.clear();
        self.children.clear();
        self.add();
    }

    /// Whether the tree has taken its memory: it grows no more.
    pub fn is_full(&self) -> bool {
        let bytes = self.nodes.len() * size_of::<Node>()
            + self.lists.len() * size_of::<List>()
            + self.edges.len() * size_of::<Edge<A>>()
            + self.proofs.len() * size_of::<SeatVec<f64>>()
            + self.children.len() * 2 * size_of::<(u64, u32)>();
        bytes >= self.memory
    }

    fn add(&mut self) -> u32 {
        self.nodes.push(Node { lists: NONE, proof: NONE, unproven: 0 });
        self.nodes.len() as u32 - 1
    }

    /// Gives a node the list of the actions of one more seat; the seats come in order. Each action begins with so
    /// many simulations of the score `priors` give it, if they give any.
    pub fn expand(&mut self, node: u32, seat: Seat, actions: &[A], (priors, weight): (&[f64], u32)) {
        let (list, first) = (self.lists.len() as u32, self.edges.len() as u32);
        let node = &mut self.nodes[node as usize];
        if node.lists == NONE {
            node.lists = list;
        }
        node.unproven = actions.len() as u32;
        let count = actions.len() as u32;
        let (tried, prior) = if priors.is_empty() { (0, 0) } else { (count, weight) };
        self.lists.push(List { seat, first, count, tried, visits: 0, prior });
        self.edges.extend(actions.iter().enumerate().map(|(index, &action)| {
            let total = priors.get(index).map_or(0.0, |score| score * f64::from(prior));
            Edge { action, visits: prior, child: NONE, lost: false, total }
        }));
    }

    /// The child of a single seat's decision, and whether it is new; none if it is not in the tree and the tree is
    /// full.
    pub fn child(&mut self, edge: u32) -> Option<(u32, bool)> {
        let known = self.edges[edge as usize].child;
        if known != NONE {
            return Some((known, false));
        }
        if self.is_full() {
            return None;
        }
        let child = self.add();
        self.edges[edge as usize].child = child;
        Some((child, true))
    }

    /// The child that a chance result or a joint choice leads to, as for [`child`](Tree::child).
    pub fn child_by(&mut self, node: u32, actions: impl Iterator<Item = A>) -> Option<(u32, bool)> {
        let mut mixer = Mixer::default();
        mixer.write_u32(node);
        actions.for_each(|action| action.hash(&mut mixer));
        let key = mixer.finish();
        if let Some(&child) = self.children.get(&key) {
            return Some((child, false));
        }
        if self.is_full() {
            return None;
        }
        let child = self.add();
        self.children.insert(key, child);
        Some((child, true))
    }

    /// The proven scores of a node.
    pub fn proof(&self, node: u32) -> Option<&SeatVec<f64>> {
        self.proofs.get(self.nodes[node as usize].proof as usize)
    }

    /// The edges of a list.
    pub fn edges_of(&self, list: &List) -> &[Edge<A>] {
        &self.edges[list.first as usize..][..list.count as usize]
    }

    /// Records that the game ends at the node with these scores.
    pub fn prove(&mut self, node: u32, scores: SeatVec<f64>) {
        self.nodes[node as usize].proof = self.proofs.len() as u32;
        self.proofs.push(scores);
    }

    /// The child of an edge, a single seat's decision at `node`, has just been proven: whether the node now is, by a
    /// win or because all its children are (Winands, Bjornsson and Saito, "Monte-Carlo Tree Search Solver", 2008).
    pub fn prove_by(&mut self, node: u32, edge: u32) -> bool {
        let list = self.lists[self.nodes[node as usize].lists as usize];
        let score = |proof: u32| self.proofs[proof as usize][list.seat.index()];
        let proof_of = |edge: &Edge<A>| self.nodes[edge.child as usize].proof;
        let proof = proof_of(&self.edges[edge as usize]);
        let value = score(proof);
        let last = self.nodes[node as usize].unproven == 1;
        let proven = if value >= 1.0 {
            Some(proof)
        } else if last {
            let proofs = self.edges_of(&list).iter().map(proof_of);
            proofs.reduce(|best, proof| if score(proof) > score(best) { proof } else { best })
        } else {
            None
        };
        self.edges[edge as usize].lost = value <= 0.0;
        let node = &mut self.nodes[node as usize];
        node.unproven -= 1;
        node.proof = proven.unwrap_or(NONE);
        proven.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(first: f64) -> SeatVec<f64> {
        [first, 1.0 - first].into_iter().collect()
    }

    fn tree() -> (Tree<u8>, Vec<u32>) {
        let mut tree = Tree::new(1 << 20);
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8, 9], (&[], 0));
        let children = (0..3).map(|edge| tree.child(edge).unwrap().0).collect();
        (tree, children)
    }

    #[test]
    fn one_win_proves_a_node() {
        let (mut tree, children) = tree();
        tree.prove(children[1], scores(0.0));
        assert!(!tree.prove_by(ROOT, 1) && tree.edges[1].lost);
        tree.prove(children[2], scores(1.0));
        assert!(tree.prove_by(ROOT, 2));
        assert_eq!(tree.proof(ROOT), Some(&scores(1.0)));
    }

    #[test]
    fn all_children_prove_a_node_by_the_best() {
        let (mut tree, children) = tree();
        for (edge, first) in [(0, 0.0), (1, 0.5), (2, 0.0)] {
            assert!(tree.proof(ROOT).is_none());
            tree.prove(children[edge as usize], scores(first));
            tree.prove_by(ROOT, edge);
        }
        assert_eq!(tree.proof(ROOT), Some(&scores(0.5)));
    }

    #[test]
    fn joint_children_are_found_again() {
        let (mut tree, _) = tree();
        let (child, new) = tree.child_by(ROOT, [1, 2].into_iter()).unwrap();
        assert!(new);
        assert_eq!(tree.child_by(ROOT, [1, 2].into_iter()), Some((child, false)));
        assert!(tree.child_by(ROOT, [2, 1].into_iter()).unwrap().1);
        assert!(tree.child_by(child, [1, 2].into_iter()).unwrap().1);
    }

    #[test]
    fn a_full_tree_grows_no_more() {
        let (mut tree, _) = tree();
        tree.memory = 1;
        assert_eq!(tree.child(0), Some((1, false)));
        assert_eq!(tree.child_by(ROOT, [1, 2].into_iter()), None);
    }
}
