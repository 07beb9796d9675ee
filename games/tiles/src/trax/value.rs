//! The evaluation: tracks whose ends are near each other, and tracks that reach far.

use super::board::LINE;
use super::tile::SIDES;
use crate::mosaic::{Mosaic, side_of};

/// The worth of a track by the distance of the cells at its ends, in steps along rows and columns.
const NEAR: [i32; 6] = [0, 60, 24, 10, 4, 2];
/// The worth of each column or row by which the ends are further apart than this.
const FAR: i32 = 6;
const FAR_FROM: u16 = LINE as u16 / 2;

/// What is counted: tracks by the distance of their ends, and columns or rows beyond; then the same of the side to move alone.
pub(super) const TERMS: [&str; 2 * SORTS] = [
    "one-apart",
    "two-apart",
    "three-apart",
    "four-apart",
    "five-apart",
    "far",
    "one-apart-to-move",
    "two-apart-to-move",
    "three-apart-to-move",
    "four-apart-to-move",
    "five-apart-to-move",
    "far-to-move",
];
/// The sorts of what is counted, the last of them being the columns or rows.
const SORTS: usize = 6;
pub(super) const WEIGHTS: [i32; TERMS.len()] =
    [NEAR[1], NEAR[2], NEAR[3], NEAR[4], NEAR[5], FAR, 0, 0, 0, 0, 0, 0];

/// What the white tracks have more than the red ones.
#[inline]
pub(super) fn advantage(mosaic: &Mosaic<SIDES>, white_moves: bool) -> [i32; TERMS.len()] {
    let open = mosaic.open();
    let mut counts = [0; TERMS.len()];
    for first in open {
        for side in 0..SIDES {
            let colour = side_of(first.touch, side);
            if colour == 0 {
                continue;
            }
            // Every track is met twice, once at each end.
            let last = &open[first.ends[side].open()];
            let columns = first.cell.0.abs_diff(last.cell.0);
            let rows = first.cell.1.abs_diff(last.cell.1);
            let sign = if colour == 1 { 1 } else { -1 };
            let moves = i32::from((colour == 1) == white_moves);
            let mut add = |sort: usize, count: i32| {
                counts[sort] += sign * count;
                counts[SORTS + sort] += moves * sign * count;
            };
            let apart = usize::from(columns + rows);
            if (1..NEAR.len()).contains(&apart) {
                add(apart - 1, 1);
            }
            add(SORTS - 1, i32::from(columns.max(rows).saturating_sub(FAR_FROM)));
        }
    }
    counts
}
