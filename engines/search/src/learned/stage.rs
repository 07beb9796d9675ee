//! Weights that change while a game goes on.

use std::ops::{AddAssign, Sub};

/// A weight that changes linearly as the board fills. It is `level - slope` on an empty board, `level` in the
/// middle and `level + slope` on a full board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Staged {
    /// In the middle.
    pub level: i32,
    /// What is added where the board is full.
    pub slope: i32,
}

impl Staged {
    /// A weight that stays as it is.
    pub const fn even(level: i32) -> Staged {
        Staged { level, slope: 0 }
    }

    /// Both parts within a bound.
    pub fn clamp(self, bound: i32) -> Staged {
        Staged { level: self.level.clamp(-bound, bound), slope: self.slope.clamp(-bound, bound) }
    }
}

impl AddAssign for Staged {
    #[inline]
    fn add_assign(&mut self, other: Staged) {
        self.level += other.level;
        self.slope += other.slope;
    }
}

impl Sub for Staged {
    type Output = Staged;

    #[inline]
    fn sub(self, other: Staged) -> Staged {
        Staged { level: self.level - other.level, slope: self.slope - other.slope }
    }
}
