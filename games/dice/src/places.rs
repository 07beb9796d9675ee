//! Sets of places in a turn's order of play.

use std::fmt;

use torneo_board::text::{listed, parse_number};
use torneo_contract::MAX_SEATS;

/// A set of places, counted from 0 for the player who throws first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Places(u8);

impl Places {
    /// No place.
    pub const NONE: Places = Places(0);

    /// All places at a table of `players`.
    #[inline]
    pub const fn all(players: usize) -> Places {
        Places(((1u16 << players) - 1) as u8)
    }

    /// One place.
    #[inline]
    pub const fn only(place: usize) -> Places {
        Places(1 << place)
    }

    /// The places of this set from `place` on.
    #[inline]
    pub const fn from(self, place: usize) -> Places {
        Places(self.0 & u8::MAX << place)
    }

    /// The places of this set after `place`.
    #[inline]
    pub const fn after(self, place: usize) -> Places {
        Places(self.from(place).0 & !(1 << place))
    }

    /// The places of either set.
    #[inline]
    pub const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// The places of both sets.
    #[inline]
    pub const fn and(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }

    /// The places of this set without `place`.
    #[inline]
    pub const fn without(self, place: usize) -> Places {
        Places(self.0 & !(1 << place))
    }

    /// Whether the place is in the set.
    #[inline]
    pub const fn contains(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    /// How many places are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no place is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest place of a set that is not empty.
    #[inline]
    pub const fn lowest(self) -> usize {
        debug_assert!(!self.is_empty());
        self.0.trailing_zeros() as usize
    }

    /// The first place of a set that is not empty, going round from the place after `place`.
    #[inline]
    pub const fn next_after(self, place: usize) -> usize {
        let later = self.after(place);
        if later.is_empty() { self.lowest() } else { later.lowest() }
    }

    /// The places in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_SEATS).filter(move |&place| self.contains(place))
    }

    /// Reads places in ascending order, such as `0,2`, or `-` for none, at a table of `players`.
    pub fn parse(text: &str, players: usize) -> Option<Places> {
        let mut places = Places::NONE;
        if text == "-" {
            return Some(places);
        }
        for place in text.split(',') {
            let place = parse_number(place).filter(|&place| place < players)?;
            if !places.from(place).is_empty() {
                return None;
            }
            places = places.or(Places::only(place));
        }
        Some(places)
    }

    /// Reads three sets, such as `0,1,2:-/2`.
    pub fn parse_three(text: &str, players: usize) -> Option<[Places; 3]> {
        let (first, others) = text.split_once(':')?;
        let (second, third) = others.split_once('/')?;
        let read = |text| Places::parse(text, players);
        Some([read(first)?, read(second)?, read(third)?])
    }
}

impl FromIterator<usize> for Places {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Places {
        places.into_iter().fold(Places::NONE, |all, place| all.or(Places::only(place)))
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(self.iter(), ","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip_and_nothing_else_parses() {
        for text in ["-", "0", "2", "0,2", "0,1,2"] {
            assert_eq!(Places::parse(text, 3).map(|places| places.to_string()).as_deref(), Some(text));
        }
        for bad in ["", ",", "3", "1,0", "0,0", "0,", "+1", "01", "-,0"] {
            assert_eq!(Places::parse(bad, 3), None, "{bad}");
        }
    }

    #[test]
    fn going_round() {
        let places = Places::parse("1,4,7", 8).unwrap();
        assert_eq!([0, 1, 4, 6, 7].map(|place| places.next_after(place)), [1, 4, 7, 7, 1]);
        assert_eq!((places.from(4).to_string(), places.after(4).to_string()), ("4,7".into(), "7".into()));
        assert_eq!(Places::all(8).len(), 8);
    }
}
