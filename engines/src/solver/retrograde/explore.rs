//! The positions that can be reached from a root, histories forgotten.

use std::collections::hash_map::Entry;

use rayon::prelude::*;
use torneo_contract::{Playable, Turn};

use super::graph::{self, Class, ENDS, Graph, MOVE_BYTES, NODE_BYTES};
use crate::parts::mixer::HashedMap;
use crate::solver::meter::Meter;
use crate::solver::{Control, Needs, Progress, Unsolved, sample};

/// Positions whose moves are found at once. The numbering depends on it, the values do not.
const BATCH: usize = 1 << 12;
/// Positions after which the whole is estimated.
const PROBE: usize = 200_000;

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

/// The bytes of so many positions and moves.
pub fn bytes(positions: usize, moves: usize) -> u64 {
    positions as u64 * (NODE_BYTES + KEY_BYTES) + moves as u64 * MOVE_BYTES
}

/// Plays an action and forgets what came before; the node of the result if the game is over, and if not the hash of
/// the position.
pub fn step<G: Playable>(game: &G, position: &mut G::Position, action: G::Action) -> Result<u64, u32> {
    game.apply(position, action);
    if game.turn(position) == Turn::Over {
        return Err(graph::end(game.outcome(position).winner()));
    }
    game.forget_history(position);
    Ok(game.hash(position))
}

/// One position's moves: where each leads, and the action.
type Moves<A> = Vec<(Result<u64, u32>, A)>;

fn moves_of<G: Playable>(game: &G, position: &G::Position) -> Moves<G::Action> {
    let Turn::Seat(seat) = game.turn(position) else { return Vec::new() };
    let mut actions = Vec::new();
    game.actions(position, seat, &mut actions);
    let mut next = position.clone();
    let moves = actions.into_iter().map(|action| {
        next.clone_from(position);
        (step(game, &mut next, action), action)
    });
    let mut moves: Moves<G::Action> = moves.collect();
    moves.sort_by_key(|&(to, _)| to);
    moves.dedup_by_key(|&mut (to, _)| to);
    moves
}

/// The node for a position that is not over.
fn add<G: Playable>(game: &G, graph: &mut Graph, position: &G::Position) -> Result<u32, Unsolved> {
    let Turn::Seat(seat) = game.turn(position) else {
        return Err(Unsolved::Unfit("retrograde analysis needs turns of single seats".to_owned()));
    };
    let endless = game.endless(position).map(|ending| ending.winner);
    Ok(graph.add(seat.index() as u8, Class::of_endless(endless)))
}

/// Finds all positions below the root, which must not be over.
///
/// # Errors
/// More positions than the memory holds, or a turn of chance or of several seats.
pub fn explore<G: Playable>(game: &G, root: &G::Position, control: &Control) -> Result<Explored, Unsolved> {
    let mut found = Explored { graph: Graph::new(), nodes: Nodes::default(), before: vec![0; ENDS] };
    let Explored { graph, nodes, before } = &mut found;
    let mut root = root.clone();
    game.forget_history(&mut root);
    let first = add(game, graph, &root)?;
    nodes.insert(game.hash(&root), first);
    before.push(first);
    let position_bytes = std::mem::size_of_val(&root) as u64 + 64;
    let mut waiting = vec![(first, root.clone())];
    let (meter, mut estimated) = (Meter::new(), false);
    while !waiting.is_empty() {
        control.check()?;
        let batch = waiting.split_off(waiting.len().saturating_sub(BATCH));
        let moves: Vec<Moves<G::Action>> =
            batch.par_iter().map(|(_, position)| moves_of(game, position)).collect();
        for ((node, position), moves) in batch.iter().zip(moves) {
            let begin = graph.successors.len();
            for (to, action) in moves {
                let to = match to {
                    Err(end) => end,
                    Ok(hash) => match nodes.entry(hash) {
                        Entry::Occupied(entry) => *entry.get(),
                        Entry::Vacant(entry) => {
                            let mut next = position.clone();
                            game.apply(&mut next, action);
                            game.forget_history(&mut next);
                            let new = *entry.insert(add(game, graph, &next)?);
                            before.push(*node);
                            waiting.push((new, next));
                            new
                        }
                    },
                };
                graph.successors.push(to);
            }
            let limit = || Unsolved::Unfit("more than 2^32 moves".to_owned());
            graph.begin[*node as usize] = u32::try_from(begin).map_err(|_| limit())?;
            graph.count[*node as usize] =
                u16::try_from(graph.successors.len() - begin).map_err(|_| limit())?;
        }
        let positions = graph.len();
        let used = bytes(positions, graph.successors.len()) + waiting.len() as u64 * position_bytes;
        if positions >= PROBE && !estimated {
            estimated = true;
            let each = used as f64 / positions as f64;
            refuse_if_hopeless(game, &root, each, meter.seconds() / positions as f64, control)?;
        }
        if used > control.memory {
            return Err(Unsolved::MemoryFull { positions: positions as u64, bytes: control.memory });
        }
        let stage = || format!("positions ({} waiting)", waiting.len());
        meter.tell(control, || Progress { stage: stage(), done: positions as u64, total: None });
    }
    Ok(found)
}

/// Estimates the whole from random games, and refuses what is too much by far.
fn refuse_if_hopeless<G: Playable>(
    game: &G,
    root: &G::Position,
    bytes_each: f64,
    seconds_each: f64,
    control: &Control,
) -> Result<(), Unsolved> {
    let (key, enough) = (|position: &G::Position| game.hash(position), control.memory as f64 / bytes_each);
    let positions = sample::fewest_positions(game, root, key, enough, control)?;
    let needs = Needs { positions, bytes: positions * bytes_each, seconds: positions * seconds_each };
    if needs.bytes > control.memory as f64 { Err(Unsolved::TooLarge(needs)) } else { Ok(()) }
}
