//! Tiles of squares joined at their sides.

use std::collections::HashMap;

use torneo_contract::scene::{Colour, Polyomino};

use crate::canvas::{Anchor, Canvas, points};
use crate::geometry::Extent;
use crate::palette::{class, ink};

/// A corner of the squares, counted from the upper left one of the square at the origin.
type Corner = (i16, i16);

/// Draws a tile whose square at the origin has its middle at `at` and sides of `scale` units of the board. `letters` is the
/// size of its inscription.
pub fn draw(canvas: &mut Canvas, tile: &Polyomino, colour: Colour, at: (f32, f32), scale: f32, letters: f32) {
    outline(canvas, class(colour), tile, at, scale);
    if let Some(((x, y), text)) = &tile.sign {
        let place = (at.0 + f32::from(*x) * scale, at.1 + f32::from(*y) * scale);
        canvas.text(ink(colour), text, place, letters, Anchor::Middle);
    }
}

/// The line around a tile as a path of a class.
pub fn outline(canvas: &mut Canvas, class: &str, tile: &Polyomino, at: (f32, f32), scale: f32) {
    let corner =
        |&(x, y): &Corner| (at.0 + (f32::from(x) - 0.5) * scale, at.1 + (f32::from(y) - 0.5) * scale);
    let outlines = outlines(tile.squares.iter().copied());
    let data: String = outlines.iter().map(|around| points(around.iter().map(corner)) + "z").collect();
    canvas.path(class, &data);
}

/// The rectangle of a tile in sides of its squares, around the middle of the square at the origin.
pub fn extent(tile: &Polyomino) -> Extent {
    let mut extent = Extent::NONE;
    for &(x, y) in &tile.squares {
        extent.include((f32::from(x) - 0.5, f32::from(y) - 0.5));
        extent.include((f32::from(x) + 0.5, f32::from(y) + 0.5));
    }
    extent
}

/// The closed lines around some squares, clockwise, with a corner at the end of every side.
fn outlines(squares: impl Iterator<Item = (i8, i8)>) -> Vec<Vec<Corner>> {
    // A side between two squares is met in both directions.
    let mut sides: Vec<(Corner, Corner)> = Vec::new();
    for (x, y) in squares.map(|(x, y)| (i16::from(x), i16::from(y))) {
        let around = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        for number in 0..4 {
            let side = (around[number], around[(number + 1) % 4]);
            match sides.iter().position(|&(from, to)| (to, from) == side) {
                Some(known) => drop(sides.swap_remove(known)),
                None => sides.push(side),
            }
        }
    }
    sides.sort_unstable();
    let mut next: HashMap<Corner, Vec<Corner>> = HashMap::new();
    for &(from, to) in &sides {
        next.entry(from).or_default().push(to);
    }
    let mut outlines = Vec::new();
    for &(start, _) in &sides {
        let mut around = Vec::new();
        let mut at = start;
        while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
            around.push(at);
            at = to;
        }
        if !around.is_empty() {
            outlines.push(around);
        }
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_go_once_around_what_is_joined() {
        let sides = |squares: &[(i8, i8)]| -> Vec<usize> {
            outlines(squares.iter().copied()).iter().map(Vec::len).collect()
        };
        assert_eq!(sides(&[(0, 0)]), [4]);
        assert_eq!(sides(&[(0, 0), (1, 0), (1, 1)]), [8]);
        assert_eq!(sides(&[(0, 0), (2, 0)]), [4, 4]);
        let ring = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        let mut around = sides(&ring);
        around.sort_unstable();
        assert_eq!(around, [4, 12]);
    }
}
