//! Alpha-beta search (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) with iterative deepening, for
//! games with any number of seats, chance and simultaneous turns.

mod chance;
mod deepening;
mod frame;
mod max_n;
mod options;
mod ordering;
mod search;
mod simultaneous;
mod table;
mod window;

use rand_core::Rng as _;
use torneo_contract::{Heuristics, Seat, Turn};

use crate::engine::{self, Choice, Engine, Rng, Stop};
use crate::parts::evaluation::Evaluation;
use deepening::{deepen, deepen_mixture};
use frame::Frame;
use options::MAX_DEPTH;
use ordering::Ordering;
use search::Search;
use simultaneous::draw_from;
use table::Table;

pub use options::{AlphaBetaOptions, INFO, Multi};
pub use search::Features;

/// The alpha-beta player.
pub struct AlphaBeta<G: Heuristics> {
    options: AlphaBetaOptions,
    stop: Stop,
    seat: Seat,
    rng: Rng,
    table: Table,
    ordering: Ordering<G::Action>,
    /// One frame for each ply of the search.
    frames: Vec<Frame<G>>,
    spare: Option<G::Position>,
    value: i32,
}

impl<G: Heuristics> AlphaBeta<G> {
    /// A player with these options.
    pub fn new(options: AlphaBetaOptions) -> AlphaBeta<G> {
        AlphaBeta {
            options,
            stop: Stop::default(),
            seat: Seat::FIRST,
            rng: engine::unseeded(),
            table: Table::new(options.hash),
            ordering: Ordering::new(),
            frames: Vec::new(),
            spare: None,
            value: 0,
        }
    }

    /// The value of the last choice for its seat: 10^9 less the plies to a win, the opposite for a loss, 0 for a draw,
    /// evaluations between; 0 where nothing was searched and at simultaneous turns.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// Searches from the first frame.
    fn think(&mut self, game: &G, turn: Turn) -> Choice<G::Action> {
        self.table.age();
        let depth = self.options.max_depth();
        self.ordering.reset(MAX_DEPTH as usize + self.options.features.quiescence + 2);
        let (frames, rng) = (&mut self.frames, &mut self.rng);
        let mut search = Search {
            game,
            seat: self.seat,
            features: self.options.features,
            evaluation: Evaluation::new(self.options.evaluation),
            table: &mut self.table,
            ordering: &mut self.ordering,
            spare: self.spare.get_or_insert_with(|| frames[0].position.clone()),
            salt: rng.next_u64() | 1,
            width: self.options.width,
            clock: self.options.budget.start(&self.stop),
            nodes: 0,
            stopped: false,
            best: None,
            cut_by_depth: false,
        };
        let action = match turn {
            Turn::Simultaneous(seats) => {
                search.list_root(&mut frames[0], seats, rng, self.options.budget.steps);
                let mixture = deepen_mixture(&mut search, frames, seats, depth);
                frames[0].own[draw_from(&mixture, rng)]
            }
            _ => {
                self.value = if self.options.multi == Multi::MaxN && game.seats() > 2 {
                    search.deepen_max_n(frames, depth)
                } else {
                    deepen(&mut search, frames, depth, self.options.aspiration)
                };
                frames[0].actions[search.best.unwrap_or(0)]
            }
        };
        Choice { action, nodes: search.nodes }
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
        self.value = 0;
        match root.actions[..] {
            [only] => Choice { action: only, nodes: 0 },
            _ => self.think(game, game.turn(position)),
        }
    }
}
