//! The six colourings of a tile and what they fit.

use crate::mosaic::{Cell, Colours, SIDE_BITS, side_of};

/// Sides of a tile: north, east, south, west.
pub(super) const SIDES: usize = 4;
/// The steps to the neighbours; rows are counted downwards.
pub(super) static STEPS: [Cell; SIDES] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

pub(super) const WHITE: usize = 0;

/// Number of colourings.
pub(super) const TILES: usize = 6;
/// The white sides of each colouring, as bits.
const WHITE_SIDES: [u8; TILES] = [0b0101, 0b1010, 0b1001, 0b0110, 0b0011, 0b1100];
/// The symbol of each colouring in the notation of moves.
pub(super) const SYMBOLS: [char; TILES] = ['+', '+', '/', '/', '\\', '\\'];
/// The letter of each colouring in position texts: the white track.
pub(super) const LETTERS: [char; TILES] = ['|', '-', 'J', 'F', 'L', '7'];
/// The white track of each colouring in drawings.
pub(super) const DRAWN: [char; TILES] = ['│', '─', '┘', '┌', '└', '┐'];
/// The colourings that the first tile may have.
pub(super) const FIRST: [usize; 2] = [0, 2];

/// The colours of the sides.
pub(super) static COLOURS: [Colours; TILES] = {
    let mut all = [0; TILES];
    let mut tile = 0;
    while tile < TILES {
        let mut side = 0;
        while side < SIDES {
            let colour = if WHITE_SIDES[tile] >> side & 1 == 1 { 1 } else { 2 };
            all[tile] |= colour << (SIDE_BITS * side);
            side += 1;
        }
        tile += 1;
    }
    all
};

/// The sides that the white and the red track join.
pub(super) static LINKS: [[[u8; 2]; 2]; TILES] = {
    let mut all = [[[0; 2]; 2]; TILES];
    let mut tile = 0;
    while tile < TILES {
        let (mut side, mut found) = (0, [0; 2]);
        while side < SIDES {
            let colour = if WHITE_SIDES[tile] >> side & 1 == 1 { 0 } else { 1 };
            all[tile][colour][found[colour]] = side as u8;
            found[colour] += 1;
            side += 1;
        }
        tile += 1;
    }
    all
};

/// For the colours that touch an empty cell the colourings that match, as bits. None where three sides have
/// one colour; exactly one where two have, since the other two are then given.
pub(super) static MATCHING: [u8; 1 << (SIDE_BITS * SIDES)] = {
    let mut all = [0; 1 << (SIDE_BITS * SIDES)];
    let mut touch = 0;
    while touch < all.len() {
        let mut tile = 0;
        while tile < TILES {
            let (mut side, mut fits) = (0, true);
            while side < SIDES {
                let wanted = side_of(touch as Colours, side);
                fits &= wanted == 0 || wanted == side_of(COLOURS[tile], side);
                side += 1;
            }
            all[touch] |= (fits as u8) << tile;
            tile += 1;
        }
        touch += 1;
    }
    all
};

/// The colourings that match what touches a cell.
#[inline]
pub(super) fn matching(touch: Colours) -> u8 {
    MATCHING[touch as usize]
}

/// The colouring after a quarter turn clockwise.
pub(super) fn turned(tile: usize) -> usize {
    let white = WHITE_SIDES[tile];
    with_white(white << 1 & 0b1111 | white >> 3)
}

/// The colouring seen in a mirror that changes east and west.
pub(super) fn mirrored(tile: usize) -> usize {
    let white = WHITE_SIDES[tile];
    with_white(white & 0b0101 | white << 2 & 0b1000 | white >> 2 & 0b0010)
}

fn with_white(sides: u8) -> usize {
    WHITE_SIDES.iter().position(|&white| white == sides).expect("two sides are white")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colourings_have_two_sides_of_each_colour() {
        for tile in 0..TILES {
            let sides: Vec<u32> = (0..SIDES).map(|side| side_of(COLOURS[tile], side)).collect();
            assert_eq!(sides.iter().filter(|&&colour| colour == 1).count(), 2);
            for (colour, link) in LINKS[tile].iter().enumerate() {
                assert!(link.iter().all(|&side| sides[usize::from(side)] == colour as u32 + 1));
            }
            assert_eq!(turned(turned(turned(turned(tile)))), tile);
            assert_eq!(mirrored(mirrored(tile)), tile);
            assert_eq!(turned(mirrored(turned(mirrored(tile)))), tile);
        }
        assert_eq!(
            LETTERS.map(|letter| LETTERS[turned(LETTERS.iter().position(|&l| l == letter).unwrap())]),
            ['-', '|', 'L', '7', 'F', 'J']
        );
    }

    #[test]
    fn what_matches() {
        assert_eq!(matching(0), 0b11_1111);
        for colour in [1, 2] {
            for a in 0..SIDES {
                assert_eq!(matching(colour << (3 * a)).count_ones(), 3);
                for b in (0..SIDES).filter(|&b| b != a) {
                    let two = colour << (3 * a) | colour << (3 * b);
                    assert_eq!(matching(two).count_ones(), 1);
                    assert_eq!(matching(colour << (3 * a) | (3 - colour) << (3 * b)).count_ones(), 2);
                    for c in (0..SIDES).filter(|&c| c != a && c != b) {
                        assert_eq!(matching(two | colour << (3 * c)), 0);
                        assert_eq!(matching(two | (3 - colour) << (3 * c)).count_ones(), 1);
                    }
                }
            }
        }
    }
}
