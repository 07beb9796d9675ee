//! Whether the same games come in twice, such as from the folder of a run and from its export.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use torneo_arena::Error;

/// The games that are remembered of each place: those with the smallest hashes, so that two places that share games
/// remember the same ones of them.
const REMEMBERED: usize = 4096;

/// The games of one place, as far as they are remembered.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// How errors call the place.
    place: String,
    hashes: BTreeSet<u64>,
}

impl Sketch {
    /// No game yet of a place.
    pub fn of(place: String) -> Sketch {
        Sketch { place, ..Sketch::default() }
    }

    /// Notes a game by what it is; nothing of one that has no name of an event or no moves.
    pub fn note(&mut self, event: &str, round: Option<u64>, players: &[String], record: &str) {
        if event.is_empty() || record.is_empty() {
            return;
        }
        let mut hasher = DefaultHasher::new();
        (event, round, players, record).hash(&mut hasher);
        self.hashes.insert(hasher.finish());
        if self.hashes.len() > REMEMBERED {
            self.hashes.pop_last();
        }
    }

    /// The largest hash that would be remembered.
    fn reach(&self) -> u64 {
        match self.hashes.last() {
            Some(last) if self.hashes.len() == REMEMBERED => *last,
            _ => u64::MAX,
        }
    }

    fn within(&self, reach: u64) -> usize {
        self.hashes.range(..=reach).count()
    }
}

/// Compares places with each other: returns what is to be told of games that are in two of them.
///
/// # Errors
/// Two places that share half of the games of one of them, or more.
pub fn check(sketches: &[Sketch]) -> Result<Vec<String>, Error> {
    let (mut first, mut shared): (HashMap<u64, usize>, HashMap<(usize, usize), usize>) = Default::default();
    for (place, sketch) in sketches.iter().enumerate() {
        for hash in &sketch.hashes {
            match first.get(hash) {
                Some(other) => *shared.entry((*other, place)).or_default() += 1,
                None => _ = first.insert(*hash, place),
            }
        }
    }
    let mut pairs: Vec<_> = shared.into_iter().collect();
    pairs.sort_unstable();
    let mut told = Vec::new();
    for ((one, other), games) in pairs {
        let (one, other) = (&sketches[one], &sketches[other]);
        let reach = one.reach().min(other.reach());
        let (place, first) = (&other.place, &one.place);
        if games * 2 >= one.within(reach).min(other.within(reach)) {
            let message = format!("argument <PATH>: {place} holds games of {first} once more");
            return Err(Error::input_with_help(message, "leave one of the two out: games would count twice"));
        }
        told.push(format!("some games of {place} are in {first}, too: they count twice"));
    }
    Ok(told)
}
