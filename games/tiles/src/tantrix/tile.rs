//! The 56 tiles.

use crate::mosaic::{Cell, Colours, SIDE_BITS};

/// Sides of a tile: clockwise from the north-east.
pub(super) const SIDES: usize = 6;
/// The steps of columns and rows to the neighbours.
pub(super) static STEPS: [Cell; SIDES] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

pub(super) const COLOURS: usize = 4;
/// The letters of the colours, in the order of the alphabet.
pub(super) const LETTERS: [char; COLOURS] = ['B', 'G', 'R', 'Y'];

/// Number of tiles.
pub(super) const TILES: usize = 56;
/// Links of a tile.
pub(super) const LINKS: usize = 3;

/// The colours of the sides of a tile as they are in its code.
type Code = [u8; SIDES];

/// The colours of the sides with `turns` steps of rotation.
const fn rotated(code: Code, turns: usize) -> Code {
    let (mut all, mut side) = ([0; SIDES], 0);
    while side < SIDES {
        all[side] = code[(side + SIDES - turns) % SIDES];
        side += 1;
    }
    all
}

/// Whether a comes before b in the alphabet.
const fn is_less(a: Code, b: Code) -> bool {
    let mut side = 0;
    while side < SIDES {
        if a[side] != b[side] {
            return a[side] < b[side];
        }
        side += 1;
    }
    false
}

/// Whether this is the code of a tile: three colours twice each, not all of them straight across, and no
/// rotation comes before it in the alphabet.
const fn is_tile(code: Code) -> bool {
    let (mut count, mut straight, mut side) = ([0; COLOURS], 0, 0);
    while side < SIDES {
        count[code[side] as usize] += 1;
        straight += (code[side] == code[(side + SIDES / 2) % SIDES]) as usize;
        if is_less(rotated(code, side), code) {
            return false;
        }
        side += 1;
    }
    let (mut twice, mut colour) = (0, 0);
    while colour < COLOURS {
        twice += (count[colour] == 2) as usize;
        colour += 1;
    }
    twice == LINKS && straight < SIDES
}

/// The codes of all tiles in the order of the alphabet.
static CODES: [Code; TILES] = {
    let (mut codes, mut found, mut number) = ([[0; SIDES]; TILES], 0, 0);
    while number < COLOURS.pow(SIDES as u32) {
        let (mut code, mut rest, mut side) = ([0; SIDES], number, SIDES);
        while side > 0 {
            side -= 1;
            code[side] = (rest % COLOURS) as u8;
            rest /= COLOURS;
        }
        if is_tile(code) {
            codes[found] = code;
            found += 1;
        }
        number += 1;
    }
    assert!(found == TILES);
    codes
};

/// A tile with its rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Oriented {
    /// The colours of its sides.
    pub(super) colours: Colours,
    /// The sides that its links join.
    pub(super) links: [[u8; 2]; LINKS],
}

/// All tiles in all rotations.
pub(super) static ORIENTED: [[Oriented; SIDES]; TILES] = {
    let none = Oriented { colours: 0, links: [[0; 2]; LINKS] };
    let (mut all, mut tile) = ([[none; SIDES]; TILES], 0);
    while tile < TILES {
        let mut turns = 0;
        while turns < SIDES {
            all[tile][turns] = oriented(rotated(CODES[tile], turns));
            turns += 1;
        }
        tile += 1;
    }
    all
};

const fn oriented(code: Code) -> Oriented {
    let (mut tile, mut found, mut side) = (Oriented { colours: 0, links: [[0; 2]; LINKS] }, 0, 0);
    while side < SIDES {
        tile.colours |= (code[side] as Colours + 1) << (SIDE_BITS * side);
        let mut other = side + 1;
        while other < SIDES {
            if code[other] == code[side] {
                tile.links[found] = [side as u8, other as u8];
                found += 1;
            }
            other += 1;
        }
        side += 1;
    }
    tile
}

/// For each tile, side and colour the rotations, as bits, that show the colour on the side.
pub(super) static SHOWING: [[[u8; COLOURS]; SIDES]; TILES] = {
    let (mut all, mut tile) = ([[[0; COLOURS]; SIDES]; TILES], 0);
    while tile < TILES {
        let mut turns = 0;
        while turns < SIDES {
            let (code, mut side) = (rotated(CODES[tile], turns), 0);
            while side < SIDES {
                all[tile][side][code[side] as usize] |= 1 << turns;
                side += 1;
            }
            turns += 1;
        }
        tile += 1;
    }
    all
};

/// The letters of a tile's sides with some rotation.
pub(super) fn letters(tile: usize, turns: usize) -> String {
    rotated(CODES[tile], turns).into_iter().map(|colour| LETTERS[usize::from(colour)]).collect()
}

/// The tile with this code.
pub(super) fn parse(code: &str) -> Option<usize> {
    (0..TILES).find(|&tile| letters(tile, 0) == code)
}

/// The tile, and its rotation, that a tile without rotation looks like when columns and rows are exchanged:
/// side k becomes side 3 - k.
pub(super) fn mirrored(tile: usize) -> (usize, usize) {
    let code = CODES[tile];
    let image: Code = std::array::from_fn(|side| code[(SIDES + LINKS - side) % SIDES]);
    let all = (0..TILES).flat_map(|tile| (0..SIDES).map(move |turns| (tile, turns)));
    let mut same = all.filter(|&(tile, turns)| rotated(CODES[tile], turns) == image);
    same.next().expect("the mirror image of a tile is a tile")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiles_are_those_of_the_rules() {
        let codes: Vec<String> = (0..TILES).map(|tile| letters(tile, 0)).collect();
        let (first, last) = ("BBGGRR BBGGYY BBGRGR BBGRRG BBGYGY BBGYYG", "GRRYGY GRYGYR GRYRGY GYGYRR");
        assert!(codes.join(" ").starts_with(first) && codes.join(" ").ends_with(last));
        assert!(codes.is_sorted() && (0..TILES).all(|tile| parse(&codes[tile]) == Some(tile)));
        for letter in LETTERS {
            assert_eq!(codes.iter().filter(|code| code.contains(letter)).count(), 42);
        }
        let distance = |[a, b]: [u8; 2]| (b - a).min(6 - (b - a));
        let mut shapes = std::collections::BTreeMap::new();
        for (tile, oriented) in ORIENTED.iter().enumerate() {
            let mut shape = oriented[0].links.map(distance);
            shape.sort_unstable();
            *shapes.entry(shape).or_insert(0) += 1;
            let rotations: std::collections::HashSet<String> = (0..SIDES).map(|t| letters(tile, t)).collect();
            assert_eq!(rotations.len(), SIDES);
        }
        let expected = [([1, 1, 1], 8), ([1, 1, 3], 12), ([1, 2, 2], 24), ([2, 2, 3], 12)];
        assert!(shapes.into_iter().eq(expected));
    }

    #[test]
    fn mirror_images_undo_each_other() {
        for tile in 0..TILES {
            let (image, turns) = mirrored(tile);
            let (back, other) = mirrored(image);
            // Turning before the mirror is turning back behind it.
            assert_eq!((back, (other + SIDES - turns) % SIDES), (tile, 0));
        }
    }
}
