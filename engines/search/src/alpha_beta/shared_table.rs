//! A transposition table that several threads read and write at once without locks (Hyatt and Mann, "A Lock-less Transposition
//! Table Implementation for Parallel Search", 2002).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::table::{Bound, Entry, Slot};

/// A slot as words. The first is the key, changed by the others, so that words which two threads wrote at once are
/// taken for no entry.
#[derive(Default)]
struct Words([AtomicU64; 3]);

impl Words {
    fn read(&self) -> Slot {
        let [check, entry, age] = [0, 1, 2].map(|word| self.0[word].load(Ordering::Relaxed));
        let bound = match entry >> 40 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Slot {
            key: check ^ entry ^ age,
            generation: age as u32,
            entry: Entry {
                value: entry as u32 as i32,
                depth: (entry >> 32) as u8,
                bound,
                best: (entry >> 48) as u16,
                units: (age >> 32) as i32,
            },
        }
    }

    fn write(&self, Slot { key, generation, entry }: Slot) {
        let Entry { value, depth, bound, best, units } = entry;
        let bound = match bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let entry = u64::from(value as u32) | u64::from(depth) << 32 | bound << 40 | u64::from(best) << 48;
        let age = u64::from(generation) | u64::from(units as u32) << 32;
        for (word, value) in self.0.iter().zip([key ^ entry ^ age, entry, age]) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

/// The buckets of a shared table; a copy is the same table.
#[derive(Clone, Default)]
pub struct SharedBuckets(Arc<[[Words; 2]]>);

impl SharedBuckets {
    /// Empty buckets.
    pub fn new(count: usize) -> SharedBuckets {
        SharedBuckets((0..count).map(|_| Default::default()).collect())
    }

    /// The number of buckets.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The slots of a bucket; none if there are no buckets.
    pub fn read(&self, index: usize) -> Option<[Slot; 2]> {
        self.0.get(index).map(|bucket| [bucket[0].read(), bucket[1].read()])
    }

    /// Writes one of the two slots of a bucket.
    pub fn write(&self, index: usize, place: usize, slot: Slot) {
        self.0[index][place].write(slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(key: u64) -> Slot {
        let entry = Entry { value: -7, depth: 200, bound: Bound::Lower, best: 65_000, units: -9 };
        Slot { key, generation: u32::MAX, entry }
    }

    #[test]
    fn what_is_written_is_read() {
        let buckets = SharedBuckets::new(1);
        buckets.write(0, 1, slot(77));
        let [empty, full] = buckets.read(0).unwrap();
        assert_eq!((empty.generation, full.key, full.generation), (0, 77, u32::MAX));
        assert_eq!(full.entry, slot(77).entry);
        assert!(SharedBuckets::default().read(0).is_none());
    }

    #[test]
    fn words_of_two_writers_are_no_entry() {
        let words = Words::default();
        words.write(slot(77));
        let other = Words::default();
        other.write(Slot { entry: Entry { value: 8, ..slot(0).entry }, ..slot(78) });
        words.0[1].store(other.0[1].load(Ordering::Relaxed), Ordering::Relaxed);
        assert!(![77, 78].contains(&words.read().key));
    }
}
