//! What a transposition table knows of a position, packed so that the slots of an index fill one line of the processor's cache.

use bytemuck::{Pod, Zeroable};

/// The depth of entries that hold at any depth: everything below was searched to the ends of the game, and no
/// end depended on how the position was reached.
pub const COMPLETE: u8 = u8::MAX;

/// Stands for the evaluation of a position that was not evaluated.
pub const UNJUDGED: i32 = i32::MIN;

/// Stands for the best action where none is known.
pub const NO_ACTION: u16 = u16::MAX;

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
    /// The number of the best action in the order of the legal actions, or [`NO_ACTION`].
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

/// The slots of an index.
pub const SLOTS: usize = 3;
/// The words of a slot.
pub const WORDS: usize = 5;

/// The bits of the key that a slot keeps besides the first word.
const KEY: u32 = 0xffff;

/// The place of an entry: the lower 48 bits of the key of its position (the upper ones told the index), the search that wrote it, and the entry. By default none,
/// of search 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Slot {
    key: u32,
    /// 16 more bits of the key, then the depth and the bound.
    more: u32,
    /// The best action and the search.
    best: u32,
    value: i32,
    units: i32,
}

impl Slot {
    /// An entry of the position with this key, written by a search from 1 on.
    #[inline]
    pub fn new(key: u64, search: u16, entry: Entry) -> Slot {
        let Entry { value, depth, bound, best, units } = entry;
        let more = (key >> 32) as u32 & KEY | u32::from(depth) << 16 | (bound as u32) << 24;
        Slot { key: key as u32, more, best: u32::from(best) | u32::from(search) << 16, value, units }
    }

    /// Whether it is of the position with this key.
    #[inline]
    pub fn is_of(&self, key: u64) -> bool {
        self.key == key as u32 && self.more & KEY == (key >> 32) as u32 & KEY
    }

    /// The search that wrote it.
    #[inline]
    pub fn search(&self) -> u16 {
        (self.best >> 16) as u16
    }

    /// The number of plies searched, or [`COMPLETE`].
    #[inline]
    pub fn depth(&self) -> u8 {
        (self.more >> 16) as u8
    }

    /// The entry.
    #[inline]
    pub fn entry(&self) -> Entry {
        let bound = match self.more >> 24 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry { value: self.value, depth: self.depth(), bound, best: self.best as u16, units: self.units }
    }

    /// The slot as words.
    pub fn words(self) -> [u32; WORDS] {
        [self.key, self.more, self.best, self.value as u32, self.units as u32]
    }

    /// The slot with these words.
    pub fn of_words([key, more, best, value, units]: [u32; WORDS]) -> Slot {
        Slot { key, more, best, value: value as i32, units: units as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_keep_what_they_are_given() {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            let entry =
                Entry { value: i32::MIN + 1, depth: COMPLETE, bound, best: NO_ACTION, units: UNJUDGED };
            let slot = Slot::new(0xfedc_ba98_7654_3210, 9, entry);
            assert_eq!((slot.entry(), slot.search(), slot.depth()), (entry, 9, COMPLETE));
            assert_eq!(Slot::of_words(slot.words()), slot);
            assert!(slot.is_of(0xfedc_ba98_7654_3210) && !slot.is_of(0xfedc_ba99_7654_3210));
            assert_eq!(entry.judged(), None);
        }
    }

    #[test]
    fn the_slots_of_an_index_fill_a_line() {
        assert!(SLOTS * size_of::<Slot>() <= 64 && (SLOTS + 1) * size_of::<Slot>() > 64);
    }
}
