//! Turns in one word.

use super::rings::{DIRECTIONS, Places, shifted};
use torneo_board::grid::BitSet;

/// What a player does in a turn.
///
/// The word of a placement holds colour, ring and removed ring. The word of a jump has its highest bit set,
/// and holds the ring that the marble comes from and its path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action(u64);

/// A turn taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A marble put on a ring, and the ring taken away after it.
    Place { colour: usize, ring: usize, removed: Option<usize> },
    /// A marble jumps from a ring along a path.
    Jump { from: usize, path: Path },
}

const PLACE_BITS: u32 = 7;
const PLACE: u64 = (1 << PLACE_BITS) - 1;
/// Stands for no ring; higher than all places.
const NO_PLACE: u64 = PLACE;
const JUMP: u64 = 1 << 63;

impl Action {
    /// A placement.
    #[inline]
    pub(super) fn place(colour: usize, ring: usize, removed: Option<usize>) -> Action {
        let removed = removed.map_or(NO_PLACE, |ring| ring as u64);
        Action((colour as u64) << (2 * PLACE_BITS) | (ring as u64) << PLACE_BITS | removed)
    }

    /// The same placement with a marble of another colour.
    #[inline]
    pub(super) fn of_colour(self, colour: usize) -> Action {
        Action((colour as u64) << (2 * PLACE_BITS) | self.0 & ((1 << (2 * PLACE_BITS)) - 1))
    }

    /// A jump.
    #[inline]
    pub(super) fn jump(from: usize, path: Path) -> Action {
        Action(JUMP | path.code << PLACE_BITS | from as u64)
    }

    /// Whether this is a jump.
    #[inline]
    pub(super) fn is_jump(self) -> bool {
        self.0 & JUMP != 0
    }

    /// What the action is.
    #[inline]
    pub(super) fn kind(self) -> Kind {
        let low = self.0 & PLACE;
        if self.is_jump() {
            return Kind::Jump {
                from: low as usize,
                path: Path { code: (self.0 & !JUMP) >> PLACE_BITS, ..Path::NONE },
            };
        }
        Kind::Place {
            colour: (self.0 >> (2 * PLACE_BITS)) as usize,
            ring: (self.0 >> PLACE_BITS & PLACE) as usize,
            removed: (low != NO_PLACE).then_some(low as usize),
        }
    }
}

/// Ways on from a jump: it never leads straight back, because what it jumped is gone.
const TURNS: u64 = DIRECTIONS as u64 - 1;

/// The directions of the jumps of a turn. The first is the lowest digit of the code, to base six; each of the
/// others is a digit 1 to 5 to base five, the turn on from the jump before, so that 23 jumps (all marbles but
/// the one that jumps) fit into 56 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Path {
    code: u64,
    /// The weight of the next digit; used where a path is built.
    weight: u64,
    last: usize,
}

impl Path {
    /// The path without a jump.
    pub(super) const NONE: Path = Path { code: 0, weight: 1, last: 0 };

    /// The path with one jump more.
    #[inline]
    pub(super) fn then(self, direction: usize) -> Path {
        if self.weight == 1 {
            return Path { code: direction as u64, weight: DIRECTIONS as u64, last: direction };
        }
        let turn = (direction + DIRECTIONS + 2 - self.last) % DIRECTIONS + 1;
        Path { code: self.code + turn as u64 * self.weight, weight: self.weight * TURNS, last: direction }
    }

    /// The directions of the jumps.
    #[inline]
    pub(super) fn directions(self) -> impl Iterator<Item = usize> {
        let (mut direction, mut rest) =
            ((self.code % DIRECTIONS as u64) as usize, self.code / DIRECTIONS as u64);
        let first = std::iter::once(direction);
        first.chain(std::iter::from_fn(move || {
            let turn = rest.checked_sub(1)?;
            rest = turn / TURNS;
            direction = (direction + (turn % TURNS) as usize + DIRECTIONS - 2) % DIRECTIONS;
            Some(direction)
        }))
    }

    /// For each jump from a ring on the place that is jumped and the place where the marble lands.
    #[inline]
    pub(super) fn jumps(self, from: usize) -> impl Iterator<Item = (Places, Places)> {
        let mut at = Places::one(from);
        self.directions().map(move |direction| {
            let over = shifted(at, direction);
            at = shifted(over, direction);
            (over, at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_as_they_were_made() {
        for (colour, ring, removed) in [(0, 0, None), (2, 88, Some(0)), (1, 44, Some(88))] {
            let action = Action::place(colour, ring, removed);
            assert_eq!(action.kind(), Kind::Place { colour, ring, removed });
            assert!(!action.is_jump());
        }
        let turns = [4, 0, 2, 1, 3];
        for first in 0..DIRECTIONS {
            let (mut path, mut directions) = (Path::NONE.then(first), vec![first]);
            for i in 0..22 {
                let next = (directions[i] + turns[i % 5] + 4) % DIRECTIONS;
                path = path.then(next);
                directions.push(next);
                let action = Action::jump(88, path);
                assert!(action.is_jump());
                let Kind::Jump { from, path } = action.kind() else { panic!("a jump") };
                assert_eq!((from, path.directions().collect::<Vec<_>>()), (88, directions.clone()));
            }
        }
    }
}
