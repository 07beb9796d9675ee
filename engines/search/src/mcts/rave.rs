//! All moves as first: the score of the simulations in which an action was played, at any later time.
//!
//! RAVE reads these scores at the node itself (Gelly and Silver, "Combining Online and Offline Knowledge in
//! UCT", 2007), where they stand beside the edges. GRAVE reads them at the last node above with enough visits (Cazenave,
//! "Generalized Rapid Action Value Estimation", 2015), of actions of all seats: they are in a table.

use std::hash::Hash;

use super::trace::{Name, Trace, key_of};
use super::tree::{List, Tree};
use torneo_contract::{Seat, SeatVec};

/// What the action of an edge scored when it was played there or later.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// The key of the action.
    pub key: u64,
    /// Its number in the [`Trace`].
    number: u32,
    visits: u32,
    total: f64,
}

impl Later {
    /// What stands beside the result of a chance turn.
    pub const NONE: Later = Later { key: 0, number: 0, visits: 0, total: 0.0 };

    /// The mean score; none if the action was not played.
    #[inline]
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.total / f64::from(self.visits))
    }
}

impl<A: Copy + Hash> Tree<A> {
    /// Begins to keep what the actions of the last list score later, which have these names in traces.
    pub fn keep_later(&mut self, trace: &mut Trace, name: impl Fn(Seat, A) -> Name) {
        let Some(list) = self.lists.last() else { return };
        self.laters.extend(self.edges[list.first as usize..].iter().map(|edge| {
            let number = trace.number(name(list.seat, edge.action));
            Later { key: key_of(list.seat, edge.action), number, ..Later::NONE }
        }));
    }

    /// What the actions of a list scored later.
    #[inline]
    pub fn laters_of(&self, list: &List) -> &[Later] {
        &self.laters[list.first as usize..][..list.count as usize]
    }

    /// Adds the score of a seat to those actions of a list that it played in the trace from place `first` on. An action that was
    /// played several times counts once.
    pub fn record_later(&mut self, list: u32, first: u32, trace: &Trace, score: f64) {
        let list = self.lists[list as usize];
        for later in &mut self.laters[list.first as usize..][..list.count as usize] {
            if trace.last_place(later.number).is_some_and(|last| last >= first) {
                later.visits += 1;
                later.total += score;
            }
        }
    }
}

/// Entries of the empty table.
const FEWEST: usize = 1 << 10;
/// A key of no action.
const VACANT: u64 = 0;

/// What an action scored below a node.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    node: u32,
    visits: u32,
    total: f64,
}

const EMPTY: Entry = Entry { key: VACANT, node: 0, visits: 0, total: 0.0 };

/// The scores of all actions below all nodes: a hash table with linear probing.
pub struct Amaf {
    entries: Vec<Entry>,
    /// Entries in use.
    count: usize,
    /// The largest number of entries.
    most: usize,
    /// Entries that stay while the tree moves.
    kept: Vec<Entry>,
}

impl Amaf {
    /// An empty table that grows to about `memory` bytes.
    pub fn new(memory: usize) -> Amaf {
        let most = (memory / size_of::<Entry>()).max(FEWEST);
        Amaf { entries: Vec::new(), count: 0, most: 1 << most.ilog2(), kept: Vec::new() }
    }

    /// Forgets everything; the memory is kept.
    pub fn reset(&mut self) {
        self.entries.fill(EMPTY);
        self.count = 0;
    }

    /// The place of an action below a node, or the vacant one where it belongs.
    #[inline]
    fn place(&self, node: u32, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mixed =
            (key ^ u64::from(node).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut place = (mixed >> 32) as usize & mask;
        loop {
            let entry = &self.entries[place];
            if entry.key == VACANT || (entry.key == key && entry.node == node) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The mean score of an action below a node; none if it was not played there.
    #[inline]
    pub fn mean(&self, node: u32, key: u64) -> Option<f64> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = &self.entries[self.place(node, key)];
        (entry.visits > 0).then(|| entry.total / f64::from(entry.visits))
    }

    fn add(&mut self, node: u32, key: u64, visits: u32, total: f64) {
        if self.count * 2 >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let full = self.count * 8 >= self.entries.len() * 7;
        let place = self.place(node, key);
        let entry = &mut self.entries[place];
        if entry.key == VACANT {
            if full {
                return;
            }
            (entry.key, entry.node) = (key, node);
            self.count += 1;
        }
        entry.visits += visits;
        entry.total += total;
    }

    fn grow(&mut self) {
        let larger = (self.entries.len() * 2).max(FEWEST);
        let old = std::mem::replace(&mut self.entries, vec![EMPTY; larger]);
        self.count = 0;
        for entry in old.into_iter().filter(|entry| entry.key != VACANT) {
            self.add(entry.node, entry.key, entry.visits, entry.total);
        }
    }

    /// Records what each action of the trace from place `first` on scored below a node; an action that was played
    /// several times counts once.
    pub fn record(&mut self, node: u32, first: usize, trace: &Trace, scores: &SeatVec<f64>) {
        for play in &trace.plays[first..] {
            if play.earlier.is_none_or(|earlier| (earlier as usize) < first) {
                self.add(node, play.key, 1, scores[play.seat.index()]);
            }
        }
    }

    /// Follows the nodes of a tree to their new numbers; what is known below removed nodes is forgotten.
    pub fn renumber(&mut self, number: impl Fn(u32) -> Option<u32>) {
        let mut kept = std::mem::take(&mut self.kept);
        let live = self.entries.iter().filter(|entry| entry.key != VACANT);
        kept.extend(live.filter_map(|entry| Some(Entry { node: number(entry.node)?, ..*entry })));
        self.reset();
        for entry in kept.drain(..) {
            self.add(entry.node, entry.key, entry.visits, entry.total);
        }
        self.kept = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> SeatVec<f64> {
        [1.0, 0.0].into_iter().collect()
    }

    /// The first seat plays 11, the second 22, the first 33 and 11 again.
    fn trace() -> Trace {
        let mut trace = Trace::new(true);
        for (seat, key) in [(Seat::FIRST, 11), (Seat::SECOND, 22), (Seat::FIRST, 33), (Seat::FIRST, 11)] {
            trace.push(seat, Name::Key(key));
        }
        trace
    }

    #[test]
    fn an_action_counts_once_wherever_it_is_played() {
        let mut amaf = Amaf::new(1 << 20);
        amaf.record(0, 0, &trace(), &scores());
        amaf.record(5, 3, &trace(), &scores());
        assert_eq!((amaf.mean(0, 11), amaf.mean(0, 33), amaf.mean(0, 22)), (Some(1.0), Some(1.0), Some(0.0)));
        assert_eq!((amaf.mean(5, 11), amaf.mean(5, 22)), (Some(1.0), None));
        assert_eq!(amaf.entries[amaf.place(0, 11)].visits, 1);
    }

    #[test]
    fn entries_follow_their_nodes() {
        let mut amaf = Amaf::new(1 << 20);
        for node in 0..2_000 {
            amaf.add(node, 7, 1, f64::from(node));
        }
        amaf.renumber(|node| node.checked_sub(1_990));
        assert_eq!((amaf.count, amaf.mean(3, 7), amaf.mean(10, 7)), (10, Some(1_993.0), None));
    }

    #[test]
    fn a_full_table_takes_no_more() {
        let mut amaf = Amaf::new(1);
        (1..5_000).for_each(|key| amaf.add(0, key, 1, 0.5));
        assert!(amaf.count < FEWEST && amaf.entries.len() == FEWEST);
        assert_eq!((amaf.mean(0, 1), amaf.mean(0, 4_999)), (Some(0.5), None));
    }
}
