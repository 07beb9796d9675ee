//! Hashes that do not depend on where on the plane the tiles lie.
//!
//! Each tile adds a key times powers of two odd numbers, one for its column and one for its row. Moving all
//! tiles multiplies the sum by a power of each, which the first column and row of the tiles tell.

use super::tile::{TILES, mirrored, turned};
use crate::mosaic::Cell;
use torneo_contract::zobrist;

/// Columns and rows on either side of the first tile that have powers.
pub(super) const REACH: usize = 1024;

const COLUMN: u64 = 0x9e37_79b9_7f4a_7c15;
const ROW: u64 = 0xd6e8_feb8_6659_fd93;

/// The powers of an odd number from `-REACH` to `REACH`, modulo 2^64.
const fn powers(base: u64) -> [u64; 2 * REACH + 1] {
    // Newton's iteration doubles the number of correct bits; an odd number is its own inverse modulo 8.
    let (mut inverse, mut round) = (base, 0u32);
    while round < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(base.wrapping_mul(inverse)));
        round += 1;
    }
    let mut all = [1u64; 2 * REACH + 1];
    let mut n = 1;
    while n <= REACH {
        all[REACH + n] = all[REACH + n - 1].wrapping_mul(base);
        all[REACH - n] = all[REACH - n + 1].wrapping_mul(inverse);
        n += 1;
    }
    all
}

static COLUMNS: [u64; 2 * REACH + 1] = powers(COLUMN);
static ROWS: [u64; 2 * REACH + 1] = powers(ROW);
static KEYS: [u64; TILES] = zobrist::table(1);

#[inline]
fn power(powers: &[u64; 2 * REACH + 1], n: i16) -> u64 {
    powers[(REACH as i32 + i32::from(n)) as usize]
}

/// What a tile adds to the sum.
#[inline]
pub(super) fn term((x, y): Cell, tile: usize) -> u64 {
    KEYS[tile].wrapping_mul(power(&COLUMNS, x)).wrapping_mul(power(&ROWS, y))
}

/// The sum as if the first column and row of the tiles were 0, mixed.
#[inline]
pub(super) fn hash(sum: u64, (x, y): Cell) -> u64 {
    zobrist::key(sum.wrapping_mul(power(&COLUMNS, -x)).wrapping_mul(power(&ROWS, -y)))
}

/// The least hash of the tiles, in all turns and mirror images, of which `tiles` are the cells, counted from
/// the first column and row of a box of this size.
pub(super) fn symmetric_hash(
    tiles: impl Iterator<Item = (Cell, usize)>,
    (columns, rows): (usize, usize),
) -> u64 {
    let (right, bottom) = (columns as i16 - 1, rows as i16 - 1);
    let mut sums = [0u64; 8];
    for ((x, y), tile) in tiles {
        for (mirror, sums) in sums.chunks_exact_mut(4).enumerate() {
            let (mut x, mut y, mut tile) =
                if mirror == 0 { (x, y, tile) } else { (right - x, y, mirrored(tile)) };
            let (mut right, mut bottom) = (right, bottom);
            for sum in sums {
                *sum = sum.wrapping_add(term((x, y), tile));
                (x, y, tile) = (bottom - y, x, turned(tile));
                (right, bottom) = (bottom, right);
            }
        }
    }
    sums.into_iter().map(|sum| hash(sum, (0, 0))).min().expect("there are symmetries")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_do_not_depend_on_the_place() {
        let tiles = [((0, 0), 3), ((1, 0), 4), ((1, 1), 0), ((5, 2), 5)];
        let sum = |dx: i16, dy: i16| {
            let terms = tiles.iter().map(|&((x, y), tile)| term((x + dx, y + dy), tile));
            hash(terms.fold(0, u64::wrapping_add), (dx, dy))
        };
        assert!([(5, 7), (-100, 3), (900, -900)].iter().all(|&(dx, dy)| sum(dx, dy) == sum(0, 0)));
        let other = hash(term((0, 0), 3).wrapping_add(term((0, 1), 4)), (0, 0));
        assert_ne!(other, hash(term((0, 0), 3).wrapping_add(term((1, 0), 4)), (0, 0)));
    }
}
