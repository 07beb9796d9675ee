//! The buffers of a search, so that no node allocates.

use torneo_contract::{Heuristics, Seat, SeatVec};

use super::chance::Mean;
use super::ordering::{Arrived, Order};
use crate::policy::Trail;

/// The buffers of one ply of the search stack.
pub struct Frame<G: Heuristics> {
    /// The position at this ply.
    pub position: G::Position,
    /// What led to it.
    pub(super) arrived: Arrived,
    /// Where each seat chose last on the way here, and the seat that chooses here with what stands where. Kept for a policy alone.
    pub(super) trails: Vec<Trail>,
    pub(super) stands: Option<(Seat, Trail)>,
    pub(super) actions: Vec<G::Action>,
    /// The actions that a policy is asked about.
    pub(super) weighed: Vec<G::Action>,
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
            trails: Vec::new(),
            stands: None,
            actions: Vec::new(),
            weighed: Vec::new(),
            order: Order::default(),
            outcomes: Vec::new(),
            mean: Mean::default(),
            own: Vec::new(),
            others: Vec::new(),
            matrix: Vec::new(),
        }
    }

    /// Takes over where the seats chose on the way to a frame, and there.
    pub(super) fn follow(&mut self, before: &Frame<G>) {
        self.trails.clone_from(&before.trails);
        if let Some((seat, on)) = &before.stands {
            self.trails[seat.index()].clone_from(on);
        }
        self.stands = None;
    }
}
