//! Unbounded best-first minimax.

mod options;
mod tree;

use torneo_contract::{Heuristics, Seat, Turn};

pub use options::{BestFirstOptions, INFO};

use crate::common::evaluation::Evaluation;
use crate::common::{explanation, order, value};
use crate::engine::{self, Candidate, Choice, Engine, Explanation, Rng, Stop};
use crate::inquiry::Limits;
use crate::learned::Learned;
use tree::{Edge, NONE, NodeId, State, Tree};

/// Plies of a line at most; a position beyond is judged and not expanded.
const LONGEST_LINE: usize = 1_000;

/// Unbounded best-first minimax (Korf and Chickering, "Best-First Minimax Search", 1996), as Cohen-Solal ("Learning to Play
/// Two-Player Perfect-Information Games without Knowledge", 2020) completes it: each step goes from the root to a leaf by the
/// best action of every position, expands the leaf, judges all positions after it and backs their best values up. What is known
/// for sure is not searched again, and the most visited action is played if none is known to be better.
///
/// It plays games of two seats that have neither chance nor simultaneous turns.
pub struct BestFirst<G: Heuristics> {
    options: BestFirstOptions,
    limits: Option<Limits>,
    stop: Stop,
    seat: Seat,
    rng: Rng,
    tree: Tree<G::Action>,
    evaluation: Evaluation<G>,
    /// The edges from the root to the leaf of this step.
    path: Vec<(NodeId, usize)>,
    actions: Vec<G::Action>,
    /// The position of this step, and one to try actions in.
    here: Option<(G::Position, G::Position)>,
    /// The root of the last search, and the edge that it chose.
    chosen: Option<(NodeId, usize)>,
    /// The longest line of the last search.
    depth: usize,
}

impl<G: Heuristics> BestFirst<G> {
    /// A player with these options.
    pub fn new(options: BestFirstOptions) -> BestFirst<G> {
        BestFirst {
            options,
            limits: None,
            stop: Stop::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            tree: Tree::new(),
            evaluation: Evaluation::new(options.evaluation),
            path: Vec::new(),
            actions: Vec::new(),
            here: None,
            chosen: None,
            depth: 0,
        }
    }

    /// The same player with an evaluation that was learnt, if there is one.
    #[must_use]
    pub fn with_learned(mut self, learned: Option<Learned>) -> BestFirst<G> {
        self.evaluation.learn(learned);
        self
    }

    /// The value that the last search found for its choice, on the scale of `AlphaBeta::value`: a win is 10^9 less its plies.
    pub fn value(&self) -> i32 {
        self.chosen.map_or(0, |(root, index)| self.tree.edges(root)[index].value)
    }

    /// Adds the node of a position at the end of the path, in which `seat` chooses, with all positions after it judged; how many
    /// they are. The order of actions, which decides between equal ones, is that of the game, but a random one at the root.
    fn expand(&mut self, game: &G, seat: Seat, key: u64) -> (NodeId, u64) {
        let (position, after) = self.here.as_mut().expect("the search has begun");
        let plies = self.path.len() as u32 + 1;
        self.actions.clear();
        game.actions(position, seat, &mut self.actions);
        if plies == 1 {
            order::shuffle(&mut self.actions, &mut self.rng);
        }
        for &action in &self.actions {
            after.clone_from(position);
            game.apply(after, action);
            let (value, state) = match game.turn(after) {
                Turn::Over => ended(game, after, seat, plies),
                _ => (self.evaluation.value(game, after, seat), State::Open),
            };
            self.tree.push(Edge { action, child: NONE, visits: 0, value, state });
        }
        (self.tree.add(key, seat.index()), self.actions.len() as u64)
    }

    /// Goes from the root to a leaf, expands it and backs up; how many positions were judged.
    fn step(&mut self, game: &G, root: &G::Position, id: NodeId) -> u64 {
        self.here.as_mut().expect("the search has begun").0.clone_from(root);
        self.path.clear();
        let (mut id, mut judged) = (id, 0);
        while let Some(index) = self.tree.most_promising(id) {
            let edge = &mut self.tree.edges_mut(id)[index];
            edge.visits = edge.visits.saturating_add(1);
            let Edge { action, child, .. } = *edge;
            self.path.push((id, index));
            let plies = self.path.len();
            let position = &mut self.here.as_mut().expect("the search has begun").0;
            let chooser = self.tree.seat(id);
            game.apply(position, action);
            let Turn::Seat(seat) = game.turn(position) else {
                // On another way here the game went on; on this one it is over.
                let (value, _) = ended(game, position, Seat::new(chooser), plies as u32);
                self.tree.settle(id, index, value, State::Closed);
                break;
            };
            if child != NONE {
                id = child;
                continue;
            }
            if plies >= LONGEST_LINE {
                let Edge { value, .. } = self.tree.edges(id)[index];
                self.tree.settle(id, index, value, State::Closed);
                break;
            }
            let key = key(game, position, plies);
            let child = match self.tree.find(key) {
                Some(met) => met,
                None => {
                    let (added, positions) = self.expand(game, seat, key);
                    judged += positions;
                    added
                }
            };
            self.tree.edges_mut(id)[index].child = child;
            break;
        }
        self.depth = self.depth.max(self.path.len());
        for &(id, index) in self.path.iter().rev() {
            self.tree.back_up(id, index);
        }
        judged
    }

    /// The best actions from an edge of the root on.
    fn line(&self, (id, index): (NodeId, usize)) -> Vec<G::Action> {
        let mut edge = self.tree.edges(id)[index];
        let mut line = vec![edge.action];
        while edge.child != NONE {
            edge = self.tree.edges(edge.child)[self.tree.best(edge.child)];
            line.push(edge.action);
        }
        line
    }
}

/// The value of a game that is over `plies` from the root, and whether it is over on every way to this position. The position is not
/// to be used after it.
fn ended<G: Heuristics>(game: &G, position: &mut G::Position, seat: Seat, plies: u32) -> (i32, State) {
    let outcome = game.outcome(position);
    game.forget_history(position);
    let always = game.turn(position) == Turn::Over && game.outcome(position).scores == outcome.scores;
    (value::of_outcome(&outcome, seat, plies), if always { State::Sure } else { State::Closed })
}

/// The key of a position so many plies from the root. Lines of different lengths do not meet, so that there are no cycles and a win
/// is as far away on every way to it.
fn key<G: Heuristics>(game: &G, position: &G::Position, plies: usize) -> u64 {
    game.hash(position) ^ (plies as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<G: Heuristics> Engine<G> for BestFirst<G> {
    fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.limits = limits;
    }

    fn plies_to_end(&self) -> Option<u32> {
        value::distance(self.value())
    }

    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng, self.chosen) = (seat, rng, None);
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let stop = self.stop.clone();
        let clock = Limits::budget(self.limits, self.options.budget).start(&stop);
        self.tree.clear();
        self.path.clear();
        self.depth = 0;
        let (here, _) = self.here.get_or_insert_with(|| (position.clone(), position.clone()));
        here.clone_from(position);
        let (root, mut nodes) = self.expand(game, self.seat, key(game, position, 0));
        if self.tree.edges(root).len() == 1 {
            nodes = 0;
        } else {
            while !clock.is_over(nodes, 1)
                && self.tree.bytes() < self.options.memory
                && self.tree.known(root).state == State::Open
            {
                // A step that meets a known position judges none, but takes its time.
                nodes += self.step(game, position, root).max(1);
            }
        }
        let index = self.tree.safest(root);
        self.chosen = Some((root, index));
        Choice { action: self.tree.edges(root)[index].action, nodes }
    }

    fn explain(&mut self, _game: &G, _position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        let Some((root, index)) = self.chosen else { return Explanation::default() };
        let mut found = Vec::new();
        for &Edge { action, value, visits, .. } in self.tree.edges(root) {
            let value = Some(value::expected(value, 2));
            found.push(Candidate { action, value, nodes: visits.into() });
        }
        let (chosen, value) = (found[index].action, found[index].value);
        explanation::rank(&mut found, chosen);
        found.truncate(candidates);
        Explanation {
            value,
            depth: Some(self.depth as u32),
            line: self.line((root, index)),
            candidates: found,
            mixture: Vec::new(),
        }
    }
}
