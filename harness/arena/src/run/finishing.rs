//! Ending a run with the games that are on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether a run is to end with the games that its workers have begun, and how many these are. The rest of a mirrored
/// group is on with its first game: rows stand in the order of games, so without it later games could not be kept.
#[derive(Debug, Default)]
pub struct Finishing {
    asked: AtomicBool,
    games: AtomicU64,
}

impl Finishing {
    /// Asks for the end.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether the run is to end.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// How many games are on.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// So many games are on until they are over, or until what is returned is dropped.
    pub(super) fn begin(&self, games: u64) -> On<'_> {
        self.games.fetch_add(games, Ordering::Relaxed);
        On { finishing: self, games }
    }
}

/// Games of a worker that are on.
pub(super) struct On<'a> {
    finishing: &'a Finishing,
    games: u64,
}

impl On<'_> {
    /// One of them is over.
    pub fn end_one(&mut self) {
        self.games -= 1;
        self.finishing.games.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for On<'_> {
    fn drop(&mut self) {
        self.finishing.games.fetch_sub(self.games, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_until_they_are_over_or_left() {
        let finishing = Finishing::default();
        let mut on = finishing.begin(3);
        let other = finishing.begin(2);
        on.end_one();
        assert_eq!((finishing.games(), finishing.is_asked()), (4, false));
        drop(on);
        assert_eq!(finishing.games(), 2);
        drop(other);
        finishing.ask();
        assert_eq!((finishing.games(), finishing.is_asked()), (0, true));
    }
}
