//! Evaluations that are kept, so that positions that come again are not evaluated again.

/// Entries of the table; a power of two, small enough to stay in the cache of a processor.
const ENTRIES: usize = 1 << 14;

/// A key and what was found under it.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    units: i32,
    is_known: bool,
}

/// A direct-mapped table of evaluations. It takes its memory when something is kept first.
#[derive(Default)]
pub struct Kept(Vec<Entry>);

impl Kept {
    /// What is kept under a key, or else what `evaluate` finds.
    #[inline]
    pub fn get_or(&mut self, key: u64, evaluate: impl FnOnce() -> Option<i32>) -> Option<i32> {
        if self.0.is_empty() {
            self.0.resize(ENTRIES, Entry::default());
        }
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.is_known && entry.key == key {
            return Some(entry.units);
        }
        let units = evaluate()?;
        *entry = Entry { key, units, is_known: true };
        Some(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_not_asked_for_again() {
        let mut kept = Kept::default();
        assert_eq!(kept.get_or(0, || None), None);
        assert_eq!(kept.get_or(0, || Some(7)), Some(7));
        assert_eq!(kept.get_or(0, || unreachable!()), Some(7));
        assert_eq!(kept.get_or(ENTRIES as u64, || Some(8)), Some(8), "another key of the same entry");
        assert_eq!(kept.get_or(0, || Some(9)), Some(9));
    }
}
