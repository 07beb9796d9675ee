//! Value iteration over turns (Shapley, "Stochastic Games", 1953) with bounds from both sides (Haddad and Monmege,
//! "Interval iteration algorithm for MDPs and IMDPs", 2018).

use rayon::prelude::*;

use super::graph::{Graph, Node, TICK};
use super::node::{self, Cards, Kind};
use crate::equilibrium::{Interval, MatrixSolver};

/// Nodes that one thread takes at a time.
const CHUNK: usize = 1 << 12;

/// The values of all positions of a graph with some turns left.
pub struct Values<'a> {
    graph: &'a Graph,
    cards: Cards,
    /// The bounds of each node.
    nodes: Vec<Interval>,
    /// The bounds of the first positions of turns with one turn fewer left.
    before: Vec<Interval>,
}

impl<'a> Values<'a> {
    /// The values without turns left, where the game is worth `end` if it is not decided.
    pub fn new(graph: &'a Graph, cards: Cards, end: Interval) -> Values<'a> {
        let mut nodes = vec![end; graph.nodes.len()];
        for (value, &constant) in nodes.iter_mut().zip(&graph.constants) {
            *value = [constant; 2];
        }
        Values { graph, cards, nodes, before: vec![end; graph.turns.len()] }
    }

    /// Allows one turn more.
    pub fn advance(&mut self) {
        let nodes = &self.nodes;
        let turns = self.before.par_iter_mut().zip(&self.graph.turns);
        turns.for_each(|(value, &turn)| *value = nodes[turn as usize]);
        let (graph, cards, before) = (self.graph, self.cards, &self.before);
        for level in graph.levels.windows(2).skip(1) {
            let (below, rest) = self.nodes.split_at_mut(level[0]);
            let values = &mut rest[..level[1] - level[0]];
            let nodes = &graph.nodes[level[0]..level[1]];
            let work = |(values, nodes): (&mut [Interval], &[Node])| {
                let (mut solver, mut payoffs) = (MatrixSolver::default(), Vec::new());
                for (value, node) in values.iter_mut().zip(nodes) {
                    gather(graph, node, below, before, &mut payoffs);
                    *value = value_of(graph, node, &payoffs, cards, &mut solver);
                }
            };
            values.par_chunks_mut(CHUNK).zip(nodes.par_chunks(CHUNK)).for_each(work);
        }
    }

    /// The bounds of a node.
    pub fn of(&self, number: u32) -> Interval {
        self.nodes[number as usize]
    }

    /// The bounds of what follows a node, in the order of its edges.
    pub fn after(&self, number: u32) -> Vec<Interval> {
        let mut payoffs = Vec::new();
        gather(self.graph, &self.graph.nodes[number as usize], &self.nodes, &self.before, &mut payoffs);
        payoffs
    }
}

/// The bounds of what follows a node.
fn gather(graph: &Graph, node: &Node, below: &[Interval], before: &[Interval], payoffs: &mut Vec<Interval>) {
    payoffs.clear();
    payoffs.extend(graph.edges_of(node).iter().map(|&edge| match edge & TICK {
        0 => below[edge as usize],
        _ => before[(edge & !TICK) as usize],
    }));
}

fn value_of(
    graph: &Graph,
    node: &Node,
    payoffs: &[Interval],
    cards: Cards,
    solver: &mut MatrixSolver,
) -> Interval {
    let weights: Vec<f64> = match node.kind {
        Kind::Chance => {
            (node.first..node.first + node.len).map(|edge| graph.weights[&u64::from(edge)]).collect()
        }
        _ => Vec::new(),
    };
    node::value(node.kind, payoffs, &weights, cards, solver)
}
