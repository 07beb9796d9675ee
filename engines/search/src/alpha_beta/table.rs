//! The transposition table (Greenblatt, Eastlake and Crocker, "The Greenblatt Chess Program", 1967).

use torneo_contract::random::scale;

use super::shared_table::SharedBuckets;

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

/// In place of the evaluation of a position that was not evaluated.
pub const UNJUDGED: i32 = i32::MIN;

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
    /// The evaluation for the side to move, in its units, or [`UNJUDGED`].
    pub units: i32,
}

impl Entry {
    /// The evaluation for the side to move, if the position was evaluated.
    pub fn judged(self) -> Option<i32> {
        (self.units != UNJUDGED).then_some(self.units)
    }
}

/// The place of an entry.
#[derive(Clone, Copy)]
pub struct Slot {
    /// The key of the position.
    pub key: u64,
    /// The search that wrote the entry.
    pub generation: u32,
    /// What is known.
    pub entry: Entry,
}

const EMPTY: Slot = Slot {
    key: 0,
    generation: 0,
    entry: Entry { value: 0, depth: 0, bound: Bound::Upper, best: 0, units: UNJUDGED },
};

/// Two slots for each index: the first keeps the deepest entry of this search, the second takes the rest.
type Bucket = [Slot; 2];

/// Where the buckets are: with one thread, or with all of a search. That of one thread takes no atomic operations.
enum Buckets {
    Own(Vec<Bucket>),
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
    /// The search that is going on.
    generation: u32,
    /// Entries of earlier searches count as empty.
    first: u32,
    wanted: usize,
}

impl TranspositionTable {
    /// A table of `mib` MiB, for one thread or to be shared by several; none with 0. The memory is taken when the first search
    /// begins.
    pub fn new(mib: usize, shared: bool) -> TranspositionTable {
        let wanted = (mib << 20) / size_of::<Bucket>();
        let buckets =
            if shared { Buckets::Shared(SharedBuckets::default()) } else { Buckets::Own(Vec::new()) };
        TranspositionTable { buckets, generation: 0, first: 1, wanted }
    }

    /// The same table for another thread of the search that is going on.
    ///
    /// # Panics
    /// If it is not to be shared.
    pub fn share(&self) -> TranspositionTable {
        let Buckets::Shared(buckets) = &self.buckets else { panic!("a table for one thread") };
        TranspositionTable { buckets: Buckets::Shared(buckets.clone()), ..*self }
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
                match &mut self.buckets {
                    Buckets::Own(buckets) => {
                        buckets.clear();
                        buckets.resize(self.wanted, [EMPTY; 2]);
                    }
                    Buckets::Shared(buckets) => *buckets = SharedBuckets::new(self.wanted),
                }
                (self.generation, self.first) = (1, 1);
            }
        }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        scale(key, self.buckets.len() as u64) as usize
    }

    /// What is known under `key`, from this search or an earlier one of the game, if it is still there.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let index = self.index(key);
        let found = |slot: &&Slot| slot.key == key && slot.generation >= self.first;
        let slot = match &self.buckets {
            Buckets::Own(buckets) => *buckets.get(index)?.iter().find(found)?,
            Buckets::Shared(buckets) => *buckets.read(index)?.iter().find(found)?,
        };
        Some(slot.entry)
    }

    /// Stores an entry in the place of a shallower or an older one.
    #[inline]
    pub fn put(&mut self, key: u64, entry: Entry) {
        let (index, generation) = (self.index(key), self.generation);
        let slot = Slot { key, generation, entry };
        let keeps = |deepest: &Slot| deepest.generation == generation && deepest.entry.depth > entry.depth;
        match &mut self.buckets {
            Buckets::Own(buckets) => {
                let Some(bucket) = buckets.get_mut(index) else { return };
                bucket[usize::from(keeps(&bucket[0]))] = slot;
            }
            Buckets::Shared(buckets) => {
                let Some([deepest, _]) = buckets.read(index) else { return };
                buckets.write(index, keeps(&deepest).into(), slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Exact, best: 3, units: UNJUDGED }
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
    fn the_deepest_of_a_bucket_stays() {
        let mut table = table();
        for (key, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.put(key, entry(key as i32, depth));
        }
        assert_eq!(table.get(1), Some(entry(1, 9)));
        assert_eq!((table.get(2), table.get(3)), (None, Some(entry(3, 4))));
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
