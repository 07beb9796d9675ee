//! What best-first minimax knows of the positions that it has met.

use std::ops::Range;

use torneo_contract::mixer::HashedMap;

use crate::common::value;

/// The number of a node.
pub type NodeId = u32;

/// No node: what follows the action is not expanded, or the game is over there.
pub const NONE: NodeId = NodeId::MAX;

/// How sure a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    /// A search can change it.
    Open,
    /// No search can change it, but it rests on the way that led here, by a repetition or a length rule.
    Closed,
    /// It is that of best play, however the position came about.
    Sure,
}

/// An action of a position, with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Edge<A> {
    /// The action.
    pub action: A,
    /// The node after it.
    pub child: NodeId,
    /// How often the search went this way.
    pub visits: u32,
    /// The value after it, for the seat that chooses.
    pub value: i32,
    /// How sure that is.
    pub state: State,
}

/// What is known of a position as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The value, for the seat that has to choose there.
    pub value: i32,
    /// How sure that is.
    pub state: State,
}

/// A position that was expanded: its actions, and who chooses among them.
#[derive(Clone, Debug)]
struct Node {
    edges: Range<u32>,
    seat: u8,
}

/// The positions that a search has expanded. One that is reached in several ways, after as many plies, is there once.
#[derive(Clone, Debug)]
pub struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
    met: HashedMap<NodeId>,
}

impl<A: Copy> Tree<A> {
    /// A tree without positions.
    pub fn new() -> Tree<A> {
        Tree { nodes: Vec::new(), edges: Vec::new(), met: HashedMap::default() }
    }

    /// Forgets everything; the memory is kept.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.met.clear();
    }

    /// The memory in bytes that its nodes and edges take.
    pub fn bytes(&self) -> usize {
        let of_nodes = self.nodes.len() * (size_of::<Node>() + size_of::<(u64, NodeId)>());
        of_nodes + self.edges.len() * size_of::<Edge<A>>()
    }

    /// The node of a position that was met.
    pub fn find(&self, key: u64) -> Option<NodeId> {
        self.met.get(&key).copied()
    }

    /// Adds an edge to the node that is added next.
    pub fn push(&mut self, edge: Edge<A>) {
        self.edges.push(edge);
    }

    /// Adds a node with the edges that were pushed since the last one.
    pub fn add(&mut self, key: u64, seat: usize) -> NodeId {
        let first = self.nodes.last().map_or(0, |node| node.edges.end);
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { edges: first..self.edges.len() as u32, seat: seat as u8 });
        self.met.insert(key, id);
        id
    }

    /// The seat that chooses at a node.
    pub fn seat(&self, id: NodeId) -> usize {
        usize::from(self.nodes[id as usize].seat)
    }

    /// The edges of a node.
    pub fn edges(&self, id: NodeId) -> &[Edge<A>] {
        &self.edges[self.range(id)]
    }

    /// The edges of a node, to be changed.
    pub fn edges_mut(&mut self, id: NodeId) -> &mut [Edge<A>] {
        let range = self.range(id);
        &mut self.edges[range]
    }

    fn range(&self, id: NodeId) -> Range<usize> {
        let Range { start, end } = self.nodes[id as usize].edges;
        start as usize..end as usize
    }

    /// The edge to go on with: the best that is open, of equal ones the least visited, of those the first.
    /// None if none is open.
    pub fn most_promising(&self, id: NodeId) -> Option<usize> {
        let open = self.edges(id).iter().enumerate().filter(|(_, edge)| edge.state == State::Open);
        first_best(open, |edge| (edge.value, std::cmp::Reverse(edge.visits)))
    }

    /// What the edges tell of a node: the best value. A sure win is sure. Any other value is as sure as the
    /// least sure edge.
    pub fn known(&self, id: NodeId) -> Known {
        let edges = self.edges(id);
        let won = edges.iter().filter(|edge| edge.state == State::Sure && edge.value > value::SPAN);
        if let Some(value) = won.map(|edge| edge.value).max() {
            return Known { value, state: State::Sure };
        }
        let value = edges.iter().map(|edge| edge.value).max().unwrap_or(0);
        Known { value, state: edges.iter().map(|edge| edge.state).min().unwrap_or(State::Sure) }
    }

    /// The edge of the best value, the first of equal ones.
    pub fn best(&self, id: NodeId) -> usize {
        first_best(self.edges(id).iter().enumerate(), |edge| edge.value).expect("a node has an action")
    }

    /// Ends the search behind an edge.
    pub fn settle(&mut self, id: NodeId, edge: usize, value: i32, state: State) {
        let edge = &mut self.edges_mut(id)[edge];
        (edge.child, edge.value, edge.state) = (NONE, value, state);
    }

    /// Lets an edge know what is known of the node after it.
    pub fn back_up(&mut self, id: NodeId, edge: usize) {
        let Edge { child, .. } = self.edges(id)[edge];
        if child == NONE {
            return;
        }
        let Known { value, state } = self.known(child);
        let value = if self.seat(child) == self.seat(id) { value } else { -value };
        let edge = &mut self.edges_mut(id)[edge];
        (edge.value, edge.state) = (value, state);
    }

    /// The edge to play: the most visited of those that are open, unless one that is not is as good.
    pub fn safest(&self, id: NodeId) -> usize {
        let edges = self.edges(id);
        let those = |open: bool| {
            edges.iter().enumerate().filter(move |(_, edge)| (edge.state == State::Open) == open)
        };
        let known = first_best(those(false), |edge| (edge.value, edge.visits));
        let open = first_best(those(true), |edge| (edge.visits, edge.value));
        match (known, open) {
            (Some(known), Some(open)) if edges[known].value >= edges[open].value => known,
            (_, Some(index)) | (Some(index), None) => index,
            (None, None) => unreachable!("a node has an action"),
        }
    }
}

/// The number of the first of the edges that are best by a key.
#[inline]
fn first_best<'a, A: 'a, K: PartialOrd>(
    edges: impl Iterator<Item = (usize, &'a Edge<A>)>,
    key: impl Fn(&Edge<A>) -> K,
) -> Option<usize> {
    let best = edges.reduce(|best, other| if key(other.1) > key(best.1) { other } else { best });
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(action: u8, value: i32, visits: u32, state: State) -> Edge<u8> {
        Edge { action, child: NONE, visits, value, state }
    }

    fn node(edges: &[Edge<u8>]) -> (Tree<u8>, NodeId) {
        let mut tree = Tree::new();
        edges.iter().for_each(|&edge| tree.push(edge));
        let id = tree.add(1, 0);
        (tree, id)
    }

    const WON: i32 = value::WIN - 3;

    #[test]
    fn the_search_goes_on_with_the_best_open_edge() {
        let (tree, id) = node(&[
            edge(0, 5, 1, State::Open),
            edge(1, 9, 4, State::Open),
            edge(2, 9, 2, State::Open),
            edge(3, 50, 0, State::Sure),
        ]);
        assert_eq!(tree.most_promising(id), Some(2));
        let (tree, id) = node(&[edge(0, 5, 1, State::Sure)]);
        assert_eq!(tree.most_promising(id), None);
    }

    #[test]
    fn a_sure_win_makes_a_node_sure_and_so_do_all_its_edges() {
        let known = |edges: &[Edge<u8>]| {
            let (tree, id) = node(edges);
            tree.known(id)
        };
        let (open, lost) = (edge(0, 700, 9, State::Open), edge(1, -WON, 1, State::Sure));
        assert_eq!(known(&[open, edge(2, WON, 1, State::Sure)]), Known { value: WON, state: State::Sure });
        assert_eq!(known(&[open, lost]), Known { value: 700, state: State::Open });
        assert_eq!(known(&[edge(2, 0, 1, State::Sure), lost]), Known { value: 0, state: State::Sure });
        let by_repetition = edge(3, WON, 1, State::Closed);
        assert_eq!(known(&[open, by_repetition]), Known { value: WON, state: State::Open });
        assert_eq!(known(&[by_repetition, lost]), Known { value: WON, state: State::Closed });
    }

    #[test]
    fn a_choice_is_sure_before_it_is_promising() {
        let safest = |edges: &[Edge<u8>]| {
            let (tree, id) = node(edges);
            tree.edges(id)[tree.safest(id)].action
        };
        let (often, seldom) = (edge(0, 100, 90, State::Open), edge(1, 300, 4, State::Open));
        assert_eq!(safest(&[seldom, often]), 0);
        assert_eq!(safest(&[often, edge(2, WON, 1, State::Sure)]), 2);
        assert_eq!(safest(&[often, edge(2, -WON, 200, State::Sure)]), 0);
        assert_eq!(safest(&[edge(0, -100, 90, State::Open), edge(3, 0, 2, State::Sure)]), 3);
        assert_eq!(safest(&[edge(4, -WON, 1, State::Sure), edge(5, 9 - WON, 1, State::Sure)]), 5);
    }

    #[test]
    fn values_are_backed_up_for_the_seat_that_chooses() {
        let mut tree = Tree::new();
        tree.push(edge(0, 40, 0, State::Open));
        let child = tree.add(7, 1);
        tree.push(edge(1, 0, 0, State::Open));
        let parent = tree.add(8, 0);
        tree.edges_mut(parent)[0].child = child;
        tree.back_up(parent, 0);
        assert_eq!((tree.edges(parent)[0].value, tree.find(7), tree.find(9)), (-40, Some(child), None));
    }
}
