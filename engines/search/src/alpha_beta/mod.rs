//! Alpha-beta search (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) with iterative deepening, for
//! games with any number of seats, chance and simultaneous turns.

mod chance;
mod deepening;
mod explain;
mod frame;
mod max_n;
mod options;
mod ordering;
mod search;
mod simultaneous;
mod table;
mod window;

use rand_core::Rng as _;
use torneo_contract::{Heuristics, Seat, Turn, has_many_seats, has_simultaneous};

use crate::common::budget::Budget;
use crate::common::evaluation::Evaluation;
use crate::engine::{self, Choice, Engine, Explanation, Rng, Stop};
use deepening::{deepen, deepen_mixture};
use explain::Chosen;
use frame::Frame;
use options::MAX_DEPTH;
use ordering::Ordering;
use search::Search;
use simultaneous::draw_from;
use table::TranspositionTable;

pub use options::{AlphaBetaOptions, INFO, Multi};
pub use search::Features;

/// The alpha-beta player.
pub struct AlphaBeta<G: Heuristics> {
    options: AlphaBetaOptions,
    stop: Stop,
    seat: Seat,
    rng: Rng,
    table: TranspositionTable,
    ordering: Ordering<G::Action>,
    /// One frame for each ply of the search.
    frames: Vec<Frame<G>>,
    scratch_position: Option<G::Position>,
    value: i32,
    /// The nodes of the last search.
    nodes: u64,
    /// The last choice, if it rests on a search at a turn of one seat.
    chosen: Option<Chosen<G::Action>>,
}

impl<G: Heuristics> AlphaBeta<G> {
    /// A player with these options.
    pub fn new(options: AlphaBetaOptions) -> AlphaBeta<G> {
        AlphaBeta {
            options,
            stop: Stop::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            table: TranspositionTable::new(options.hash),
            ordering: Ordering::new(),
            frames: Vec::new(),
            scratch_position: None,
            value: 0,
            nodes: 0,
            chosen: None,
        }
    }

    /// The value of the last choice for its seat: 10^9 less the plies to a win, the opposite for a loss, 0 for a draw,
    /// evaluations between; 0 where nothing was searched and at simultaneous turns.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// A search from the first frame, and the frames.
    fn search<'a>(
        &'a mut self,
        game: &'a G,
        salt: u64,
        budget: Budget,
    ) -> (Search<'a, G>, &'a mut Vec<Frame<G>>) {
        let frames = &mut self.frames;
        let search = Search {
            game,
            seat: self.seat,
            features: self.options.features,
            evaluation: Evaluation::new(self.options.evaluation),
            table: &mut self.table,
            ordering: &mut self.ordering,
            scratch_position: self.scratch_position.get_or_insert_with(|| frames[0].position.clone()),
            salt,
            width: self.options.width,
            clock: budget.start(&self.stop),
            nodes: 0,
            stopped: false,
            best: None,
            cut_by_depth: false,
            finished: 0,
        };
        (search, frames)
    }

    /// Searches from the first frame.
    fn think(&mut self, game: &G, turn: Turn) -> Choice<G::Action> {
        self.table.age();
        let (depth, budget) = (self.options.max_depth(), self.options.budget);
        let (max_n, aspiration) =
            (self.options.multi == Multi::MaxN && game.seats() > 2, self.options.aspiration);
        self.ordering.reset(MAX_DEPTH as usize + self.options.features.quiescence + 2);
        let salt = self.rng.next_u64() | 1;
        let mut rng = self.rng.clone();
        let (mut search, frames) = self.search(game, salt, budget);
        if let Turn::Simultaneous(seats) = turn
            && const { has_simultaneous::<G>() }
        {
            search.list_root(&mut frames[0], seats, &mut rng, budget.steps);
            let mixture = deepen_mixture(&mut search, frames, seats, depth);
            let action = frames[0].own[draw_from(&mixture, &mut rng)];
            let nodes = search.nodes;
            self.rng = rng;
            return Choice { action, nodes };
        }
        let value = if const { has_many_seats::<G>() } && max_n {
            search.deepen_max_n(frames, depth)
        } else {
            deepen(&mut search, frames, depth, aspiration)
        };
        let action = frames[0].actions[search.best.unwrap_or(0)];
        let (nodes, depth) = (search.nodes, search.finished);
        (self.value, self.nodes) = (value, nodes);
        self.chosen = (depth > 0).then_some(Chosen { action, depth });
        Choice { action, nodes }
    }
}

impl<G: Heuristics> Engine<G> for AlphaBeta<G> {
    fn heed(&mut self, stop: Stop) {
        self.stop = stop;
    }

    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
        self.table.forget();
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(position.clone()));
        }
        let root = &mut self.frames[0];
        root.position.clone_from(position);
        root.arrived = None;
        root.order.clear();
        root.actions.clear();
        game.actions(position, self.seat, &mut root.actions);
        (self.value, self.chosen) = (0, None);
        match root.actions[..] {
            [only] => Choice { action: only, nodes: 0 },
            _ => self.think(game, game.turn(position)),
        }
    }

    fn explain(&mut self, game: &G, position: &G::Position, candidates: usize) -> Explanation<G::Action> {
        self.explanation(game, position, candidates)
    }
}
