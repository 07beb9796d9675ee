//! The search tree in arenas, so that no node allocates.

use std::hash::{Hash, Hasher};

use educe::Educe;

use super::bounds::Bounds;
use super::rave::Later;
use super::simultaneous::{Mix, Simultaneous};
use crate::common::ucb::Visits;
use torneo_contract::{
    Seat, SeatVec,
    mixer::{HashedMap, Mixer},
};

/// No child, list, link or proof.
pub const NONE: u32 = u32::MAX;
/// The root's number.
pub const ROOT: u32 = 0;

/// A position of the tree. A child has a higher number than its parent.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first of the node's action lists, one for each choosing seat, or the list of its chance results.
    /// It is [`NONE`] until the node is expanded, and where chance results are not listed.
    pub lists: u32,
    /// The list whose choice alone leads to the children; [`NONE`] where they are found by links.
    pub decider: u32,
    /// The last of the links to the children by chance results or by joint choices.
    pub links: u32,
    /// The proven scores; [`NONE`] if none are.
    pub proof: u32,
    /// The edges of the decider whose child has no proof.
    pub unproven: u32,
    /// Simulations that ended here before the node was expanded.
    pub visits: u32,
}

/// The legal actions of one seat at one node, or the results of a chance turn.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The node.
    pub node: u32,
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
    /// The first of the weights of a chance turn; [`NONE`] for actions of a seat.
    pub weights: u32,
    /// The first of the [`Mix`] values of a seat that mixes its actions; [`NONE`] elsewhere.
    pub mixes: u32,
    /// The highest estimate of its edges.
    pub best: f64,
}

/// An action of one seat at one node, or a chance result.
#[derive(Clone, Copy, Debug)]
pub struct Edge<A> {
    /// The action.
    pub action: A,
    /// Simulations through the edge, with those that a prior stands for.
    pub visits: u32,
    /// The node that the edge of a decider leads to.
    pub child: u32,
    /// The sum of the seat's scores.
    pub total: f64,
    /// The score that the evaluation expects after the action: backed up by implicit minimax. 0 if there is none.
    pub estimate: f64,
}

/// What the selection among the edges of a list reads: apart from the edges, so that long lists are scanned fast.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// What is known of the edge: the mean of its scores, with what [`Blend`] adds; [`LOST`] if it is proven to lose.
    pub value: f64,
    /// How little is known of it: the reciprocal of the square root of its visits. With a policy, its share divided by its simulations
    /// and one.
    pub spread: f64,
}

/// The value of an action that is proven to lose.
pub const LOST: f64 = f64::NEG_INFINITY;

/// What the evaluation after an action counts beside the mean of the scores.
#[derive(Clone, Copy, Default, Debug)]
pub struct Blend {
    /// The weight of the estimate by implicit minimax in the value, `0..=1`.
    pub minimax: f64,
    /// The weight of the progressive bias.
    pub bias: f64,
    /// Simulations that the prior of an edge stands for.
    pub prior: u32,
}

/// Actions from which on a policy decides how many are tried, how many are in the beginning, and how many more for the square root
/// of the simulations.
const MANY: u32 = 200;
const NARROW: u32 = 40;
const WIDER: u32 = 4;

/// Of so many edges how many may be tried after these simulations.
fn widened(count: u32, visits: u32) -> u32 {
    if count > MANY { count.min(NARROW + WIDER * visits.isqrt()) } else { count }
}

/// Whether a policy narrows a list with this number of edges: they stand in its order then.
pub fn is_narrowed(count: usize) -> bool {
    count > MANY as usize
}

/// A child by a chance result that is not listed, or by a joint choice.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The node.
    pub parent: u32,
    /// The link to another child of the node.
    pub next: u32,
    /// The child.
    pub child: u32,
    /// The first of the actions.
    pub first: u32,
    /// Simulations through the link.
    pub visits: u32,
}

/// The tree.
#[derive(Educe)]
#[educe(Default(bound()))]
pub struct Tree<A> {
    /// All nodes; the root is the first.
    pub nodes: Vec<Node>,
    /// The action lists of the nodes.
    pub lists: Vec<List>,
    /// The edges of the lists, in the order of the lists.
    pub edges: Vec<Edge<A>>,
    /// What selection reads of each edge.
    pub arms: Vec<Arm>,
    /// What the action of each edge scored later; empty without RAVE.
    pub laters: Vec<Later>,
    /// How likely each edge is by the policy; empty where none is followed.
    pub shares: Vec<f64>,
    /// The weights of listed chance results, in the order of their lists.
    pub weights: Vec<u64>,
    /// The children that edges do not lead to.
    pub links: Vec<Link>,
    /// The actions of the links.
    pub plies: Vec<A>,
    /// The sums of the scores of the seats that chose these actions.
    pub payoffs: Vec<f64>,
    /// What is known of the actions of the seats that mix.
    pub mixes: Vec<Mix>,
    /// Proven scores of all seats.
    pub proofs: Vec<SeatVec<f64>>,
    /// Score bounds and proof numbers of the nodes.
    pub bounds: Bounds,
    /// The links by the hash of the parent and the actions.
    pub by_ply: HashedMap<u32>,
    /// How the evaluations count in the arms.
    pub blend: Blend,
    /// Whether a policy is followed.
    pub follows: bool,
    /// Whether it is kept what actions score later.
    pub keeps_laters: bool,
    /// Bytes that the arenas may hold.
    pub memory: usize,
    /// The new numbers of the nodes while a part of the tree is kept.
    pub renumbered: Vec<u32>,
    /// The new numbers of the proofs.
    pub proof_numbers: Vec<u32>,
}

impl<A: Copy + Hash> Tree<A> {
    /// An empty tree that grows to about `memory` bytes.
    pub fn new(memory: usize, blend: Blend) -> Tree<A> {
        Tree { blend, memory, ..Tree::default() }
    }

    /// Forgets everything but a fresh root; the memory is kept.
    pub fn reset(&mut self) {
        self.nodes.clear();
        self.lists.clear();
        self.edges.clear();
        self.arms.clear();
        self.laters.clear();
        self.shares.clear();
        self.weights.clear();
        self.links.clear();
        self.plies.clear();
        self.payoffs.clear();
        self.mixes.clear();
        self.proofs.clear();
        self.by_ply.clear();
        self.bounds.reset();
        self.add();
    }

    /// Whether the tree has taken its memory: it grows no more.
    pub fn is_full(&self) -> bool {
        let bytes = self.nodes.len() * size_of::<Node>()
            + self.lists.len() * size_of::<List>()
            + self.edges.len() * (size_of::<Edge<A>>() + size_of::<Arm>())
            + self.laters.len() * size_of::<Later>()
            + self.shares.len() * size_of::<f64>()
            + self.weights.len() * size_of::<u64>()
            + self.links.len() * (size_of::<Link>() + 2 * size_of::<(u64, u32)>())
            + self.plies.len() * (size_of::<A>() + size_of::<f64>())
            + self.mixes.len() * size_of::<Mix>()
            + self.proofs.len() * size_of::<SeatVec<f64>>()
            + self.bounds.bytes();
        bytes >= self.memory
    }

    fn add(&mut self) -> u32 {
        self.bounds.add();
        self.nodes.push(Node {
            lists: NONE,
            decider: NONE,
            links: NONE,
            proof: NONE,
            unproven: 0,
            visits: 0,
        });
        self.nodes.len() as u32 - 1
    }

    /// Gives a node the list of the actions of one more seat; the seats come in order. If `priors` give an
    /// action a score, it begins with this many simulations of that score.
    pub fn expand(&mut self, node: u32, seat: Seat, actions: &[A], (priors, weight): (&[f64], u32)) {
        let (first, count) = (self.edges.len() as u32, actions.len() as u32);
        let (tried, prior) = if priors.is_empty() { (0, 0) } else { (count, weight) };
        self.edges.extend(actions.iter().enumerate().map(|(index, &action)| {
            let estimate = priors.get(index).copied().unwrap_or(0.0);
            Edge { action, visits: prior, child: NONE, total: estimate * f64::from(prior), estimate }
        }));
        self.arms.resize(self.edges.len(), Arm { value: 0.0, spread: 0.0 });
        if tried > 0 {
            (first..first + count).for_each(|edge| self.refresh(edge));
        }
        let best = priors.iter().copied().fold(0.0, f64::max);
        let list =
            List { node, seat, first, count, tried, visits: 0, prior, weights: NONE, mixes: NONE, best };
        self.add_list(list);
    }

    /// Follows a policy in the last list, whose edges it gives these shares.
    pub fn follow(&mut self, shares: &[f64]) {
        let Some(list) = self.lists.last_mut() else { return };
        list.tried = widened(list.count, 0);
        let List { first, count, .. } = *list;
        self.shares.truncate(first as usize);
        self.shares.extend_from_slice(shares);
        (first..first + count).for_each(|edge| self.refresh(edge));
    }

    /// Lets more edges of a list be tried, the more simulations went through it (progressive widening).
    pub fn widen(&mut self, list: u32) {
        let list = &mut self.lists[list as usize];
        list.tried = list.tried.max(widened(list.count, list.visits));
    }

    /// Gives a chance node the list of its results.
    pub fn expand_chance(&mut self, node: u32, results: &[(A, u64)]) {
        let (first, count) = (self.edges.len() as u32, results.len() as u32);
        let weights = self.weights.len() as u32;
        let edge =
            |&(action, _): &(A, u64)| Edge { action, visits: 0, child: NONE, total: 0.0, estimate: 0.0 };
        self.edges.extend(results.iter().map(edge));
        self.arms.resize(self.edges.len(), Arm { value: 0.0, spread: 0.0 });
        if self.keeps_laters {
            self.laters.resize(self.edges.len(), Later::NONE);
        }
        if self.follows {
            self.shares.resize(self.edges.len(), 0.0);
        }
        self.weights.extend(results.iter().map(|&(_, weight)| weight));
        let list = List {
            node,
            seat: Seat::FIRST,
            first,
            count,
            tried: count,
            visits: 0,
            prior: 0,
            weights,
            mixes: NONE,
            best: 0.0,
        };
        self.add_list(list);
    }

    /// Adds a list to its node. As long as at most one list of the node has a choice, it leads to the children.
    fn add_list(&mut self, list: List) {
        let number = self.lists.len() as u32;
        let node = &mut self.nodes[list.node as usize];
        let decides = if node.lists == NONE {
            node.lists = number;
            true
        } else if list.count == 1 {
            false
        } else {
            let decides = self.lists[node.lists as usize..].iter().all(|list| list.count == 1);
            if !decides {
                node.decider = NONE;
            }
            decides
        };
        if decides {
            (node.decider, node.unproven) = (number, list.count);
        }
        self.lists.push(list);
    }

    /// Has the seat of the last list mix its actions, which begin with what `priors` give them.
    pub fn mix(&mut self, method: Simultaneous, (priors, weight): (&[f64], u32)) {
        let Some(list) = self.lists.last_mut() else { return };
        let first = self.mixes.len();
        list.mixes = first as u32;
        self.mixes.resize(first + list.count as usize, Mix::default());
        method.begin(&mut self.mixes[first..], priors, weight);
    }

    /// Brings the arm of an edge up to date. An action that was never tried counts as tried once with its estimate.
    #[inline]
    pub fn refresh(&mut self, edge: u32) {
        let Edge { visits, total, estimate, .. } = self.edges[edge as usize];
        let arm = &mut self.arms[edge as usize];
        if arm.value == LOST {
            return;
        }
        let Visits { share, spread, .. } = Visits::of(visits);
        let mean = if visits > 0 { total * share } else { estimate };
        let Blend { minimax, bias, prior } = self.blend;
        let mut value = mean + minimax * (estimate - mean);
        if bias != 0.0 {
            value += bias * estimate / f64::from(visits + 1);
        }
        let spread = match self.shares.get(edge as usize) {
            // Simulations that a prior stands for are none.
            Some(likely) => likely / f64::from(visits.saturating_sub(prior) + 1),
            None => spread,
        };
        *arm = Arm { value, spread };
    }

    /// Sets the estimate of an edge of a list; the highest of the list.
    pub fn set_estimate(&mut self, list: u32, edge: u32, estimate: f64) -> f64 {
        let list = &mut self.lists[list as usize];
        let before = std::mem::replace(&mut self.edges[edge as usize].estimate, estimate);
        if estimate >= list.best {
            list.best = estimate;
        } else if before == list.best {
            let edges = &self.edges[list.first as usize..][..list.count as usize];
            list.best = edges.iter().map(|edge| edge.estimate).fold(0.0, f64::max);
        }
        let best = list.best;
        self.refresh(edge);
        best
    }

    /// Adds a score to an edge of a list.
    #[inline]
    pub fn record(&mut self, list: u32, edge: u32, score: f64) {
        self.lists[list as usize].visits += 1;
        let entry = &mut self.edges[edge as usize];
        entry.visits += 1;
        entry.total += score;
        self.refresh(edge);
    }

    /// The child of a decider's edge, and whether it is new; none if it is not in the tree and the tree is full.
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

    /// The link for a chance result or a joint choice, and whether it and its child are new; none as for
    /// [`child`](Tree::child).
    pub fn link(&mut self, node: u32, actions: &[A]) -> Option<(u32, bool)> {
        let key = ply_key(node, actions);
        if let Some(&link) = self.by_ply.get(&key) {
            return Some((link, false));
        }
        if self.is_full() {
            return None;
        }
        let (link, child, first) = (self.links.len() as u32, self.add(), self.plies.len() as u32);
        let parent = &mut self.nodes[node as usize];
        self.links.push(Link { parent: node, next: parent.links, child, first, visits: 0 });
        parent.links = link;
        self.plies.extend_from_slice(actions);
        self.payoffs.resize(self.plies.len(), 0.0);
        self.by_ply.insert(key, link);
        Some((link, true))
    }

    /// The actions of a link.
    pub fn actions_of(&self, link: u32) -> &[A] {
        let first = |link: &Link| link.first as usize;
        let end = self.links.get(link as usize + 1).map_or(self.plies.len(), first);
        &self.plies[first(&self.links[link as usize])..end]
    }

    /// The edges of a list.
    pub fn edges_of(&self, list: &List) -> &[Edge<A>] {
        &self.edges[list.first as usize..][..list.count as usize]
    }
}

/// The key of a link.
pub fn ply_key<A: Hash>(node: u32, actions: &[A]) -> u64 {
    let mut mixer = Mixer::default();
    mixer.write_u32(node);
    actions.iter().for_each(|action| action.hash(&mut mixer));
    mixer.finish()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A root with three actions of the first seat and their children.
    pub fn three_children() -> (Tree<u8>, Vec<u32>) {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8, 9], (&[], 0));
        let children = (0..3).map(|edge| tree.child(edge).unwrap().0).collect();
        (tree, children)
    }

    #[test]
    fn joint_children_are_found_again() {
        let (mut tree, _) = three_children();
        let (link, new) = tree.link(ROOT, &[1, 2]).unwrap();
        assert!(new);
        assert_eq!(tree.link(ROOT, &[1, 2]), Some((link, false)));
        assert!(tree.link(ROOT, &[2, 1]).unwrap().1);
        assert!(tree.link(tree.links[link as usize].child, &[1, 2]).unwrap().1);
    }

    #[test]
    fn a_full_tree_grows_no_more() {
        let (mut tree, _) = three_children();
        tree.memory = 1;
        assert_eq!(tree.child(0), Some((1, false)));
        assert_eq!(tree.link(ROOT, &[1, 2]), None);
    }

    #[test]
    fn a_single_real_choice_decides() {
        let decider = |counts: &[usize]| {
            let mut tree = Tree::new(1 << 20, Blend::default());
            tree.reset();
            for (seat, &count) in Seat::all(counts.len()).zip(counts) {
                tree.expand(ROOT, seat, &[7, 8, 9][..count], (&[], 0));
            }
            (tree.nodes[0].decider, tree.nodes[0].unproven)
        };
        assert_eq!((decider(&[3]), decider(&[1, 3, 1]), decider(&[1, 1])), ((0, 3), (1, 3), (0, 1)));
        assert_eq!((decider(&[3, 2]).0, decider(&[1, 3, 2]).0, decider(&[3, 2, 1]).0), (NONE, NONE, NONE));
    }

    #[test]
    fn arms_hold_means() {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8], (&[0.25, 0.5], 3));
        assert_eq!(tree.arms[0].value, 0.25);
        tree.record(0, 0, 1.0);
        assert_eq!((tree.arms[0].value, tree.arms[0].spread), (0.4375, 0.5));
    }

    #[test]
    fn implicit_minimax_follows_the_best_estimate() {
        let mut tree = Tree::new(1 << 20, Blend { minimax: 0.5, ..Blend::default() });
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8], (&[0.25, 0.5], 0));
        assert_eq!((tree.lists[0].best, tree.arms[1].value), (0.5, 0.5));
        tree.record(0, 1, 1.0);
        assert_eq!(tree.arms[1].value, 0.75);
        assert_eq!(tree.set_estimate(0, 1, 0.125), 0.25);
        assert_eq!(tree.arms[1].value, 0.5625);
        assert_eq!(tree.set_estimate(0, 0, 0.75), 0.75);
    }

    #[test]
    fn shares_decide_where_nothing_is_known() {
        let mut tree = Tree { follows: true, ..Tree::new(1 << 20, Blend::default()) };
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8, 9], (&[0.5, 0.5, 0.5], 0));
        tree.follow(&[0.25, 0.5, 0.25]);
        let chosen = |tree: &Tree<i32>| tree.most_promising(&tree.lists[0], 1.0, |_, value| value).0;
        assert_eq!((tree.lists[0].tried, chosen(&tree)), (3, 1));
        tree.record(0, 1, 0.5);
        tree.record(0, 1, 0.5);
        assert_eq!(tree.arms[1].spread, 0.5 / 3.0);
        assert_eq!(chosen(&tree), 0, "a third of the share is left");
        tree.record(0, 2, 1.0);
        assert_eq!(chosen(&tree), 2, "it won");
    }

    #[test]
    fn long_lists_widen_with_their_simulations() {
        assert_eq!([widened(200, 0), widened(201, 0), widened(201, 25)], [200, 40, 60]);
        assert_eq!(widened(201, 1 << 20), 201);
        assert!(!is_narrowed(200) && is_narrowed(201));
        let mut tree = Tree { follows: true, ..Tree::new(1 << 20, Blend::default()) };
        tree.reset();
        let actions: Vec<usize> = (0..300).collect();
        tree.expand(ROOT, Seat::FIRST, &actions, (&[0.5; 300], 0));
        tree.follow(&[1.0 / 300.0; 300]);
        assert_eq!(tree.lists[0].tried, 40);
        (0..100).for_each(|_| tree.record(0, 0, 0.0));
        tree.widen(0);
        assert_eq!((tree.lists[0].visits, tree.lists[0].tried), (100, 80));
    }

    #[test]
    fn the_bias_fades() {
        let mut tree = Tree::new(1 << 20, Blend { bias: 2.0, ..Blend::default() });
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8], (&[0.25, 0.5], 0));
        assert_eq!((tree.arms[0].value, tree.arms[1].value), (0.75, 1.5));
        tree.record(0, 1, 0.0);
        assert_eq!(tree.arms[1].value, 0.5);
    }
}
