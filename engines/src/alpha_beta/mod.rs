//! Alpha-beta search (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) with iterative deepening, for
//! games with any number of seats, chance and simultaneous turns.

mod ordering;
mod search;
mod table;
mod together;

use rand_core::Rng as _;
use torneo_games::contract::{OptionInfo, OptionKind, Options};
use torneo_games::{Game, Seat, SeatSet, Turn};

use crate::engine::{self, Choice, Engine, EngineInfo, Rng};
use crate::parts::budget::{Budget, TIME};
use crate::parts::value;
use ordering::Ordering;
use search::{Frame, Line, QUIESCENCE_PLIES, Search, Window};
use table::Table;
use together::draw_from;

/// The depth where no budget is given.
const DEFAULT_DEPTH: u32 = 3;
const MAX_DEPTH: u32 = 250;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "alpha-beta",
    summary: "iterative deepening alpha-beta with a transposition table and quiescence",
    options: &[
        OptionInfo {
            name: "depth",
            kind: OptionKind::Int { min: 1, max: MAX_DEPTH as i64 },
            default: "",
            help: "plies to search; 3 if no other budget is given, else none",
        },
        OptionInfo {
            name: "nodes",
            kind: OptionKind::Int { min: 1, max: i64::MAX },
            default: "",
            help: "positions to visit for each choice; none by default",
        },
        TIME,
        OptionInfo {
            name: "hash",
            kind: OptionKind::Int { min: 1, max: 65_536 },
            default: "16",
            help: "size of the transposition table in MiB",
        },
        OptionInfo {
            name: "width",
            kind: OptionKind::Int { min: 1, max: 1_000 },
            default: "16",
            help: "choices of each side that are searched at simultaneous turns",
        },
    ],
};

/// How an [`AlphaBeta`] searches.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBetaOptions {
    /// Plies to search, up to 250; none for no bound but that. Default: 3 if there is no other budget.
    pub depth: Option<u32>,
    /// Nodes and seconds for each choice. Default: none.
    pub budget: Budget,
    /// Size of the transposition table in MiB. Default: 16.
    pub hash: usize,
    /// Choices of each side that are searched at simultaneous turns. Default: 16.
    pub width: usize,
}

impl AlphaBetaOptions {
    /// The options of a specification.
    pub fn new(options: &Options) -> AlphaBetaOptions {
        AlphaBetaOptions {
            depth: options.maybe_int("depth").map(|depth| depth as u32),
            budget: Budget::from_options(options, "nodes", None),
            hash: options.u32("hash") as usize,
            width: options.u32("width") as usize,
        }
    }

    fn max_depth(&self) -> u32 {
        let unbounded = self.budget.steps.is_none() && self.budget.seconds.is_none();
        self.depth.unwrap_or(if unbounded { DEFAULT_DEPTH } else { MAX_DEPTH }).min(MAX_DEPTH)
    }
}

/// The alpha-beta player.
pub struct AlphaBeta<G: Game> {
    options: AlphaBetaOptions,
    seat: Seat,
    rng: Rng,
    table: Table,
    ordering: Ordering<G::Action>,
    /// One frame for each ply of the search.
    frames: Vec<Frame<G>>,
    spare: Option<G::Position>,
    value: i32,
}

impl<G: Game> AlphaBeta<G> {
    /// A player with these options.
    pub fn new(options: AlphaBetaOptions) -> AlphaBeta<G> {
        AlphaBeta {
            options,
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
        self.table.reset();
        self.ordering.reset(MAX_DEPTH as usize + QUIESCENCE_PLIES + 2);
        let (frames, rng) = (&mut self.frames, &mut self.rng);
        let mut search = Search {
            game,
            seat: self.seat,
            table: &mut self.table,
            ordering: &mut self.ordering,
            spare: self.spare.get_or_insert_with(|| frames[0].position.clone()),
            salt: rng.next_u64() | 1,
            width: self.options.width,
            clock: self.options.budget.start(),
            nodes: 0,
            stopped: false,
            best: None,
            cut_by_depth: false,
        };
        let depth = self.options.max_depth();
        let action = match turn {
            Turn::Together(seats) => {
                search.list_root(&mut frames[0], seats, rng, self.options.budget.steps);
                let mixture = deepen_mixture(&mut search, frames, seats, depth);
                frames[0].own[draw_from(&mixture, rng)]
            }
            _ => {
                self.value = deepen(&mut search, frames, depth);
                let first = frames[0].order.first().map_or(0, |ranked| ranked.index);
                frames[0].actions[search.best.unwrap_or(first)]
            }
        };
        Choice { action, nodes: search.nodes }
    }
}

/// The frames of a search of `depth` plies.
fn stack<G: Game>(frames: &mut Vec<Frame<G>>, depth: u32) -> &mut [Frame<G>] {
    let plies = depth as usize + QUIESCENCE_PLIES + 1;
    while frames.len() < plies {
        let position = frames[0].position.clone();
        frames.push(Frame::new(position));
    }
    &mut frames[..plies]
}

/// Searches deeper and deeper until a budget ends or nothing can change any more; the value of the root.
fn deepen<G: Game>(search: &mut Search<'_, G>, frames: &mut Vec<Frame<G>>, max_depth: u32) -> i32 {
    let mut value = 0;
    for depth in 1..=max_depth {
        search.cut_by_depth = false;
        let found = search.value(stack(frames, depth), true, Window::FULL, Line { depth, ply: 0 });
        if search.stopped {
            break;
        }
        value = found.value;
        if found.complete || value::is_decided(value) || !search.cut_by_depth {
            break;
        }
    }
    value
}

/// The mixture over the root's candidates of the deepest search that the budgets allow; the first candidate, which
/// has the best evaluation, if they allow none.
fn deepen_mixture<G: Game>(
    search: &mut Search<'_, G>,
    frames: &mut Vec<Frame<G>>,
    seats: SeatSet,
    max_depth: u32,
) -> Vec<f64> {
    let mut mixture = vec![1.0];
    for depth in 1..=max_depth {
        search.cut_by_depth = false;
        match search.root_mixture(stack(frames, depth), seats, Line { depth, ply: 0 }) {
            Some((found, false)) => mixture = found,
            Some((found, true)) => return found,
            None => break,
        }
        if !search.cut_by_depth {
            break;
        }
    }
    mixture
}

impl<G: Game> Engine<G> for AlphaBeta<G> {
    fn begin(&mut self, _game: &G, seat: Seat, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(position.clone()));
        }
        let root = &mut self.frames[0];
        root.position.clone_from(position);
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
