//! The evaluation: points, what a single tile will add to them, and lines that can still grow.

use arrayvec::ArrayVec;

use super::COLOURS_OF_SEATS;
use super::board::{FORCED, around};
use super::position::{OPEN_CELLS, Position, Tiles, count};
use super::tile::{SHOWING, SIDES, TILES};
use crate::mosaic::{Colours, Open, side_of};
use torneo_board::grid::BitSet;

/// The worth of a point.
const POINT: i32 = 40;
/// The worth of the square of a line's length for each of its two ends that can go on, at the start of the game. It
/// shrinks with the tiles that are left.
const END: f64 = 0.5;

/// How sure it is, in percent, that a cell is filled where two lines of a colour meet: a forced space that a hand can
/// fill, another cell that the seat's own hand can fill, and any other.
const FORCED_JOIN: i32 = 90;
const OWN_JOIN: i32 = 50;
const LATER_JOIN: i32 = 35;

/// What the evaluation looks at.
pub(super) struct Look<'a> {
    position: &'a Position,
    /// The tiles of all hands.
    hands: Tiles,
    /// The tiles that are not on the board.
    rest: Tiles,
    /// Whether open cells, by their numbers, can be filled at all, as far as it has been asked.
    fillable: [Option<bool>; OPEN_CELLS],
}

impl<'a> Look<'a> {
    pub(super) fn new(position: &'a Position) -> Look<'a> {
        let hands = position.hands.iter().fold(0, |all, hand| all | hand);
        Look { position, hands, rest: position.bag | hands, fillable: [None; OPEN_CELLS] }
    }

    /// What a seat's tracks are worth.
    pub(super) fn value_of(&mut self, seat: usize) -> i32 {
        let own = COLOURS_OF_SEATS[seat];
        let best = i32::from(self.position.board.best[own]);
        let (mut squares, mut gain) = (0, 0);
        for (number, open) in self.position.board.mosaic.open().iter().enumerate() {
            let touching = |&side: &usize| side_of(open.touch, side) as usize == own + 1;
            let sides: ArrayVec<usize, SIDES> = (0..SIDES).filter(touching).collect();
            if sides.is_empty() || !self.can_be_filled(number) {
                continue;
            }
            squares += sides.iter().map(|&side| i32::from(open.ends[side].length).pow(2)).sum::<i32>();
            // A tile has each of its colours on two sides, so that it joins what meets it.
            if let [a, b] = sides[..] {
                let more = joined(number, open, [a, b]) - best;
                if more > 0 {
                    gain = gain.max(more * self.chance(open, seat));
                }
            }
        }
        let growth = END * f64::from(squares) * count(self.rest) as f64 / TILES as f64;
        POINT * best + POINT * gain / 100 + growth as i32
    }

    /// How sure it is, in percent, that a cell which can be filled is filled.
    fn chance(&self, open: &Open<SIDES>, seat: usize) -> i32 {
        if around(open.touch) >= FORCED && fits(open.touch, self.hands) {
            FORCED_JOIN
        } else if fits(open.touch, self.position.hands[seat]) {
            OWN_JOIN
        } else {
            LATER_JOIN
        }
    }

    /// Whether some tile that is not on the board matches what touches an open cell.
    fn can_be_filled(&mut self, number: usize) -> bool {
        let Look { position, rest, .. } = *self;
        *self.fillable[number].get_or_insert_with(|| fits(position.board.mosaic.open()[number].touch, rest))
    }
}

/// The points of the line or loop that a tile makes of what ends at two sides of an open cell.
fn joined(number: usize, open: &Open<SIDES>, [a, b]: [usize; 2]) -> i32 {
    let (first, second) = (open.ends[a], open.ends[b]);
    if (first.open(), first.side()) == (number, b) {
        2 * (i32::from(first.length) + 1)
    } else {
        i32::from(first.length) + i32::from(second.length) + 1
    }
}

/// Whether one of these tiles matches what touches a cell in some rotation.
fn fits(touch: Colours, tiles: Tiles) -> bool {
    tiles.members().any(|tile| {
        let turns = SHOWING[tile].iter().enumerate().fold(u8::MAX, |turns, (side, showing)| {
            match side_of(touch, side) as usize {
                0 => turns,
                colour => turns & showing[colour - 1],
            }
        });
        turns != 0
    })
}
