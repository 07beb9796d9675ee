//! What the tiles of a hand can do on a cell, all rotations at once.

use arrayvec::ArrayVec;

use super::tile::{COLOURS, SHOWING, SIDES};
use crate::mosaic::{Colours, side_of};
use torneo_board::grid::BitSet;

/// The largest hand: its tiles with all rotations fit into a word.
pub(super) const LARGEST: usize = 10;

/// Tiles of a hand with rotations, as bits: six times the number of the tile in the hand, plus the rotation.
pub(super) type Choices = u64;

/// A hand prepared for a decision.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    tiles: ArrayVec<u8, LARGEST>,
    /// For each side and colour the tiles and rotations that show it.
    showing: [[Choices; COLOURS]; SIDES],
}

impl Hand {
    /// The hand with these tiles.
    #[inline]
    pub(super) fn new(tiles: u64) -> Hand {
        let mut hand = Hand { tiles: ArrayVec::new(), showing: [[0; COLOURS]; SIDES] };
        for (number, tile) in tiles.members().enumerate() {
            hand.tiles.push(tile as u8);
            for (all, one) in hand.showing.iter_mut().zip(&SHOWING[tile]) {
                for (all, &one) in all.iter_mut().zip(one) {
                    *all |= Choices::from(one) << (SIDES * number);
                }
            }
        }
        hand
    }

    /// The choices that match what touches a cell.
    #[inline]
    pub(super) fn matching(&self, touch: Colours) -> Choices {
        let mut choices = (1 << (SIDES * self.tiles.len())) - 1;
        for (side, showing) in self.showing.iter().enumerate() {
            let colour = side_of(touch, side) as usize;
            if colour != 0 {
                choices &= showing[colour - 1];
            }
        }
        choices
    }

    /// The choices that show a colour on a side.
    #[inline]
    pub(super) fn showing(&self, side: usize, colour: usize) -> Choices {
        self.showing[side][colour]
    }

    /// The tile and the rotation of a choice.
    #[inline]
    pub(super) fn choice(&self, choice: usize) -> (usize, usize) {
        (self.tiles[choice / SIDES].into(), choice % SIDES)
    }
}
