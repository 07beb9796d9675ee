//! The positions of a game with a length rule as a graph, the rule's count left out.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use torneo_contract::{Playable, Turn};

use super::node::{self, Kind, Payoff};
use crate::parts::mixer::HashedMap;
use crate::solver::meter::Meter;
use crate::solver::{Control, Progress, Unsolved};

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
pub struct Builder<'a, G: Playable> {
    game: &'a G,
    payoff: Payoff,
    control: &'a Control<'a>,
    graph: Graph,
    /// The level of each node: one more than the largest below it in the same turn.
    levels: Vec<u32>,
    /// First positions of turns that are still to be followed.
    waiting: VecDeque<(u32, G::Position)>,
    meter: Meter,
}

/// A node without edges.
const LEAF: Node = Node { kind: Kind::First, first: 0, len: 0 };

impl<'a, G: Playable> Builder<'a, G> {
    /// The graph of all that follows `root`, whose length rule's count is set back.
    ///
    /// # Errors
    /// A position that comes back within a turn, a full memory, a run ended from outside.
    pub fn build(
        game: &'a G,
        root: &G::Position,
        payoff: Payoff,
        control: &'a Control<'a>,
    ) -> Result<Graph, Unsolved> {
        let (graph, waiting) = (Graph::default(), VecDeque::new());
        let mut builder =
            Builder { game, payoff, control, graph, levels: Vec::new(), waiting, meter: Meter::new() };
        // Finished games pay one of three numbers.
        for constant in [0.0, 0.5, 1.0] {
            builder.graph.constants.push(constant);
            builder.graph.nodes.push(LEAF);
            builder.levels.push(0);
        }
        let mut root = root.clone();
        game.rewind(&mut root);
        let key = game.symmetric_hash(&root);
        let number = builder.add(key);
        builder.waiting.push_back((number, root));
        while let Some((number, position)) = builder.waiting.pop_front() {
            if builder.levels[number as usize] == WAITING {
                builder.follow(number, &position)?;
            }
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
    fn follow(&mut self, number: u32, position: &G::Position) -> Result<(), Unsolved> {
        self.check()?;
        self.levels[number as usize] = OPEN;
        let counted = self.counted(position);
        let next = node::successors(self.game, position)?;
        let mut edges = Vec::with_capacity(next.positions.len());
        let mut level = 0;
        for after in next.positions {
            let edge = self.edge(counted, after)?;
            if edge & TICK == 0 {
                level = level.max(self.levels[edge as usize]);
            }
            edges.push(edge);
        }
        let first = self.graph.edges.len() as u32;
        let len = edges.len() as u32;
        self.graph.nodes[number as usize] = Node { kind: next.kind, first, len };
        self.graph.edges.extend(edges);
        let weights = next.weights.into_iter().enumerate();
        self.graph.weights.extend(weights.map(|(index, weight)| (u64::from(first) + index as u64, weight)));
        self.levels[number as usize] = level + 1;
        Ok(())
    }

    fn counted(&self, position: &G::Position) -> u32 {
        self.game.length_rule(position).map_or(0, |rule| rule.counted)
    }

    /// The edge to a position from one in which `counted` turns had passed.
    fn edge(&mut self, counted: u32, mut position: G::Position) -> Result<u32, Unsolved> {
        if self.game.turn(&position) == Turn::Over {
            let paid = self.payoff.of(&self.game.outcome(&position));
            let constant = self.graph.constants.iter().position(|&constant| constant == paid);
            let unfit = || Unsolved::Unfit("shares of the first place other than a half".into());
            return Ok(constant.ok_or_else(unfit)? as u32);
        }
        let tick = self.counted(&position) > counted;
        self.game.rewind(&mut position);
        let key = self.game.symmetric_hash(&position);
        let number = match self.graph.numbers.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) => self.add(key),
        };
        match (tick, self.levels[number as usize]) {
            (true, WAITING) => self.waiting.push_back((number, position)),
            (false, WAITING) => self.follow(number, &position)?,
            (false, OPEN) => return Err(Unsolved::Unfit("a position comes back within a turn".into())),
            _ => {}
        }
        Ok(if tick { number | TICK } else { number })
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
        let progress = || Progress { stage: stage(), done: positions as u64, total: None };
        self.meter.tell(self.control, progress);
        Ok(())
    }
}
