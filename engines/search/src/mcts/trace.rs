//! The decisions of a simulation, in the tree and after it.

use std::hash::Hash;

use torneo_contract::{
    Heuristics, Seat,
    mixer::{HashedMap, hash_of},
};

/// The key of an action of a seat, the same in all positions.
#[inline]
pub fn key_of<A: Hash>(seat: Seat, action: A) -> u64 {
    hash_of(&(seat, action)).max(1)
}

/// What tells an action of a seat from others, the same in all positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// Its [key](key_of).
    Key(u64),
    /// The number of what it places on which site: found without hashing.
    Placed(u32),
}

impl Name {
    /// What an action places, where the game [foresees](torneo_contract::Foresight::placed) that.
    #[inline]
    pub fn placed<G: Heuristics>(
        (game, position): (&G, &G::Position),
        seat: Seat,
        action: G::Action,
    ) -> Option<Name> {
        let foreseer = const { &G::FORESIGHT }.as_ref()?;
        let (site, kind) = (foreseer.placed)(game, position, action)?;
        let what = site * (game.kinds().len() + 1) + usize::from(kind);
        Some(Name::Placed((what * game.seats() + seat.index()) as u32))
    }
}

/// The number of all actions that got none of their own.
const UNKNOWN: u32 = 0;
/// Actions that get numbers.
const MOST: usize = 1 << 20;

/// A decision of a single seat.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// The [`key_of`] the action; 0 where what it places is its name.
    pub key: u64,
    /// The place in the trace where it was last played before.
    pub earlier: Option<u32>,
}

/// The decisions of a simulation in order.
///
/// Actions get numbers, so that what was played in a simulation is looked up without hashing: those with keys even ones, and those
/// named by what they place odd ones.
#[derive(Default)]
pub struct Trace {
    /// The decisions.
    pub plays: Vec<Play>,
    /// Whether it is to be told where actions were played.
    finds: bool,
    numbers: HashedMap<u32>,
    /// When each action was played last, in decisions of all simulations; 0 if it never was, as of the number [`UNKNOWN`].
    last: Vec<u64>,
    /// Decisions before this simulation, and one.
    before: u64,
}

impl Trace {
    /// A trace that tells where actions were played if it is to find them.
    pub fn new(finds: bool) -> Trace {
        Trace { finds, last: vec![0], before: 1, ..Trace::default() }
    }

    /// Begins a simulation.
    pub fn clear(&mut self) {
        self.before += self.plays.len() as u64;
        self.plays.clear();
    }

    /// Forgets the numbers of actions.
    pub fn forget(&mut self) {
        self.numbers.clear();
        self.last.truncate(UNKNOWN as usize + 1);
    }

    /// The number of an action.
    #[inline]
    pub fn number(&mut self, name: Name) -> u32 {
        let number = match name {
            Name::Placed(what) => 2 * what + 1,
            Name::Key(key) => self.number_of_key(key),
        };
        if number as usize >= self.last.len() {
            self.last.resize(number as usize + 1, 0);
        }
        number
    }

    fn number_of_key(&mut self, key: u64) -> u32 {
        let known = self.numbers.len();
        if known == MOST {
            return self.numbers.get(&key).copied().unwrap_or(UNKNOWN);
        }
        *self.numbers.entry(key).or_insert(2 * (known as u32 + 1))
    }

    /// The place where the action with this number was last played in this simulation.
    #[inline]
    pub fn last_place(&self, number: u32) -> Option<u32> {
        self.last[number as usize].checked_sub(self.before).map(|place| place as u32)
    }

    /// Adds a decision.
    #[inline]
    pub fn push(&mut self, seat: Seat, name: Name) {
        let mut earlier = None;
        if self.finds {
            let number = self.number(name);
            earlier = self.last_place(number);
            if number != UNKNOWN {
                self.last[number as usize] = self.before + self.plays.len() as u64;
            }
        }
        let key = if let Name::Key(key) = name { key } else { 0 };
        self.plays.push(Play { seat, key, earlier });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_found_where_they_were_played_last_in_this_simulation() {
        let mut trace = Trace::new(true);
        let number = trace.number(Name::Key(7));
        assert_eq!(trace.last_place(number), None);
        for key in [7, 8, 7] {
            trace.push(Seat::FIRST, Name::Key(key));
        }
        assert_eq!((trace.last_place(number), trace.plays[2].earlier), (Some(2), Some(0)));
        trace.clear();
        assert_eq!(trace.last_place(number), None, "that was an earlier simulation");
        trace.push(Seat::FIRST, Name::Key(7));
        assert_eq!((trace.last_place(number), trace.plays[0].earlier), (Some(0), None));
    }

    #[test]
    fn what_is_placed_is_told_from_what_has_a_key() {
        let mut trace = Trace::new(true);
        let names = [Name::Key(0), Name::Placed(0), Name::Key(1), Name::Placed(1), Name::Placed(9)];
        let numbers = names.map(|name| trace.number(name));
        assert_eq!(numbers, [2, 1, 4, 3, 19]);
        trace.push(Seat::FIRST, Name::Placed(9));
        assert_eq!(numbers.map(|number| trace.last_place(number)), [None, None, None, None, Some(0)]);
    }

    #[test]
    fn actions_beyond_the_bound_are_never_found() {
        let mut trace = Trace::new(true);
        (1..=MOST as u64).for_each(|key| _ = trace.number(Name::Key(key)));
        let number = trace.number(Name::Key(u64::MAX));
        trace.push(Seat::FIRST, Name::Key(u64::MAX));
        assert_eq!((number, trace.last_place(number)), (UNKNOWN, None));
        assert!(trace.number(Name::Key(1)) != UNKNOWN);
    }
}
