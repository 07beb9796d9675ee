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

/// The number of all actions that got none of their own.
const UNKNOWN: u32 = 0;
/// Actions that get numbers.
const MOST: usize = 1 << 20;

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
///
/// Actions get numbers, so that what was played in a simulation is looked up without hashing.
#[derive(Default)]
pub struct Trace {
    /// The decisions.
    pub plays: Vec<Play>,
    /// Whether it is to be told where actions were played.
    finds: bool,
    numbers: HashedMap<u32>,
    /// When each action was played last, in decisions of all simulations; 0 if it never was, as of the number [`UNKNOWN`].
    last: Vec<u64>,
    /// Decisions before this simulation, and one.
    before: u64,
}

impl Trace {
    /// A trace that tells where actions were played if it is to find them.
    pub fn new(finds: bool) -> Trace {
        Trace { finds, last: vec![0], before: 1, ..Trace::default() }
    }

    /// Begins a simulation.
    pub fn clear(&mut self) {
        self.before += self.plays.len() as u64;
        self.plays.clear();
    }

    /// Forgets the numbers of actions.
    pub fn forget(&mut self) {
        self.numbers.clear();
        self.last.truncate(UNKNOWN as usize + 1);
    }

    /// The number of an action.
    #[inline]
    pub fn number(&mut self, key: u64) -> u32 {
        if self.numbers.len() == MOST {
            return self.numbers.get(&key).copied().unwrap_or(UNKNOWN);
        }
        *self.numbers.entry(key).or_insert_with(|| {
            self.last.push(0);
            self.last.len() as u32 - 1
        })
    }

    /// The place where the action with this number was last played in this simulation.
    #[inline]
    pub fn last_place(&self, number: u32) -> Option<u32> {
        self.last[number as usize].checked_sub(self.before).map(|place| place as u32)
    }

    /// Adds a decision.
    #[inline]
    pub fn push(&mut self, seat: Seat, key: u64) {
        let mut earlier = None;
        if self.finds {
            let number = self.number(key);
            earlier = self.last_place(number);
            if number != UNKNOWN {
                self.last[number as usize] = self.before + self.plays.len() as u64;
            }
        }
        self.plays.push(Play { seat, key, earlier });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_found_where_they_were_played_last_in_this_simulation() {
        let mut trace = Trace::new(true);
        let number = trace.number(7);
        assert_eq!(trace.last_place(number), None);
        for key in [7, 8, 7] {
            trace.push(Seat::FIRST, key);
        }
        assert_eq!((trace.last_place(number), trace.plays[2].earlier), (Some(2), Some(0)));
        trace.clear();
        assert_eq!(trace.last_place(number), None, "that was an earlier simulation");
        trace.push(Seat::FIRST, 7);
        assert_eq!((trace.last_place(number), trace.plays[0].earlier), (Some(0), None));
    }

    #[test]
    fn actions_beyond_the_bound_are_never_found() {
        let mut trace = Trace::new(true);
        (1..=MOST as u64).for_each(|key| _ = trace.number(key));
        let number = trace.number(u64::MAX);
        trace.push(Seat::FIRST, u64::MAX);
        assert_eq!((number, trace.last_place(number)), (UNKNOWN, None));
        assert!(trace.number(1) != UNKNOWN);
    }
}
