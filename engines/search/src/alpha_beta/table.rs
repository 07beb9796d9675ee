//! The transposition table (Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program", 1967).

use torneo_contract::random::scale;

/// The depth of entries that hold whatever the depth: everything below was searched to the ends of the game, and no
/// end depended on how the position was reached.
pub const COMPLETE: u8 = u8::MAX;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// At least the value.
    Lower,
    /// At most the value.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value for the side to move, with wins counted in plies from the position.
    pub value: i32,
    /// The number of plies searched, or [`COMPLETE`].
    pub depth: u8,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The number of the best action in the order of the legal actions.
    pub best: u16,
}

impl Entry {
    /// What the entry of an earlier search of the same game is still good for: which action to try first, and its
    /// value only where that holds whatever the depth and the history.
    fn aged(self) -> Entry {
        if self.depth == COMPLETE { self } else { Entry { depth: 0, ..self } }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// The search that wrote the entry.
    generation: u32,
    entry: Entry,
}

const EMPTY: Slot =
    Slot { key: 0, generation: 0, entry: Entry { value: 0, depth: 0, bound: Bound::Upper, best: 0 } };

/// Two slots for each index: the first keeps the deepest entry of this search, the second takes the rest.
type Bucket = [Slot; 2];

/// A table of fixed size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The search that is going on.
    generation: u32,
    /// Entries of earlier searches count as empty.
    first: u32,
    wanted: usize,
}

impl TranspositionTable {
    /// A table of `mib` MiB; none with 0. The memory is taken when the first search begins.
    pub fn new(mib: usize) -> TranspositionTable {
        let wanted = (mib << 20) / size_of::<Bucket>();
        TranspositionTable { buckets: Vec::new(), generation: 0, first: 1, wanted }
    }

    /// Forgets all entries, in constant time.
    pub fn forget(&mut self) {
        self.first = self.generation.saturating_add(1);
    }

    /// Begins another search: the entries so far are those of an earlier one.
    pub fn age(&mut self) {
        match self.generation.checked_add(1) {
            Some(next) if self.buckets.len() == self.wanted => self.generation = next,
            _ => {
                self.buckets.clear();
                self.buckets.resize(self.wanted, [EMPTY; 2]);
                (self.generation, self.first) = (1, 1);
            }
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        scale(key, self.buckets.len() as u64) as usize
    }

    /// What is known under `key`, if it is still there. An entry of an earlier search has depth 0 unless its value
    /// always holds.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.index(key))?;
        let slot = bucket.iter().find(|slot| slot.key == key && slot.generation >= self.first)?;
        Some(if slot.generation == self.generation { slot.entry } else { slot.entry.aged() })
    }

    /// Stores an entry in the place of a shallower or an older one.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let (index, generation) = (self.index(key), self.generation);
        let Some([deepest, other]) = self.buckets.get_mut(index) else { return };
        let keep = deepest.generation == generation && deepest.entry.depth > entry.depth;
        *(if keep { other } else { deepest }) = Slot { key, generation, entry };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Exact, best: 3 }
    }

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::new(1);
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
    fn the_deepest_of_a_bucket_stays() {
        let mut table = table();
        for (key, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.put(key, entry(key as i32, depth));
        }
        assert_eq!(table.get(1), Some(entry(1, 9)));
        assert_eq!((table.get(2), table.get(3)), (None, Some(entry(3, 4))));
    }

    #[test]
    fn earlier_searches_tell_the_best_action_and_what_always_holds() {
        let mut table = table();
        table.put(1, entry(8, 7));
        table.put(u64::MAX, entry(9, COMPLETE));
        table.age();
        assert_eq!(table.get(1), Some(entry(8, 0)));
        assert_eq!(table.get(u64::MAX), Some(entry(9, COMPLETE)));
    }

    #[test]
    fn old_entries_give_way_whatever_their_depth() {
        let mut table = table();
        table.put(1, entry(1, COMPLETE));
        table.age();
        for (key, depth) in [(2, 2), (3, 1)] {
            table.put(key, entry(key as i32, depth));
        }
        assert!(table.get(1).is_none() && table.get(2).is_some() && table.get(3).is_some());
    }

    #[test]
    fn without_memory_nothing_is_stored() {
        let mut table = TranspositionTable::new(0);
        table.age();
        table.put(1, entry(1, 1));
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn the_size_is_what_was_asked_for() {
        let table = table();
        assert!(table.buckets.len() * size_of::<Bucket>() <= 1 << 20);
        assert!((table.buckets.len() + 1) * size_of::<Bucket>() > 1 << 20);
    }
}
