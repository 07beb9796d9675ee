//! The transposition table (Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program", 1967).

use bytemuck::{Pod, Zeroable};
use torneo_contract::random::scale;

use super::shared_table::SharedBuckets;
use super::slot::{Bound, Entry, NO_ACTION, SLOTS, Slot};
use super::zeroed::Zeroed;

/// The slots of an index, in one line of the processor's cache.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Bucket([Slot; SLOTS], u32);

/// An entry gives way to one of the same position that is shallower by no more.
const SHALLOWER: u8 = 3;
/// By how many plies less an entry counts for each search since the one that wrote it.
const AGED: i32 = 8;
/// The most searches of a game that are told apart.
const SEARCHES: u16 = 1 << 15;

/// Where the buckets are: with one thread, or with all of a search. That of one thread takes no atomic operations.
enum Buckets {
    Own(Zeroed<Bucket>),
    Shared(SharedBuckets),
}

impl Buckets {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Buckets::Own(buckets) => buckets.len(),
            Buckets::Shared(buckets) => buckets.len(),
        }
    }
}

/// A table of fixed size.
pub struct TranspositionTable {
    buckets: Buckets,
    /// The search that is going on, and the first one of the game: entries of earlier ones count as empty.
    search: u16,
    first: u16,
    wanted: usize,
}

impl TranspositionTable {
    /// A table of `mib` MiB, for one thread or to be shared by several; none with 0. The memory is taken when the first search
    /// begins.
    pub fn new(mib: usize, shared: bool) -> TranspositionTable {
        let wanted = (mib << 20) / size_of::<Bucket>();
        let buckets =
            if shared { Buckets::Shared(SharedBuckets::default()) } else { Buckets::Own(Zeroed::EMPTY) };
        TranspositionTable { buckets, search: 0, first: 1, wanted }
    }

    /// The same table for another thread of the search that is going on.
    ///
    /// # Panics
    /// If it is not to be shared.
    pub fn share(&self) -> TranspositionTable {
        let Buckets::Shared(buckets) = &self.buckets else { panic!("a table for one thread") };
        TranspositionTable { buckets: Buckets::Shared(buckets.clone()), ..*self }
    }

    /// Forgets all entries. This takes constant time, except once in a great many games.
    pub fn forget(&mut self) {
        if self.search >= SEARCHES {
            self.clear();
        }
        self.first = self.search + 1;
    }

    /// Begins another search: the entries so far are those of an earlier one.
    pub fn age(&mut self) {
        if self.buckets.len() != self.wanted {
            self.clear();
            self.first = 1;
        }
        // However long a game is, it goes on as it would with a new table.
        if self.search < self.first - 1 + SEARCHES {
            self.search += 1;
        }
    }

    fn clear(&mut self) {
        match &mut self.buckets {
            Buckets::Own(buckets) => *buckets = Zeroed::new(self.wanted),
            Buckets::Shared(buckets) => *buckets = SharedBuckets::new(self.wanted),
        }
        self.search = 0;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        scale(key, self.buckets.len() as u64) as usize
    }

    #[inline]
    fn holds(&self, slot: &Slot, key: u64) -> bool {
        slot.is_of(key) && slot.search() >= self.first
    }

    /// What is known under `key`, from this search or an earlier one of the game, if it is still there.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let index = self.index(key);
        let found = |slot: &&Slot| self.holds(slot, key);
        match &self.buckets {
            Buckets::Own(buckets) => buckets.get(index)?.0.iter().find(found).map(Slot::entry),
            Buckets::Shared(buckets) => buckets.read(index)?.iter().find(found).map(Slot::entry),
        }
    }

    /// Stores an entry. It replaces the entry of the same position, unless that is much deeper. Else it
    /// replaces the shallowest entry; those of earlier searches count less. Where it tells no best action,
    /// the one that was known stays.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let admitted = match &self.buckets {
            Buckets::Own(buckets) => buckets.get(index).and_then(|bucket| self.admit(&bucket.0, key, entry)),
            Buckets::Shared(buckets) => buckets.read(index).and_then(|slots| self.admit(&slots, key, entry)),
        };
        let Some((place, slot)) = admitted else { return };
        match &mut self.buckets {
            Buckets::Own(buckets) => buckets[index].0[place] = slot,
            Buckets::Shared(buckets) => buckets.write(index, place, slot),
        }
    }

    /// Where an entry is written, and what.
    #[inline]
    fn admit(&self, slots: &[Slot; SLOTS], key: u64, mut entry: Entry) -> Option<(usize, Slot)> {
        let known = slots.iter().position(|slot| self.holds(slot, key));
        if let Some(known) = known.map(|place| slots[place]) {
            if entry.bound != Bound::Exact && known.depth() > entry.depth.saturating_add(SHALLOWER) {
                return None;
            }
            if entry.best == NO_ACTION {
                entry.best = known.entry().best;
            }
        }
        let place = known.unwrap_or_else(|| {
            let worth = |&place: &usize| self.worth(&slots[place]);
            (0..SLOTS).min_by_key(worth).expect("a bucket has slots")
        });
        Some((place, Slot::new(key, self.search, entry)))
    }

    /// How much it would cost to lose a slot.
    #[inline]
    fn worth(&self, slot: &Slot) -> i32 {
        if slot.search() < self.first {
            return i32::MIN;
        }
        i32::from(slot.depth()) - AGED * i32::from(self.search - slot.search())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::slot::{COMPLETE, UNJUDGED};

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Lower, best: 3, units: UNJUDGED }
    }

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::new(1, false);
        table.age();
        table
    }

    #[test]
    fn entries_are_found_until_they_are_forgotten() {
        let mut table = table();
        table.put(77, entry(5, 2));
        assert_eq!(table.get(77), Some(entry(5, 2)));
        assert_eq!(table.get(78), None);
        table.forget();
        table.age();
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn the_shallowest_of_an_index_gives_way() {
        let mut table = table();
        for (key, depth) in [(1, 9), (2, 3), (3, 4), (4, 2)] {
            table.put(key, entry(key as i32, depth));
        }
        assert_eq!([1, 2, 3, 4].map(|key| table.get(key).is_some()), [true, false, true, true]);
    }

    #[test]
    fn what_tells_less_of_a_position_takes_nothing_away() {
        let mut table = table();
        table.put(1, entry(9, 6));
        table.put(1, entry(2, 2));
        assert_eq!(table.get(1), Some(entry(9, 6)), "much shallower");
        table.put(1, Entry { best: NO_ACTION, ..entry(3, 4) });
        assert_eq!(table.get(1), Some(entry(3, 4)), "without a best action");
        table.put(1, Entry { bound: Bound::Exact, ..entry(4, 0) });
        assert_eq!(table.get(1).map(|entry| entry.depth), Some(0), "exact");
        table.put(1, entry(5, COMPLETE));
        table.put(1, entry(6, 200));
        assert_eq!(table.get(1), Some(entry(5, COMPLETE)));
    }

    #[test]
    fn earlier_searches_of_the_game_still_answer() {
        let mut table = table();
        table.put(1, entry(8, 7));
        table.age();
        assert_eq!(table.get(1), Some(entry(8, 7)));
        table.forget();
        table.age();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn old_entries_give_way_to_shallower_ones() {
        let mut table = table();
        table.put(1, entry(1, 9));
        table.age();
        for (key, depth) in [(2, 2), (3, 3), (4, 4)] {
            table.put(key, entry(key as i32, depth));
        }
        assert_eq!([1, 2, 3, 4].map(|key| table.get(key).is_some()), [false, true, true, true]);
    }

    #[test]
    fn earlier_games_leave_no_trace() {
        let (mut used, mut fresh) = (table(), TranspositionTable::new(1, false));
        for game in 0..3 {
            used.put(1, entry(1, COMPLETE));
            used.put(2, entry(2, 9));
            // Whatever the number of searches before.
            used.search = if game == 1 { SEARCHES + 5 } else { used.search };
            used.forget();
            fresh.forget();
            for search in 0..70_000_u64 {
                used.age();
                fresh.age();
                for key in [1, 2, 3, search % 9] {
                    let entry = entry(search as i32, (search % 5) as u8);
                    used.put(key, entry);
                    fresh.put(key, entry);
                }
                for key in 0..9 {
                    assert_eq!(used.get(key), fresh.get(key), "game {game}, search {search}");
                }
            }
        }
    }

    #[test]
    fn without_memory_nothing_is_stored() {
        let mut table = TranspositionTable::new(0, false);
        table.age();
        table.put(1, entry(1, 1));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn threads_share_what_they_store() {
        let mut table = TranspositionTable::new(1, true);
        table.age();
        let mut other = table.share();
        other.put(5, entry(8, 2));
        assert_eq!(table.get(5), Some(entry(8, 2)));
        table.age();
        assert_eq!(other.get(5), table.get(5));
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        let table = table();
        assert!(table.buckets.len() * size_of::<Bucket>() <= 1 << 20);
        assert!((table.buckets.len() + 1) * size_of::<Bucket>() > 1 << 20);
    }
}
