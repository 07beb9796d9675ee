//! The positions of one turn of a dice game, found by walking the game's own rules.

use std::collections::{HashMap, VecDeque};

use torneo_contract::{Scratch, Turn, refuse_if};

use super::{Accounts, TooLarge, TurnAnalysis};

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum To {
    /// To a position of the same turn.
    Node(usize),
    /// To the end of the turn, with this result.
    Result(usize),
}

/// Positions of the same turn with the same future.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Where chance leads, with weights; each target once.
    pub edges: Vec<(To, u64)>,
    /// The sum of the weights.
    pub total: u64,
    /// Throws made here.
    pub throws: u32,
    /// Whether a round begins here.
    pub begins_round: bool,
}

/// One turn as a Markov chain. Node 0 is the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The positions.
    pub nodes: Vec<Node>,
    /// What the turn can change in the accounts, in ascending order.
    pub results: Vec<Accounts>,
}

/// Walks the turn that begins like turn `turn` of the game; at most `limit` positions.
///
/// # Errors
/// There are more positions.
pub fn walk<G: TurnAnalysis>(game: &G, turn: u32, limit: usize) -> Result<Graph, TooLarge> {
    let start = game.begin(turn);
    let before = game.accounts(&start);
    let mut known = HashMap::from([(game.key(&start), 0)]);
    let mut found = 1;
    let mut next = start.clone();
    let mut waiting = VecDeque::from([start]);
    let mut results: Vec<Accounts> = Vec::new();
    let mut nodes = Vec::new();
    let mut scratch = Scratch::default();
    let mut steps: Vec<(G::Key, usize)> = Vec::new();
    while let Some(position) = waiting.pop_front() {
        steps.clear();
        debug_assert!(game.turn(&position) == Turn::Chance, "turns without decisions");
        scratch.outcomes.clear();
        game.chance(&position, &mut scratch.outcomes);
        let mut node = Node {
            edges: Vec::new(),
            total: scratch.outcomes.iter().map(|(_, weight)| weight).sum(),
            throws: game.throws(&position),
            begins_round: game.begins_round(&position),
        };
        for &(throw, weight) in &scratch.outcomes {
            next.clone_from(&position);
            game.apply(&mut next, throw);
            let to = if game.turns_over(&next) != turn {
                let result = game.accounts(&next).minus(&before);
                To::Result(index_of(&mut results, result))
            } else {
                let key = game.key(&next);
                // Many throws lead to the same position: most are found here without a look into the large table.
                let node = match steps.iter().find(|(step, _)| *step == key) {
                    Some(&(_, node)) => node,
                    None => {
                        let node = *known.entry(key.clone()).or_insert_with(|| {
                            waiting.push_back(next.clone());
                            found += 1;
                            found - 1
                        });
                        steps.push((key, node));
                        node
                    }
                };
                To::Node(node)
            };
            node.add(to, weight);
        }
        nodes.push(node);
        refuse_if!(found > limit, TooLarge(limit));
    }
    Ok(Graph { nodes, results }.sorted())
}

fn index_of(results: &mut Vec<Accounts>, result: Accounts) -> usize {
    results.iter().position(|known| *known == result).unwrap_or_else(|| {
        results.push(result);
        results.len() - 1
    })
}

impl Node {
    /// Adds an edge or, if there is one to the same place, its weight.
    pub fn add(&mut self, to: To, weight: u64) {
        match self.edges.iter_mut().find(|(known, _)| *known == to) {
            Some((_, sum)) => *sum += weight,
            None => self.edges.push((to, weight)),
        }
    }
}

impl Graph {
    /// The same graph with its results in ascending order.
    pub fn sorted(mut self) -> Graph {
        let mut order: Vec<usize> = (0..self.results.len()).collect();
        order.sort_by_key(|&index| self.results[index]);
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        for (to, _) in self.nodes.iter_mut().flat_map(|node| &mut node.edges) {
            if let To::Result(result) = to {
                *result = place[*result];
            }
        }
        self.results.sort();
        self
    }
}
