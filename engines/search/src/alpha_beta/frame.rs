//! The buffers of a search, so that no node allocates.

use torneo_contract::{Heuristics, SeatVec};

use super::chance::Mean;
use super::ordering::{Arrived, Order};

/// The buffers of one ply of the search stack.
pub struct Frame<G: Heuristics> {
    /// The position at this ply.
    pub position: G::Position,
    /// What led to it.
    pub(super) arrived: Arrived,
    pub(super) actions: Vec<G::Action>,
    pub(super) order: Order,
    pub(super) outcomes: Vec<(G::Action, u64)>,
    pub(super) mean: Mean,
    pub(super) own: Vec<G::Action>,
    pub(super) others: Vec<SeatVec<G::Action>>,
    pub(super) matrix: Vec<f64>,
}

impl<G: Heuristics> Frame<G> {
    /// A frame that holds `position`.
    pub fn new(position: G::Position) -> Frame<G> {
        Frame {
            position,
            arrived: Arrived::default(),
            actions: Vec::new(),
            order: Order::default(),
            outcomes: Vec::new(),
            mean: Mean::default(),
            own: Vec::new(),
            others: Vec::new(),
            matrix: Vec::new(),
        }
    }
}
