//! The positions of a game with a length rule as a graph, the rule's count left out.

use std::collections::hash_map::Entry;

use torneo_contract::{Refusal, mixer::HashedMap, refuse};

use super::node::{self, Kind, Payoff};
use crate::meter::Meter;
use crate::{Control, Expander, Identity, Position, Positions, Successors, Terms, Unsolved};

/// Positions without the count of the length rule.
pub const REWOUND: Terms = Terms::of(Identity::Rewound);

/// Marks an edge that counts a turn; the rest is the number of the turn's first position.
pub const TICK: u32 = 1 << 31;
/// Levels of nodes that are not finished.
const WAITING: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
const CHECK_EVERY: usize = 1 << 12;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The kind of its turn.
    pub kind: Kind,
    /// Its first edge.
    pub first: u32,
    /// The number of its edges.
    pub len: u32,
}

/// All positions that can be reached, with numbers such that every edge within a turn leads to a smaller level.
#[derive(Debug, Default)]
pub struct Graph {
    /// What finished games pay: the nodes with the smallest numbers.
    pub constants: Vec<f64>,
    /// The positions; the first ones stand for the constants and have no edges.
    pub nodes: Vec<Node>,
    /// Numbers of nodes, or with [`TICK`] places in `turns`.
    pub edges: Vec<u32>,
    /// The probabilities of edges that are results of chance, by the number of the edge.
    pub weights: HashedMap<f64>,
    /// The first positions of turns.
    pub turns: Vec<u32>,
    /// Where each level begins, and the end.
    pub levels: Vec<usize>,
    /// The node of each position by its key.
    numbers: HashedMap<u32>,
}

impl Graph {
    /// The number of a position's node, by its key.
    pub fn number(&self, key: u64) -> Option<u32> {
        self.numbers.get(&key).copied()
    }

    /// The edges of a node.
    pub fn edges_of(&self, node: &Node) -> &[u32] {
        &self.edges[node.first as usize..][..node.len as usize]
    }

    fn bytes(&self) -> u64 {
        let map = self.numbers.capacity() * (size_of::<(u64, u32)>() + 1);
        let rest = self.nodes.capacity() * (size_of::<Node>() + size_of::<u32>()) + self.edges.capacity() * 4;
        (map + rest) as u64
    }
}

/// Builds a graph, one turn after the other.
pub struct Builder<'a> {
    expander: &'a dyn Expander,
    payoff: Payoff,
    control: &'a Control<'a>,
    graph: Graph,
    /// The level of each node: one more than the largest below it in the same turn.
    levels: Vec<u32>,
    /// First positions of turns that are still to be followed, in their order.
    waiting: Waiting,
    /// Memory for expansions.
    pool: Vec<Successors>,
    meter: Meter,
}

/// Nodes with their positions.
struct Waiting {
    numbers: Vec<u32>,
    positions: Box<dyn Positions>,
}

impl Waiting {
    fn new(expander: &dyn Expander) -> Waiting {
        Waiting { numbers: Vec::new(), positions: expander.list() }
    }

    fn push(&mut self, number: u32, position: Position<'_>) {
        self.numbers.push(number);
        self.positions.push(position);
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.positions.truncate(0);
    }
}

/// A node without edges.
const LEAF: Node = Node { kind: Kind::First, first: 0, len: 0 };

impl<'a> Builder<'a> {
    /// The graph of all that follows `root`, whose length rule's count is set back.
    ///
    /// # Errors
    /// A position that comes back within a turn, a full memory, a run ended from outside.
    pub fn build(
        expander: &'a dyn Expander,
        root: Position<'_>,
        payoff: Payoff,
        control: &'a Control<'a>,
    ) -> Result<Graph, Unsolved> {
        let (graph, waiting) = (Graph::default(), Waiting::new(expander));
        let (levels, pool, meter) = (Vec::new(), Vec::new(), Meter::new());
        let mut builder = Builder { expander, payoff, control, graph, levels, waiting, pool, meter };
        // Finished games pay one of three numbers.
        for constant in [0.0, 0.5, 1.0] {
            builder.graph.constants.push(constant);
            builder.graph.nodes.push(LEAF);
            builder.levels.push(0);
        }
        let root = expander.enter(root, REWOUND, &mut *builder.waiting.positions);
        let number = builder.add(root.key);
        builder.waiting.numbers.push(number);
        let mut turns = Waiting::new(expander);
        while !builder.waiting.numbers.is_empty() {
            std::mem::swap(&mut turns, &mut builder.waiting);
            for (index, &number) in turns.numbers.iter().enumerate() {
                if builder.levels[number as usize] == WAITING {
                    builder.follow(number, turns.positions.at(index))?;
                }
            }
            turns.clear();
        }
        Ok(builder.by_levels())
    }

    fn add(&mut self, key: u64) -> u32 {
        let number = self.graph.nodes.len() as u32;
        self.graph.numbers.insert(key, number);
        self.graph.nodes.push(LEAF);
        self.levels.push(WAITING);
        number
    }

    /// Finds what follows a position, up to the end of the turn.
    fn follow(&mut self, number: u32, position: Position<'_>) -> Result<(), Unsolved> {
        self.check()?;
        self.levels[number as usize] = OPEN;
        let mut next = self.pool.pop().unwrap_or_else(|| Successors::new(self.expander));
        self.expander.expand(position, REWOUND, &mut next);
        let kind = node::kind_of(next.turn, next.columns, &next.all)?;
        let mut edges = Vec::with_capacity(next.all.len());
        let mut level = 0;
        for index in 0..next.all.len() {
            let edge = self.edge(&next, index)?;
            if edge & TICK == 0 {
                level = level.max(self.levels[edge as usize]);
            }
            edges.push(edge);
        }
        let first = self.graph.edges.len() as u32;
        let len = edges.len() as u32;
        self.graph.nodes[number as usize] = Node { kind, first, len };
        self.graph.edges.extend(edges);
        let weights = node::probabilities(kind, &next.all).into_iter().enumerate();
        self.graph.weights.extend(weights.map(|(index, weight)| (u64::from(first) + index as u64, weight)));
        self.levels[number as usize] = level + 1;
        self.pool.push(next);
        Ok(())
    }

    /// The edge to one of the positions that follow another.
    fn edge(&mut self, next: &Successors, index: usize) -> Result<u32, Unsolved> {
        let (found, position) = (&next.all[index], next.positions.at(index));
        if let Some(end) = &found.end {
            let paid = self.payoff.of(end);
            let constant = self.graph.constants.iter().position(|&constant| constant == paid);
            let unfit = || Refusal::new("shares of the first place other than a half");
            return Ok(constant.ok_or_else(unfit)? as u32);
        }
        let number = match self.graph.numbers.entry(found.key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) => self.add(found.key),
        };
        match (found.counts, self.levels[number as usize]) {
            (true, WAITING) => self.waiting.push(number, position),
            (false, WAITING) => self.follow(number, position)?,
            (false, OPEN) => refuse!("a position comes back within a turn"),
            _ => {}
        }
        Ok(if found.counts { number | TICK } else { number })
    }

    /// Numbers the nodes anew by their levels, and the first positions of turns by their order.
    fn by_levels(self) -> Graph {
        let Builder { mut graph, levels, .. } = self;
        let highest = levels.iter().copied().max().unwrap_or_default() as usize;
        let mut starts = vec![0; highest + 2];
        levels.iter().for_each(|&level| starts[level as usize + 1] += 1);
        for level in 0..=highest {
            starts[level + 1] += starts[level];
        }
        let mut places = starts.clone();
        let numbers: Vec<u32> = levels
            .iter()
            .map(|&level| {
                let place = &mut places[level as usize];
                *place += 1;
                *place as u32 - 1
            })
            .collect();
        let mut nodes = vec![LEAF; graph.nodes.len()];
        numbers.iter().zip(&graph.nodes).for_each(|(&number, &node)| nodes[number as usize] = node);
        let mut turn_places = vec![u32::MAX; nodes.len()];
        for edge in &mut graph.edges {
            let number = numbers[(*edge & !TICK) as usize];
            if *edge & TICK == 0 {
                *edge = number;
                continue;
            }
            let place = &mut turn_places[number as usize];
            if *place == u32::MAX {
                *place = graph.turns.len() as u32;
                graph.turns.push(number);
            }
            *edge = *place | TICK;
        }
        graph.numbers.values_mut().for_each(|number| *number = numbers[*number as usize]);
        Graph { nodes, levels: starts, ..graph }
    }

    fn check(&mut self) -> Result<(), Unsolved> {
        let positions = self.graph.nodes.len();
        if !positions.is_multiple_of(CHECK_EVERY) {
            return Ok(());
        }
        self.control.check()?;
        let full = positions >= TICK as usize || self.graph.edges.len() >= u32::MAX as usize;
        if full || self.graph.bytes() > self.control.memory {
            return Err(Unsolved::MemoryFull { positions: positions as u64, bytes: self.control.memory });
        }
        let stage = || "positions without the count of turns".to_owned();
        self.meter.tell(self.control, stage, positions as u64, None);
        Ok(())
    }
}
