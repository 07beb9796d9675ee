//! The pieces of two sides on the points.

use super::{BACK, PointGraph};
use crate::grid::BitSet;

/// The pieces of two sides, with the steps and jumps that their places allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    points: [u32; 2],
    /// The steps and jumps from the points of each side.
    steps_from: [u128; 2],
    jumps_from: [u128; 2],
    /// The jumps over the points of each side.
    jumps_over: [u128; 2],
    /// The steps and jumps to an occupied point.
    steps_blocked: u128,
    jumps_blocked: u128,
}

impl Pieces {
    /// No piece on the board.
    pub const NONE: Pieces = Pieces {
        points: [0; 2],
        steps_from: [0; 2],
        jumps_from: [0; 2],
        jumps_over: [0; 2],
        steps_blocked: 0,
        jumps_blocked: 0,
    };

    /// The points of a side.
    #[inline]
    pub fn of(&self, side: usize) -> u32 {
        self.points[side & 1]
    }

    /// The points of both sides.
    #[inline]
    pub fn occupied(&self) -> u32 {
        self.points[0] | self.points[1]
    }

    /// How many pieces a side has.
    #[inline]
    pub fn count(&self, side: usize) -> u32 {
        self.of(side).count_ones()
    }

    /// The side whose piece is on a point.
    pub fn side_on(&self, point: usize) -> Option<usize> {
        (0..2).find(|&side| self.points[side].has(point))
    }

    /// The numbers of the steps that a side can make.
    #[inline]
    pub(super) fn steps(&self, side: usize) -> u128 {
        self.steps_from[side & 1] & !self.steps_blocked
    }

    /// The numbers of the jumps that a side can make at once.
    #[inline]
    pub(super) fn jumps(&self, side: usize) -> u128 {
        self.jumps_from[side & 1] & self.jumps_over[side & 1 ^ 1] & !self.jumps_blocked
    }

    /// The jumps over a side's pieces.
    #[inline]
    pub(super) fn jumps_over(&self, side: usize) -> u128 {
        self.jumps_over[side & 1]
    }

    /// The jumps that end on an occupied point.
    #[inline]
    pub(super) fn jumps_blocked(&self) -> u128 {
        self.jumps_blocked
    }

    /// How many steps a side can make.
    #[inline]
    pub fn count_steps(&self, side: usize) -> u32 {
        fold(self.steps(side)).count_ones()
    }

    /// How many jumps a side can make at once.
    #[inline]
    pub fn count_jumps(&self, side: usize) -> u32 {
        fold(self.jumps(side)).count_ones()
    }

    /// Whether a side can step or jump.
    #[inline]
    pub fn can_move(&self, side: usize) -> bool {
        self.steps(side) != 0 || self.jumps(side) != 0
    }
}

/// Steps or jumps of one side without their directions: from the end with a piece to the empty end.
#[inline]
pub(super) fn fold(numbered: u128) -> u64 {
    numbered as u64 | (numbered >> BACK) as u64
}

/// The number, direction included, of a member of the folded set.
#[inline]
pub(super) fn unfold(numbered: u128, member: usize) -> usize {
    if (numbered as u64).has(member) { member } else { member + BACK }
}

impl PointGraph {
    /// Puts a piece of a side on an empty point, or takes it off.
    #[inline]
    pub fn toggle(&self, pieces: &mut Pieces, side: usize, point: usize) {
        let (side, touching) = (side & 1, self.touching(point));
        pieces.points[side] ^= 1 << point;
        pieces.steps_from[side] ^= touching.steps_from;
        pieces.jumps_from[side] ^= touching.jumps_from;
        pieces.jumps_over[side] ^= touching.jumps_over;
        pieces.steps_blocked ^= touching.steps_to;
        pieces.jumps_blocked ^= touching.jumps_to;
    }

    /// Brings a piece of a side from a point to an empty one.
    #[inline]
    pub fn shift(&self, pieces: &mut Pieces, side: usize, from: usize, to: usize) {
        let (side, left, entered) = (side & 1, self.touching(from), self.touching(to));
        pieces.points[side] = pieces.points[side] & !(1 << from) | 1 << to;
        pieces.steps_from[side] ^= left.steps_from ^ entered.steps_from;
        pieces.jumps_from[side] ^= left.jumps_from ^ entered.jumps_from;
        pieces.jumps_over[side] ^= left.jumps_over ^ entered.jumps_over;
        pieces.steps_blocked ^= left.steps_to ^ entered.steps_to;
        pieces.jumps_blocked ^= left.jumps_to ^ entered.jumps_to;
    }
}
