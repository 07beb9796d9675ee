//! Monte Carlo tree search: UCT (Kocsis and Szepesvari, "Bandit Based Monte-Carlo Planning", 2006) for games with any
//! number of seats, chance and simultaneous turns.

mod search;
mod tree;

use std::f64::consts::SQRT_2;

use rand_core::Rng as _;
use torneo_games::contract::{OptionInfo, OptionKind, Options};
use torneo_games::parts::random;
use torneo_games::{Game, Seat, Turn};

use crate::engine::{self, Choice, Engine, EngineInfo, Rng};
use crate::parts::budget::{Budget, TIME};
use crate::parts::immediate;
use crate::parts::rollout::Rollout;
use search::{Search, Step};
use tree::{Edge, NONE, ROOT, Tree};

/// Simulations where no budget is given.
const DEFAULT_SIMS: u64 = 400;
/// At a simultaneous root, actions with fewer simulations than the most visited one by this factor are not mixed in.
const SELDOM: u32 = 10;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "mcts",
    summary: "Monte Carlo tree search: UCT with proven wins and losses",
    options: &[
        OptionInfo {
            name: "sims",
            kind: OptionKind::Int { min: 1, max: u32::MAX as i64 },
            default: "",
            help: "simulations for each choice; 400 if no time is given, else none",
        },
        TIME,
        OptionInfo {
            name: "c",
            kind: OptionKind::Float { min: 0.0, max: 1_000.0 },
            default: "1.4142135623730951",
            help: "exploration constant for scores in 0..=1",
        },
        OptionInfo {
            name: "playout_plies",
            kind: OptionKind::Int { min: 0, max: u32::MAX as i64 },
            default: "300",
            help: "plies after which a playout is cut and judged by the evaluation, a draw without one",
        },
        OptionInfo {
            name: "memory",
            kind: OptionKind::Int { min: 1, max: 65_536 },
            default: "256",
            help: "bound of the tree in MiB; a full tree is searched on but grows no more",
        },
    ],
};

/// How an [`Mcts`] searches.
#[derive(Clone, Copy, Debug)]
pub struct MctsOptions {
    /// Simulations and seconds for each choice. Default: 400 simulations if there is no time budget.
    pub budget: Budget,
    /// The exploration constant. Default: the square root of 2.
    pub c: f64,
    /// Plies after which a playout is cut. Default: 300.
    pub playout_plies: u64,
    /// Bound of the tree in MiB. Default: 256.
    pub memory: usize,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        let budget = Budget { steps: Some(DEFAULT_SIMS), seconds: None };
        MctsOptions { budget, c: SQRT_2, playout_plies: 300, memory: 256 }
    }
}

impl MctsOptions {
    /// The options of a specification.
    pub fn new(options: &Options) -> MctsOptions {
        MctsOptions {
            budget: Budget::from_options(options, "sims", Some(DEFAULT_SIMS)),
            c: options.float("c"),
            playout_plies: u64::from(options.u32("playout_plies")),
            memory: options.u32("memory") as usize,
        }
    }
}

/// The Monte Carlo tree search player.
pub struct Mcts<G: Game> {
    options: MctsOptions,
    seat: Seat,
    rng: Rng,
    tree: Tree<G::Action>,
    rollout: Option<Rollout<G>>,
    path: Vec<Step>,
}

impl<G: Game> Mcts<G> {
    /// A player with these options.
    pub fn new(options: MctsOptions) -> Mcts<G> {
        Mcts {
            options,
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            tree: Tree::new(options.memory << 20),
            rollout: None,
            path: Vec::new(),
        }
    }

    /// Simulates until the budget ends or the root is proven; the number of simulations.
    fn simulate(&mut self, game: &G, root: &G::Position) -> u64 {
        self.tree.reset();
        let clock = self.options.budget.start();
        let mut search = Search {
            game,
            root,
            c: self.options.c,
            tree: &mut self.tree,
            rollout: self
                .rollout
                .get_or_insert_with(|| Rollout::new(root.clone(), self.options.playout_plies)),
            path: &mut self.path,
            rng: &mut self.rng,
        };
        let mut sims = 0;
        while sims == 0 || !(clock.is_over(sims, 1) || search.tree.proof(ROOT).is_some()) {
            search.simulate();
            sims += 1;
        }
        sims
    }

    /// The edges of this seat at the root.
    fn root_edges(&self) -> &[Edge<G::Action>] {
        let first = self.tree.nodes[ROOT as usize].lists as usize;
        let own = self.tree.lists[first..].iter().find(|list| list.seat == self.seat);
        self.tree.edges_of(own.expect("the seat chooses at the root"))
    }

    /// The best proven action if the root is proven, else the most visited one that is not proven to lose.
    fn best(&self) -> G::Action {
        let proven = self.tree.proof(ROOT).is_some();
        let score = |edge: &Edge<G::Action>| match edge.child {
            NONE => -1.0,
            child => self.tree.proof(child).map_or(-1.0, |scores| scores[self.seat.index()]),
        };
        let rank = |edge: &Edge<G::Action>| (if proven { score(edge) } else { 0.0 }, !edge.lost, edge.visits);
        let edges = self.root_edges().iter();
        let best = edges.reduce(|best, edge| if rank(edge) > rank(best) { edge } else { best });
        best.expect("there is a legal action").action
    }

    /// An action drawn in proportion to the visits, the seldom visited left out: the average strategy, which at
    /// simultaneous turns has to be mixed.
    fn draw(&mut self) -> G::Action {
        let edges = self.root_edges();
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let weight = |visits: u32| if visits.saturating_mul(SELDOM) < most { 0 } else { u64::from(visits) };
        let total: u64 = edges.iter().map(|edge| weight(edge.visits)).sum();
        let mut rng = self.rng.clone();
        let mut target = random::scale(rng.next_u64(), total);
        let drawn = edges.iter().find(|edge| match target.checked_sub(weight(edge.visits)) {
            Some(left) => {
                target = left;
                false
            }
            None => true,
        });
        let action = drawn.unwrap_or(&edges[0]).action;
        self.rng = rng;
        action
    }
}

impl<G: Game> Engine<G> for Mcts<G> {
    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let plies = self.options.playout_plies;
        let rollout = self.rollout.get_or_insert_with(|| Rollout::new(position.clone(), plies));
        let (spare, actions) = (&mut rollout.position, &mut rollout.scratch.actions);
        actions.clear();
        game.actions(position, self.seat, actions);
        let alone = matches!(game.turn(position), Turn::Seat(_));
        let at_once = match actions[..] {
            [only] => Some(only),
            _ if alone => immediate::win(game, position, self.seat, actions, spare).map(|win| actions[win]),
            _ => None,
        };
        if let Some(action) = at_once {
            return Choice { action, nodes: 0 };
        }
        let nodes = self.simulate(game, position);
        Choice { action: if alone { self.best() } else { self.draw() }, nodes }
    }
}
