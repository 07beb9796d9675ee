//! One hash for all turns, mirror images and places of the tiles on the plane.

use std::sync::LazyLock;

use super::board::key;
use super::position::{PLAYERS, Position, Tiles, hands_key};
use super::tile::{SIDES, TILES, mirrored};
use crate::mosaic::Cell;
use torneo_board::grid::BitSet;

/// The mirror image of every tile, and the rotation that the image has.
static IMAGES: LazyLock<[(usize, usize); TILES]> = LazyLock::new(|| std::array::from_fn(mirrored));

/// A tile with its cell and rotation.
type Placed = (Cell, usize, usize);

/// One sixth of a turn clockwise.
fn turned(((q, r), tile, turns): Placed) -> Placed {
    ((-r, q + r), tile, (turns + 1) % SIDES)
}

/// Columns and rows exchanged.
fn reflected(((q, r), tile, turns): Placed) -> Placed {
    let (image, own) = IMAGES[tile];
    ((r, q), image, (own + SIDES - turns) % SIDES)
}

/// The hash of tiles as if their first column and row were 0.
fn hash(placed: &[Placed]) -> u64 {
    let first = |axis: fn(Cell) -> i16| placed.iter().map(|&(cell, ..)| axis(cell)).min().unwrap_or(0);
    let (left, top) = (first(|cell| cell.0), first(|cell| cell.1));
    let keys =
        placed.iter().map(|&((q, r), tile, turns)| key((q - left, r - top), (tile * 8 + turns) as u16));
    keys.fold(0, |all, key| all ^ key)
}

/// The least hash of all images of a position; hands are mirrored with the tiles.
pub(super) fn symmetric_hash(position: &Position) -> u64 {
    let tiles = position.board.mosaic.iter();
    let mut placed: Vec<Placed> =
        tiles.map(|(cell, code)| (cell, usize::from(code / 8), usize::from(code % 8))).collect();
    let mirror = |hand: Tiles| hand.members().fold(0, |hand, tile| hand | Tiles::one(IMAGES[tile].0));
    let images: [[Tiles; PLAYERS]; 2] = [position.hands, position.hands.map(mirror)];
    let mut least = u64::MAX;
    for hands in images {
        for _ in 0..SIDES {
            placed.iter_mut().for_each(|tile| *tile = turned(*tile));
            least = least.min(hash(&placed) ^ hands_key(&hands));
        }
        placed.iter_mut().for_each(|tile| *tile = reflected(*tile));
    }
    least ^ position.state_key()
}
