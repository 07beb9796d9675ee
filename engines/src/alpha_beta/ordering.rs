//! The order in which actions are tried: the table's, noisy ones, killers (Akl and Newborn, "The principal
//! continuation and the killer heuristic", 1977), then by history (Schaeffer, "The History Heuristic", 1983).

use torneo_games::Game;

use crate::parts::mixer::hash_of;

const HISTORY: usize = 1 << 12;
const HISTORY_MAX: u32 = 1 << 20;

const FROM_TABLE: u32 = u32::MAX;
const NOISY: u32 = 1 << 30;
const KILLERS: [u32; 2] = [1 << 29, 1 << 28];

/// What earlier cut-offs of the same search say about actions.
pub struct Ordering<A> {
    /// The last two quiet actions that cut off, by ply.
    killers: Vec<[Option<A>; 2]>,
    /// How much each action cut off, by side and by hash.
    history: Vec<u32>,
}

/// An action's number with its rank; the highest rank comes first, then the lowest `tie`.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    rank: u32,
    tie: u64,
    /// The number of the action in the order of the legal actions.
    pub index: usize,
}

impl<A: Copy + PartialEq + std::hash::Hash> Ordering<A> {
    /// Nothing known.
    pub fn new() -> Ordering<A> {
        Ordering { killers: Vec::new(), history: vec![0; 2 * HISTORY] }
    }

    /// Forgets everything, with room for `plies`.
    pub fn reset(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [None; 2]);
        self.history.fill(0);
    }

    fn slot(ours: bool, action: A) -> usize {
        usize::from(ours) * HISTORY + hash_of(&action) as usize % HISTORY
    }

    /// A quiet action of a side cut off at `ply`, with so many plies left to search.
    pub fn cut_off(&mut self, ours: bool, action: A, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let history = &mut self.history[Self::slot(ours, action)];
        *history = (*history + depth * depth).min(HISTORY_MAX);
    }

    /// Writes the actions' order to `order`. `first` is tried before all others; `tie` decides between equals.
    pub fn sort<G: Game<Action = A>>(
        &self,
        (game, position): (&G, &G::Position),
        actions: &[A],
        (ours, ply, first): (bool, usize, Option<usize>),
        tie: impl Fn(usize) -> u64,
        order: &mut Vec<Ranked>,
    ) {
        order.clear();
        order.extend(actions.iter().enumerate().map(|(index, &action)| {
            let rank = if first == Some(index) {
                FROM_TABLE
            } else if game.is_noisy(position, action) {
                NOISY
            } else {
                let killer = self.killers[ply].iter().position(|&killer| killer == Some(action));
                killer.map_or_else(|| self.history[Self::slot(ours, action)], |killer| KILLERS[killer])
            };
            Ranked { rank, tie: tie(index), index }
        }));
        order.sort_unstable_by_key(|ranked| (u32::MAX - ranked.rank, ranked.tie));
    }
}
