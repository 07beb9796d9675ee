//! Seats: who sits at the board.

use std::fmt;
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use serde::{Deserialize, Serialize};

/// The largest number of seats of any game.
pub const MAX_SEATS: usize = 8;

/// One value for each seat, in seat order, without heap storage: a list of at most [`MAX_SEATS`] values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatVec<T>(ArrayVec<T, MAX_SEATS>);

impl<T> SeatVec<T> {
    /// No value yet.
    #[inline]
    pub const fn new() -> SeatVec<T> {
        SeatVec(ArrayVec::new_const())
    }

    /// Adds a value.
    ///
    /// # Panics
    /// If there are [`MAX_SEATS`] already.
    #[inline]
    pub fn push(&mut self, value: T) {
        assert!(self.0.try_push(value).is_ok(), "there are more values than seats");
    }
}

impl<T> Default for SeatVec<T> {
    fn default() -> SeatVec<T> {
        SeatVec::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SeatVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> Deref for SeatVec<T> {
    type Target = ArrayVec<T, MAX_SEATS>;

    #[inline]
    fn deref(&self) -> &ArrayVec<T, MAX_SEATS> {
        &self.0
    }
}

impl<T> DerefMut for SeatVec<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut ArrayVec<T, MAX_SEATS> {
        &mut self.0
    }
}

/// Pushes one value after the other: far less code for each of the many kinds of iterators than an `ArrayVec` takes.
impl<T> FromIterator<T> for SeatVec<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> SeatVec<T> {
        let mut list = SeatVec::new();
        for value in values {
            list.push(value);
        }
        list
    }
}

impl<T> Extend<T> for SeatVec<T> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

impl<T> IntoIterator for SeatVec<T> {
    type Item = T;
    type IntoIter = arrayvec::IntoIter<T, MAX_SEATS>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SeatVec<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut SeatVec<T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

/// A place at the board, counted from 0. Seat 0 usually moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Seat = Seat(0);
    /// The second seat.
    pub const SECOND: Seat = Seat(1);

    /// The seat with number `index` (`0..MAX_SEATS`).
    #[inline]
    pub const fn new(index: usize) -> Seat {
        debug_assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// The seat's number, `0..MAX_SEATS`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a game for two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The next seat in turn order at a table of `seats`.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        let index = self.index() + 1;
        Seat(if index == seats { 0 } else { index as u8 })
    }

    /// By how many seats it comes after another in turn order at a table of `seats`.
    #[inline]
    pub const fn after(self, other: Seat, seats: usize) -> usize {
        (self.index() + seats - other.index()) % seats
    }

    /// All seats of a table of `seats`, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set of no seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Seats `0..seats`.
    #[inline]
    pub const fn first(seats: usize) -> SeatSet {
        SeatSet(((1u16 << seats) - 1) as u8)
    }

    /// Adds a seat.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set in seat order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Seat(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// The set of one seat.
impl From<Seat> for SeatSet {
    fn from(seat: Seat) -> SeatSet {
        [seat].into_iter().collect()
    }
}
