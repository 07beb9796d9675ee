//! What one thread of a search works with, and a search by several threads at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_contract::{Heuristics, Seat};

use super::deepening::{self, deepen};
use super::frame::Frame;
use super::options::{AlphaBetaOptions, MAX_DEPTH};
use super::ordering::{Arrived, Ordering};
use super::search::Search;
use super::table::TranspositionTable;
use crate::common::budget::{Budget, Clock};
use crate::common::evaluation::Evaluation;
use crate::common::threads::{Task, alongside};
use crate::engine::Stop;
use crate::policy::{Judge, Policy, Trail};

/// The table and the buffers of one thread.
pub struct Workspace<G: Heuristics> {
    pub(super) table: TranspositionTable,
    ordering: Ordering<G::Action>,
    pub(super) evaluation: Evaluation<G>,
    policy: Option<Judge<G>>,
    /// Where each seat chose last in the game.
    trails: Vec<Trail>,
    /// One frame for each ply of the search; the first is that of the root.
    pub(super) frames: Vec<Frame<G>>,
    scratch_position: Option<G::Position>,
    /// The evaluations on the way from the root, by ply.
    judgements: Vec<Option<i32>>,
}

/// What a search is about: the game, the root seat, and a word that breaks ties at the root.
pub struct Question<'a, G> {
    pub(super) game: &'a G,
    pub(super) seat: Seat,
    pub(super) salt: u64,
}

impl<G: Heuristics> Workspace<G> {
    /// For searches with these options.
    pub fn new(options: &AlphaBetaOptions) -> Workspace<G> {
        Workspace::with(TranspositionTable::new(options.hash, options.threads > 1), options)
    }

    fn with(table: TranspositionTable, options: &AlphaBetaOptions) -> Workspace<G> {
        Workspace {
            table,
            ordering: Ordering::new(options.features.continuation),
            evaluation: Evaluation::new(options.evaluation),
            policy: None,
            trails: Vec::new(),
            frames: Vec::new(),
            scratch_position: None,
            judgements: Vec::new(),
        }
    }

    /// The frame of the root, with this position.
    pub fn root(&mut self, position: &G::Position) -> &mut Frame<G> {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(position.clone()));
        }
        let root = &mut self.frames[0];
        root.position.clone_from(position);
        root.arrived = Arrived::default();
        root.trails.clone_from(&self.trails);
        root.stands = None;
        root.order.clear();
        root.actions.clear();
        root
    }

    /// Orders quiet actions by a policy, if there is one.
    pub fn follow(&mut self, policy: Option<&Arc<Policy>>) {
        self.policy = policy.map(|policy| Judge::new(policy.clone()));
    }

    /// A seat has chosen an action in this position.
    pub fn chosen(&mut self, place: (&G, &G::Position), choice: (Seat, G::Action)) {
        if let Some(judge) = &mut self.policy {
            judge.follow(place, choice, &mut self.trails);
        }
    }

    /// Begins a game: where the seats chose before is of another one.
    pub fn begin_game(&mut self, game: &G) {
        self.trails.clear();
        self.trails.resize(game.seats(), Trail::default());
        self.begin();
    }

    /// Forgets what is known of the game before.
    pub fn begin(&mut self) {
        self.table.forget();
        self.ordering.forget();
    }

    /// Begins another search of the game: what the last one found is that of an earlier one.
    pub fn age(&mut self, options: &AlphaBetaOptions) {
        let plies = deepening::plies(MAX_DEPTH, options.features.quiescence);
        self.ordering.age(plies);
        self.judgements.clear();
        self.judgements.resize(plies, None);
    }

    /// A search from the first frame, and the frames.
    pub fn search<'a>(
        &'a mut self,
        Question { game, seat, salt }: Question<'a, G>,
        options: &AlphaBetaOptions,
        clock: Clock<'a>,
    ) -> (Search<'a, G>, &'a mut Vec<Frame<G>>) {
        let frames = &mut self.frames;
        let search = Search {
            game,
            seat,
            features: options.features,
            root_depth: 0,
            judgements: &mut self.judgements,
            evaluation: &mut self.evaluation,
            table: &mut self.table,
            policy: self.policy.as_mut(),
            ordering: &mut self.ordering,
            scratch_position: self.scratch_position.get_or_insert_with(|| frames[0].position.clone()),
            salt,
            width: options.width,
            clock,
            nodes: 0,
            stopped: false,
            best: None,
            barred: Vec::new(),
            cut_by_depth: false,
            finished: 0,
        };
        (search, frames)
    }
}

/// Threads that search the same position as the first one. They tell it what they find through the table that
/// all share (lazy SMP: Östensen, "A Complete Chess Engine Parallelized Using Lazy SMP", 2016).
pub struct Helpers<G: Heuristics>(Vec<Workspace<G>>);

impl<G: Heuristics> Helpers<G> {
    /// None yet.
    pub fn new() -> Helpers<G> {
        Helpers(Vec::new())
    }

    /// Forgets what is known of the game before.
    pub fn begin(&mut self) {
        self.0.iter_mut().for_each(Workspace::begin);
    }

    /// Lets all others search the root of `first` while `search` searches it there; the nodes that they visited, and what `search` found.
    /// Where the system gives no more threads there are fewer.
    pub fn help<T>(
        &mut self,
        Question { game, seat, salt }: Question<G>,
        (options, depth): (&AlphaBetaOptions, u32),
        first: &mut Workspace<G>,
        search: impl FnOnce(&mut Workspace<G>) -> T,
    ) -> (u64, T) {
        let position = first.frames[0].position.clone();
        self.0.resize_with(options.threads - 1, || Workspace::with(first.table.share(), options));
        let flag = Arc::new(AtomicBool::new(false));
        let stop = &Stop::at(&flag);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (number, helper) in self.0.iter_mut().enumerate() {
            helper.table = first.table.share();
            helper.evaluation.learn(first.evaluation.learned().cloned());
            if helper.policy.is_none() {
                helper.follow(first.policy.as_ref().map(Judge::policy));
            }
            helper.trails.clone_from(&first.trails);
            let root = helper.root(&position);
            game.actions(&position, seat, &mut root.actions);
            let question = Question { game, seat, salt: salt.wrapping_add(2 * number as u64 + 2) };
            // Every other one is a ply ahead, so that they do not all do the same.
            let depths = 1 + number as u32 % 2..=depth;
            tasks.push(Box::new(move || {
                helper.age(options);
                let (mut search, frames) = helper.search(question, options, Budget::default().start(stop));
                deepen(&mut search, frames, depths, options.aspiration);
                search.nodes
            }));
        }
        let mut found = None;
        let nodes = alongside(tasks, &flag, Box::new(|| found = Some(search(first))));
        (nodes, found.expect("the search has ended"))
    }
}
