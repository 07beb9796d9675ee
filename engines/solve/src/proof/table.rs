//! Proof and disproof numbers by position, in a table of fixed size.

use torneo_contract::random::scale;

/// A number that no search reaches: the goal is disproven (as a proof number) or proven (as a disproof number).
pub const INFINITE: u32 = u32::MAX;
/// Sums end here.
const LARGEST: u32 = INFINITE - 1;

/// How far a position is from being proven and from being disproven (Allis, van der Meulen and van den Herik,
/// "Proof-number search", 1994).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The least number of positions that have to be proven to prove this one.
    pub proof: u32,
    /// The least number of positions that have to be disproven to disprove this one.
    pub disproof: u32,
}

impl Numbers {
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// The goal is reached from here.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// The goal is not reached from here.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    /// Bounds that only a solution reaches.
    pub const NO_BOUND: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

    /// Whether the position is proven or disproven.
    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The two numbers the other way round: what they are for the other side.
    pub fn flip(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }
}

/// The sum of two numbers that leaves unsolved positions unsolved.
pub fn add(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(LARGEST) }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// Positions searched below, 0 in an empty slot.
    work: u32,
}

const EMPTY: Slot = Slot { key: 0, numbers: Numbers::UNKNOWN, work: 0 };
const WIDTH: usize = 4;

/// A table of fixed size. Where a bucket is full, the position that took the least work is replaced. Then the
/// work of the others counts half, so that new positions replace old ones in the end.
pub struct TranspositionTable {
    buckets: Vec<[Slot; WIDTH]>,
}

impl TranspositionTable {
    /// A table of about `bytes` bytes.
    pub fn new(bytes: u64) -> TranspositionTable {
        let buckets = (bytes / size_of::<[Slot; WIDTH]>() as u64).max(1) as usize;
        TranspositionTable { buckets: vec![[EMPTY; WIDTH]; buckets] }
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        scale(key, self.buckets.len() as u64) as usize
    }

    fn slot(&self, key: u64) -> Option<&Slot> {
        self.buckets[self.index(key)].iter().find(|slot| slot.key == key && slot.work > 0)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Numbers {
        self.slot(key).map_or(Numbers::UNKNOWN, |slot| slot.numbers)
    }

    /// The positions searched below a position, as the table knows them.
    pub fn work(&self, key: u64) -> u32 {
        self.slot(key).map_or(0, |slot| slot.work)
    }

    /// Stores what a search of `work` more positions found.
    pub fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        if let Some(slot) = bucket.iter_mut().find(|slot| slot.key == key && slot.work > 0) {
            (slot.numbers, slot.work) = (numbers, slot.work.saturating_add(work));
            return;
        }
        let least = (0..WIDTH).min_by_key(|&index| bucket[index].work).expect("buckets have slots");
        if bucket[least].work > 0 {
            bucket.iter_mut().for_each(|slot| slot.work -= slot.work / 2);
        }
        bucket[least] = Slot { key, numbers, work };
    }

    /// Takes back all disproofs.
    pub fn forget_disproofs(&mut self) {
        for slot in self.buckets.iter_mut().flatten() {
            if slot.numbers.disproof == 0 {
                *slot = EMPTY;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_never_solve() {
        assert_eq!(add(LARGEST, 7), LARGEST);
        assert_eq!(add(INFINITE, 0), INFINITE);
        assert_eq!(add(2, 3), 5);
    }

    #[test]
    fn the_least_work_gives_way() {
        let mut table = TranspositionTable::new(1);
        for key in 1..=4 {
            table.put(key, Numbers::PROVEN, 10 * key);
        }
        table.put(1, Numbers::DISPROVEN, 20);
        assert_eq!(table.work(1), 30);
        table.put(5, Numbers::PROVEN, 1);
        assert_eq!(table.get(1), Numbers::DISPROVEN);
        assert_eq!((table.get(2), table.get(5)), (Numbers::UNKNOWN, Numbers::PROVEN));
        assert_eq!(table.work(1), 15);
    }

    #[test]
    fn disproofs_can_be_taken_back() {
        let mut table = TranspositionTable::new(1_000);
        table.put(1, Numbers::PROVEN, 1);
        table.put(2, Numbers::DISPROVEN, 1);
        table.forget_disproofs();
        assert_eq!((table.get(1), table.get(2)), (Numbers::PROVEN, Numbers::UNKNOWN));
    }
}
