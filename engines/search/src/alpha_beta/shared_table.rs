//! A transposition table that several threads read and write at once without locks (Hyatt and Mann, "A Lock-less Transposition
//! Table Implementation for Parallel Search", 2002).

use std::array::from_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::slot::{SLOTS, Slot, WORDS};

/// The slots of an index. The first word of each is changed by the others, so that words which two threads wrote at once
/// are taken for no entry.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU32; WORDS]; SLOTS]);

/// The words with the first one changed by the others, or changed back.
fn change(words: [u32; WORDS]) -> [u32; WORDS] {
    let [first, others @ ..] = words;
    let changed = others.into_iter().fold(first, |first, word| first ^ word);
    from_fn(|index| if index == 0 { changed } else { words[index] })
}

/// The buckets of a shared table; a copy is the same table.
#[derive(Clone, Default)]
pub struct SharedBuckets(Arc<[Bucket]>);

impl SharedBuckets {
    /// Empty buckets.
    pub fn new(count: usize) -> SharedBuckets {
        SharedBuckets((0..count).map(|_| Bucket::default()).collect())
    }

    /// The number of buckets.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The slots of a bucket; none if there are no buckets.
    pub fn read(&self, index: usize) -> Option<[Slot; SLOTS]> {
        let bucket = self.0.get(index)?;
        Some(from_fn(|place| {
            Slot::of_words(change(from_fn(|word| bucket.0[place][word].load(Ordering::Relaxed))))
        }))
    }

    /// Writes one of the slots of a bucket.
    pub fn write(&self, index: usize, place: usize, slot: Slot) {
        let words = self.0[index].0[place].iter().zip(change(slot.words()));
        words.for_each(|(word, value)| word.store(value, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::slot::{Bound, Entry};

    fn slot(key: u64) -> Slot {
        let entry = Entry { value: -7, depth: 200, bound: Bound::Lower, best: 65_000, units: -9 };
        Slot::new(key, u16::MAX, entry)
    }

    #[test]
    fn what_is_written_is_read() {
        let buckets = SharedBuckets::new(1);
        buckets.write(0, 1, slot(77));
        let [empty, full, _] = buckets.read(0).unwrap();
        assert_eq!(empty, Slot::default());
        assert_eq!(full, slot(77));
        assert!(SharedBuckets::default().read(0).is_none());
    }

    #[test]
    fn words_of_two_writers_are_no_entry() {
        let buckets = SharedBuckets::new(2);
        buckets.write(0, 0, slot(77));
        buckets.write(1, 0, Slot::new(78, u16::MAX, Entry { value: 8, ..slot(0).entry() }));
        let [one, other] = [0, 1].map(|index| &buckets.0[index].0[0][3]);
        one.store(other.load(Ordering::Relaxed), Ordering::Relaxed);
        let mixed = buckets.read(0).unwrap()[0];
        assert!(![77, 78].into_iter().any(|key| mixed.is_of(key)));
    }
}
