//! The positions of a game so far, for repetition rules.

use educe::Educe;
use torneo_contract::{Archive, Game, reason};

/// A board together with the hashes of the positions since the last irreversible change.
///
/// `clone_from` copies into the memory that is there, so that playouts and searches do not allocate.
#[derive(Debug, PartialEq, Educe)]
#[educe(Clone)]
pub struct Tracked<B> {
    /// The board: what the position's text shows, and counters.
    pub board: B,
    /// What came before.
    pub history: History,
}

impl<B> Tracked<B> {
    /// A position with which a game begins, with room for `capacity` positions before its history allocates.
    pub fn begin(game: &impl Game<Position = Tracked<B>>, board: B, capacity: usize) -> Tracked<B> {
        let mut position = Tracked { board, history: History::with_capacity(capacity) };
        game.forget_history(&mut position);
        position
    }
}

const FILTER_WORDS: usize = 16;

/// The hashes of earlier positions, with a bit filter that answers most look-ups of new positions at once.
#[derive(Debug, Default, Educe)]
#[educe(Clone, PartialEq)]
pub struct History {
    hashes: Vec<u64>,
    /// Bit `h mod 1024` is set for every hash `h` in the list (a Bloom filter with one hash function).
    #[educe(PartialEq(ignore))]
    filter: [u64; FILTER_WORDS],
}

#[inline]
fn filter_bit(hash: u64) -> (usize, u64) {
    ((hash >> 6) as usize % FILTER_WORDS, 1 << (hash % 64))
}

impl History {
    /// A history with room for `capacity` positions before it allocates.
    pub fn with_capacity(capacity: usize) -> History {
        History { hashes: Vec::with_capacity(capacity), ..History::default() }
    }

    /// Forgets everything: no earlier position can come back.
    #[inline]
    pub fn clear(&mut self) {
        if !self.hashes.is_empty() {
            self.hashes.clear();
            self.filter = [0; FILTER_WORDS];
        }
    }

    /// Begins again with a position: nothing before it can come back.
    #[inline]
    pub fn restart(&mut self, hash: u64) {
        self.clear();
        self.push(hash);
    }

    /// Adds a position and tells why the game ends with it if the board does not end it: by repetition if the position
    /// now stands for at least the `most`th time, else for the first reason whose limit is reached.
    #[inline]
    pub fn judge<const N: usize>(
        &mut self,
        hash: u64,
        most: usize,
        limits: [(bool, &'static str); N],
    ) -> Option<&'static str> {
        let repeated = self.count(hash) + 1 >= most;
        self.push(hash);
        let limit = limits.into_iter().find(|(reached, _)| *reached);
        if repeated { Some(reason::REPETITION) } else { limit.map(|(_, reason)| reason) }
    }

    /// Adds a position.
    #[inline]
    pub fn push(&mut self, hash: u64) {
        let (word, bit) = filter_bit(hash);
        self.filter[word] |= bit;
        self.hashes.push(hash);
    }

    /// Whether the position is in the history.
    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        let (word, bit) = filter_bit(hash);
        self.filter[word] & bit != 0 && self.hashes.contains(&hash)
    }

    /// How often the position is in the history.
    #[inline]
    pub fn count(&self, hash: u64) -> usize {
        let (word, bit) = filter_bit(hash);
        if self.filter[word] & bit == 0 {
            return 0;
        }
        self.hashes.iter().filter(|&&earlier| earlier == hash).count()
    }

    /// Writes or reads the history.
    pub fn archive(&mut self, archive: &mut Archive) {
        let mut hashes = self.hashes.clone();
        archive.list(&mut hashes);
        self.clear();
        hashes.into_iter().for_each(|hash| self.push(hash));
    }

    /// Number of positions in the history.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether the history is empty.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_what_was_pushed_since_the_last_clear() {
        let mut history = History::default();
        for hash in [5, 7, 5, 5 + 1024] {
            history.push(hash);
        }
        assert_eq!((history.count(5), history.count(7), history.count(9)), (2, 1, 0));
        assert!(history.contains(1029) && !history.contains(2053));
        history.clear();
        assert_eq!(history.count(5), 0);
        assert!(history.is_empty());
    }
}
