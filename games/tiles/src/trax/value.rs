//! The evaluation: tracks whose ends are near each other, and tracks that reach far.

use super::board::LINE;
use super::tile::SIDES;
use crate::mosaic::{Mosaic, side_of};

/// The worth of a track by the distance of the cells at its ends, in steps along rows and columns.
const NEAR: [i32; 6] = [0, 60, 24, 10, 4, 2];
/// The worth of each column or row by which the ends are further apart than this.
const FAR: i32 = 6;
const FAR_FROM: u16 = LINE as u16 / 2;

/// What the white tracks are worth, less what the red ones are.
pub(super) fn value(mosaic: &Mosaic<SIDES>) -> i32 {
    let open = mosaic.open();
    let mut value = 0;
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
            let near = NEAR.get(usize::from(columns + rows)).copied().unwrap_or(0);
            let far = i32::from(columns.max(rows).saturating_sub(FAR_FROM)) * FAR;
            value += if colour == 1 { near + far } else { -near - far };
        }
    }
    value
}
