//! Monte Carlo tree search: UCT (Kocsis and Szepesvari, "Bandit Based Monte-Carlo Planning", 2006) for games with any
//! number of seats, chance and simultaneous turns.

mod search;
mod tree;

use std::f64::consts::SQRT_2;

use rand_core::Rng as _;
use torneo_games::contract::{OptionInfo, OptionKind, Options, SeatVec};
use torneo_games::parts::random;
use torneo_games::{Game, Seat, Turn};

use crate::engine::{self, Choice, Engine, EngineInfo, Rng};
use crate::parts::budget::{Budget, TIME};
use crate::parts::immediate;
use crate::parts::rollout::Rollout;
use search::{Search, Step};
use tree::{Edge, List, NONE, ROOT, Tree};

/// Simulations where no budget is given.
const DEFAULT_SIMS: u64 = 400;
/// Plies after which a playout is cut in plain UCT.
const PLIES: u64 = 300;
/// With a prior the evaluation judges better than a long random playout, and less has to be explored: at 400
/// simulations these values score 0.59 against plain UCT on a 3x3 board and 0.5 against 0.0 where they and plain UCT
/// meet a search of three plies on a larger one.
const PRIOR_PLIES: u64 = 4;
const PRIOR_C: f64 = 0.3;
/// At a simultaneous root, actions with fewer simulations than the most visited one by this factor are not mixed in.
const SELDOM: u64 = 2;

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
            name: "prior",
            kind: OptionKind::Int { min: 0, max: 1_000 },
            default: "10",
            help: "simulations that the evaluation after an action stands for; 0, or no evaluation: plain UCT",
        },
        OptionInfo {
            name: "c",
            kind: OptionKind::Float { min: 0.0, max: 1_000.0 },
            default: "",
            help: "exploration constant for scores in 0..=1; 0.3 with a prior, else the square root of 2",
        },
        OptionInfo {
            name: "playout_plies",
            kind: OptionKind::Int { min: 0, max: u32::MAX as i64 },
            default: "",
            help: "plies after which the evaluation (a draw without one) ends a playout; 4 with a prior, else 300",
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
    /// Simulations that the evaluation after an action stands for when its node is expanded. Default: 10, and 0 if the
    /// game offers no evaluation.
    pub prior: u32,
    /// The exploration constant. Default: 0.3 with a prior, the square root of 2 without.
    pub c: f64,
    /// Plies after which a playout is cut. Default: 4 with a prior, 300 without.
    pub playout_plies: u64,
    /// Bound of the tree in MiB. Default: 256.
    pub memory: usize,
}

impl MctsOptions {
    /// The options of a specification for one game.
    pub fn new<G: Game>(options: &Options, game: &G) -> MctsOptions {
        let evaluated = game.evaluate(&game.start(), Seat::FIRST).is_some();
        let prior = if evaluated { options.u32("prior") } else { 0 };
        let (c, plies) = if prior > 0 { (PRIOR_C, PRIOR_PLIES) } else { (SQRT_2, PLIES) };
        MctsOptions {
            budget: Budget::from_options(options, "sims", Some(DEFAULT_SIMS)),
            prior,
            c: options.maybe_float("c").unwrap_or(c),
            playout_plies: options.maybe_int("playout_plies").map_or(plies, i64::unsigned_abs),
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
    spare: Option<G::Position>,
    trials: Vec<SeatVec<G::Action>>,
    priors: Vec<f64>,
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
            spare: None,
            trials: Vec::new(),
            priors: Vec::new(),
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
            prior: self.options.prior,
            tree: &mut self.tree,
            rollout: self
                .rollout
                .get_or_insert_with(|| Rollout::new(root.clone(), self.options.playout_plies)),
            spare: self.spare.get_or_insert_with(|| root.clone()),
            trials: &mut self.trials,
            priors: &mut self.priors,
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

    /// This seat's action list at the root.
    fn root_list(&self) -> &List {
        let first = self.tree.nodes[ROOT as usize].lists as usize;
        let own = self.tree.lists[first..].iter().find(|list| list.seat == self.seat);
        own.expect("the seat chooses at the root")
    }

    /// The best proven action if the root is proven, else the most visited one that is not proven to lose.
    fn best(&self) -> G::Action {
        let proven = self.tree.proof(ROOT).is_some();
        let score = |edge: &Edge<G::Action>| match edge.child {
            NONE => -1.0,
            child => self.tree.proof(child).map_or(-1.0, |scores| scores[self.seat.index()]),
        };
        let rank = |edge: &Edge<G::Action>| (if proven { score(edge) } else { 0.0 }, !edge.lost, edge.visits);
        let edges = self.tree.edges_of(self.root_list()).iter();
        let best = edges.reduce(|best, edge| if rank(edge) > rank(best) { edge } else { best });
        best.expect("there is a legal action").action
    }

    /// An action drawn in proportion to the visits, the seldom visited left out: the average strategy, which at
    /// simultaneous turns has to be mixed.
    fn draw(&mut self) -> G::Action {
        let (edges, prior) = (self.tree.edges_of(self.root_list()), self.root_list().prior);
        let visits = |edge: &Edge<G::Action>| u64::from(edge.visits - prior);
        let most = edges.iter().map(visits).max().unwrap_or(0);
        let weight = |edge| Some(visits(edge)).filter(|&visits| visits * SELDOM >= most).unwrap_or(0);
        let total: u64 = edges.iter().map(weight).sum();
        let mut rng = self.rng.clone();
        let mut target = random::scale(rng.next_u64(), total);
        let drawn = edges.iter().find(|edge| match target.checked_sub(weight(edge)) {
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
