//! Alpha-beta search (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) with iterative deepening, for
//! games with any number of seats, chance and simultaneous turns.

mod chance;
mod deepening;
mod expansion;
mod explain;
mod extension;
mod frame;
mod history;
mod max_n;
mod options;
mod ordering;
mod pruning;
mod quiescence;
mod search;
mod shared_table;
mod simultaneous;
mod slot;
mod table;
mod watched;
mod window;
mod workspace;
mod zeroed;

use std::sync::Arc;

use rand_core::Rng as _;
use torneo_contract::{Heuristics, Seat, Turn, has_many_seats, has_simultaneous};

use crate::common::{explanation, value};
use crate::engine::{self, Choice, Engine, Explanation, Rng, Stop};
use crate::inquiry::{Inquiry, Limits};
use crate::learned::Learned;
use crate::policy::Policy;
use deepening::{deepen, deepen_mixture};
use explain::Chosen;
use simultaneous::draw_from;
use workspace::{Helpers, Question, Workspace};

pub use options::{AlphaBetaOptions, INFO, Multi};
pub use search::Features;

/// The alpha-beta player.
pub struct AlphaBeta<G: Heuristics> {
    options: AlphaBetaOptions,
    /// Limits in the place of those of the options.
    limits: Option<Limits>,
    stop: Stop,
    seat: Seat,
    rng: Rng,
    workspace: Workspace<G>,
    helpers: Helpers<G>,
    value: i32,
    /// The nodes of the last search.
    nodes: u64,
    /// The last choice, if it rests on a search at a turn of one seat.
    chosen: Option<Chosen<G::Action>>,
    /// The mixture of which the last choice was drawn; empty if it was not.
    mixture: Vec<(G::Action, f64)>,
}

impl<G: Heuristics> AlphaBeta<G> {
    /// A player with these options.
    pub fn new(options: AlphaBetaOptions) -> AlphaBeta<G> {
        AlphaBeta {
            options,
            limits: None,
            stop: Stop::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            workspace: Workspace::new(&options),
            helpers: Helpers::new(),
            value: 0,
            nodes: 0,
            chosen: None,
            mixture: Vec::new(),
        }
    }

    /// The same player with an evaluation that was learnt, if there is one.
    #[must_use]
    pub fn with_learned(mut self, learned: Option<Learned>) -> AlphaBeta<G> {
        self.workspace.evaluation.learn(learned);
        self
    }

    /// The same player with a policy that was learnt, if there is one.
    #[must_use]
    pub fn with_policy(mut self, policy: Option<Arc<Policy>>) -> AlphaBeta<G> {
        self.workspace.follow(policy.as_ref());
        self
    }

    /// The value of the last choice for its seat: 10^9 less the plies to a win, the opposite for a loss, 0 for a draw,
    /// evaluations between; 0 where nothing was searched and at simultaneous turns.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// The options with the limits that hold.
    fn limited(&self) -> AlphaBetaOptions {
        let (depth, budget) = Limits::over(self.limits, (self.options.depth, self.options.budget));
        AlphaBetaOptions { depth, budget, ..self.options }
    }

    /// Begins a search from the first frame; the word that breaks ties there.
    fn prepare(&mut self, options: &AlphaBetaOptions) -> u64 {
        if !options.reuse {
            self.workspace.begin();
            self.helpers.begin();
        }
        self.workspace.table.age();
        self.workspace.age(options);
        self.rng.next_u64() | 1
    }

    /// Searches from the first frame.
    fn think(&mut self, game: &G, turn: Turn) -> Choice<G::Action> {
        let options = &self.limited();
        let (depth, budget) = (options.max_depth(), options.budget);
        let salt = self.prepare(options);
        let AlphaBeta { stop, seat, rng, workspace, helpers, .. } = self;
        let question = || Question { game, seat: *seat, salt };
        if let Turn::Simultaneous(seats) = turn
            && const { has_simultaneous::<G>() }
        {
            let (mut search, frames) = workspace.search(question(), options, budget.start(stop));
            search.list_root(&mut frames[0], seats, rng, budget.steps);
            let mixture = deepen_mixture(&mut search, frames, seats, depth);
            let own = &frames[0].own;
            let action = own[draw_from(&mixture, rng)];
            let nodes = search.nodes;
            self.mixture = explanation::mixture(own.iter().copied().zip(mixture).collect());
            return Choice { action, nodes };
        }
        let max_n = options.is_max_n(game.seats());
        let search = |workspace: &mut Workspace<G>| {
            let (mut search, frames) = workspace.search(question(), options, budget.start(stop));
            let value = if const { has_many_seats::<G>() } && max_n {
                search.deepen_max_n(frames, depth)
            } else {
                deepen(&mut search, frames, 1..=depth, options.aspiration)
            };
            (value, frames[0].actions[search.best.unwrap_or(0)], search.nodes, search.finished)
        };
        let (helped, (value, action, nodes, depth)) = if options.threads > 1 && !max_n {
            helpers.help(question(), (options, depth), workspace, search)
        } else {
            (0, search(workspace))
        };
        (self.value, self.nodes) = (value, nodes + helped);
        self.chosen = (depth > 0).then_some(Chosen { action, depth });
        Choice { action, nodes: self.nodes }
    }
}

impl<G: Heuristics> Engine<G> for AlphaBeta<G> {
    fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn begin(&mut self, game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
        self.workspace.begin_game(game);
        self.helpers.begin();
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        let root = self.workspace.root(position);
        game.actions(position, self.seat, &mut root.actions);
        (self.value, self.chosen) = (0, None);
        self.mixture.clear();
        let choice = match root.actions[..] {
            [only] => Choice { action: only, nodes: 0 },
            _ => self.think(game, game.turn(position)),
        };
        self.workspace.chosen((game, position), (self.seat, choice.action));
        choice
    }

    fn explain(&mut self, game: &G, position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        self.explanation(game, position, candidates)
    }

    fn set_limits(&mut self, limits: Option<Limits>) {
        self.limits = limits;
    }

    fn plies_to_end(&self) -> Option<u32> {
        self.chosen.and_then(|_| value::distance(self.value))
    }

    fn analyse(
        &mut self,
        game: &G,
        position: &G::Position,
        inquiry: &mut Inquiry<'_, G::Action>,
    ) -> Choice<G::Action> {
        let choice = self.watched(game, position, inquiry);
        self.workspace.chosen((game, position), (self.seat, choice.action));
        choice
    }
}
