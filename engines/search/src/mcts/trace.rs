//! The decisions of a simulation, in the tree and after it.

use std::hash::Hash;

use torneo_contract::{
    Seat,
    mixer::{HashedMap, hash_of},
};

/// The key of an action of a seat, the same in all positions.
#[inline]
pub fn key_of<A: Hash>(seat: Seat, action: A) -> u64 {
    hash_of(&(seat, action)).max(1)
}

/// A decision of a single seat.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// The [`key_of`] the action.
    pub key: u64,
    /// The place in the trace where it was last played before.
    pub earlier: Option<u32>,
}

/// The decisions of a simulation in order.
#[derive(Default)]
pub struct Trace {
    /// The decisions.
    pub plays: Vec<Play>,
    /// Where each action was played last.
    last: HashedMap<u32>,
}

impl Trace {
    /// Begins a simulation.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.last.clear();
    }

    /// Adds a decision.
    #[inline]
    pub fn push(&mut self, seat: Seat, key: u64) {
        let earlier = self.last.insert(key, self.plays.len() as u32);
        self.plays.push(Play { seat, key, earlier });
    }
}
