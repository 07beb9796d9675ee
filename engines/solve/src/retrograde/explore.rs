//! The positions that can be reached from a root, histories forgotten.

use rayon::prelude::*;
use torneo_contract::mixer::HashedMap;
use torneo_contract::{Refusal, Turn, refuse};

use super::graph::{self, Class, ENDS, Graph, MOVE_BYTES, NODE_BYTES};
use crate::meter::Meter;
use crate::{
    Control, Expander, Identity, Position, Positions, Successor, Successors, Terms, Unsolved, sample,
};

/// Positions that leave the list of those that wait at once. The numbering depends on it, the values do not.
const BATCH: usize = 1 << 12;
/// Positions of a batch that are expanded at once, so that what is known of their moves stays in the caches.
const PART: usize = 1 << 9;
/// Positions after which the whole is estimated.
const PROBE: usize = 200_000;

/// Positions without their histories, and only what is known of them.
const KNOWN: Terms = Terms { keep: false, ..FRESH };
/// Positions without their histories.
pub const FRESH: Terms = Terms::of(Identity::Fresh);

/// From position hashes to nodes.
pub type Nodes = HashedMap<u32>;

/// Bytes for each position of a hash table with a load that is usual, and of the number of the node before.
const KEY_BYTES: u64 = 32;

/// The graph below a root.
pub struct Explored {
    pub graph: Graph,
    pub nodes: Nodes,
    /// By node: the node from which it was found.
    pub before: Vec<u32>,
}

/// The bytes that these numbers of positions and moves take.
pub fn bytes(positions: usize, moves: usize) -> u64 {
    positions as u64 * (NODE_BYTES + KEY_BYTES) + moves as u64 * MOVE_BYTES
}

/// One position's moves, found by one thread.
struct Moves {
    next: Successors,
    /// What play without end through the position is worth.
    endless: Class,
    /// Where the moves lead, each place once: the node of a game that is over or the hash of a position, and the
    /// number of the first move there.
    to: Vec<(Result<u64, u32>, usize)>,
}

impl Moves {
    fn new(expander: &dyn Expander) -> Moves {
        Moves { next: Successors::new(expander), endless: Class::Unknown, to: Vec::new() }
    }

    fn find(&mut self, expander: &dyn Expander, position: Position<'_>) {
        self.endless = super::endless(expander, position);
        expander.expand(position, KNOWN, &mut self.next);
        let place = |found: &Successor| match found.end {
            Some(end) => Err(graph::end(end.winner)),
            None => Ok(found.key),
        };
        self.to.clear();
        self.to.extend(self.next.all.iter().map(place).zip(0..));
        self.to.sort_by_key(|&(to, _)| to);
        self.to.dedup_by_key(|&mut (to, _)| to);
    }
}

/// Finds all positions below the root, which must not be over.
///
/// # Errors
/// More positions than the memory holds, or a turn of chance or of several seats.
pub fn explore(expander: &dyn Expander, root: Position<'_>, control: &Control) -> Result<Explored, Unsolved> {
    let mut search = Exploration::new(expander, root)?;
    let (mut numbers, mut batch) = (Vec::new(), expander.list());
    let mut found: Vec<Moves> = (0..PART).map(|_| Moves::new(expander)).collect();
    let (meter, mut estimated) = (Meter::new(), false);
    while !search.waiting.is_empty() {
        control.check()?;
        search.take_batch(&mut numbers, &mut *batch);
        for first in (0..numbers.len()).step_by(PART) {
            let part = first..numbers.len().min(first + PART);
            found[..part.len()]
                .par_iter_mut()
                .zip(part.clone())
                .for_each(|(moves, index)| moves.find(expander, batch.at(index)));
            part.zip(&found)
                .try_for_each(|(index, moves)| search.add_moves(numbers[index], batch.at(index), moves))?;
        }
        let positions = search.found.graph.len();
        let used = search.bytes();
        if positions >= PROBE && !estimated {
            estimated = true;
            let each = [used as f64, meter.seconds()].map(|sum| sum / positions as f64);
            sample::refuse_too_many(expander, root, Identity::Fresh, each.into(), control)?;
        }
        if used > control.memory {
            return Err(Unsolved::MemoryFull { positions: positions as u64, bytes: control.memory });
        }
        let stage = || format!("positions ({} waiting)", search.waiting.len());
        meter.tell(control, stage, positions as u64, None);
    }
    Ok(search.found)
}

struct Exploration<'a> {
    expander: &'a dyn Expander,
    found: Explored,
    /// The nodes that were not expanded yet, with their positions.
    waiting: Vec<u32>,
    positions: Box<dyn Positions>,
    /// Bytes of a position that waits.
    position_bytes: u64,
}

impl<'a> Exploration<'a> {
    /// Begins with the root.
    fn new(expander: &'a dyn Expander, root: Position<'_>) -> Result<Exploration<'a>, Unsolved> {
        let found = Explored { graph: Graph::new(), nodes: Nodes::default(), before: vec![0; ENDS] };
        let (mut positions, position_bytes) = (expander.list(), expander.position_bytes() as u64 + 64);
        let root = expander.enter(root, FRESH, &mut *positions);
        let mut search = Exploration { expander, found, waiting: Vec::new(), positions, position_bytes };
        // The root is the first node after those of the ends, and found from itself.
        search.add(&root, ENDS as u32)?;
        Ok(search)
    }

    /// Takes the positions that were found last out of those that wait.
    fn take_batch(&mut self, numbers: &mut Vec<u32>, batch: &mut dyn Positions) {
        let first = self.waiting.len().saturating_sub(BATCH);
        batch.truncate(0);
        (first..self.waiting.len()).for_each(|index| batch.push(self.positions.at(index)));
        self.positions.truncate(first);
        numbers.clear();
        numbers.extend(self.waiting.drain(first..));
    }

    /// Completes a node by its moves, and adds the positions that are new.
    fn add_moves(&mut self, node: u32, position: Position<'_>, moves: &Moves) -> Result<(), Unsolved> {
        let begin = self.found.graph.successors.len();
        for &(to, number) in &moves.to {
            let to = match to {
                Err(end) => end,
                Ok(key) => match self.found.nodes.get(&key) {
                    Some(&known) => known,
                    None => {
                        let new = self.add(&moves.next.all[number], node)?;
                        let into = &mut *self.positions;
                        self.expander.enter_successor(position, &moves.next, number, FRESH, into);
                        new
                    }
                },
            };
            self.found.graph.successors.push(to);
        }
        let graph = &mut self.found.graph;
        let limit = || Refusal::new("more than 2^32 moves");
        graph.endless[node as usize] = moves.endless;
        graph.begin[node as usize] = u32::try_from(begin).map_err(|_| limit())?;
        graph.count[node as usize] = u16::try_from(graph.successors.len() - begin).map_err(|_| limit())?;
        Ok(())
    }

    /// The node of a position that is new, and waits from now on.
    fn add(&mut self, found: &Successor, before: u32) -> Result<u32, Unsolved> {
        let Turn::Seat(seat) = found.turn else {
            refuse!("retrograde analysis needs turns of single seats");
        };
        let new = self.found.graph.add(seat.index() as u8, Class::Unknown);
        self.found.nodes.insert(found.key, new);
        self.found.before.push(before);
        self.waiting.push(new);
        Ok(new)
    }

    /// Bytes used.
    fn bytes(&self) -> u64 {
        let graph = &self.found.graph;
        bytes(graph.len(), graph.successors.len()) + self.waiting.len() as u64 * self.position_bytes
    }
}
